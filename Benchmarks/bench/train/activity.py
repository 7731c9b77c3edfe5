"""Trains the motion part of the activity model, and judges it on data sets that it has not seen (leave one data set out).

The features are those of Sources/FusionCore/Activity/ActivityFeatures.swift; a test compares both on one window. Same input,
same output: the seed is fixed. Needs scipy and scikit-learn.
"""
import os

import numpy as np

from .. import HERE
from ..activity.scores import ACTIVITIES
from ..data.motion import person, recordings
from . import trees

OUTPUT = os.path.join(HERE, "../Sources/FusionCore/Resources/activities.trees")
SEED = 5
RATE = 25.0
WINDOW = 128
HOP = 64
CLASSES = ACTIVITIES[:5]
ROUNDS, DEPTH, LEARNING_RATE, SMALLEST_LEAF = 40, 3, 0.12, 30
BANDS = [(2, 4), (5, 7), (8, 10), (11, 13), (14, 17), (18, 25)]
FEATURES = [
    "logDeviation", "logChange", "band0", "band1", "band2", "band3", "band4", "band5", "dominantFrequency",
    "dominantShare", "entropy", "regularity", "period", "skewness", "kurtosis",
]


def grid(seconds, values):
    """The mean, over each cell, of the line through the samples: yields (times, magnitudes) of unbroken stretches."""
    magnitude = np.linalg.norm(values, axis=1)
    keep = np.r_[True, np.diff(np.maximum.accumulate(seconds)) > 0]
    seconds, magnitude = seconds[keep], magnitude[keep]
    cuts = np.flatnonzero(np.diff(seconds) > 0.6) + 1
    for time, value in zip(np.split(seconds, cuts), np.split(magnitude, cuts)):
        cells = int((time[-1] - time[0]) * RATE)
        if cells < WINDOW:
            continue
        integral = np.r_[0, np.cumsum(np.diff(time) * (value[1:] + value[:-1]) / 2)]
        edges = time[0] + np.arange(cells + 1) / RATE
        index = np.clip(np.searchsorted(time, edges, side="right") - 1, 0, len(time) - 2)
        slope = (value[index + 1] - value[index]) / (time[index + 1] - time[index])
        offset = edges - time[index]
        area = integral[index] + value[index] * offset + slope * offset * offset / 2
        yield edges[:-1] + 0.5 / RATE, np.diff(area) * RATE


HANN = 1 - np.cos(2 * np.pi * (np.arange(WINDOW) + 0.5) / WINDOW)


def features(window):
    deviation = window - window.mean()
    variance = np.mean(deviation**2)
    spread = np.sqrt(variance)
    power = np.abs(np.fft.rfft(deviation * HANN)[: BANDS[-1][1] + 1]) ** 2 * (2 / 1.5) / WINDOW**2
    result = [np.log(spread + 0.01), np.log(np.mean(np.abs(np.diff(window))) + 0.01)]
    result += [np.log(np.sqrt(power[low : high + 1].sum()) + 0.01) for low, high in BANDS]
    band = power[BANDS[0][0] : BANDS[-1][1] + 1] + 1e-12
    total = band.sum()
    peak = int(np.argmax(band))
    result += [(peak + BANDS[0][0]) * RATE / WINDOW, band[max(0, peak - 1) : peak + 2].sum() / total]
    share = band / total
    result.append(-(share * np.log(share)).sum() / np.log(len(share)))
    squares = np.r_[0, np.cumsum(deviation**2)]
    best, period = 0.0, 0.0
    correlation = {}
    for lag in range(6, 45):
        norm = np.sqrt(squares[WINDOW - lag] * (squares[WINDOW] - squares[lag]))
        correlation[lag] = (deviation[: WINDOW - lag] * deviation[lag:]).sum() / norm if norm > 1e-9 else 0.0
    for lag in range(7, 44):
        here = correlation[lag]
        if here > correlation[lag - 1] and here >= correlation[lag + 1] and here > best:
            best, period = here, lag / RATE
    result += [best, period]
    if spread > 1e-6:
        result += [np.mean(deviation**3) / spread**3, np.mean(deviation**4) / variance**2]
    else:
        result += [0.0, 3.0]
    return result


def windows(root):
    sets, people, labels, rows = [], [], [], []
    for name, path, seconds, values, label in recordings(root):
        label = np.broadcast_to(label, len(seconds))
        for times, magnitude in grid(seconds, values):
            nearest = np.clip(np.searchsorted(seconds, times), 0, len(seconds) - 1)
            for start in range(0, len(times) - WINDOW + 1, HOP):
                inside = label[nearest[start : start + WINDOW]]
                if inside[0] < 0 or (inside != inside[0]).any():
                    continue
                sets.append(name)
                people.append(person(name, path))
                labels.append(inside[0])
                rows.append(features(magnitude[start : start + WINDOW]))
    return np.array(sets), np.array(people), np.array(labels), np.array(rows)


def train(sets, labels, rows):
    from sklearn.ensemble import GradientBoostingClassifier
    model = GradientBoostingClassifier(
        n_estimators=ROUNDS, max_depth=DEPTH, learning_rate=LEARNING_RATE, min_samples_leaf=SMALLEST_LEAF,
        subsample=0.7, max_features=6, random_state=SEED,
    )
    return model.fit(rows.astype(np.float32), labels, sample_weight=trees.weights(sets, labels))


def plain(model):
    """The trees as text, for the measuring tool: class, seven splits, eight leaves a line."""
    return "\n".join(
        " ".join([str(label)] + [f"{f} {t:.6g}" for f, t in splits] + [f"{leaf:.6g}" for leaf in leaves])
        for label, splits, leaves in trees.tables(model)
    )


def activity(data, output=OUTPUT, models=None):
    """Writes the model; into the folder of models also that of each left-out data set, and person."""
    from sklearn.metrics import f1_score, recall_score
    sets, people, labels, rows = windows(data)
    counts = ", ".join(f"{name} {np.sum(labels == index)}" for index, name in enumerate(CLASSES))

    def keep(name, model):
        if models:
            os.makedirs(models, exist_ok=True)
            with open(os.path.join(models, name + ".txt"), "w") as file:
                file.write(plain(model))
    predicted = np.zeros(len(labels), int)
    scores = ["Scores of a model that has not seen the data set, motion alone, single windows:"]
    for name in sorted(set(sets)):
        out = sets == name
        model = train(sets[~out], labels[~out], rows[~out])
        predicted[out] = model.predict(rows[out].astype(np.float32))
        keep(f"without-{name}", model)
        recalls = ", ".join(f"{CLASSES[label]} {np.mean(predicted[out & (labels == label)] == label):.3f}"
                            for label in np.unique(labels[out]))
        scores.append(f"  {name} ({out.sum()} windows): recall {recalls}")
    recalls = ", ".join(f"{name} {value:.3f}" for name, value in zip(CLASSES, recall_score(labels, predicted, average=None)))
    scores.append(f"  all: macro-F1 {f1_score(labels, predicted, average='macro'):.3f}, recall {recalls}")
    model = train(sets, labels, rows)
    keep("all", model)
    for name in sorted(set(people) - set(sets)) if models else ():
        out = people == name
        keep(f"without-{name}", train(sets[~out], labels[~out], rows[~out]))
    report = [*scores, f"Windows: {counts}", f"Seed {SEED}, {ROUNDS} rounds of depth {DEPTH}."]
    with open(output, "wb") as file:
        file.write(trees.file(model, report))
    print("\n".join(scores))
