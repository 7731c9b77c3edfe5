"""Trains the coefficients by which it is decided from places alone how one moved, and writes them as Swift:
modes.py DATA [--minutes N] [--from FILE] [--output FILE]

The model is that of Sources/FusionCore/Decision (TravelModel, TravelDecoder), written once more for arrays: textures of a
way, modes as priors over textures, forward-backward. The search changes a few coefficients at a time and keeps what
raises the score over the sets for tuning (sets.json): GeoLife's labels at 1, 30 and 120 s, files that state their
sport with the statement left out, simulated days at 5 and 60 s. --from continues with the coefficients of a JSON file,
which a run writes beside OUTPUT. Needs numpy and numba; the simulated days and the files' sports come from odographctl.
"""
import copy
import datetime
import functools
import glob
import json
import math
import os
import random
import sys
import time

import numba
import numpy as np

import labelled
import segmentation as measure
from sets import Sets

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUT = os.path.join(HERE, "../Sources/FusionCore/Decision/TravelModel+Trained.swift")
KEPT = os.path.join(HERE, "modes.json")
SEED = 5
MODES = ("walk", "run", "cycle", "car", "train")
STATES = MODES + ("rest",)
LEVELS = np.arange(math.log(0.55), math.log(60), 0.22)
SPREADS = np.array([0.13, 0.3, 0.65])
LEVEL = np.repeat(LEVELS, 3)
OUTLIERS, RANGE, CELL, GAP, DOUBT = 0.01, 40.0, 10.0, 600.0, 1.4
INTERVALS = (1, 30, 60, 120)
EVERY, EVERY_FILE = 10, 3
"""Of a whole copy of GeoLife each tenth trip is used, and of ACTIVITIES each third file is thinned, so that a try takes seconds."""
STEP, FRACTIONS, PARTS = 0.22, 11, 40
DURATIONS = np.geomspace(1, 600, 40)
GRADE_SECONDS, GRADE_WAY, GRADE_LONGEST, GRADE_SILENCE = 40.0, 80.0, 100.0, 60.0
GRADE_SPREAD, HEIGHT_ERROR = 0.04, 2.0
RESPONSES = {"walk": [(1.2, 0.3, 0.0, 0.0)], "run": [(3.7, 0.8, 0.0, 0.0)],
             "cycle": [(13.5, 1.2, 8.5, 0.47), (6, 0.9, 4, 0.35)]}
"""How the logarithm of the speed falls per unit of gradient uphill, by how much at most, and how it rises downhill: medians
of the files for tuning that state their sport and heights, and of those rides whose riders push harder uphill, or whose
heights are poor. Vehicles have none."""
EVEN_DRIVES = [27.0, 0.25]
"""Level and spread of even drives: between country roads at 80 to 100 km/h and motorways at 100 to 130 km/h, their limits in
most countries. They are not trained, because the labels are of a city without fast drives, where only trains are so fast."""
RANGES = {"walk": (0, 4.4), "run": (1.4, 6.4), "cycle": (1.2, 19.0)}
"""The range of the levels of a texture, in m/s: at most the records over 20 km of walking and 10 km of running, and a bunch
of riders on a long descent; at least a run that is no walk, and a bicycle that stays upright."""
CADENCES = {"walk": (56, 8, 0.10), "run": (83, 7, 0.05), "cycle": (78, 16, 0.25)}
PULSES = {"walk": (108, 20), "run": (150, 18), "cycle": (134, 19)}
STEADY = {"walk": 0.92, "run": 0.92, "cycle": 0.09}
STEADY_CHANGE, VARYING_CHANGE, ANY_CHANGE = 1.0, 5.0, 0.03
"""How often the cadence of a stretch is steady, the medians of its changes if it is and if not, and the density of a change
of none from legs."""


