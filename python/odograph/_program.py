"""What odographctl does for the package: reading files, and simulating."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pandas as pd

from ._columns import snake
from ._events import Events, events_of_log
from ._library import OdographError


def _program() -> str:
    stated = os.environ.get("ODOGRAPHCTL")
    found = stated or shutil.which("odographctl")
    if not found:
        raise OdographError(
            "Reading files and simulating need the program odographctl, which is not on the PATH. Install Odograph's "
            "Debian package, or set ODOGRAPHCTL to the program. Frames can be run without it."
        )
    return found


def _call(*arguments: str) -> bytes:
    program = _program()
    try:
        done = subprocess.run([program, *arguments], capture_output=True, check=False)
    except OSError as error:
        raise OdographError(f"{program} cannot be run: {error.strerror}.") from error
    if done.returncode != 0:
        sentence = done.stderr.decode("utf-8", "replace").strip()
        lines = [line for line in sentence.splitlines() if not line.startswith(("Usage:", "  See '"))]
        raise OdographError("\n".join(lines).removeprefix("Error: ") or f"{program} ended with {done.returncode}.")
    return done.stdout


def read(path: str | os.PathLike[str]) -> Events:
    """Read a session, an event log, GPX, FIT, NMEA, CSV or any other file that Odograph imports.

    Returns all events in their order, with a session's corrections and the parameters that are kept with it. Needs
    odographctl; raises OdographError with its sentence if the file cannot be read.
    """
    return events_of_log(_call("export", "--format", "events", "--output", "-", "--", os.fspath(path)).splitlines())


#: Reads a session that Odograph has recorded; the same function as `read`.
open = read


def scenarios() -> pd.DataFrame:
    """Return the scenarios and receivers of `simulate`: columns kind, name, summary."""
    rows: list[tuple[str, str, str]] = []
    kind = "scenario"
    for line in _call("simulate", "--list").decode().splitlines():
        if line.startswith("Receivers"):
            kind = "receiver"
        elif line.startswith("  "):
            name, _, summary = line.strip().partition(" ")
            rows.append((kind, name, summary.strip()))
    return pd.DataFrame(rows, columns=["kind", "name", "summary"])


_SHORT = {"car": "car-stops"}


def simulate(
    scenario: str,
    *,
    receiver: str | None = None,
    seed: int = 1,
    duration: float | None = None,
    fixes_only: bool = False,
    truth_interval: float = 1.0,
) -> Events:
    """Simulate a session whose true track is known; the same arguments always give the same session.

    Arguments:
        scenario: A scenario of `scenarios()`; "car" is short for "car-stops".
        receiver: The receiver with its errors, of `scenarios()`; by default the scenario's own.
        seed: The seed of all noise.
        duration: Seconds; by default the whole scenario.
        fixes_only: Leave out the motion sensors.
        truth_interval: Seconds between rows of the truth; a multiple of 0.02.

    Returns:
        The events; `truth` has the columns time (datetime64[ns]), latitude, longitude (degrees), altitude (m),
        speed (m/s), course (degrees), activity and steps (since the start). Needs odographctl.
    """
    with tempfile.TemporaryDirectory(prefix="odograph-") as folder:
        log, truth = Path(folder, "session.ndjson"), Path(folder, "truth.ndjson")
        arguments = ["--seed", str(seed), "--output", str(log), "--truth", str(truth)]
        arguments += ["--truth-interval", str(truth_interval)]
        if receiver is not None:
            arguments += ["--receiver", receiver]
        if duration is not None:
            arguments += ["--duration", str(duration)]
        if fixes_only:
            arguments.append("--fixes-only")
        _call("simulate", *arguments, "--", _SHORT.get(scenario, scenario))
        with log.open("rb") as lines:
            events = events_of_log(lines)
        events.title = scenario
        events.truth = _truth(truth)
    return events


def _truth(path: Path) -> pd.DataFrame:
    with path.open("rb") as lines:
        rows = [json.loads(line) for line in lines]
    frame = pd.DataFrame(rows).drop(columns="type")
    frame["time"] = (frame["time"] * 1e9).round().astype("int64").to_numpy().view("datetime64[ns]")
    return frame.rename(columns=snake)
