"""Steps counted in public recordings by acceleration alone."""
import glob
import os
import subprocess
import tempfile

import numpy as np

from . import SWIFT
from .data import numbers
from .data.motion import oxford, wrist
from .page import table


def count(rows, rate=0):
    """The steps in rows of seconds and acceleration; with a rate, samples in between are left out."""
    with tempfile.NamedTemporaryFile() as file:
        np.ascontiguousarray(rows, float).tofile(file.name)
        return int(subprocess.run([SWIFT, "steps", file.name, str(rate)], check=True, capture_output=True, text=True).stdout)


def contacts(folder):
    """Contacts of both foot switches, without a second one of the same foot within half a second."""
    rows = numbers(os.path.join(folder, "stepcounter.csv"))
    found = 0
    for foot in (1, 2):
        last = -np.inf
        for time in np.sort(rows[1:, 0][np.diff(rows[:, foot]) == 1]) * 1e-9:
            if time - last >= 0.5:
                found, last = found + 1, time
    return found


def steps(data):
    """The runs of Oxford's optimisation part against its table and its foot switches, its validation part, and wrists."""
    root = os.path.join(data, "oxford-stepcounter/optimisation")
    told, lines, errors = {}, [], {"the table": [], "the contacts": []}
    with open(os.path.join(root, "stats.csv")) as file:
        for line in file:
            words = [word.strip() for word in line.split(",")]
            if len(words) > 1 and not line.startswith("#"):
                told[words[0]] = int(words[-1])
    for folder in sorted(glob.glob(os.path.join(root, "data/*"))):
        name = os.path.basename(folder)
        rows = oxford(folder) if name in told else None
        if rows is None:
            continue
        truths = told[name], contacts(folder)
        counts = [count(rows, rate) for rate in (0, 25, 12.5)]
        for kind, truth in zip(errors, truths):
            errors[kind].append([abs(found - truth) / truth * 100 for found in counts])
        lines.append([name, *truths, *counts])
    for kind, found in errors.items():
        found = np.array(found)
        lines.append([f"against {kind}: MAPE, worst, %", "", "", *(
            f"{mean:.2f}, {worst:.1f}" for mean, worst in zip(found.mean(0), found.max(0)))])
    result = [*table(["Oxford run", "table", "contacts", "405-200 Hz", "25 Hz", "12.5 Hz"], lines), "", *validation(data)]
    rows = [(os.path.basename(path).split(".csv")[0], wrist(path))
            for path in sorted(glob.glob(os.path.join(data, "espruino-wrist-steps/*.csv*")))]
    return result + table(["wrist, 12.5 Hz", "counted", "minutes"],
                          [[name, count(row), round(np.ptp(row[:, 0]) / 60, 1)] for name, row in rows])


def validation(data):
    """The part of the set that its authors validated on, if it is there: the set-up of the published figures."""
    errors = []
    for path in sorted(glob.glob(os.path.join(data, "oxford-stepcounter/validation/user*.csv*"))):
        rows = numbers(path)
        truth = rows[-1, 5]
        errors.append(abs(count(np.column_stack([rows[:, 0] * 1e-9, rows[:, 1:4]])) - truth) / truth * 100)
    return [f"Oxford validation, {len(errors)} runs: MAPE {np.mean(errors):.2f} %, worst {max(errors):.1f} %.",
            ""] if errors else []