class Way:
    """The intervals between cells of ten seconds of a recording: columns time, latitude, longitude, accuracy, speed, cadence,
    heart rate, power, and altitude; what is missing is not a number."""

    def __init__(self, rows):
        rows = rows[~(rows[:, 3] > 500)]
        accuracy = np.where(np.isnan(rows[:, 3]), 6.0, np.maximum(rows[:, 3], 2.0))
        start = np.unique(np.floor((rows[:, 0] - rows[0, 0]) / CELL), return_index=True)[1]
        weight = 1 / accuracy ** 2
        total = np.add.reduceat(weight, start)
        count = np.diff(np.r_[start, len(rows)])
        mean = lambda values: np.add.reduceat(values * weight, start) / total
        self.time = rows[0, 0] + mean(rows[:, 0] - rows[0, 0])
        latitude, longitude = mean(rows[:, 1]), mean(rows[:, 2])
        variance = 0.25 * count / total / np.minimum(count, 4)
        self.seconds = np.maximum(np.diff(self.time), 1e-3)
        north = np.diff(latitude) * 111_320
        east = np.diff(longitude) * 111_320 * np.cos(np.radians((latitude[1:] + latitude[:-1]) / 2))
        square, noise = north ** 2 + east ** 2, variance[1:] + variance[:-1]
        self.course = np.arctan2(east, north)
        chord = np.sqrt(np.maximum(square - noise, square / 4))
        speed = chord / self.seconds
        stated = self.known(rows[:, 4], start)
        own = (stated[1:] + stated[:-1]) / 2
        is_stated = (self.seconds <= 15) & ~np.isnan(own)
        is_own = is_stated & (np.abs(np.nan_to_num(own) - speed) < 1 + speed / 2)
        if 2 * is_own.sum() > is_stated.sum():
            is_own = is_stated
        self.speed = np.where(is_own, own, speed)
        self.place_variance = np.where(is_own, 0, np.minimum(1, noise / np.maximum(chord, 0.1) ** 2))
        self.variance = np.where(is_own, 0.01, 0)
        self.wobble = np.sqrt(noise) / self.seconds
        cadence = self.known(rows[:, 5], start)
        self.cadence = np.fmax(cadence[1:], cadence[:-1])
        strides = np.where(cadence > 125, cadence / 2, cadence)
        self.cadence_change = np.where(np.minimum(cadence[1:], cadence[:-1]) > 20, np.diff(strides), np.nan)
        self.has_cadence = bool(np.mean(np.nan_to_num(cadence) > 20) > 0.1)
        pulse = self.known(rows[:, 6], start)
        self.pulse = np.where(np.isnan(pulse[1:]), pulse[:-1], pulse[1:])
        self.has_pulse = bool(np.mean(~np.isnan(pulse)) > 0.5)
        power = self.known(rows[:, 7], start)
        self.has_power = bool(np.mean(np.nan_to_num(power) > 20) > 0.1)
        self.grade, self.grade_variance = grades(self.time, np.r_[0, np.cumsum(np.sqrt(square))], self.known(rows[:, 8], start))

    @staticmethod
    def known(values, start):
        """The means of what is there of each cell."""
        there = ~np.isnan(values)
        count = np.add.reduceat(there.astype(float), start)
        sums = np.add.reduceat(np.where(there, values, 0.0), start)
        return np.where(count > 0, sums / np.maximum(count, 1), np.nan)

    def silence(self):
        """The length of a silence: a receiver that samples rarely is not silent."""
        usual = np.median(self.seconds) if len(self.seconds) >= 5 else 0
        return max(GAP, 5 * usual)

    def at(self, values, times):
        """What holds at instants."""
        return values[np.clip(np.searchsorted(self.time, times, "right") - 1, 0, len(self.seconds) - 1)]


@numba.njit(cache=True)
def grades(time, way, altitude):
    """The expected gradient of each interval and its variance, from the heights around it: at least GRADE_SECONDS and
    GRADE_WAY apart if the cells allow."""
    n = len(time) - 1
    grade, variance = np.zeros(n), np.zeros(n)
    for k in range(n):
        a, b = k, k + 1
        while ((time[b] - time[a] < GRADE_SECONDS or way[b] - way[a] < GRADE_WAY)
               and time[b] - time[a] < GRADE_LONGEST):
            ahead = b < n and time[b + 1] - time[b] < GRADE_SILENCE
            behind = a > 0 and time[a] - time[a - 1] < GRADE_SILENCE
            if not ahead and not behind:
                break
            b, a = b + int(ahead), a - int(behind)
        distance, rise = way[b] - way[a], altitude[b] - altitude[a]
        if distance < 5 or math.isnan(rise) or time[b] - time[a] > GAP:
            continue
        share = GRADE_SPREAD ** 2 / (GRADE_SPREAD ** 2 + 2 * (HEIGHT_ERROR / distance) ** 2)
        grade[k], variance[k] = rise / distance * share, GRADE_SPREAD ** 2 * (1 - share)
    return grade, variance


def changed_by(response, grade):
    """How much the logarithm of the speed is higher than on the level, and its derivative."""
    up, low, down, high = response
    shift = np.where(grade > 0, np.maximum(-up * grade, -low), np.minimum(-down * grade, high))
    slope = np.where(grade > 0, np.where(up * grade < low, up, 0), np.where(-down * grade < high, down, 0))
    return shift, slope


