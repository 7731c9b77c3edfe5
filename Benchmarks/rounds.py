"""Odograph and its peers alternately on the same work; the table of what was measured, and the check against it."""
import os
import platform
import statistics
import sys
import time

ROUNDS = 7
RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
HEAD = ("| work | peer | ours | theirs | ratio | spread ours / theirs | measured |\n"
        "| --- | --- | --- | --- | --- | --- | --- |")
SLACK = 1.5
"""A ratio may grow by so much before `--check` calls it a loss: the spreads of a shared machine reach that."""


def timed(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def unit(seconds):
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


class Measured:
    """The rows of one run."""

    def __init__(self):
        self.rows = {}
        self.has_head = False

    def alternate(self, work, ours, peers, rounds=ROUNDS):
        """Measures and prints a row for each peer: medians, their ratio, spread (largest less smallest, of the median).

        `ours` and each of `peers` do the work once and return the seconds that it took."""
        times = {name: [] for name in ("ours", *peers)}
        for _ in range(rounds):
            times["ours"].append(ours())
            for name, peer in peers.items():
                times[name].append(peer())
        for name in peers:
            self.add(work, name, times["ours"], times[name])

    def add(self, work, peer, ours, theirs):
        """Adds a row of times in seconds and prints it."""
        if not self.has_head:
            print(HEAD)
            self.has_head = True
        median = [statistics.median(found) for found in (ours, theirs)]
        spread = [(max(found) - min(found)) / statistics.median(found) for found in (ours, theirs)]
        row = [work, peer, unit(median[0]), unit(median[1]), f"{median[0] / median[1]:.3g}",
               f"{spread[0]:.0%} / {spread[1]:.0%}", time.strftime("%Y-%m-%d")]
        self.rows[work, peer] = row
        print(line(row), flush=True)

    def losses(self):
        """Returns a sentence for each row whose ratio is worse than the committed one by more than the slack."""
        known = committed()
        return [f"{work} beside {peer}: {row[4]}, committed {known[work, peer][4]}, bar "
                f"{SLACK * float(known[work, peer][4]):.3g}"
                for (work, peer), row in self.rows.items()
                if (work, peer) in known and float(row[4]) > SLACK * float(known[work, peer][4])]

    def write(self):
        """Puts the rows into the committed table; rows that were not measured now stay."""
        rows = committed() | self.rows
        with open(RESULTS, "w") as file:
            file.write(f"# Odograph compared with its peers, measured\n\nWritten by `compare --write`; `compare --check` holds "
                       f"a run against it. {machine()}, release build. Below 1 Odograph is faster; the spread is that "
                       f"of {ROUNDS} rounds or fewer, and shows how busy the machine was.\n\n{HEAD}\n")
            file.writelines(line(row) + "\n" for row in rows.values())


def line(row):
    return f"| {' | '.join(row)} |"


def committed():
    """Returns the rows of the committed table by work and peer."""
    if not os.path.exists(RESULTS):
        return {}
    rows = [[cell.strip() for cell in text.strip().strip("|").split("|")] for text in open(RESULTS)
            if text.startswith("|")]
    return {(row[0], row[1]): row for row in rows[2:]}


def machine():
    """Says what kind of machine this is, and nothing that tells it from others of its kind."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return f"{os.cpu_count()} cores {platform.machine()}, {memory:.0f} GB, {platform.system()}"


def ended(measured, checks, writes):
    """Writes or checks what was measured; ends the program with status 1 where something got slower."""
    losses = measured.losses() if checks else []
    for loss in losses:
        print("slower than committed:", loss, file=sys.stderr)
    # Written over, the bar would be gone before anybody looked at it.
    if writes and not losses:
        measured.write()
    if checks and not losses:
        print(f"{len(measured.rows)} rows, none slower than committed times {SLACK}", file=sys.stderr)
    sys.exit(1 if losses else 0)
