"""Errors at the end of fixes withheld, with and without motion sensors.

Fixes are withheld for two minutes, from every half minute on, if the drive moves at more than 2 m/s. Cells, for 10 to 120 s:
median, mean and largest error in m, median share of the distance, share inside the 95 % circle, number of outages.
"""
import sys

import numpy as np

from .data.drives import all_drives
from .odographctl import logged, run
from .page import table

DURATIONS = (10, 30, 60, 120)
WITHHELD, SETTLING, EVERY, WARM = 122.0, 88.0, 30.0, 120.0
SLOWEST = 2.0
CIRCLE = 2.448
"""The radius that holds 95 % of a circular normal distribution, in standard deviations of one axis."""


def events(fixes, keep, samples=None):
    """The events of a log, in order of time."""
    rows = [(event["time"], 2, event) for event in logged(fixes, keep)]
    for order, (kind, name) in enumerate((("rotation", "rate"), ("acceleration", "force"))):
        for time, vector in zip(samples["time"], samples[name]) if samples else ():
            rows.append((time, order, {"type": kind, "time": float(time), **dict(zip("xyz", map(float, vector)))}))
    rows.sort(key=lambda row: row[:2])
    return [event for _, _, event in rows]


def withheld(fixes, carrier, truth, samples=None, more=()):
    """Rows of (seconds withheld, error, accuracy, way) over all outages of a recording."""
    times, rows = fixes["time"], []
    for offset in np.arange(0, WITHHELD + SETTLING, EVERY):
        starts = np.arange(times[0] + WARM + offset, times[-1] - 35, WITHHELD + SETTLING)
        keep = np.ones(len(times), bool)
        for start in starts:
            keep &= ~((times > start + 0.5) & (times < start + WITHHELD))
        lines = run(events(fixes, keep, samples), "position", *more)
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


def row(name, rows):
    """A row of the table."""
    cells = [name]
    for duration in DURATIONS:
        part = rows[rows[:, 0] == duration]
        error, inside = part[:, 1], part[:, 1] <= CIRCLE * part[:, 2]
        circle = "" if np.isnan(part[:, 2]).all() else f", {np.mean(inside):.2f}"
        cells.append("" if len(part) < 2 else (
            f"{np.median(error):.0f} / {error.mean():.0f} / {error.max():.0f}, "
            f"{np.median(error / np.maximum(part[:, 3], 1)):.2f}{circle} ({len(part)})"))
    print(*cells, sep=" | ", file=sys.stderr, flush=True)
    return cells


def recorded(data, uses):
    for drive in all_drives(data):
        if drive.use not in uses:
            continue
        # Means of a second are far apart for samples; between them nothing is lost.
        more = ("--set", "attitude.gap=2.5") if drive.interval >= 1 else ()
        for name, samples in (("fixes alone", None), ("with sensors", drive.samples)):
            yield row(f"{drive.name} ({drive.use}), {name}", withheld(drive.fixes, drive.carrier, drive.truth, samples, more))


def outages(data, uses):
    """The table of recorded drives."""
    return table(["", *(f"{duration} s" for duration in DURATIONS)], list(recorded(data, uses)))