# ---- the model -------------------------------------------------------------------------------------------------------
def beginning():
    """The coefficients that a search begins with: medians of speeds as they are published."""
    return {
        "responding": dict(walk=0.5, run=0.5, cycle=0.6), "memory": 40.0, "novelty": 32.0, "weight": 0.5, "halt": [20.0, 20.0, 25.0],
        "way": 800.0, "rest": 160.0, "texture": 700.0, "pause": [0.03, 0.10, 0.16],
        "level": {mode: [list(level) for _ in SPREADS] for mode, level in (
            ("walk", (1.25, 0.25)), ("run", (2.8, 0.25)), ("cycle", (4.2, 0.5)), ("car", (9.0, 0.6)),
            ("train", (22.0, 0.5)))},
        "evenness": dict(walk=[0.3, 0.5, 0.2], run=[0.6, 0.35, 0.05], cycle=[0.25, 0.55, 0.2],
                         car=[0.05, 0.35, 0.6], train=[0.15, 0.4, 0.45]),
        "start": dict(walk=0.3, run=0.05, cycle=0.15, car=0.2, train=0.05, rest=0.25),
        "follows": dict(
            walk=dict(rest=0.45, run=0.05, cycle=0.15, car=0.25, train=0.10),
            run=dict(walk=0.55, rest=0.4, cycle=0.03, car=0.02), cycle=dict(walk=0.5, rest=0.47, run=0.01, car=0.02),
            car=dict(walk=0.5, rest=0.47, cycle=0.02, train=0.01), train=dict(walk=0.6, rest=0.38, car=0.02),
            rest=dict(walk=0.6, run=0.05, cycle=0.12, car=0.2, train=0.03))}


def prior(model):
    rows = []
    for mode in MODES:
        share = np.zeros(len(LEVEL))
        for place, (level, spread) in enumerate(model["level"][mode]):
            of = np.exp(-0.5 * ((LEVELS - math.log(level)) / spread) ** 2)
            slowest, fastest = RANGES.get(mode, (0, math.inf))
            of *= (np.exp(LEVELS) >= slowest) & (np.exp(LEVELS) <= fastest)
            share[place::3] = model["evenness"][mode][place] * of / of.sum()
        rows.append(share / share.sum())
    return np.array(rows)


def moving_shares(pause, halt, seconds):
    """The probabilities that the fraction exp(-STEP k) of an interval is spent moving, and that hardly any is: moving and
    standing alternate with exponential durations."""
    part = seconds / PARTS
    stopping, starting = 1 - math.exp(-part * pause / (halt * (1 - pause))), 1 - math.exp(-part / halt)
    moving, standing = np.zeros(PARTS + 1), np.zeros(PARTS + 1)
    moving[1], standing[0] = 1 - pause, pause
    for _ in range(PARTS - 1):
        after = np.r_[0, (moving * (1 - stopping) + standing * starting)[:-1]]
        standing, moving = moving * stopping + standing * (1 - starting), after
    weights, none = np.zeros(FRACTIONS), moving[0] + standing[0]
    for number in range(1, PARTS + 1):
        place = -math.log(number / PARTS) / STEP
        for slot, share in ((int(place), 1 - place % 1), (int(place) + 1, place % 1)):
            if slot < FRACTIONS:
                weights[slot] += share * (moving[number] + standing[number])
            else:
                none += share * (moving[number] + standing[number])
    return weights, none


@functools.lru_cache(maxsize=64)
def share_tables(pauses, halts):
    rows = [[moving_shares(pause, halt, seconds) for pause, halt in zip(pauses, halts)] for seconds in DURATIONS]
    return np.array([[weights for weights, _ in row] for row in rows]), np.array([[none for _, none in row] for row in rows])


@numba.njit(cache=True, fastmath=True)
def likelihoods(speed, place_variance, variance, wobble, weight, narrowing, levels, spreads, duration, shares, nones):
    """The logarithm of how likely each interval's mean speed is in each texture, and at rest (last). The error of a place is
    relative to the distance that the texture leads to."""
    count, fractions = len(levels), shares.shape[2]
    logs = np.zeros((len(speed), 3 * count + 1))
    density = np.zeros(count + fractions - 1)
    for k in range(len(speed)):
        v, scale = speed[k], 0.2 + wobble[k]
        standing = (1.5 / (scale * 2.5066) * math.exp(-0.5 * (v / scale) ** 2)
                    + 0.25 / (2.2 * scale) * math.exp(-v / (2.2 * scale)))
        for e in range(3):
            for j in range(len(density)):
                mean = levels[0] + (j - fractions + 1) * STEP
                q = (spreads[e] ** 2 * narrowing[k] + variance[k]
                     + min(place_variance[k], (wobble[k] / math.exp(mean)) ** 2))
                distance = math.log(max(v, 0.05)) - mean
                density[j] = math.exp(-0.5 * distance ** 2 / q) / math.sqrt(6.283185 * q) / max(v, 0.1)
            for level in range(count):
                mixed = 0.0
                for i in range(fractions):
                    mixed += shares[duration[k], e, i] * density[level + fractions - 1 - i]
                logs[k, 3 * level + e] = weight[k] * math.log(
                    (1 - OUTLIERS) * mixed + nones[duration[k], e] * standing + OUTLIERS / RANGE)
        logs[k, -1] = weight[k] * math.log(0.9 * standing + 0.07 / 0.6 * math.exp(-v / 0.6) + 0.03 / RANGE)
    return logs


