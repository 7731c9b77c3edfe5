"""The one way in which odographctl is run. ODOGRAPHCTL names another program than this tree's release build, SIMULATOR another
one to simulate with."""
import collections
import concurrent.futures
import json
import os
import subprocess
import tempfile

import numpy as np

from . import HERE

BUILT = os.path.abspath(os.path.join(HERE, "../.build/release/odographctl"))
PROGRAM = os.path.abspath(os.environ.get("ODOGRAPHCTL", BUILT))
SIMULATOR = os.path.abspath(os.environ.get("SIMULATOR", BUILT))
FIX = {"time": "time", "latitude": "latitude", "longitude": "longitude", "accuracy": "horizontalAccuracy",
       "dilution": "horizontalDilution", "speed": "speed", "course": "course"}
"""The columns of fixes, and their names in an event log."""


def call(*words, program=PROGRAM):
    """The output of a command; an error if it fails."""
    answer = subprocess.run([program, *words], capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(f"{' '.join([program, *words])} failed: {answer.stderr.strip()[-400:]}")
    return answer.stdout


def parsed(text):
    """The values of lines of JSON."""
    return json.loads("[" + ",".join(text.splitlines()) + "]")


def read(path):
    """The values of a file of lines of JSON."""
    with open(path) as file:
        return parsed(file.read())


def run(source, emit, *more):
    """The estimates for a file, or for a list of events."""
    if isinstance(source, str):
        return parsed(call("run", source, "--emit", emit, *more))
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.writelines(json.dumps(event) + "\n" for event in source)
        file.flush()
        return run(file.name, emit, *more)


def by_type(lines):
    """The lines of each type."""
    result = collections.defaultdict(list)
    for line in lines:
        result[line["type"]].append(line)
    return result


def events(path):
    """The events of a file; none if it cannot be read."""
    try:
        return parsed(call("export", path, "--format", "events", "--output", "-"))
    except RuntimeError:
        return []


def simulate(scenario, folder, *more):
    """The events and the truth of a simulated session, as paths of files in a folder."""
    log, truth = os.path.join(folder, "log.ndjson"), os.path.join(folder, "truth.ndjson")
    call("simulate", scenario, "--fixes-only", "--output", log, "--truth", truth, *more, program=SIMULATOR)
    return log, truth


def side_by_side(work, jobs):
    """The results of two jobs at a time, in order."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(work, jobs))


def column(lines, key):
    """A member of some lines as an array; what is missing is NaN."""
    return np.array([np.nan if (value := line.get(key)) is None else value for line in lines], float)


def fixes(lines):
    """The fixes of an event log as a dictionary of arrays."""
    lines = sorted((line for line in lines if line["type"] == "fix" and line.get("latitude") is not None),
                   key=lambda line: line["time"])
    return {name: column(lines, key) for name, key in FIX.items()}


def logged(fixes, keep=None):
    """The events of fixes that are arrays, all or those of a mask."""
    rows = zip(*(fixes[name] for name in FIX if name in fixes), np.ones(len(fixes["time"]), bool) if keep is None else keep)
    keys = [key for name, key in FIX.items() if name in fixes]
    return [{"type": "fix", "mode": 3} | {key: float(value) for key, value in zip(keys, row) if not np.isnan(value)}
            for *row, is_kept in rows if is_kept]


class Places:
    """Positions in order of time."""

    def __init__(self, lines):
        self.times, self.latitude, self.longitude, self.accuracy = (
            column(lines, key) for key in ("time", "latitude", "longitude", "accuracy"))
        self.estimated = np.array([line["isEstimated"] for line in lines], bool)


class Estimates:
    """Live and saved positions, shown speeds, distance in m, fastest speed in m/s and NIS of a file or of events."""

    def __init__(self, source):
        lines = by_type(run(source, "position,smoothed,speed,summary"))
        self.live, self.saved = Places(lines["position"]), Places(lines["smoothed"])
        self.speed_times, self.speeds = (column(lines["speed"], key) for key in ("time", "value"))
        number = lambda key: column(lines["summary"][-1:], key)[0]
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
