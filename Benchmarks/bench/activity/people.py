"""Made-up people whose paces are drawn wide: sessions of one mode and of several, with hills, halts and a receiver's errors."""
import math

import numpy as np

from ..odographctl import run, side_by_side
from .scores import MODES, calibration_error, code, number, thinned

SEEDS, PEOPLE, RATES = {"tuning": 100, "validation": 500}, 16, (1, 5, 10, 30)
PACES = {"walking": (1.35, 0.14, 1.0, 1.8), "running": (2.9, 0.25, 1.9, 5.5), "cycling": (130, 0.55, 30, 330),
         "automotive": (13.9, 0.35, 11, 36)}
"""Median, spread of the logarithm, least and largest of a pace in m/s, a power in W, or a usual limit in m/s."""
SLIVER = 45.0


def legs(chance, person, mode, seconds, grade_at, way):
    """The speed at each second of a stretch: steady on foot, by power on a bicycle, from limit to halt in a vehicle."""
    pace, speed, mood, speeds, halt, limit = person[mode], 0.3, 0.0, [], 0, None
    moods = {"walking": (0.09, 50), "running": (0.07, 50), "cycling": (0.2, 60), "automotive": (0.06, 30)}
    town = 0.4 + 2 * person["town"]
    every = {"walking": 900, "running": 1500, "cycling": 300 * town, "automotive": 120 * town}
    spread, memory = moods[mode]
    halting = math.inf if mode == "running" and person["town"] > 0.6 else chance.exponential(every[mode])
    until = 0
    for now in range(int(seconds)):
        grade = grade_at(way)
        mood += -mood / memory + spread * math.sqrt(2 / memory) * chance.standard_normal()
        if now >= until:
            limit, until = pace * (0.6, 1, 1, 1.35)[chance.integers(4)], now + chance.exponential(90)
        if halt > 0:
            halt, wanted = halt - (speed < 0.2), 0.0
        elif now >= halting:
            halt, wanted, halting = int(chance.exponential(20)) + 3, 0.0, now + 20 + chance.exponential(every[mode])
        elif mode == "cycling":
            power = pace * math.exp(mood) * (grade > -0.04)
            force = power / max(speed, 2) - 82 * 9.81 * (grade + 0.006) - 0.25 * speed * speed
            wanted = min(max(speed + force / 82, 1.6), 15)
        elif mode == "running":
            cost = 155.4 * grade ** 5 - 30.4 * grade ** 4 - 43.3 * grade ** 3 + 46.3 * grade ** 2 + 19.5 * grade + 3.6
            wanted = pace * min(3.6 / max(cost, 2.5), 1.12) * math.exp(mood)
        elif mode == "walking":
            wanted = pace * math.exp(-3.5 * abs(grade + 0.05) + 0.175 + mood)
        else:
            wanted = limit * math.exp(mood)
        rise, fall = {"walking": (0.7, 1), "running": (0.8, 1), "cycling": (0.7, 1.3), "automotive": (1.4, 1.8)}[mode]
        speed = min(max(wanted, speed - fall), speed + rise)
        speeds.append(speed)
        way += speed
    return speeds


def sessions(seed):
    """The sessions of one person: the events and the truth (start, end, activity) of each."""
    chance = np.random.default_rng(seed)
    person = {mode: float(np.clip(median * math.exp(spread * chance.standard_normal()), least, most))
              for mode, (median, spread, least, most) in PACES.items()}
    person["town"], hills = chance.random(), 0.04 * chance.random() ** 2
    states_speed, has_height = seed % 2 == 0, seed % 4 < 2
    waves = [(hills * (0.5 + chance.random()), w, 6.28 * chance.random()) for w in (350, 900, 2300)]
    for plan in ([("walking", 30)], [("running", 40)], [("cycling", 60)], [("automotive", 40)],
                 [("walking", 6), ("automotive", 20), ("walking", 8)], [("walking", 5), ("cycling", 15), ("walking", 8)],
                 [("cycling", 30), ("running", 25)]):
        speeds, truth = [], []
        for mode, minutes in plan:
            start = len(speeds)
            speeds += legs(chance, person, mode, 60 * minutes * (0.6 + 0.8 * chance.random()),
                           lambda way: sum(a * math.sin(6.283 * way / w + p) for a, w, p in waves), sum(speeds))
            truth.append((1.6e9 + start, 1.6e9 + len(speeds), mode))
        ways = np.cumsum(speeds)
        heading = np.cumsum(np.where(chance.random(len(ways)) < 0.01, chance.normal(0, 1, len(ways)), 0))
        error = np.zeros((2, len(ways)))
        for now in range(1, len(ways)):
            error[:, now] = error[:, now - 1] * (1 - 1 / 40) + 3 * math.sqrt(2 / 40) * chance.standard_normal(2)
        error += 0.7 * chance.standard_normal(error.shape)
        heights = 300 + sum(a * w / 6.283 * (math.cos(p) - np.cos(6.283 * ways / w + p)) for a, w, p in waves)
        east, north = np.cumsum(speeds * np.sin(heading)) + error[0], np.cumsum(speeds * np.cos(heading)) + error[1]
        told = np.abs(np.array(speeds) + 0.15 * chance.standard_normal(len(ways)))
        yield [{"type": "fix", "mode": 3, "time": 1.6e9 + now, "latitude": 48 + north[now] / 111_195,
                "longitude": 11 + east[now] / 74_400, "horizontalAccuracy": 4.0}
               | ({"speed": float(told[now])} if states_speed else {})
               | ({"altitude": float(heights[now] + 0.3 * chance.standard_normal())} if has_height else {})
               for now in range(len(ways))], truth, np.array(speeds)


def session(job):
    events, truth, speeds, rate = job
    lines = run(thinned(events, rate), "activity,storyline")
    items = [line for line in lines if line["type"] in ("stop", "move", "gap")]
    times = np.arange(truth[0][0], truth[-1][1])[speeds > 0.5]
    actual, told, decided = np.zeros(len(times), int), np.full(len(times), 5), np.full(len(times), 5)
    sure = np.zeros(len(times))
    for start, end, mode in truth:
        actual[(times >= start) & (times < end)] = number(mode)
    for item in items:
        told[(times >= item["start"]) & (times < item["end"])] = code(item)
    for line in {line["time"]: line for line in lines if line["type"] == "activity"}.values():
        during = (times >= line["time"]) & (times < line["until"])
        decided[during], sure[during] = number(line["activity"]), line["probability"]
    slivers = sum(item["end"] - item["start"] < SLIVER for item in items[1:-1])
    return actual, told, sure, decided == actual, slivers, len(speeds) / 3600


def judged(use, rate):
    """What session() gives of each session."""
    made = [one for person in range(PEOPLE) for one in sessions(SEEDS[use] + person)]
    return side_by_side(session, [(*one, rate) for one in made])


def people(use):
    """The share of each mode's moving time that the day names so, items under 45 s an hour, calibration of the activity."""
    table = {}
    for rate in RATES:
        of = judged(use, rate)
        actual, told, sure, right = (np.concatenate([row[k] for row in of]) for k in range(4))
        table[f"{rate} s"] = {mode: float((told == number(mode))[actual == number(mode)].mean()) for mode in MODES} | {
            "slivers": sum(row[4] for row in of) / sum(row[5] for row in of), "calibration": calibration_error(sure, right)}
    return table
