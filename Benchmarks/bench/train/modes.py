"""Trains the coefficients of the decision from places by a random search, and writes them as Swift.

The search changes a few coefficients at a time and keeps what raises the score over the sets for tuning: GeoLife's labels at 1,
30 and 120 s, files that state their sport with the statement left out, simulated days at 5 and 60 s, made-up ways. It continues
with the coefficients of modes.json.
"""
import copy
import datetime
import json
import math
import os
import random
import time

import numpy as np

from .. import HERE
from ..activity.scores import calibration_error, f1, number
from .material import INTERVALS, material
from .travel import DOUBT, MODES, STATES, decide
from .ways import GAP

OUTPUT = os.path.join(HERE, "../Sources/FusionCore/Decision/TravelModel+Trained.swift")
KEPT = os.path.join(HERE, "modes.json")
SEED = 5
EVEN_DRIVES = [27.0, 0.25]
"""Level and spread of even drives: between country roads at 80 to 100 km/h and motorways at 100 to 130 km/h, their limits in
most countries. They are not trained, because the labels are of a city without fast drives, where only trains are so fast."""


def score_of_trips(sets, model):
    scores = {}
    for interval in (1, 30, 120):
        truth, told, sure, edges = [], [], [], []
        for _, way, own, marks in (row for row in sets if row[0] == interval):
            shares = decide(way, model)
            best = shares.argmax(1)
            changes = way.time[1:-1][np.diff(best) != 0]
            for start, end, mode in marks:
                times = np.arange(start, end, 10.0)
                place = np.searchsorted(own, times)
                is_inside = (place > 0) & (place < len(own))
                times, place = times[is_inside], place[is_inside]
                times = times[own[place] - own[place - 1] <= 120]
                truth += [mode] * len(times)
                told += list(way.at(best, times))
                sure += list(way.at(shares.max(1), times))
            for (_, end, before), (start, _, after) in zip(marks, marks[1:]):
                if (before == 1) == (after == 1) or not 0 <= start - end <= 600:
                    continue
                if own[0] < end and start < own[-1]:
                    edges.append(min((max(0, end - t, t - start) for t in changes), default=1e9) <= 60)
        truth, told = np.array(truth), np.array(told)
        scores[interval] = (float((truth == told).mean()), f1(truth, told),
                            calibration_error(np.array(sure), truth == told), float(np.mean(edges)))
    return scores


def score_of_sports(sets, model):
    shares = {}
    for stated, way in sets:
        best = decide(way, model).argmax(1)
        weight = way.seconds * (way.seconds < GAP) * (best > 0)
        right = (weight * (best == number(stated))).sum() / max(1, weight.sum())
        shares.setdefault(stated, []).append(right)
    return {mode: float(np.mean(values)) for mode, values in shares.items()}


def score_of_days(sets, model):
    moving, resting = [], []
    for way, spans in sets:
        best = decide(way, model).argmax(1)
        right = whole = 0
        for start, end, activity in spans:
            told = way.at(best, np.arange(start, end, 1.0))
            if activity == "stationary" and end - start >= 299:
                resting.append((told == 0).mean())
            elif activity != "stationary":
                right, whole = right + (told == number(activity)).sum(), whole + len(told)
        moving.append(right / max(1, whole))
    return float(np.mean(moving)), float(np.mean(resting))


def score_of_made_up(sets, model):
    """The mean over the ways of the worst activity's share of its time, full from a probability of 0.8 on: nothing is gained
    by being surer, and a long drive does not excuse a ride that is decided as its end."""
    shares = []
    for way, truth in sets:
        decided, of = decide(way, model), {}
        for start, end, activity in truth:
            told = way.at(decided[:, number(activity)], np.arange(start, end, 5.0))
            of.setdefault(activity, []).append(np.minimum(told / 0.8, 1))
        shares.append(min(np.concatenate(parts).mean() for parts in of.values()))
    return float(np.mean(shares))


def score_of_rates(sets, model):
    """The share of the time that is decided at 30 to 120 s as at full rate, and the mean share in the stated sport. Both count:
    whatever is decided to be the same mode throughout agrees with itself."""
    rows = []
    for _, ways in sets:
        grid = np.arange(ways[0].time[0], ways[0].time[-1], 10.0)
        told = [way.at(decide(way, model).argmax(1), grid) for way in ways]
        rows.append([(other == told[0]).mean() for other in told[1:]])
    right = [score_of_sports([(stated, ways[place]) for stated, ways in sets], model) for place in range(len(INTERVALS))]
    return np.mean(rows, axis=0), float(np.mean([[shares[mode] for mode in ("running", "cycling")] for shares in right]))