@numba.njit(cache=True, fastmath=True)
def forward_backward(logs, leaving, redrawing, moved, slot, prior, start, is_cut):
    """The probability of each state at each interval."""
    n, width = logs.shape
    modes, textures = prior.shape
    forward, seen, state = np.zeros((n, width)), np.exp(logs), np.zeros(width)
    for k in range(n):
        totals, entering = np.zeros(modes + 1), np.zeros(modes + 1)
        if k == 0 or is_cut[k]:
            entering[:] = start
            state[:] = 0
        else:
            for m in range(modes):
                totals[m] = forward[k - 1, m * textures:(m + 1) * textures].sum()
            totals[modes] = forward[k - 1, -1]
            for m in range(modes + 1):
                for other in range(modes + 1):
                    entering[m] += totals[other] * moved[slot[k], other, m]
            state[:] = forward[k - 1]
        for m in range(modes):
            stays = 1 - leaving[k, m]
            fresh = entering[m] + totals[m] * stays * redrawing[k, m]
            for t in range(textures):
                s = m * textures + t
                forward[k, s] = (state[s] * stays * (1 - redrawing[k, m]) + prior[m, t] * fresh) * seen[k, s]
        forward[k, -1] = (state[-1] * (1 - leaving[k, modes]) + entering[modes]) * seen[k, -1]
        forward[k] /= max(forward[k].sum(), 1e-300)
    result, backward = np.zeros((n, modes + 1)), np.ones(width)
    for k in range(n - 1, -1, -1):
        joint = forward[k] * backward
        joint /= max(joint.sum(), 1e-300)
        for m in range(modes):
            result[k, m] = joint[m * textures:(m + 1) * textures].sum()
        result[k, modes] = joint[-1]
        if is_cut[k]:
            backward[:] = 1
            continue
        ahead = seen[k] * backward
        entered = np.zeros(modes + 1)
        for m in range(modes):
            entered[m] = (prior[m] * ahead[m * textures:(m + 1) * textures]).sum()
        entered[modes] = ahead[-1]
        for m in range(modes):
            stays, other = 1 - leaving[k, m], 0.0
            for to in range(modes + 1):
                other += moved[slot[k], m, to] * entered[to]
            for t in range(textures):
                s = m * textures + t
                backward[s] = stays * ((1 - redrawing[k, m]) * ahead[s] + redrawing[k, m] * entered[m]) + other
        other = 0.0
        for to in range(modes + 1):
            other += moved[slot[k], modes, to] * entered[to]
        backward[-1] = (1 - leaving[k, modes]) * ahead[-1] + other
        backward /= backward.max()
    return result


SLOTS = 2.0 ** (np.arange(-32, 146) / 8)
"""The durations, in seconds, for which changes of the state are computed; an interval counts as the closest one."""


def moves(follows, rates):
    """The probabilities of each state at the end of an interval of each of SLOTS seconds if the state at its start ended."""
    generator = rates[:, None] * (follows - np.eye(len(rates)))
    result = []
    for seconds in SLOTS[:8]:
        step, term = np.eye(len(rates)), np.eye(len(rates))
        for order in range(1, 8):
            term = term @ generator * (seconds / order)
            step = step + term
        result.append(step)
    while len(result) < len(SLOTS):
        result.append(result[-8] @ result[-8])
    return np.maximum(0, np.array(result) - np.eye(len(rates)) * np.exp(-SLOTS[:, None, None] * rates[:, None]))


def cadence_logs(way):
    share = lambda memory: np.minimum(1, way.seconds / memory) * 0.5
    is_known = ~np.isnan(way.cadence)
    turns = np.nan_to_num(way.cadence)
    is_turning, strides = turns > 20, np.where(turns > 125, turns / 2, turns)
    result = np.zeros((len(turns), 6))
    for place, mode in enumerate(STATES):
        if mode in CADENCES:
            mean, spread, none = CADENCES[mode]
            density = 0.95 * np.exp(-0.5 * ((strides - mean) / spread) ** 2) / (spread * 2.5066) + 0.05 / 120
            word = np.where(is_turning, np.log((1 - none) * density * 120), math.log(none / 0.3))
        else:
            word = np.where(is_turning, -2.0 if mode == "rest" else -4.0, 0.0)
        result[:, place] = np.where(is_known, word * share(300 if mode in CADENCES else 60), 0.0)
    return result


