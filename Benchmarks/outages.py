"""Errors at the end of fixes withheld, with and without motion sensors: outages.py DATA [tuning|validation|simulated]

Fixes are withheld for two minutes, from every half minute on, wherever the drive moves at more than 2 m/s. Columns, for 10 to
120 s: median, mean and largest error in m, median share of the way, share inside the 95 % circle. `python3 outages.py DATA
compared` runs the filters of inertial.py instead. ODOGRAPHCTL names another program than the release build. Needs numpy.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import cells
from drives import all_drives
from estimates import PROGRAM

DURATIONS = (10, 30, 60, 120)
WITHHELD, SETTLING, EVERY, WARM = 122.0, 88.0, 30.0, 120.0
SLOWEST = 2.0
CIRCLE = 2.448
"""The radius that holds 95 % of a circular normal distribution, in standard deviations of one axis."""
SIMULATED = ("car-stops", "motorway", "bike", "weave", "walk")
RECEIVERS = ("ideal", "puck", "phone")
SEEDS = 3


def events(fixes, keep, samples=None):
    """The lines of an event log, in order of time."""
    names = {"latitude": "latitude", "longitude": "longitude", "accuracy": "horizontalAccuracy", "speed": "speed",
             "course": "course"}
    rows = []
    for k in np.nonzero(keep)[0]:
        line = {"type": "fix", "mode": 3, "time": float(fixes["time"][k])}
        line |= {key: float(fixes[name][k]) for name, key in names.items() if np.isfinite(fixes[name][k])}
        rows.append((line["time"], 2, line))
    for order, (kind, name) in enumerate((("rotation", "rate"), ("acceleration", "force"))):
        for time, vector in zip(samples["time"], samples[name]) if samples else ():
            rows.append((time, order, {"type": kind, "time": float(time), **dict(zip("xyz", map(float, vector)))}))
    rows.sort(key=lambda row: row[:2])
    return "".join(json.dumps(line) + "\n" for _, _, line in rows)


def positions(text, *more):
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as log:
        log.write(text)
        log.flush()
        answer = subprocess.run([*PROGRAM, "run", log.name, "--emit", "position", *more], capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip()[-400:])
    return [json.loads(line) for line in answer.stdout.splitlines()]


def withheld(fixes, carrier, truth, samples=None, more=()):
    """Rows of (seconds withheld, error, accuracy, way) over all outages of a recording."""
    times, rows = fixes["time"], []
    for offset in np.arange(0, WITHHELD + SETTLING, EVERY):
        starts = np.arange(times[0] + WARM + offset, times[-1] - 35, WITHHELD + SETTLING)
        keep = np.ones(len(times), bool)
        for start in starts:
            keep &= ~((times > start + 0.5) & (times < start + WITHHELD))
        lines = positions(events(fixes, keep, samples), *more)
        found = np.array([line["time"] for line in lines])
        for start in starts:
            last = np.nonzero(keep & (times <= start + 0.5))[0][-1]
            if start - times[last] > 3 or not fixes["speed"][last] > SLOWEST:
                continue
            for duration in DURATIONS:
                k = np.searchsorted(found, start + duration + 0.01) - 1
                if k < 0 or start + duration - found[k] > 1.5 or not lines[k]["isEstimated"]:
                    continue
                if (true := truth(found[k])) is None:
                    continue
                # Far from the truth, the plane under the track is that of the last fix.
                at = carrier.plane(np.array([found[k]]), np.array([lines[k]["latitude"]]), np.array([lines[k]["longitude"]]))
                way = carrier.length(start, start + duration)
                rows.append((duration, np.hypot(*(at[0] - true)), lines[k]["accuracy"], way))
    return np.array(rows).reshape(-1, 4)


def line(name, rows):
    text = f"| {name} |"
    for duration in DURATIONS:
        part = rows[rows[:, 0] == duration]
        if len(part) < 2:
            text += " |"
            continue
        error, inside = part[:, 1], np.mean(part[:, 1] <= CIRCLE * part[:, 2])
        circle = "" if np.isnan(part[:, 2]).all() else f", {inside:.2f}"
        text += (f" {np.median(error):.0f} / {error.mean():.0f} / {error.max():.0f}, "
                 f"{np.median(error / np.maximum(part[:, 3], 1)):.2f}{circle} ({len(part)}) |")
    return text


def recorded(data, use):
    for drive in all_drives(data):
        if drive.use != use:
            continue
        # Means of a second are far apart for samples; between them nothing is lost.
        more = ("--set", "attitude.gap=2.5") if drive.interval >= 1 else ()
        for name, samples in (("fixes alone", None), ("with sensors", drive.samples)):
            print(line(f"{drive.name}, {name}", withheld(drive.fixes, drive.carrier, drive.truth, samples, more)), flush=True)


def simulated():
    found = cells.marks(SIMULATED, RECEIVERS)
    for scenario in SIMULATED:
        carrier, _ = cells.truth(scenario, found[scenario, "truth"])
        for receiver in RECEIVERS:
            rows = []
            for seed in range(1, SEEDS + 1):
                _, fixes = cells.simulate(scenario, receiver, found[scenario, receiver], seed)
                rows.append(withheld(fixes, carrier, lambda time: carrier.at([time])[0]))
            print(line(f"{scenario}, {receiver}", np.vstack(rows)), flush=True)


def main():
    if len(sys.argv) < 2 or not os.path.isdir(sys.argv[1]):
        sys.exit(__doc__)
    what = sys.argv[2] if len(sys.argv) > 2 else "tuning"
    print("| | " + " | ".join(f"{duration} s" for duration in DURATIONS) + " |\n|" + " --- |" * (len(DURATIONS) + 1))
    if what == "simulated":
        simulated()
    elif what == "compared":
        import inertial
        inertial.compare(all_drives(sys.argv[1]), DURATIONS, line)
    else:
        recorded(sys.argv[1], what)


if __name__ == "__main__":
    main()
