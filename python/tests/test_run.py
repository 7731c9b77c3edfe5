from __future__ import annotations

import gc
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import odograph as og
from odograph._columns import nanoseconds
from odograph._library import Run


def same(left: og.Track, right: og.Track) -> bool:
    tables = ("smoothed", "position", "simplified", "speed", "activity", "storyline")
    return all(left.frame(name).equals(right.frame(name)) for name in tables)


def test_a_frame_a_table_and_a_dictionary_give_the_same_track(fixes: pd.DataFrame) -> None:
    track = og.run(fixes)
    assert len(track.smoothed) > 50
    assert 50 < track.summary["distance"] < 120
    assert same(track, og.run(pa.Table.from_pandas(fixes)))
    assert same(track, og.run({name: fixes[name].to_numpy() for name in fixes}))
    assert same(track, og.run(fixes.set_index("time")))


def test_times_in_any_form_are_the_same_times(fixes: pd.DataFrame) -> None:
    track = og.run(fixes)
    base = fixes["time"]
    forms = [
        base.dt.tz_localize("UTC"),
        base.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"),
        base.astype("datetime64[ms]"),
        base.astype("int64") if base.dtype == "datetime64[ns]" else base.astype("datetime64[ns]").astype("int64"),
        (base.astype("datetime64[s]").astype("int64")).astype(float),
        base.astype("datetime64[s]").astype("int64"),
        base.astype(str),
    ]
    for form in forms:
        assert same(track, og.run(fixes.assign(time=form))), form.dtype


def test_the_order_of_rows_does_not_matter(fixes: pd.DataFrame) -> None:
    assert same(og.run(fixes), og.run(fixes.sample(frac=1, random_state=1)))


def test_missing_values_are_missing_and_extra_columns_are_ignored(fixes: pd.DataFrame) -> None:
    with_gaps = fixes.assign(speed=fixes["speed"].where(fixes.index % 2 == 0), vehicle="a")
    nullable = with_gaps.assign(speed=with_gaps["speed"].astype("Float64"))
    assert same(og.run(with_gaps), og.run(nullable))
    assert not same(og.run(with_gaps), og.run(fixes))


def test_parameters_change_the_track_and_wrong_ones_are_named(fixes: pd.DataFrame) -> None:
    assert not same(og.run(fixes, {"position.kind": "none"}), og.run(fixes))
    with pytest.raises(og.OdographError, match="no parameter named “nothing”"):
        og.run(fixes, {"nothing": 1})
    with pytest.raises(og.OdographError, match=r"does not fit fixGate\.warmUp"):
        og.run(fixes, {"fixGate.warmUp": -1})


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        ({"time": [1.0], "lat": [1.0]}, "needs the columns longitude as well"),
        ({"time": ["no time"], "lat": [1.0], "lon": [1.0]}, "“time” cannot be read"),
        ({"time": [float("nan")], "lat": [1.0], "lon": [1.0]}, "row 0 is nan"),
        ({"time": [1.0], "lat": ["x"], "lon": [1.0]}, "“lat” cannot be read"),
        ({"time": [1.0, 2.0], "lat": [1.0], "lon": [1.0]}, "differ in length"),
        ({"time": [1.0], "lat": [1.0], "lon": [1.0], "mode": [9]}, "0, 1, 2 or 3"),
        (42, "A int is not a table"),
        ({"time": pd.to_datetime(["2024-01-01", None]), "lat": [1.0, 1], "lon": [1.0, 1]}, "Row 1 of the table of fix"),
        ({"time": [1_700_000_000_000], "lat": [1.0], "lon": [1.0]}, "neither seconds nor nanoseconds"),
    ],
)
def test_frames_that_cannot_be_run_get_a_sentence(frame: object, sentence: str) -> None:
    with pytest.raises(og.OdographError, match=sentence):
        og.run(frame)


def test_a_frame_without_rows_is_a_track_without_rows(fixes: pd.DataFrame) -> None:
    track = og.run(fixes.iloc[:0])
    assert len(track.smoothed) == 0
    assert track.summary["fixes"] == 0
    assert "<table>" in track._repr_html_()
    assert track.plot().get_title() == "no positions"


def test_motion_makes_steps_and_attitudes(ride: og.Events, track: og.Track) -> None:
    assert len(track.attitude) > 1000
    assert np.allclose(np.linalg.norm(track.attitude[["w", "x", "y", "z"]], axis=1), 1)
    assert track.summary["steps"] > 50
    alone = og.run(ride.fixes, acceleration=ride.frame("acceleration"), rotation=ride.frame("rotation"))
    assert alone.summary["steps"] > 50
    assert len(alone.attitude) == 0
    with pytest.raises(og.OdographError, match="has its own acceleration"):
        og.run(ride, acceleration=ride.frame("acceleration"))


def test_the_types_of_columns_are_what_is_documented(track: og.Track) -> None:
    assert str(track.smoothed["time"].dtype) == "datetime64[ns]"
    assert track.smoothed["is_estimated"].dtype == bool
    assert set(track.activity["activity"].cat.categories) >= {"walking", "automotive"}
    assert track.verdict.loc[track.verdict["accepted"], "reason"].isna().all()
    assert track.frame("step").columns.tolist() == ["time", "count", "cadence", "stride_length"]
    with pytest.raises(og.OdographError, match="no table named “nothing”"):
        track.frame("nothing")


def test_arrow_has_the_same_values(track: og.Track) -> None:
    for name in ("smoothed", "storyline", "activity", "verdict", "summary", "parameters"):
        table = track.arrow(name)
        frame = track.frame(name)
        assert table.num_rows == len(frame)
        assert table.column_names == list(frame.columns)
    assert track.arrow("smoothed").schema.field("time").type == pa.timestamp("ns", "UTC")
    assert track.arrow("smoothed")["latitude"].to_numpy().tolist() == track.smoothed["latitude"].tolist()


def test_parameters_are_listed_with_ranges_and_meanings() -> None:
    listed = og.parameters()
    assert listed.loc["fixGate.warmUp", "unit"] == "s"
    assert listed.loc["fixGate.warmUp", "minimum"] == 0
    assert "speed.source" in listed.index
    assert "filter" in str(listed.loc["speed.source", "choices"])
    assert len(og.parameters(coefficients=True)) > len(listed) > 10
    assert (listed["meaning"].str.len() > 10).all()


def test_columns_that_are_laid_out_alike_are_not_copied() -> None:
    values = np.arange(4.0)
    assert np.shares_memory(np.ascontiguousarray(values, np.float64), values)
    times = pd.Series(pd.date_range("2024-01-01", periods=3).astype("datetime64[ns]"))
    assert np.shares_memory(nanoseconds(times), times.to_numpy())


def test_the_lock_of_python_is_free_while_the_core_runs() -> None:
    count = 200_000
    core = Run()
    core.push(
        "fix",
        {
            "time": np.arange(count) * 1_000_000_000,
            "latitude": np.full(count, 48.0),
            "longitude": np.linspace(16, 18, count),
            "horizontalAccuracy": np.full(count, 4.0),
        },
    )
    ticks = 0
    worker = threading.Thread(target=core.finish)
    worker.start()
    while worker.is_alive():
        ticks += 1
        time.sleep(0.005)
    assert ticks > 5


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_runs_are_freed(fixes: pd.DataFrame) -> None:
    for _ in range(50):
        assert og.run(fixes).summary
    gc.collect()
    before = resident()
    for _ in range(400):
        track = og.run(fixes)
        assert len(track.storyline) > 0
        assert track._repr_html_()
    gc.collect()
    assert resident() - before < 8_000_000
