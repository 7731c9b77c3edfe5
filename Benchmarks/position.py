"""Position, speed and distance of simulated receivers against the truth, beside raw fixes and plain filters.

usage: position.py [--receiver NAME,...] [--scenario NAME,...] [--seeds N] [--jobs N] [--json FILE] [--against FILE]
                   [--data FOLDER] [--recordings] [--write]

Prints a line per cell of scenario and receiver, and how many cells are worse than a reference by more than 5 %.
--json keeps the figures; --against compares with figures kept before and lists what changed. ODOGRAPHCTL names the program
that is measured, SIMULATOR the one that simulates. --data adds the recordings for tuning and validation, --recordings leaves
out the cells, --write puts all of it into position.md.
"""
import argparse
import json
import multiprocessing
import os
import sys

import cells
import recordings
import report
from sets import Sets
from verdict import LIVE_SAVED, judge, worse


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--receiver", default="", help="receivers, separated by commas (default: all)")
    parser.add_argument("--scenario", default="", help="scenarios, separated by commas (default: all)")
    parser.add_argument("--seeds", type=int, default=10, help="sessions per cell (default: 10)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--json", help="where to keep the figures")
    parser.add_argument("--against", help="figures kept before")
    parser.add_argument("--data", help="the folder with the public recordings")
    parser.add_argument("--recordings", action="store_true", help="leave out the cells")
    parser.add_argument("--write", action="store_true", help="write position.md")
    words = parser.parse_args()
    if words.data and not os.path.isdir(words.data):
        sys.exit(f"position: there is no folder {words.data}.")
    if words.write and (words.receiver or words.scenario or words.recordings):
        sys.exit("position: --write needs all cells.")
    if words.seeds < 1 or words.jobs < 1:
        sys.exit("position: --seeds and --jobs are at least 1.")
    return words


def chosen(text, known, kind):
    names = [name for name in text.split(",") if name] or list(known)
    for name in names:
        if name not in known:
            sys.exit(f"position: there is no {kind} “{name}”; there are: {', '.join(known)}.")
    return names


def measured(receivers, scenarios, seeds, jobs, report=lambda row: None):
    """The figures of all cells, in order."""
    marks = cells.marks(scenarios, receivers)
    for scenario in scenarios:
        cells.truth(scenario, marks[scenario, "truth"])
    tasks = [(scenario, receiver, marks, seeds) for receiver in receivers for scenario in scenarios]
    rows = []
    with multiprocessing.Pool(min(jobs, len(tasks))) as pool:
        for row in pool.imap(cells.cell, tasks):
            rows.append(row)
            report(row)
    return rows


def text(row):
    marks = judge(row)

    def value(key, number, form="{:.3f}"):
        return ("-" if number is None else form.format(number)) + ("!" if key in marks else "")

    def ratio(key, over):
        return None if row[key] is None or not row[over] else row[key] / row[over]

    way = row["way"] or None
    return " ".join([
        f"{row['receiver']:14s} {row['scenario']:9s}",
        f"live {value('live', ratio('live', 'raw')):>7s} ({ratio('plainLive', 'raw'):.3f} {ratio('scalarLive', 'raw'):.3f})",
        f"saved {value('saved', ratio('saved', 'straight')):>7s} ({ratio('plainSaved', 'straight'):.3f})",
        f"raw {row['raw']:5.2f} m",
        f"in {value('coverLive', row['coverLive'], '{:.2f}')} {value('coverSaved', row['coverSaved'], '{:.2f}')}",
        f"nis {value('nis', row['nis'], '{:.2f}')}",
        f"way {value('distance', ratio('distance', 'way') if way else row['distance'])}",
        f"speed {value('speed', row['speed'], '{:.2f}')} ({row['plainSpeed']:.2f})",
        f"top {value('top', ratio('top', 'fastest') if row['fastest'] else row['top'], '{:.2f}')}",
        f"refused {value('refused', row['refused'])}"])


def changes(rows, path):
    """Lines on what became better or worse by more than 5 % since the figures of a file."""
    with open(path) as file:
        before = {(row["scenario"], row["receiver"]): row for row in json.load(file)}
    found = []
    for row in rows:
        old = before.get((row["scenario"], row["receiver"]))
        for key in LIVE_SAVED if old else ():
            if row[key] and old[key] and abs(row[key] / old[key] - 1) > 0.05:
                found.append((row[key] / old[key], f"{row['receiver']} {row['scenario']} {key}: "
                              f"{old[key]:.2f} m before, {row[key]:.2f} m now"))
    found.sort(reverse=True)
    return [f"x {factor:.2f}  {line}" for factor, line in found]


def recorded(data):
    """The figures of the recordings for tuning and validation."""
    sets = Sets()
    return [recording.figures() for recording in
            recordings.all_recordings(data, lambda source: sets.use(source) in ("tuning", "validation"))]


def main():
    words = arguments()
    rows = []
    if not words.recordings:
        receivers = chosen(words.receiver, cells.receivers(), "receiver")
        scenarios = chosen(words.scenario, cells.SCENARIOS, "scenario")
        rows = measured(receivers, scenarios, words.seeds, words.jobs, lambda row: print(text(row), flush=True))
        print(worse(rows))
    if words.against:
        print("\n".join(changes(rows, words.against)))
    if words.json:
        with open(words.json, "w") as file:
            json.dump(rows, file, indent=1)
    real = recorded(words.data) if words.data else []
    if real:
        print("\n".join(report.real(real)))
    if words.write:
        report.write(rows, real, words.seeds)


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(f"position: {error}")
