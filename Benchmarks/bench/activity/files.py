"""Track files that state their sport, with the statement removed, and the same files at longer intervals."""
import collections
import os
import sys

import numpy as np

from ..data.sports import sport_files
from ..odographctl import events, run, side_by_side
from .scores import code, mean, median, thinned

RECORDS = {"walking": 3.5, "running": 6.4}
"""The mean speeds of the records over 20 km of walking and 10 km of running, in m/s, rounded upwards."""
SAMPLES = ("fix", "heartRate", "cadence", "power", "temperature")
INTERVALS = (2, 5, 10, 30, 60, 120)


def without_sport(path):
    """The events of a file without what it states of the sport."""
    return [event for event in events(path) if event["type"] not in ("statement", "tick")]


def seconds_by_mode(items):
    result = collections.Counter()
    for item in items:
        if item["type"] == "move":
            result[item["activity"]] += item["end"] - item["start"]
    return result


def sport(path):
    """The sport that a file states, and the seconds of each mode that are decided without it. A file that states a sport
    of which its own speed is beyond anyone's is wrong and left out."""
    stated = collections.Counter()
    for item in run_or_nothing(path):
        if item["type"] == "move" and item.get("isStated"):
            stated[item["activity"]] += item["end"] - item["start"]
    if sum(stated.values()) < 120:
        return None
    name, events = stated.most_common(1)[0][0], without_sport(path)
    if speed_of_half(events) > RECORDS.get(name, 1e9):
        print(f"  left out: {os.path.basename(path)} states {name} at {speed_of_half(events):.1f} m/s", file=sys.stderr)
        return None
    times = seconds_by_mode(run(events, "storyline"))
    return path, name, times, any(event["type"] == "cadence" for event in events), events


def run_or_nothing(path):
    """The items of a file's day; none if it cannot be read."""
    try:
        return run(path, "storyline")
    except RuntimeError:
        return []


def speed_of_half(events):
    """The speed over a minute that half of a file's minutes exceed, in m/s."""
    fixes = thinned([event for event in events if event["type"] == "fix" and "latitude" in event], 60)
    speeds = []
    for before, after in zip(fixes, fixes[1:]):
        north = (after["latitude"] - before["latitude"]) * 111_320
        east = (after["longitude"] - before["longitude"]) * 111_320 * np.cos(np.radians(after["latitude"]))
        speeds.append(np.hypot(north, east) / (after["time"] - before["time"]))
    return median(speeds) if speeds else 0.0


def sports(data, use):
    """The share of the moving time in the stated sport."""
    rows = [row for row in side_by_side(sport, sport_files(data, use)) if row and sum(row[2].values()) > 0]
    table = {}
    for mode in ("running", "cycling", "walking"):
        of = [row for row in rows if row[1] == mode]
        table[mode] = {"files": len(of), "right": mean([row[2][mode] / sum(row[2].values()) for row in of]),
                       "automotive": mean([row[2]["automotive"] / sum(row[2].values()) for row in of])}
    of = [row for row in rows if row[3] and row[1] == "cycling"]
    table["rides with cadence"] = {"files": len(of), "with automotive": sum(row[2]["automotive"] > 0 for row in of)}
    for path, stated, times, _, _ in rows:
        print(f"  {os.path.basename(path)[:60]:60} {stated:8}",
              *(f"{mode} {seconds / sum(times.values()):.2f}" for mode, seconds in times.most_common(3)), file=sys.stderr)
    return table


def bare(log):
    """The times and places of fixes alone."""
    return [{key: event[key] for key in ("type", "time", "latitude", "longitude")} for event in log
            if event["type"] == "fix" and "latitude" in event]


def sampled(events, seconds):
    """A file whose points are so many seconds apart: of sensors it has what came with a kept point."""
    times = {event["time"] for event in thinned(bare(events), seconds)}
    return [event for event in events if event["time"] in times or event["type"] not in SAMPLES]


def decided(events, grid):
    told = np.full(len(grid), 9)
    for item in run(events, "storyline"):
        told[(grid >= item["start"]) & (grid < item["end"])] = code(item)
    return told


def dense(path):
    """The events of a file without what it states of the sport; none unless it has a fix every second or two."""
    events = without_sport(path)
    fixes = bare(events)
    is_dense = 600 <= len(fixes) <= 20_000 and np.median(np.diff([fix["time"] for fix in fixes])) <= 2
    return events if is_dense else []


def agreement(path):
    events = dense(path)
    if not events:
        return None
    rows = []
    for part in (events, bare(events)):
        grid = np.arange(bare(part)[0]["time"], bare(part)[-1]["time"], 10.0)
        full = decided(part, grid)
        rows.append([float((decided(sampled(part, rate), grid) == full).mean()) for rate in INTERVALS])
    return rows


def rates(data, use):
    """The share of the time that is decided as at full rate, by all that a file has and by times and places alone."""
    rows = [row for row in side_by_side(agreement, sport_files(data, use)) if row]
    return {f"{rate} s": {"files": len(rows), "same": mean([row[0][k] for row in rows]),
                          "same, places alone": mean([row[1][k] for row in rows])}
            for k, rate in enumerate(INTERVALS)}
