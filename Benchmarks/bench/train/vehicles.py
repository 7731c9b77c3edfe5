"""Trains and judges the guess whether a ride was by car, bus or train.

Rides are those that the program decides, at 1, 10, 30 and 60 s between fixes; a label counts if it covers most of the ride. The
features are those of Sources/FusionCore/Decision/RideShape.swift, from cells of ten seconds. Boosted trees (Friedman 2001) are
judged with whole users left out, then on the users for validation. Needs a whole copy of GeoLife, and scikit-learn.
"""
import collections
import glob
import json
import math
import os

import numpy as np

from .. import HERE, KEPT
from ..data import geolife, mobilitynet
from ..odographctl import run, side_by_side
from . import trees
from .ways import Way, padded, thinned

OUTPUT = os.path.join(HERE, "../Sources/FusionCore/Resources/vehicles.trees")
KINDS = ("car", "bus", "train")
NAMES = {"car": 0, "taxi": 0, "bus": 1, "train": 2, "subway": 2,
         "CAR": 0, "BUS": 1, "TRAIN": 2, "SUBWAY": 2, "LIGHT_RAIL": 2}
RATES = (1, 10, 30, 60)
PAUSE, SILENCE, SLOW, STANDING, MOVING, TURNING = 600.0, 120.0, 3.0, 1.0, 1.5, 2.0
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.97)
TREES, DEPTH, RATE, SEED, SURE = 60, 3, 0.1, 1, 0.5
FREQUENCIES = np.array([2.0, 1.0, 1.0])
"""How often each kind is taken, as the program assumes; the trees are trained on equally many of each."""


