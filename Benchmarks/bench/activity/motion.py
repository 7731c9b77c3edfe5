"""Activities by acceleration, with and without a simulated speed, by models that have not seen the data set, or the person.

`scripts/bench train activity --models FOLDER` writes the models.
"""
import collections
import os

import numpy as np

from ..attitude import converted
from ..data.motion import person, recordings
from .scores import ACTIVITIES, calibration_error


def simulated_speed(times, label, generator):
    """Rest 0, walks 1.35 +- 0.2, runs 2.9 +- 0.4, bicycles around 4.5, vehicles around 11 with stops; noise 0.15."""
    speed, stop, target = [0, 1.35, 2.9, 4.5, 11][label], 0.0, (4.5 if label == 3 else 11)
    result = []
    for _ in times:
        if label in (1, 2):
            mean, spread, time = ((1.35, 0.2, 10), (2.9, 0.4, 20))[label - 1]
            speed = max(0, speed + (mean - speed) / time + spread * (2 / time) ** 0.5 * generator.normal())
        elif label >= 3:
            if stop > 0:
                stop, speed = stop - 1, max(0, speed - 1.5)
            else:
                if label == 4 and generator.random() < 1 / 60:
                    stop, target = 10 + 35 * generator.random(), max(4, 11 + 5 * generator.normal())
                most = 0.7 if label == 3 else 1.3
                speed = max(0, speed + np.clip(target - speed, -most, most) + 0.2 * generator.normal())
        result.append(abs(speed + 0.15 * generator.normal()))
    return np.array(result)


def judged(data, models, has_speed):
    """Live and saved: the confusion matrix of the windows, and the probability of each with whether it is right. Without a speed,
    one person is left out of the only data set with bicycles instead of the whole set."""
    confusion, sure = {"live": np.zeros((5, 6)), "saved": np.zeros((5, 6))}, collections.defaultdict(list)
    for name, path, clock, values, label in recordings(data):
        clock, truth = np.asarray(clock, float), np.broadcast_to(label, len(clock))
        kind = next((int(k) for k in truth if k >= 0), 0)
        times = np.arange(clock[0], clock[-1], 1.0) if has_speed else np.empty(0)
        rows = np.full((len(clock) + len(times), 7), np.nan)
        rows[:len(clock), 0], rows[:len(clock), 4:7] = clock, values
        rows[len(clock):, 0], rows[len(clock):, 3] = times, simulated_speed(times, kind, np.random.default_rng(7))
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        left = name if has_speed else person(name, path)
        output = converted("activity", [rows], 5, os.path.join(models, f"without-{left}.txt"))
        place = np.clip(np.searchsorted(clock, output[:, 0]) - 1, 0, len(clock) - 1)
        for row, of in zip(output, truth[place]):
            if of < 0 or of != kind:
                continue
            for way, column in (("live", 1), ("saved", 3)):
                confusion[way][int(of), int(row[column])] += 1
                sure[way].append((row[column + 1], row[column] == of))
    return confusion, {way: np.array(pairs, float) for way, pairs in sure.items()}


def motion(data, models, has_speed=True):
    """Macro-F1, recalls and calibration error, live and saved."""
    confusion, sure = judged(data, models, has_speed)
    result = {}
    for way, matrix in confusion.items():
        recall = matrix.diagonal() / matrix.sum(1)
        precision = matrix.diagonal() / matrix[:, :5].sum(0)
        pairs = sure[way]
        result[way] = {"windows": len(pairs), "macro-F1": float(np.mean(2 * recall * precision / (recall + precision)))}
        result[way] |= dict(zip(ACTIVITIES, map(float, recall)))
        result[way] |= {"cycling called walking or running": float(matrix[3, 1:3].sum() / matrix[3].sum()),
                        "calibration": calibration_error(pairs[:, 0], pairs[:, 1])}
    return result
