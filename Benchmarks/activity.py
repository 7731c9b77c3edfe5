"""Odograph's activities against public recordings: activity.py DATA [geolife] [motion] [motion-alone] [NAME=VALUE ...]

geolife    fixes without speed or acceleration, against labelled trips (DATA/geolife-modes, or all users for tuning and validation
           of a whole copy, whose folder GEOLIFE names)
motion     acceleration with a simulated speed, leaving one data set out; needs --models=FOLDER, which
           `scripts/train-activity DATA --models FOLDER` writes
motion-alone  the same without a speed, leaving one person out of the only data set with bicycles
"""
import collections
import glob
import importlib.machinery
import importlib.util
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

import labelled
from sets import Sets

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("MOTION_BENCHMARK", os.path.join(HERE, ".build/release/motion-benchmark"))
FOLDER = tempfile.mkdtemp()
NAMES = ["stationary", "walking", "running", "cycling", "automotive", "unknown"]
GEOLIFE = os.environ.get("GEOLIFE")
USES = ("tuning", "validation")
# All trips of these users are used, of the others some.
FIRST = ("020", "062", "128")
LONGEST = 20_000


def told(rows, options):
    """Columns: middle of the window, live activity and probability, saved activity and probability."""
    table = np.full((len(rows), 10), np.nan)
    table[:, :rows.shape[1]] = rows
    source, target = os.path.join(FOLDER, "in"), os.path.join(FOLDER, "out")
    table.tofile(source)
    subprocess.check_call([PROGRAM, "activity", source, target, *options])
    return np.fromfile(target).reshape(-1, 5)


def calibration_error(probability, right):
    bins = np.minimum(9, (probability * 10).astype(int))
    return sum(abs(right[bins == k].sum() - probability[bins == k].sum()) for k in range(10)) / max(1, len(right))


def trip(path, marks):
    rows = labelled.fixes(path)
    rows = np.array(rows).reshape(-1, 3)
    truth = -np.ones(len(rows))
    for start, end, mode in marks:
        truth[(rows[:, 0] >= start) & (rows[:, 0] <= end)] = mode
    return rows, truth


def trips(data):
    """Yields (user, rows, truth): all trips of the first users, of the others up to ten drawn at random."""
    random.seed(5)
    for folder in sum((labelled.folders(data, GEOLIFE, Sets(), use) for use in USES), []):
        user, marks = os.path.basename(folder), labelled.labels(folder)
        paths = sorted(glob.glob(f"{folder}/Trajectory/*.plt*"))
        if user in FIRST:
            for path in paths:
                rows, truth = trip(path, marks)
                if (truth >= 0).any():
                    yield user, rows, truth
            continue
        start = {path: labelled.seconds(os.path.basename(path)[:14], "%Y%m%d%H%M%S") for path in paths}
        paths = [p for p in paths if any(a < start[p] + 6 * 3600 and b > start[p] for a, b, _ in marks)]
        random.shuffle(paths)
        found = 0
        for path in paths[:40]:
            rows, truth = trip(path, marks)
            if len(rows) < 60 or (truth >= 0).mean() < 0.3 or np.median(np.diff(rows[:, 0])) > 6 or len(rows) > LONGEST:
                continue
            yield user, rows, truth
            found += 1
            if found == 10:
                break


def windows(data, options):
    """Rows of user number, truth, whether the person stays within 20 m for a minute each way, and what was told."""
    result, users = [], []
    for user, rows, truth in trips(data):
        if user not in users:
            users.append(user)
        output = told(np.column_stack([rows[:, 0] - 1.7e9, rows[:, 1:]]), options)
        middle = output[:, 0] + 1.7e9
        place = np.clip(np.searchsorted(rows[:, 0], middle + 1e-6) - 1, 0, len(rows) - 1)
        north, east = rows[:, 1] * 111_320, rows[:, 2] * 111_320 * np.cos(np.radians(rows[0, 1]))
        at = lambda t: np.array([np.interp(t, rows[:, 0], axis) for axis in (north, east)])
        here = at(middle)
        stays = np.maximum(*(np.hypot(*(at(middle + s) - here)) for s in (-60, 60))) < 20
        wanted = truth[place] > 0
        result.append(np.column_stack(
            [np.full(len(output), users.index(user)), truth[place], stays, output[:, 1:]])[wanted])
    return np.concatenate(result), users