def features(seconds, speed, course):
    """What tells vehicles apart, of the intervals of a ride; nothing if it is too short."""
    heard = seconds <= SILENCE
    of, v = seconds[heard], speed[heard]
    moving = v > MOVING
    if moving.sum() < 3:
        return None
    log = lambda value: math.log(value + 0.1)
    order = np.argsort(v[moving], kind="stable")
    grown = np.cumsum(of[moving][order])
    quantile = lambda share: v[moving][order][np.searchsorted(grown, share * grown[-1])]
    whole, way = of.sum(), (v * of).sum()
    kilometres, stops, run = max(way / 1000, 0.1), [], 0.0
    for duration, pace in zip(seconds, speed):
        if duration <= SILENCE and pace < STANDING:
            run += duration
        elif run > 0:
            stops.append(run)
            run = 0.0
    stops = np.array(stops + ([run] if run > 0 else []))
    both = heard[1:] & heard[:-1]
    turns = np.abs((np.diff(course) + math.pi) % (2 * math.pi) - math.pi)
    turns = turns[both & (speed[1:] > TURNING) & (speed[:-1] > TURNING)]
    between = (seconds[1:] + seconds[:-1]) / 2
    gain = (np.diff(speed) / between)[both]
    change = np.abs(np.diff(np.log(np.maximum(speed, 0.3))))[both]
    mean = lambda values: float(values.mean()) if len(values) else 0.0
    net = math.hypot((v * of * np.sin(course[heard])).sum(), (v * of * np.cos(course[heard])).sum())
    return [log(quantile(share)) for share in QUANTILES] + [
        of[v < STANDING].sum() / whole, of[v < SLOW].sum() / whole, len(stops) / kilometres,
        (stops >= 20).sum() / kilometres, (stops >= 60).sum() / kilometres, mean(stops), turns.sum() / kilometres, mean(turns),
        math.sqrt(mean(gain ** 2)), log(way / 1000), net / max(way, 1), seconds[~heard].sum() / seconds.sum(),
        log(np.sort(of)[len(of) // 2]), math.sqrt(max(0.0, mean(np.log(v[moving]) ** 2) - mean(np.log(v[moving])) ** 2)),
        mean(change)]


def rides(rows):
    """The rides that the program decides in rows of time, latitude and longitude: start, end, and the features."""
    names = "time", "latitude", "longitude", "horizontalAccuracy", "speed"
    fixes = [{"type": "fix"} | {name: value for name, value in zip(names, map(float, row)) if value == value} for row in rows]
    lines = {line["time"]: line for line in run(fixes, "activity") if line["type"] == "activity"}
    found = []
    for time in sorted(lines):
        line = lines[time]
        if line["activity"] != "automotive":
            continue
        if found and time - found[-1][1] <= PAUSE and all(lines[t]["activity"] in ("automotive", "stationary")
                                                         for t in lines if found[-1][1] <= t < time):
            found[-1][1] = line["until"]
        else:
            found.append([time, line["until"]])
    if not found:
        return []
    way = Way(rows)
    result = []
    for start, end in found:
        chosen = (way.time[:-1] >= start - 1) & (way.time[1:] <= end + 1)
        shape = features(way.seconds[chosen], way.speed[chosen], way.course[chosen]) if chosen.sum() > 3 else None
        if shape:
            result.append((start, end, shape))
    return result


def kind(start, end, marks):
    """The kind that most of a ride is labelled as; nothing if its label is mixed or missing."""
    seconds = collections.Counter()
    for first, last, name in marks:
        if name in NAMES:
            seconds[NAMES[name]] += max(0, min(end, last) - max(start, first))
    if not seconds:
        return None
    best, of = seconds.most_common(1)[0]
    return best if of > 0.8 * sum(seconds.values()) and of > 0.6 * (end - start) else None


def of_trip(job):
    user, rows, marks = job
    result = []
    for rate in RATES:
        part = thinned(rows, rate)
        for start, end, shape in rides(part) if len(part) > 9 else []:
            name = kind(start, end, marks)
            if name is not None:
                result.append((user, name, rate, end - start, shape))
    return result


def of_geolife(use):
    for folder in geolife.folders(None, use):
        marks = geolife.named_labels(folder)
        for path in sorted(glob.glob(f"{folder}/Trajectory/*.plt")):
            fixes = geolife.fixes(path)
            own = [mark for mark in marks if len(fixes) > 20 and mark[0] < fixes[-1][0] and mark[1] > fixes[0][0]]
            if any(mark[2] in NAMES for mark in own):
                yield os.path.basename(folder), padded(fixes), own


def of_mobilitynet(folder):
    missing = math.nan
    for session in mobilitynet.sessions(mobilitynet.Repository(folder)):
        rows = [[f["time"], f["latitude"], f["longitude"], f["horizontalAccuracy"], f.get("speed", missing)] + [missing] * 4
                for f in session.fixes]
        yield session.name, np.array(rows), [(a, b, session.timeline.modes.get(what, "?")) for a, b, what in session.legs]


def collected(name, jobs):
    """The rides of jobs, kept beside the benchmarks."""
    path = os.path.join(KEPT, "vehicles", name + ".json")
    if not os.path.exists(path):
        rows = sum(side_by_side(of_trip, jobs), [])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            json.dump(rows, file)
    with open(path) as file:
        return json.load(file)


def trained(shapes, users, kinds):
    from sklearn.ensemble import GradientBoostingClassifier
    model = GradientBoostingClassifier(n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, subsample=0.6,
                                       min_samples_leaf=20, random_state=SEED)
    return model.fit(shapes, kinds, sample_weight=trees.weights(users, kinds))


def report(title, told, kinds, rates, seconds):
    """Prints how many rides are right, by kind and by time; how many are named, and how many of these are right."""
    told = told * FREQUENCIES
    told /= told.sum(1, keepdims=True)
    best, lines = told.argmax(1), []
    for rate in sorted(set(rates)):
        of = rates == rate
        right = [(best == kinds)[of & (kinds == k)].mean() for k in range(len(KINDS)) if (of & (kinds == k)).any()]
        hours = [((best == kinds) * seconds)[of & (kinds == k)].sum() / seconds[of & (kinds == k)].sum()
                 for k in range(len(KINDS)) if (of & (kinds == k)).any()]
        sure = of & (told.max(1) >= SURE)
        lines.append(
            f"{title}, {rate} s: {of.sum()} rides, right {(best == kinds)[of].mean():.3f}, mean of kinds {np.mean(right):.3f} ("
            + " ".join(f"{share:.2f}" for share in right) + f"), by time {np.mean(hours):.3f}; named {sure.sum() / of.sum():.2f}, "
            f"of these right {(best == kinds)[sure].mean():.3f}")
    print("\n".join(lines), flush=True)
    return lines


def arrays(rows, user=None):
    """The columns of rows; USER stands for all users of a set that counts as one."""
    users, kinds, rates, seconds, shapes = zip(*rows)
    users = [user or name for name in users]
    return np.array(users), np.array(kinds), np.array(rates), np.array(seconds), np.array(shapes)


def left_out(users, kinds, shapes, parts=5):
    """The probabilities of each ride by a model that has not seen its user."""
    from sklearn.model_selection import GroupKFold
    told = np.zeros((len(kinds), len(KINDS)))
    for known, rest in GroupKFold(parts).split(shapes, kinds, users):
        told[rest] = trained(shapes[known], users[known], kinds[known]).predict_proba(shapes[rest])
    return told


def vehicles(repository, output=OUTPUT):
    """Writes the trees, trained on GeoLife's users for tuning and a copy of MobilityNet."""
    own = arrays(collected("tuning", of_geolife("tuning")))
    new = arrays(collected("validation", of_geolife("validation")))
    other = arrays(collected("mobilitynet", of_mobilitynet(repository)), "MobilityNet")
    alone = trained(own[4], own[0], own[1])
    lines = report("whole users left out", left_out(own[0], own[1], own[4]), *own[1:4])
    lines += report("MobilityNet by GeoLife alone", alone.predict_proba(other[4]), *other[1:4])
    both = [np.concatenate(columns) for columns in zip(own, other)]
    model = trained(both[4], both[0], both[1])
    lines += report("validation", model.predict_proba(new[4]), *new[1:4])
    with open(output, "wb") as file:
        file.write(trees.file(model, [*lines, f"Seed {SEED}, {TREES} rounds of depth {DEPTH}."]))
