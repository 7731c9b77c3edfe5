"""GeoLife's folders: fixes of a trip, and what its user says of the way of moving."""
import datetime
import glob
import os

from ..sets import Sets
from . import opened

WHOLE = os.environ.get("GEOLIFE")
"""The folder with the users of a whole copy (data of github.com/xpeterk1/geolife-trajectories), if there is one."""

MODES = {"walk": 1, "run": 2, "bike": 3, "bus": 4, "car": 4, "taxi": 4, "train": 4, "subway": 4, "motorcycle": 4}
"""Mode: place in the list of activities; those that are not here are none of ours."""

DAYS_TO_1970 = 25569
"""A trip counts days from the end of 1899."""


def folders(data, use):
    """The folders of the users with labels: those of DATA/geolife-modes, or of a whole copy of GeoLife."""
    base, name = (WHOLE, "geolife") if WHOLE else (os.path.join(data, "geolife-modes"), "geolife-modes")
    return [os.path.dirname(path) for path in sorted(glob.glob(f"{base}/*/labels.txt"))
            if Sets().use(f"{name}/{os.path.relpath(path, base)}") == use]


def seconds(text, form):
    """A time in seconds since 1970."""
    return datetime.datetime.strptime(text.strip(), form).replace(tzinfo=datetime.timezone.utc).timestamp()


def named_labels(folder):
    """Start, end and name of each stretch that a user labelled."""
    result = []
    with open(os.path.join(folder, "labels.txt")) as file:
        for line in list(file)[1:]:
            words = line.strip().split("\t")
            if len(words) == 3:
                result.append(tuple(seconds(w, "%Y/%m/%d %H:%M:%S") for w in words[:2]) + (words[2],))
    return result


def labels(folder):
    """Start, end and mode of each stretch that a user labelled; -1 for modes that are none of ours."""
    return [(start, end, MODES.get(name, -1)) for start, end, name in named_labels(folder)]


def fixes(path):
    """Time, latitude and longitude of each fix of a trip."""
    with opened(path) as file:
        words = [line.strip().split(",") for line in list(file)[6:]]
    return [(round((float(w[4]) - DAYS_TO_1970) * 86_400), float(w[0]), float(w[1])) for w in words if len(w) > 6]
