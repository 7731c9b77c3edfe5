"""The decision from places, written once more for arrays: textures of a way, modes as priors over textures, forward-backward.

The model is that of Sources/FusionCore/Decision (TravelModel, TravelDecoder). Needs numba.
"""
import functools
import math

import numba
import numpy as np

MODES = ("walk", "run", "cycle", "car", "train")
STATES = MODES + ("rest",)
LEVELS = np.arange(math.log(0.55), math.log(60), 0.22)
SPREADS = np.array([0.13, 0.3, 0.65])
LEVEL = np.repeat(LEVELS, 3)
OUTLIERS, RANGE, DOUBT = 0.01, 40.0, 1.4
STEP, FRACTIONS, PARTS = 0.22, 11, 40
DURATIONS = np.geomspace(1, 600, 40)
RESPONSES = {"walk": [(1.2, 0.3, 0.0, 0.0)], "run": [(3.7, 0.8, 0.0, 0.0)],
             "cycle": [(13.5, 1.2, 8.5, 0.47), (6, 0.9, 4, 0.35)]}
"""How the logarithm of the speed falls per unit of gradient uphill, by how much at most, and how it rises downhill: medians
of the files for tuning that state their sport and heights, and of those rides whose riders push harder uphill, or whose
heights are poor. Vehicles have none."""
RANGES = {"walk": (0, 4.4), "run": (1.4, 6.4), "cycle": (1.2, 19.0)}
"""The range of the levels of a texture, in m/s: at most the records over 20 km of walking and 10 km of running, and a bunch
of riders on a long descent; at least a run that is no walk, and a bicycle that stays upright."""
CADENCES = {"walk": (56, 8, 0.10), "run": (83, 7, 0.05), "cycle": (78, 16, 0.25)}
PULSES = {"walk": (108, 20), "run": (150, 18), "cycle": (134, 19)}
STEADY = {"walk": 0.92, "run": 0.92, "cycle": 0.09}
STEADY_CHANGE, VARYING_CHANGE, ANY_CHANGE = 1.0, 5.0, 0.03
"""How often the cadence of a stretch is steady, the medians of its changes if it is and if not, and the density of a change
of none from legs."""


def changed_by(response, grade):
    """How much the logarithm of the speed is higher than on the level, and its derivative."""
    up, low, down, high = response
    shift = np.where(grade > 0, np.maximum(-up * grade, -low), np.minimum(-down * grade, high))
    slope = np.where(grade > 0, np.where(up * grade < low, up, 0), np.where(-down * grade < high, down, 0))
    return shift, slope


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