def pulse_logs(way):
    """The evidence of the heart rate for each mode."""
    share, is_known = np.minimum(1, way.seconds / 1800) * 0.5, ~np.isnan(way.pulse)
    result = np.zeros((len(way.pulse), 6))
    for place, mode in enumerate(STATES):
        if mode in PULSES:
            mean, spread = PULSES[mode]
            density = np.exp(-0.5 * ((np.nan_to_num(way.pulse) - mean) / spread) ** 2) / (spread * 2.5066)
            result[:, place] = np.where(is_known, np.log(0.95 * density * 140 + 0.05) * share, 0.0)
    return result


def with_sports_device(row, vehicle, after=None):
    """The frequencies of the states among users of a sports device: vehicles are rare, and runs as frequent as rides."""
    walk, run, cycle, car, train, rest = row
    sport = 5 * (run + cycle)
    run, cycle = {"run": (0, sport), "cycle": (sport, 0)}.get(after, (sport / 2, sport / 2))
    return np.array([walk, run, cycle, car * vehicle, train * vehicle, rest])


def by_pace(way, logs, priors):
    """The textures of each mode with a steady and with a varying cadence."""
    share, count = np.minimum(1, way.seconds / 60) * 0.5, priors.shape[1]
    log = lambda change: np.where(np.isnan(way.cadence_change), 0.0, share * np.log(
        1 / (math.pi * change * (1 + (way.cadence_change / change) ** 2)) / ANY_CHANGE))[:, None]
    steady, varying, parts, rows = log(STEADY_CHANGE), log(VARYING_CHANGE), [], []
    for place, mode in enumerate(MODES):
        part, legs = logs[:, place * count:(place + 1) * count], float(mode in STEADY)
        parts += [part + legs * steady, part + legs * varying]
        rows.append(np.r_[priors[place] * STEADY.get(mode, 0.5), priors[place] * (1 - STEADY.get(mode, 0.5))])
    return np.c_[np.hstack(parts), logs[:, -1:]], np.array(rows)


def decide(way, model):
    """The probability of stationary, walking, running, cycling and automotive at each interval."""
    ratio = way.seconds / model["memory"]
    narrowing = 0.4 + 1.2 * np.where(ratio > 1e-3, (ratio - 1 + np.exp(-ratio)) / np.maximum(ratio, 1e-3) ** 2, 0.5)
    shares, nones = share_tables(tuple(model["pause"]), tuple(model["halt"]))
    duration = np.round(np.log(np.clip(way.seconds, 1, DURATIONS[-1])) / math.log(DURATIONS[1])).astype(int)
    weight = (1 - np.exp(-way.seconds / model["novelty"])) * model["weight"]
    seen = lambda speed, variance: likelihoods(
        speed, way.place_variance, variance, way.wobble, weight, narrowing, LEVELS, SPREADS, duration, shares, nones)
    flat, parts, priors, has_grade = seen(way.speed, way.variance), [], prior(model), bool(np.any(way.grade))
    most = 1 + max(map(len, RESPONSES.values())) if has_grade else 1
    columns = []
    for place, mode in enumerate(MODES):
        responses = RESPONSES.get(mode, []) if has_grade else []
        share = model["responding"].get(mode, 0.0) if responses else 0.0
        row = [priors[place] * (1 - share)]
        parts.append(flat[:, :-1])
        for response in responses:
            shift, slope = changed_by(response, way.grade)
            graded = seen(way.speed * np.exp(-shift), way.variance + slope ** 2 * way.grade_variance)
            parts.append(graded[:, :-1] - (weight * shift)[:, None])
            row.append(priors[place] * share / len(responses))
        parts += [flat[:, :-1]] * (most - len(row))
        columns.append(np.hstack(row + [np.zeros(len(LEVEL))] * (most - len(row))))
    priors = np.array(columns)
    logs = np.c_[np.hstack(parts), flat[:, -1:]]
    words = cadence_logs(way) + pulse_logs(way)
    logs += np.c_[np.repeat(words[:, :5], priors.shape[1], axis=1), words[:, 5:]]
    if way.has_cadence:
        logs, priors = by_pace(way, logs, priors)
    follows = np.array([[model["follows"][a].get(b, 0.0) for b in STATES] for a in STATES])
    start = np.array([model["start"][s] for s in STATES])
    if way.has_cadence or way.has_pulse or way.has_power:
        vehicle = 1e-5 if way.has_cadence or way.has_power else 1e-2
        follows = np.array([with_sports_device(row, vehicle, state) for row, state in zip(follows, STATES)])
        start = with_sports_device(start, vehicle)
    rates = np.array([1 / model["rest" if s == "rest" else "way"] for s in STATES])
    leaving = 1 - np.exp(-way.seconds[:, None] * rates)
    redrawing = np.tile(1 - np.exp(-way.seconds / model["texture"])[:, None], 5)
    slot = np.clip(np.round(8 * np.log2(way.seconds)) + 32, 0, len(SLOTS) - 1).astype(int)
    told = forward_backward(logs, leaving, redrawing, moves(follows / follows.sum(1, keepdims=True), rates), slot, priors,
                            start / start.sum(), way.seconds > way.silence())
    shares = np.stack([told[:, 5], told[:, 0], told[:, 1], told[:, 2], told[:, 3] + told[:, 4]], 1) ** (1 / DOUBT)
    return shares / shares.sum(1, keepdims=True)


