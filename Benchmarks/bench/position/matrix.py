"""Position, speed and distance of simulated receivers against the truth, next to raw fixes and plain filters."""
import multiprocessing
import sys

from . import cells, pages
from .verdict import LIVE_SAVED, judge, worse


def chosen(text, known, kind):
    names = [name for name in (text or "").split(",") if name] or list(known)
    for name in names:
        if name not in known:
            sys.exit(f"bench: there is no {kind} “{name}”; there are: {', '.join(known)}.")
    return names


def measured(receivers, scenarios, seeds, jobs=2):
    """The figures of all cells, in order; each is printed as soon as it is known."""
    marks = cells.marks(scenarios, receivers)
    for scenario in scenarios:
        cells.truth(scenario, marks[scenario, "truth"])
    tasks = [(scenario, receiver, marks, seeds) for receiver in receivers for scenario in scenarios]
    with multiprocessing.Pool(min(jobs, len(tasks))) as pool:
        for row in pool.imap(cells.cell, tasks):
            print(text(row), file=sys.stderr, flush=True)
            yield row


def text(row):
    marks = judge(row)
    values = (f"{name} {pages.figure(row, key, over, form)}{'!' if key in marks else ''}" for name, key, over, form in (
        ("live", "live", "raw", "{:.3f}"), ("(plain", "plainLive", "raw", "{:.3f})"), ("saved", "saved", "straight", "{:.3f}"),
        ("(plain", "plainSaved", "straight", "{:.3f})"), ("raw", "raw", None, "{:.2f} m"), ("in", "coverLive", None, "{:.2f}"),
        ("and", "coverSaved", None, "{:.2f}"), ("nis", "nis", None, "{:.2f}"), ("way", "distance", "way", "{:.3f}"),
        ("speed", "speed", None, "{:.2f}"), ("top", "top", "fastest", "{:.2f}"), ("refused", "refused", None, "{:.3f}")))
    return f"{row['receiver']:14s} {row['scenario']:9s} {' '.join(values)}"


def changes(rows, before):
    """Lines on what became better or worse by more than 5 % since the figures of another run."""
    before = {(row["scenario"], row["receiver"]): row for row in before}
    found = []
    for row in rows:
        old = before.get((row["scenario"], row["receiver"]))
        for key in LIVE_SAVED if old else ():
            if row[key] and old[key] and abs(row[key] / old[key] - 1) > 0.05:
                found.append((row[key] / old[key], f"{row['receiver']} {row['scenario']} {key}: "
                              f"{old[key]:.2f} m before, {row[key]:.2f} m now"))
    return [f"x {factor:.2f}  {line}" for factor, line in sorted(found, reverse=True)]


def position(options):
    """The cells of receivers and scenarios; returns the figures and the lines of the page."""
    rows = list(measured(chosen(options.receiver, cells.receivers(), "receiver"),
                         chosen(options.scenario, cells.SCENARIOS, "scenario"), options.seeds))
    print(worse(rows), file=sys.stderr)
    return rows, pages.matrix(rows, options.seeds)
