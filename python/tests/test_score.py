from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import odograph as og


def test_a_track_is_scored_against_the_truth(ride: og.Events, track: og.Track) -> None:
    score = og.score(track, ride.truth)
    assert score.count > 400
    assert 0.9 < score.coverage <= 1
    assert 0 < score.median < score.rms < score.p95 < score.worst < 40
    assert 0.9 < score.length_ratio < 1.1
    assert score.activity > 0.6
    assert score.speed_rms < 3
    live = og.score(track, ride.truth, table="position")
    assert live.rms > score.rms
    assert set(score.to_dict()) >= {"rms", "coverage"}


def test_a_known_error_is_measured(fixes: pd.DataFrame) -> None:
    track = og.run(fixes)
    own = track.smoothed[["time", "latitude", "longitude"]]
    shifted = own.assign(latitude=own["latitude"] + np.degrees(10 / 6_371_008.8))
    assert og.score(track, own).worst < 1e-6
    assert og.score(track, shifted).rms == pytest.approx(10, abs=1e-6)
    assert np.isnan(og.score(track, own).speed_rms)
    assert np.isnan(og.score(track, own).activity)


def test_tracks_without_a_common_time_cannot_be_scored(fixes: pd.DataFrame) -> None:
    track = og.run(fixes)
    later = fixes.assign(time=fixes["time"] + pd.Timedelta(days=1))
    with pytest.raises(og.OdographError, match="no time in common"):
        og.score(track, later)
    with pytest.raises(og.OdographError, match="no positions"):
        og.score(og.run(fixes.iloc[:0]), fixes)


def test_tuning_finds_a_smaller_cost() -> None:
    rides = [og.simulate("walk", receiver="puck", seed=seed, duration=400, fixes_only=True) for seed in (1, 2)]
    found = og.tune(rides, parameters=["fixGate.warmUp"], start={"fixGate.warmUp": 50}, trials=12)
    assert found.cost <= found.start
    assert len(found.trials) <= 12
    assert 0 <= float(found.parameters["fixGate.warmUp"]) <= 60
    assert json.loads(found.to_json()) == found.parameters
    assert found.flags().startswith("--set fixGate.warmUp=")
    again = og.tune(rides, parameters=["fixGate.warmUp"], start={"fixGate.warmUp": 50}, trials=12, threads=1)
    assert again.trials.equals(found.trials)


def test_a_search_over_the_whole_range_leaves_the_first_values() -> None:
    ride = og.simulate("walk", receiver="puck", seed=1, duration=200, fixes_only=True)
    names = ["position.constantVelocity.processNoise", "fixGate.warmUp"]
    found = og.tune(ride, parameters=names, trials=20, search="tpe", threads=1)
    assert len(found.trials) == 20
    assert found.cost <= found.start == found.trials["cost"].iloc[0]
    warm_ups = found.trials["fixGate.warmUp"]
    assert warm_ups.max() > 100 * warm_ups.min() > 0
    again = og.tune(ride, parameters=names, trials=20, search="tpe")
    assert again.trials.equals(found.trials)


def test_tuning_without_a_reference_uses_the_consistency_of_the_filter(fixes: pd.DataFrame) -> None:
    found = og.tune(fixes, parameters=["fixGate.warmUp"], trials=3)
    assert np.isfinite(found.cost)


def test_what_cannot_be_tuned_is_named(fixes: pd.DataFrame) -> None:
    with pytest.raises(og.OdographError, match="no parameter named"):
        og.tune(fixes, parameters=["nothing"])
    with pytest.raises(og.OdographError, match="not a number"):
        og.tune(fixes, parameters=["speed.source"])
    with pytest.raises(og.OdographError, match="no search named"):
        og.tune(fixes, parameters=["fixGate.warmUp"], search="guess")  # type: ignore[arg-type]
    with pytest.raises(og.OdographError, match="2 sessions and 1 references"):
        og.tune([fixes, fixes], reference=fixes, parameters=["fixGate.warmUp"])
