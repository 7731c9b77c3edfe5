from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from same_bits import differences

import odograph as og
from odograph._events import events_of_log
from odograph._program import _program


def make(path: Path, scenario: str, receiver: str, *more: str) -> Path:
    subprocess.run(
        [_program(), "simulate", scenario, "--receiver", receiver, "--output", str(path), *more],
        check=True,
        capture_output=True,
    )
    return path


@pytest.mark.parametrize(
    ("scenario", "receiver", "more"),
    [
        ("walk-ride-stop", "puck", ["--duration", "400"]),
        ("tunnel", "lossy", ["--duration", "400"]),
        ("canyon", "dilution", ["--fixes-only"]),
        ("car-stops", "battered", ["--fixes-only"]),
        ("errands", "sparse-30", ["--fixes-only"]),
        ("walk", "no-speed", ["--duration", "300"]),
    ],
)
def test_every_estimate_of_a_session_is_that_of_the_program(
    tmp_path: Path, scenario: str, receiver: str, more: list[str]
) -> None:
    session = make(tmp_path / "ride.odograph", scenario, receiver, *more)
    count, found = differences(str(session))
    assert count > 2_000
    assert not found, "\n".join(found)


def test_a_gpx_file_is_read(tmp_path: Path, ride: og.Events) -> None:
    points = "".join(
        f'<trkpt lat="{48 + index * 1e-4}" lon="16">'
        f"<time>2024-05-01T12:{index // 6:02}:{index % 6 * 10:02}Z</time></trkpt>"
        for index in range(60)
    )
    path = tmp_path / "any.gpx"
    path.write_text(
        f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>{points}</trkseg></trk></gpx>'
    )
    events = og.read(path)
    assert len(events.fixes) == 60
    count, found = differences(str(path), events)
    assert count > 500
    assert not found


def test_a_correction_of_a_session_reaches_the_track(tmp_path: Path) -> None:
    session = make(tmp_path / "walk.odograph", "walk", "puck", "--duration", "600", "--fixes-only")
    before = og.run(og.open(session))
    assert set(before.storyline["activity"].dropna()) == {"walking"}
    start = before.storyline["start"].iloc[0]
    log = tmp_path / "walk.ndjson"
    subprocess.run(
        [_program(), "export", str(session), "--format", "events", "--output", str(log)],
        check=True,
        capture_output=True,
    )
    last = before.storyline["end"].iloc[-1]
    line = {
        "type": "correction",
        "time": last.timestamp(),
        "correction": "activity",
        "activity": "running",
        "from": str(start.value),
        "until": str(last.value),
    }
    log.write_text(log.read_text() + json.dumps(line) + "\n")
    count, found = differences(str(log))
    assert count > 500
    assert not found
    assert set(og.run(og.read(log)).storyline["activity"].dropna()) == {"running"}


def test_files_that_cannot_be_read_get_the_sentence_of_the_program(tmp_path: Path) -> None:
    with pytest.raises(og.OdographError, match="No such file"):
        og.read(tmp_path / "nothing.gpx")
    strange = tmp_path / "strange.gpx"
    strange.write_bytes(b"\0\1\2strange")
    with pytest.raises(og.OdographError, match=r"strange\.gpx"):
        og.read(strange)
    with pytest.raises(og.OdographError, match="There is no scenario"):
        og.simulate("nothing")


def test_without_the_program_there_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ODOGRAPHCTL", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(og.OdographError, match="need the program odographctl"):
        og.read("any.gpx")


def test_scenarios_are_listed() -> None:
    listed = og.scenarios()
    assert {"scenario", "receiver"} == set(listed["kind"])
    assert "puck" in set(listed["name"])


def test_a_simulation_is_the_same_each_time_and_has_its_truth(ride: og.Events) -> None:
    again = og.simulate("walk-ride-stop", receiver="phone", duration=500)
    assert again.fixes.equals(ride.fixes)
    assert again.truth is not None
    assert {"time", "latitude", "speed", "activity"} <= set(again.truth.columns)
    assert "acceleration" in repr(again)
    assert len(again) > 10_000


def test_the_parameters_of_a_session_are_used_and_can_be_overridden() -> None:
    lines = [b'{"type":"session","time":1700000000.0,"inOrder":true,"parameters":{"position.kind":"none"}}']
    lines += [
        b'{"type":"fix","time":%d.25,"latitude":48.%05d,"longitude":16.0,"horizontalAccuracy":4.0,"mode":3}'
        % (1_700_000_000 + index, index * 2 + index % 3)
        for index in range(30)
    ]
    events = events_of_log(lines)
    assert events.parameters == {"position.kind": "none"}
    assert events.fixes["time"].iloc[1].value == 1_700_000_001_250_000_000
    own, usual = og.run(events), og.run(events, {"position.kind": "constantVelocity"})
    assert own.position["latitude"].tolist() == events.fixes["latitude"].tolist()
    assert usual.position["latitude"].tolist() != events.fixes["latitude"].tolist()


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(og.OdographError, match="Line 2 of the event log"):
        events_of_log([b'{"type":"tick","time":1.0}', b'{"type":"tick","time":}'])
