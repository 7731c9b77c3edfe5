"""Readers of the public data sets, one for each."""
import csv
import datetime
import gzip

import numpy as np

NOTHING = float("nan")
GRAVITY = 9.80665


def opened(path, encoding="utf8"):
    return gzip.open(path, "rt", encoding=encoding) if path.endswith(".gz") else open(path, encoding=encoding)


def seconds(text):
    """A time in seconds since 1970."""
    return datetime.datetime.fromisoformat(text.strip().replace("Z", "+00:00")).timestamp()


def table(path, wanted=lambda row: True):
    """The columns of a table by name, as arrays in which what is missing is NaN, and its rows."""
    with opened(path) as file:
        rows = [row for row in csv.DictReader(file) if wanted(row)]
    return lambda key: np.array([float(row[key]) if row.get(key) else NOTHING for row in rows]), rows


def numbers(path, skipped=0):
    """The lines of a table that are numbers alone."""
    rows = []
    with opened(path) as file:
        for line in list(file)[skipped:]:
            try:
                rows.append([float(word) for word in line.split(",")])
            except ValueError:
                pass
    return np.array(rows)


def arrays(time, latitude, longitude, accuracy=None, speed=None, course=None, dilution=None):
    """Fixes as a dictionary of arrays in order of time; what is not stated is NaN."""
    given = {"accuracy": accuracy, "speed": speed, "course": course, "dilution": dilution}
    rows = {"time": time, "latitude": latitude, "longitude": longitude}
    rows |= {name: np.full(len(time), NOTHING) if values is None else values for name, values in given.items()}
    order = np.argsort(rows["time"], kind="stable")
    rows = {name: np.asarray(values, float)[order] for name, values in rows.items()}
    keep = np.concatenate([[True], np.diff(rows["time"]) > 0])
    return {name: values[keep] for name, values in rows.items()}