# ---- what it is trained on ----------------------------------------------------------------------------------------------
def thinned(rows, interval):
    kept = [0]
    for index in range(1, len(rows)):
        if rows[index, 0] >= rows[kept[-1], 0] + interval - 1e-3:
            kept.append(index)
    return rows[kept]


def padded(fixes):
    return np.c_[np.array(fixes, float)[:, :3], np.full((len(fixes), 6), np.nan)]


def trips(data):
    """GeoLife: ways at three intervals, their times, and the labels."""
    paths = [(folder, path) for folder in labelled.folders(data, measure.GEOLIFE, Sets(), "tuning")
             for path in sorted(glob.glob(f"{folder}/Trajectory/*.plt*"))]
    result = []
    for folder, trajectory in paths[::EVERY if measure.GEOLIFE else 1]:
        rows = padded(labelled.fixes(trajectory))
        marks = [m for m in labelled.labels(folder) if m[0] < rows[-1, 0] and m[1] > rows[0, 0] and m[2] > 0]
        if marks and len(rows) >= 20:
            for interval in (1, 30, 120):
                part = thinned(rows, interval)
                result.append((interval, Way(part), part[:, 0], marks))
    return result


def rows_of(events):
    """The rows of a file's events."""
    rows, cadence, pulse, power = [], math.nan, math.nan, math.nan
    for event in events:
        if event["type"] == "cadence":
            cadence = event["value"]
        elif event["type"] == "heartRate":
            pulse = event["value"] if event["value"] > 0 else math.nan
        elif event["type"] == "power":
            power = event["value"]
        elif event["type"] == "fix" and "latitude" in event:
            rows.append([event["time"], event["latitude"], event["longitude"],
                         event.get("horizontalAccuracy", math.nan), event.get("speed", math.nan), cadence, pulse, power,
                         event.get("altitude", math.nan)])
            cadence = pulse = power = math.nan
    return np.array(rows)


def sports(data):
    rows = [row for row in map(measure.sport, measure.sport_files(data, "tuning")) if row and sum(row[2].values())]
    return [(stated, rows_of(events)) for _, stated, _, _, events in rows]


def days():
    result = []
    for scenario in measure.DAYS:
        for receiver in measure.RECEIVERS:
            fixes, truth = measure.simulated(scenario, receiver, 1)
            rows = np.array([[e["time"], e["latitude"], e["longitude"], e.get("horizontalAccuracy", math.nan),
                              e.get("speed", math.nan), math.nan, math.nan, math.nan,
                              e.get("altitude", math.nan)] for e in fixes])
            for interval in (5, 60):
                result.append((Way(thinned(rows, interval)), measure.spans(truth)))
    return result


