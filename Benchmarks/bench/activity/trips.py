"""GeoLife's labels at full rate and thinned."""
import glob

import numpy as np

from ..data import geolife
from ..odographctl import run, side_by_side
from .scores import calibration_error, code, f1, number, thinned


def trip(job):
    path, marks, rate = job
    fixes = [{"type": "fix", "time": time, "latitude": latitude, "longitude": longitude}
             for time, latitude, longitude in geolife.fixes(path)]
    marks = [mark for mark in marks if mark[0] < fixes[-1]["time"] and mark[1] > fixes[0]["time"] and mark[2] > 0]
    if not marks or len(fixes) < 20:
        return None
    lines = run(thinned(fixes, rate), "activity,storyline")
    own = np.array([fix["time"] for fix in fixes])
    truth, told, sure, story = [], [], [], []
    stretches = {line["time"]: line for line in lines if line["type"] == "activity"}
    stretches = sorted(stretches.values(), key=lambda line: line["time"])
    starts = np.array([line["time"] for line in stretches])
    moves = [line for line in lines if line["type"] in ("stop", "move", "gap")]
    for start, end, mode in marks:
        for time in np.arange(start, end, 10.0):
            near = np.searchsorted(own, time)
            if near == 0 or near == len(own) or own[near] - own[near - 1] > 120:
                continue
            place = np.searchsorted(starts, time, "right") - 1
            line = stretches[place] if place >= 0 else None
            is_known = line is not None and line["until"] >= time - 1
            item = next((m for m in moves if m["start"] <= time < m["end"]), None)
            truth.append(mode)
            told.append(number(line["activity"]) if is_known else 5)
            sure.append(line["probability"] if is_known else 0.2)
            story.append(code(item) if item else 5)
    changes = []
    for (_, end, before), (start, _, after) in zip(marks, marks[1:]):
        if (before == 1) == (after == 1) or before == after or not 0 <= start - end <= 600:
            continue
        middle = (start + end) / 2
        if not ((own > middle - 30) & (own < middle)).any() or not ((own > middle) & (own < middle + 30)).any():
            continue
        ends = [m[key] for m in moves for key in ("start", "end")]
        side = "end" if before != 1 else "start"
        rides = [m[side] for m in moves if m["type"] == "move" and m["activity"] in ("cycling", "automotive")]
        off = lambda times: min([max(0, end - t, t - start) for t in times], default=1e9)
        changes.append((off(ends), off(rides)))
    return np.array(truth), np.array(told), np.array(sure), np.array(story), changes


def judged(data, use, rate):
    """What trip() gives of each file that has labels."""
    jobs = [(path, geolife.labels(folder), rate) for folder in geolife.folders(data, use)
            for path in sorted(glob.glob(f"{folder}/Trajectory/*.plt*"))]
    return [row for row in side_by_side(trip, jobs) if row]


def trips(data, use):
    """Ten-second points in the right mode, macro-F1, changes of mode with an edge within 60 s, calibration error."""
    table = {}
    for rate in (1, 30, 120):
        rows = judged(data, use, rate)
        if not rows:
            continue
        truth, told, sure, story = (np.concatenate([row[k] for row in rows]) for k in range(4))
        changes = np.array([change for row in rows for change in row[4]]).reshape(-1, 2)
        table[f"{rate} s"] = {
            "activity": float((told == truth).mean()), "of moving": float((told == truth)[told > 0].mean()),
            "F1": f1(truth, told), "calibration": calibration_error(sure, told == truth),
            "day": float((story == truth).mean()), "day, of moving": float((story == truth)[story > 0].mean()),
            "day F1": f1(truth, story), "changes": len(changes),
            "within 60 s": float((changes[:, 0] <= 60).mean()), "ride's end": float((changes[:, 1] <= 60).mean()),
            "within 180 s": float((changes[:, 0] <= 180).mean())}
    return table
