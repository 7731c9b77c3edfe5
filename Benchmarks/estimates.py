"""The estimates of odographctl for a file, as arrays. ODOGRAPHCTL names another program than the release build. Needs numpy."""
import json
import os
import subprocess

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("ODOGRAPHCTL", os.path.join(HERE, "../.build/release/odographctl")).split()


def column(lines, key):
    return np.array([np.nan if (value := line.get(key)) is None else value for line in lines], float)


class Places:
    """Positions in order of time."""

    def __init__(self, lines):
        self.times, self.latitude, self.longitude, self.accuracy = (
            column(lines, key) for key in ("time", "latitude", "longitude", "accuracy"))
        self.estimated = np.array([line["isEstimated"] for line in lines], bool)


class Estimates:
    """Live and saved positions, shown speeds, distance in m, fastest speed in m/s and NIS of one file."""

    def __init__(self, path, *more):
        command = PROGRAM + ["run", path, "--emit", "position,smoothed,speed,summary", *more]
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode:
            raise RuntimeError(f"{' '.join(command)} failed: {answer.stderr.strip()[-400:]}")
        by_type = {}
        for line in json.loads("[" + ",".join(answer.stdout.splitlines()) + "]"):
            by_type.setdefault(line["type"], []).append(line)
        self.live, self.saved = Places(by_type.get("position", [])), Places(by_type.get("smoothed", []))
        speeds = by_type.get("speed", [])
        self.speed_times, self.speeds = column(speeds, "time"), column(speeds, "value")
        summary = by_type["summary"][-1]

        def number(key):
            return np.nan if summary.get(key) is None else float(summary[key])
        self.consistency, self.fastest = number("normalizedInnovationSquared"), number("maximumSpeed")
        self.distance = number("distance") + number("estimatedDistance")


def held(times, values, wanted):
    """The last of some values at or before each wanted time; NaN before the first."""
    if not len(times):
        return np.full((len(wanted),) + values.shape[1:], np.nan)
    index = np.searchsorted(times, np.asarray(wanted) + 1e-4, side="right") - 1
    result = values[np.maximum(index, 0)].astype(float)
    result[index < 0] = np.nan
    return result


def fixes(lines):
    """Fixes of an event log as a dictionary of arrays; what a fix does not state is NaN."""
    lines = [line for line in lines if line["type"] == "fix" and line.get("latitude") is not None]
    lines.sort(key=lambda line: line["time"])
    names = {"time": "time", "latitude": "latitude", "longitude": "longitude", "accuracy": "horizontalAccuracy",
             "dilution": "horizontalDilution", "speed": "speed", "course": "course"}
    return {name: column(lines, key) for name, key in names.items()}