def made_up():
    """Ways through a town by car and by bicycle with a rest between, a bus in a jam, rides in hills and on roads, and even
    ones; with their truth."""
    chance, result = np.random.default_rng(7), []

    def town(speed, every, seconds, mode):
        stretches = []
        while seconds > 0:
            way, pace = every * (0.5 + chance.random()), speed * (0.8 + 0.4 * chance.random())
            stretches += [(pace * 0.3, 4, mode), (pace * 0.7, 4, mode), (pace, way, mode), (0, 25, None)]
            seconds -= way + 33
        return stretches

    plans = []
    for car, rest in ((9, 60), (12, 90), (9, 150), (12, 120), (9, 90), (12, 60), (9, 240), (12, 150)):
        drive, ride = town(car, 90, 1500, "automotive"), town(4.8, 150, 1500, "cycling")
        plans += [drive + [(0, rest, None)] + ride, ride + [(0, rest, None)] + drive,
                  town(12, 90, 900, "automotive") + town(4, 30, 900, "automotive") + town(11, 60, 600, "automotive")]
    for pace in (5.5, 6.5, 7.5, 8.5):
        hills = [(pace * slope * (0.85 + 0.3 * chance.random()), 25, "cycling") for _ in range(6)
                 for slope, parts in ((0.55, 8), (1, 8), (1.55, 4)) for _ in range(parts)]
        plans.append(hills[:40] + [(0, 40, None)] + hills[40:])
    plans += [town(5.2 + 0.4 * k, 120 + 30 * k, 2400, "cycling") for k in range(6)]
    for pace in (5.5, 6.2, 6.9, 7.6, 8.3, 9):
        rolling, log_pace = [], 0.0
        for part in range(720):
            log_pace += -log_pace * 5 / 60 + 0.25 * math.sqrt(2 * 5 / 60) * chance.standard_normal()
            halts = part % 120 == 119
            rolling.append((0, int(15 + 45 * chance.random()), None) if halts else (pace * math.exp(log_pace), 5, "cycling"))
        plans.append(rolling)
    even = ((0.8, "walking"), (1.1, "walking"), (1.3, "walking"), (1.5, "walking"), (1.7, "walking"), (2.4, "running"),
            (2.8, "running"), (3.2, "running"), (5, "cycling"), (6, "cycling"), (7, "cycling"), (13, "automotive"),
            (16, "automotive"), (22, "automotive"), (30, "automotive"))
    plans += [[(speed, 5400, mode)] for speed, mode in even]
    for car, rest in ((9, 60), (12, 90), (9, 150), (12, 60), (9, 90), (12, 150)):
        drive, ride = town(car, 90, 1500, "automotive"), town(4.8, 150, 1500, "cycling")
        plans += [drive + [(0, rest, None)] + ride, ride + [(0, rest, None)] + drive]
    plans.append([(1.35, 1800, "walking"), (17, 1800, "automotive"), (0, 3600, "stationary"), (2.9, 1800, "running")])
    plans += [[(15, 3000, "automotive"), (0, 90, None), (5, 3600, "cycling")],
              [(15, 3000, "automotive"), (5, 3600, "cycling")],
              [(5, 2000, "cycling"), (14, 720, "cycling"), (5, 1200, "cycling")], [(4, 600, "cycling")],
              [(15, 600, "automotive"), (0, 480, "stationary"), (15, 600, "automotive")],
              [(1.4, 600, "walking"), (15, 600, "automotive")], [(1.35, 240, "walking"), (0, 30, None), (2.9, 600, "running")]]
    for plan in plans:
        now, north, rows, truth = 0.0, 0.0, [], []
        for speed, seconds, activity in plan:
            if activity and truth and truth[-1][1:] == (now, activity):
                truth[-1] = (truth[-1][0], now + int(seconds), activity)
            elif activity:
                truth.append((now, now + int(seconds), activity))
            for _ in range(int(seconds)):
                rows.append((now, 48 + north / 111_320, 11.0, 3.0, max(0, speed + 0.1 * (chance.random() - 0.5)),
                             math.nan, math.nan, math.nan, math.nan))
                now, north = now + 1, north + speed
        result.append((Way(np.array(rows)), [row for row in truth if row[1] - row[0] >= 20]))
    result += [rare(chance, interval, pace, mode) for interval in (60, 120, 300, 480, 900)
               for pace, mode in ((1.3, "walking"), (4.8, "cycling"), (14, "automotive"))]
    return result + [hilly(chance, mode, pace, is_barometric) for mode, pace in (
        ("automotive", 8), ("automotive", 12), ("automotive", 18), ("cycling", 110), ("cycling", 170), ("cycling", 240),
        ("running", 2.4), ("running", 3.1), ("walking", 1.2)) for is_barometric in (True, False)]


def rare(chance, interval, pace, mode):
    """A movement between two long rests, with errors of 4 m and so many seconds between fixes that state no speed."""
    time = np.arange(0.0, 40 * interval, interval)
    start, end = 13.5 * interval, 26.5 * interval
    log_pace, way = 0.0, np.zeros(len(time))
    for index in range(1, len(time)):
        log_pace = 0.6 * log_pace + 0.2 * chance.standard_normal()
        moving = max(0.0, min(time[index], end) - max(time[index - 1], start))
        way[index] = way[index - 1] + moving * pace * math.exp(log_pace)
    error = 4 * chance.standard_normal((2, len(time)))
    rows = np.c_[time, 48 + (way + error[0]) / 111_320, 11 + error[1] / 74_500, np.full((len(time), 6), math.nan)]
    return Way(rows), [(0, start, "stationary"), (start, end, mode), (end, time[-1], "stationary")]