def parts(users):
    for use in USES:
        chosen = [Sets().use(f"geolife/{user}/labels.txt") == use for user in users]
        if any(chosen):
            yield use, chosen


def geolife(data, options):
    rows, users = windows(data, options)
    for name, chosen in parts(users):
        part = rows[np.array(chosen)[rows[:, 0].astype(int)]]
        for kind, column in (("saved", 5), ("live", 3)):
            right = part[:, column] == part[:, 1]
            by_user = [right[part[:, 0] == u].mean() for u in np.unique(part[:, 0])]
            moved = part[:, 2] == 0
            print(f"{name}, {len(by_user)} users, {kind}: accuracy {right.mean():.3f}, mean of users "
                  f"{np.mean(by_user):.3f}, who moves {right[moved].mean():.3f}, moving answers "
                  f"{right[part[:, column] > 0].mean():.3f}, calibration error "
                  f"{calibration_error(part[:, column + 1], right):.3f}")
        for truth in range(1, 5):
            of = part[part[:, 1] == truth][:, 5].astype(int)
            if len(of):
                print(f"    {NAMES[truth]:10}", *(f"{NAMES[k]} {(of == k).mean():.3f}" for k in range(5)), len(of))


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


def motion_alone(data, options):
    motion(data, options, hasSpeed=False)


def motion(data, options, hasSpeed=True):
    models = next(option.split("=")[1] for option in options if option.startswith("--models="))
    loader = importlib.machinery.SourceFileLoader("training", os.path.join(HERE, "../scripts/train-activity"))
    training = importlib.util.module_from_spec(importlib.util.spec_from_loader("training", loader))
    loader.exec_module(training)
    confusion, sure = {"live": np.zeros((5, 6)), "saved": np.zeros((5, 6))}, collections.defaultdict(list)
    for name, path, clock, values, label in training.recordings(data):
        clock, truth = np.asarray(clock, float), np.broadcast_to(label, len(clock))
        kind = next((int(k) for k in truth if k >= 0), 0)
        times = np.arange(clock[0], clock[-1], 1.0) if hasSpeed else np.empty(0)
        rows = np.full((len(clock) + len(times), 7), np.nan)
        rows[:len(clock), 0], rows[:len(clock), 4:7] = clock, values
        rows[len(clock):, 0], rows[len(clock):, 3] = times, simulated_speed(times, kind, np.random.default_rng(7))
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        left = name if hasSpeed else training.person(name, path)
        output = told(rows, [f"model={models}/without-{left}.txt", *(o for o in options if o[0] != "-")])
        place = np.clip(np.searchsorted(clock, output[:, 0]) - 1, 0, len(clock) - 1)
        for row, of in zip(output, truth[place]):
            if of < 0 or of != kind:
                continue
            for way, column in (("live", 1), ("saved", 3)):
                confusion[way][int(of), int(row[column])] += 1
                sure[way].append((row[column + 1], row[column] == of))
    for way, matrix in confusion.items():
        recall = matrix.diagonal() / matrix.sum(1)
        precision = matrix.diagonal() / matrix[:, :5].sum(0)
        pairs = np.array(sure[way], float)
        print(f"{way}: macro-F1 {np.mean(2 * recall * precision / (recall + precision)):.3f}, recall",
              *(f"{NAMES[k]} {recall[k]:.3f}" for k in range(5)),
              f"cycling called walking or running {matrix[3, 1:3].sum() / matrix[3].sum():.3f}, calibration error "
              f"{calibration_error(pairs[:, 0], pairs[:, 1]):.3f}, {len(pairs)} windows")


if __name__ == "__main__":
    chosen = [word for word in sys.argv[2:] if "=" not in word]
    for word in chosen or ["geolife"]:
        globals()[word.replace("-", "_")](sys.argv[1], [option for option in sys.argv[2:] if "=" in option])
