"""GeoLife's folders: fixes of a trip, and what its user says of the way of moving."""
import datetime
import gzip
import os

MODES = {"walk": 1, "run": 2, "bike": 3, "bus": 4, "car": 4, "taxi": 4, "train": 4, "subway": 4, "motorcycle": 4}
"""Mode: place in the list of activities; those that are not here are none of ours."""


def seconds(text, form):
    """A time in seconds since 1970."""
    return datetime.datetime.strptime(text.strip(), form).replace(tzinfo=datetime.timezone.utc).timestamp()


def labels(folder):
    """Start, end and mode of each stretch that a user labelled; -1 for modes that are none of ours."""
    result = []
    with open(os.path.join(folder, "labels.txt")) as file:
        for line in list(file)[1:]:
            words = line.strip().split("\t")
            if len(words) == 3:
                result.append(tuple(seconds(w, "%Y/%m/%d %H:%M:%S") for w in words[:2]) + (MODES.get(words[2], -1),))
    return result


def fixes(path):
    """Time, latitude and longitude of each fix of a trip."""
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path)) as file:
        words = [line.strip().split(",") for line in list(file)[6:]]
    return [(seconds(f"{w[5]} {w[6]}", "%Y-%m-%d %H:%M:%S"), float(w[0]), float(w[1])) for w in words if len(w) > 6]
