"""What the decision from places is trained on: labelled trips, files that state their sport, simulated and made-up ways."""
import glob
import math

import numpy as np

from ..activity import days as simulated_days
from ..activity.files import sport
from ..data import geolife
from ..data.sports import ACTIVITIES, sport_files
from .ways import Way, padded, thinned

INTERVALS = (1, 30, 60, 120)
EVERY, EVERY_FILE = 10, 3
"""Of a whole copy of GeoLife each tenth trip is used, and of ACTIVITIES each third file is thinned, so that a try takes seconds."""


def trips(data):
    """GeoLife: ways at three intervals, their times, and the labels."""
    paths = [(folder, path) for folder in geolife.folders(data, "tuning")
             for path in sorted(glob.glob(f"{folder}/Trajectory/*.plt*"))]
    result = []
    for folder, trajectory in paths[::EVERY if geolife.WHOLE else 1]:
        rows = padded(geolife.fixes(trajectory))
        marks = [m for m in geolife.labels(folder) if m[0] < rows[-1, 0] and m[1] > rows[0, 0] and m[2] > 0]
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
    rows = [row for row in map(sport, sport_files(data, "tuning")) if row and sum(row[2].values())]
    return [(stated, rows_of(events)) for _, stated, _, _, events in rows]


def days():
    result = []
    for scenario in simulated_days.DAYS:
        for receiver in simulated_days.RECEIVERS:
            fixes, truth = simulated_days.simulated(scenario, receiver, 1)
            rows = np.array([[e["time"], e["latitude"], e["longitude"], e.get("horizontalAccuracy", math.nan),
                              e.get("speed", math.nan), math.nan, math.nan, math.nan,
                              e.get("altitude", math.nan)] for e in fixes])
            for interval in (5, 60):
                result.append((Way(thinned(rows, interval)), simulated_days.spans(truth)))
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




def rates(files):
    """Dense files at several intervals, by places and heights alone."""
    result = []
    for stated, rows in files[::EVERY_FILE if ACTIVITIES else 1]:
        if stated == "walking" or not 600 <= len(rows) <= 20_000 or np.median(np.diff(rows[:, 0])) > 2:
            continue
        bare, high = rows.copy(), rows.copy()
        bare[:, 3:], high[:, 3:8] = math.nan, math.nan
        result += [(stated, [Way(thinned(kind, interval)) for interval in INTERVALS]) for kind in (bare, high)]
    return result


def material(data):
    """All of it."""
    files = sports(data)
    return trips(data), [(stated, Way(rows)) for stated, rows in files], days(), made_up(), rates(files)
