"""Steps counted in public recordings; `count(rows, rate)` counts those of rows of seconds and acceleration."""
import glob
import gzip
import os

import numpy as np


def opened(name):
    return gzip.open(name, "rt") if name.endswith(".gz") else open(name)


def table(name, skipped=0):
    rows = []
    with opened(name) as file:
        for line in list(file)[skipped:]:
            try:
                rows.append([float(word) for word in line.split(",")])
            except ValueError:
                pass
    return np.array(rows)


def contacts(folder):
    """Contacts of both foot switches, without a second one of the same foot within half a second."""
    rows = table(os.path.join(folder, "stepcounter.csv"))
    count = 0
    for foot in (1, 2):
        last = -np.inf
        for time in np.sort(rows[1:, 0][np.diff(rows[:, foot]) == 1]) * 1e-9:
            if time - last >= 0.5:
                count, last = count + 1, time
    return count


def steps(data, count):
    root = os.path.join(data, "oxford-stepcounter/optimisation")
    told = {}
    for line in open(os.path.join(root, "stats.csv")):
        words = [word.strip() for word in line.split(",")]
        if len(words) > 1 and not line.startswith("#"):
            told[words[0]] = int(words[-1])
    print("| Oxford run | table | contacts | 405-200 Hz | 25 Hz | 12.5 Hz |\n| --- | --- | --- | --- | --- | --- |")
    errors, cleaned = [], []
    for folder in sorted(glob.glob(os.path.join(root, "data/*"))):
        name = os.path.basename(folder)
        files = glob.glob(os.path.join(folder, "accelerometer.csv*"))
        if name not in told or not files:
            continue
        rows = table(files[0])
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        rows = np.column_stack([rows[:, 0] * 1e-9, rows[:, 2:5]])
        counts = [count(rows, rate) for rate in (0, 25, 12.5)]
        truth = contacts(folder)
        errors.append([abs(found - told[name]) / told[name] * 100 for found in counts])
        cleaned.append([abs(found - truth) / truth * 100 for found in counts])
        print("|", name, "|", told[name], "|", truth, "|", " | ".join(map(str, counts)), "|")
    for kind, found in (("the table", np.array(errors)), ("the contacts", np.array(cleaned))):
        print(f"\nAgainst {kind}: MAPE", found.mean(0).round(2), "%, worst", found.max(0).round(1), "%")
    validation(os.path.join(data, "oxford-stepcounter/validation"), count)


def validation(folder, count):
    """The part of the set that its authors validated on, where it is there: the set-up of the published figures."""
    errors = []
    for file in sorted(glob.glob(os.path.join(folder, "user*.csv*"))):
        rows = table(file)
        truth = rows[-1, 5]
        errors.append(abs(count(np.column_stack([rows[:, 0] * 1e-9, rows[:, 1:4]])) - truth) / truth * 100)
    if errors:
        print(f"\nOxford validation, {len(errors)} runs: MAPE {np.mean(errors):.2f} %, worst {max(errors):.1f} %\n")


def wrists(data, count):
    print("| wrist, 12.5 Hz | counted | minutes |\n| --- | --- | --- |")
    for name in sorted(glob.glob(os.path.join(data, "espruino-wrist-steps/*.csv*"))):
        rows = table(name, 1)
        rows = np.column_stack([rows[:, 0] * 1e-3, rows[:, 1:4] / 8192 * 9.80665])
        print("|", os.path.basename(name).split(".csv")[0], "|", count(rows), "|", round(np.ptp(rows[:, 0]) / 60, 1), "|")