def score(sets, model):
    """One number, and the lines that say what it is made of."""
    trip, sport, day = (score_of_trips(sets[0], model), score_of_sports(sets[1], model), score_of_days(sets[2], model))
    made, (rates, right) = score_of_made_up(sets[3], model), score_of_rates(sets[4], model)
    total = sum(weight * (2.5 * a + 2 * f - c + 2 * e) for weight, (a, f, c, e) in zip((6, 1.5, 0.6), trip.values()))
    total += 3 * sport["running"] + 3 * sport["cycling"] + sport["walking"] + 5 * day[0] + 1.5 * day[1]
    total += 14 * made + 2 * rates.mean() + 6 * right
    lines = [f"GeoLife, {k} s: right {a:.3f}, macro-F1 {f:.3f}, calibration error {c:.3f}, changes within 60 s {e:.3f}"
             for k, (a, f, c, e) in trip.items()]
    lines.append("sport without statement: " + ", ".join(f"{mode} {share:.3f}" for mode, share in sport.items()))
    lines.append(f"simulated days: mode right {day[0]:.3f}, rest right {day[1]:.3f}")
    lines.append(f"made-up ways: {made:.3f}")
    lines.append(f"sport by places and heights, 1 to 120 s: {right:.3f}; decided as at full rate: "
                 + ", ".join(f"{share:.3f}" for share in rates))
    return total, lines


def changed(model):
    """A copy in which one coefficient is another."""
    model = copy.deepcopy(model)
    key = random.choice(["memory", "responding", "weight", "novelty", "way", "rest", "texture", "pause", "halt", "level", "level",
                         "level", "level", "evenness", "evenness", "start", "follows"])
    factor = math.exp(random.gauss(0, 0.35))
    if key in ("memory", "novelty", "weight", "way", "rest", "texture"):
        model[key] *= factor
        model["weight"], model["novelty"] = min(1.0, model["weight"]), min(200.0, max(5.0, model["novelty"]))
    elif key == "responding":
        mode = random.choice(list(model[key]))
        model[key][mode] = min(0.95, max(0.05, model[key][mode] * factor))
    elif key == "halt":
        place = random.randrange(3)
        model[key][place] = min(200.0, max(3.0, model[key][place] * factor))
    elif key == "level":
        values = random.choice(model[key][random.choice(MODES)])
        if random.random() < 0.5:
            values[0] *= factor ** 0.5
        else:
            values[1] = min(1.0, max(0.12, values[1] * factor))
    elif key == "evenness":
        mode = random.choice(MODES)
        values = model[key][mode]
        place = random.randrange(3)
        values[place] = max(0.01, values[place] * factor ** 2)
        model[key][mode] = [value / sum(values) for value in values]
    elif key == "follows":
        row = model[key][random.choice(STATES)]
        other = random.choice(list(row))
        row[other] = max(1e-4, row[other] * factor ** 2)
    elif key == "pause":
        place = random.randrange(3)
        model[key][place] = min(0.5, model[key][place] * factor)
    else:
        model[key][random.choice(STATES)] *= factor
    model["level"]["car"][0] = list(EVEN_DRIVES)
    return model


def search(sets, model, minutes):
    random.seed(SEED)
    best, until, tries = score(sets, model)[0], time.time() + 60 * minutes, 0
    while time.time() < until:
        tries += 1
        other = changed(model)
        for _ in range(random.choice([0, 0, 1, 2])):
            other = changed(other)
        points = score(sets, other)[0]
        if points > best:
            best, model = points, other
    return model, tries


def swift(model, lines):
    number = lambda value: f"{value:.4g}"
    row = lambda values: "[" + ", ".join(number(value) for value in values) + "]"
    shares = lambda values: row(np.array(values) / sum(values))
    text = ["// Generated by scripts/bench train modes; do not edit.", "//", *(f"// {line}" for line in lines), "",
            "extension TravelModel {", "    /// The trained coefficients.", "    static let trained = TravelModel(",
            "        modes: ["]
    for mode in MODES:
        text.append("            [")
        for (level, spread), share in zip(model["level"][mode], model["evenness"][mode]):
            text.append(f"                Stretches(level: {number(level)}, spread: {number(spread)}, "
                        f"share: {number(share)}),")
        text.append("            ],")
    text += ["        ],", f"        pauses: {row(model['pause'])}, halts: {row(model['halt'])}, "
             f"way: {number(model['way'])}, rest: {number(model['rest'])}, texture: {number(model['texture'])},",
             f"        start: {shares([model['start'][s] for s in STATES])},", "        follows: ["]
    text += [f"            {shares([model['follows'][a].get(b, 0.0) for b in STATES])}," for a in STATES]
    text += ["        ],", f"        responding: {row([model['responding'].get(mode, 0.0) for mode in MODES])},",
             f"        memory: {number(model['memory'])}, novelty: {number(model['novelty'])}, "
             f"weight: {number(model['weight'])}, temperature: {DOUBT})", "}", ""]
    return "\n".join(text)


def modes(data, minutes, output=OUTPUT):
    """Searches for so many minutes, and writes the coefficients and their scores."""
    sets = material(data)
    with open(KEPT) as file:
        model = json.load(file)
    model["level"]["car"][0] = list(EVEN_DRIVES)
    before = model.pop("tries", 0)
    model, tries = search(sets, model, minutes)
    model["tries"] = before + tries
    lines = [f"Scores on the sets for tuning, {datetime.date.today().isoformat()}, seed {SEED}, {model['tries']} tries:"]
    lines += [f"  {line}" for line in score(sets, model)[1]]
    print("\n".join(lines))
    with open(KEPT, "w") as file:
        file.write("{\n" + ",\n".join(f' "{key}": {json.dumps(value)}' for key, value in model.items()) + "\n}\n")
    with open(output, "w") as file:
        file.write(swift(model, lines))