def hilly(chance, mode, pace, is_barometric):
    """An hour in hills: a rider with a constant power (pace, in W), a driver or walker with a constant speed of the mind,
    a runner with a constant metabolic power (Minetti 2002). The height is a barometer's or a receiver's."""
    phases, rows, truth_end = 6.28 * chance.random(4), [], 3600
    waves = ((0.05, 1700), (0.04, 700), (0.02, 310), (0.02, 4100))
    grade_at = lambda s: sum(a * math.sin(6.283 * s / w + p) for (a, w), p in zip(waves, phases))
    north, height, speed, mood, drift = 0.0, 300.0, 2.0, 0.0, 0.0
    for now in range(truth_end):
        grade = grade_at(north)
        mood += -mood / 40 + 0.12 * math.sqrt(2 / 40) * chance.standard_normal()
        if mode == "cycling":
            force = pace * math.exp(mood) / max(speed, 1.5) - 85 * 9.81 * (grade + 0.006) - 0.24 * speed * abs(speed)
            speed = min(max(speed + force / 85, 1.2), 14)
        elif mode == "running":
            cost = 155.4 * grade ** 5 - 30.4 * grade ** 4 - 43.3 * grade ** 3 + 46.3 * grade ** 2 + 19.5 * grade + 3.6
            speed = pace * min(3.6 / max(cost, 2.5), 1.15) * math.exp(0.5 * mood)
        else:
            speed = pace * math.exp((2 if mode == "automotive" else 0.5) * mood)
        north, height = north + speed, height + speed * grade
        drift += -drift / 90 + 4 * math.sqrt(2 / 90) * chance.standard_normal()
        rows.append((now, 48 + north / 111_320, 11.0, 3.0, math.nan, math.nan, math.nan, math.nan,
                     height + (0 if is_barometric else drift)))
    return Way(np.array(rows)), [(0, truth_end, mode)]


# ---- the score ------------------------------------------------------------------------------------------------------------
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
        scores[interval] = (float((truth == told).mean()), measure.f1(truth, told),
                            measure.calibration_error(np.array(sure), truth == told), float(np.mean(edges)))
    return scores


def score_of_sports(sets, model):
    shares = {}
    for stated, way in sets:
        best = decide(way, model).argmax(1)
        weight = way.seconds * (way.seconds < GAP) * (best > 0)
        right = (weight * (best == measure.number(stated))).sum() / max(1, weight.sum())
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
                right, whole = right + (told == measure.number(activity)).sum(), whole + len(told)
        moving.append(right / max(1, whole))
    return float(np.mean(moving)), float(np.mean(resting))


def score_of_made_up(sets, model):
    """The mean over the ways of the worst activity's share of its time, full from a probability of 0.8 on: nothing is gained
    by being surer, and a long drive does not excuse a ride that is decided as its end."""
    shares = []
    for way, truth in sets:
        decided, of = decide(way, model), {}
        for start, end, activity in truth:
            told = way.at(decided[:, measure.number(activity)], np.arange(start, end, 5.0))
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


# ---- writing ------------------------------------------------------------------------------------------------------------
def swift(model, lines):
    number = lambda value: f"{value:.4g}"
    row = lambda values: "[" + ", ".join(number(value) for value in values) + "]"
    shares = lambda values: row(np.array(values) / sum(values))
    text = ["// Generated by Benchmarks/modes.py; do not edit.", "//", *(f"// {line}" for line in lines), "",
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
             f"weight: {number(model['weight'])}, doubt: {DOUBT})", "}", ""]
    return "\n".join(text)


def main():
    words = sys.argv[1:]
    option = lambda name, other: words.pop(words.index(name) + 1) if name in words else other
    minutes, begin = float(option("--minutes", "0")), option("--from", KEPT)
    output = option("--output", OUTPUT)
    words = [word for word in words if not word.startswith("--")]
    if len(words) != 1:
        sys.exit(__doc__)
    files = sports(words[0])
    rates = []
    for stated, rows in files[::EVERY_FILE if measure.ACTIVITIES else 1]:
        if stated == "walking" or not 600 <= len(rows) <= 20_000 or np.median(np.diff(rows[:, 0])) > 2:
            continue
        bare, high = rows.copy(), rows.copy()
        bare[:, 3:], high[:, 3:8] = math.nan, math.nan
        rates += [(stated, [Way(thinned(kind, interval)) for interval in INTERVALS]) for kind in (bare, high)]
    sets = trips(words[0]), [(stated, Way(rows)) for stated, rows in files], days(), made_up(), rates
    model = beginning() | (json.load(open(begin)) if os.path.exists(begin) else {})
    model["level"]["car"][0] = list(EVEN_DRIVES)
    before = model.pop("tries", 0)
    model, tries = search(sets, model, minutes)
    model["tries"] = before + tries
    lines = [f"Scores on the sets for tuning, {datetime.date.today().isoformat()}, seed {SEED}, {model['tries']} tries:"]
    lines += [f"  {line}" for line in score(sets, model)[1]]
    print("\n".join(lines))
    with open(KEPT, "w") as file:
        json.dump(model, file, indent=1)
    with open(output, "w") as file:
        file.write(swift(model, lines))


if __name__ == "__main__":
    main()
