"""Simulated days with visits, whose truth is known: Sources/Simulation/VisitDays.swift."""
import functools
import tempfile

import numpy as np

from ..odographctl import read, run, side_by_side, simulate
from .scores import MODES, calibration_error, mean, median, number, thinned

DAYS, RECEIVERS, RATES = ("errands", "commute", "outing"), ("phone", "puck", "battered", "no-speed"), (1, 5, 10, 30, 60)
SPEEDLESS = ("no-speed", "no-speed-white", "logger")
VISIT, HALT = 300, 110
"""A rest of VISIT seconds or more is a visit, one of HALT or less is not; between them either answer is right."""
SEEDS = {"tuning": 1, "validation": 11}


@functools.lru_cache(maxsize=64)
def simulated(scenario, receiver, seed):
    """The fixes and the truth of a day."""
    with tempfile.TemporaryDirectory() as folder:
        log, truth = map(read, simulate(scenario, folder, "--receiver", receiver, "--seed", str(seed)))
    return [event for event in log if event["type"] == "fix"], truth


def spans(truth):
    """Stretches of one activity: (start, end, activity)."""
    result = []
    for sample in truth:
        if result and result[-1][2] == sample["activity"]:
            result[-1][1] = sample["time"]
        else:
            result.append([sample["time"], sample["time"], sample["activity"]])
    return result


def day(job):
    scenario, receiver, seed, rate = job
    events, truth = simulated(scenario, receiver, seed)
    items = run(thinned(events, rate), "storyline")
    stops = [item for item in items if item["type"] == "stop"]
    known = spans(truth)
    rests = [span for span in known if span[2] == "stationary"]
    found, edges = 0, []
    for start, end, _ in (span for span in rests if span[1] - span[0] >= VISIT - 1):
        hits = [s for s in stops
                if min(s["end"], end) - max(s["start"], start) > 0.5 * max(end - start, s["end"] - s["start"])]
        found += bool(hits)
        for stop in hits[:1]:
            edges += [abs(stop["start"] - start)] * (start > known[0][0])
            edges += [abs(stop["end"] - end)] * (end < known[-1][1])
    false = sum(not any(min(s["end"], end) - max(s["start"], start) > 0.3 * (s["end"] - s["start"])
                        for start, end, _ in rests if end - start > HALT) for s in stops)
    times = np.array([sample["time"] for sample in truth])
    actual = np.array([MODES.index(s["activity"]) if s["activity"] in MODES else -1 for s in truth])
    told = np.full(len(times), -2)
    for item in items:
        if item["type"] == "move" and item["activity"] in MODES:
            told[(times >= item["start"]) & (times < item["end"])] = MODES.index(item["activity"])
    wanted = (actual >= 0) & (times >= items[0]["start"]) if items else actual >= 0
    visits = sum(span[1] - span[0] >= VISIT - 1 for span in rests)
    return rate, visits, found, false, edges, (told == actual)[wanted].mean()


def days(use):
    """Visits found, stops that were none, median error of the edges in s, share of the moving time in the right mode."""
    jobs = [(scenario, receiver, seed, rate) for rate in RATES for scenario in DAYS for receiver in RECEIVERS
            for seed in (SEEDS[use],)]
    rows = side_by_side(day, jobs)
    table = {}
    for rate in RATES:
        of = [row for row in rows if row[0] == rate]
        table[f"{rate} s"] = {
            "visits": sum(row[1] for row in of), "found": sum(row[2] for row in of), "false": sum(row[3] for row in of),
            "edge": median([edge for row in of for edge in row[4]]), "mode": mean([row[5] for row in of])}
    return table


def rest(job):
    scenario, receiver, seed, rate = job
    events, truth = simulated(scenario, receiver, seed)
    times = np.array([sample["time"] for sample in truth])
    actual = np.array([number(s["activity"]) if s["activity"] in ("stationary",) + MODES else -1 for s in truth])
    told, sure = np.full(len(times), -2), np.zeros(len(times))
    for line in run(thinned(events, rate), "activity"):
        during = (times >= line["time"]) & (times < line["until"])
        told[during], sure[during] = number(line["activity"]), line["probability"]
    known = (told > -2) & (actual >= 0)
    return actual[known], told[known], sure[known]


def rests(use):
    """All time, rests included: share whose activity is right, share of the rests reported as rests, calibration error."""
    table = {}
    for name, receivers in (("", RECEIVERS), ("without speeds, ", SPEEDLESS)):
        for rate in (1, 10, 30, 60):
            jobs = [(scenario, receiver, SEEDS[use], rate) for scenario in DAYS for receiver in receivers]
            actual, told, sure = (np.concatenate(column) for column in zip(*side_by_side(rest, jobs)))
            right = actual == told
            table[f"{name}{rate} s"] = {"right": float(right.mean()), "of rests": float(right[actual == 0].mean()),
                                        "calibration": calibration_error(sure, right)}
    return table
