"""Odograph and its peers alternately on the same work; the table of what was measured, and the check against it."""
import statistics
import sys
import tempfile
import time

from .. import page

ROUNDS = 7
HEAD = ("work", "peer", "ours", "theirs", "ratio", "spread ours / theirs", "commit")
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
        median = [statistics.median(found) for found in (ours, theirs)]
        spread = [(max(found) - min(found)) / statistics.median(found) for found in (ours, theirs)]
        row = [work, peer, unit(median[0]), unit(median[1]), f"{median[0] / median[1]:.3g}",
               f"{spread[0]:.0%} / {spread[1]:.0%}", page.revision()[0]]
        self.rows[work, peer] = row
        print(*row, sep=" | ", flush=True)

    def losses(self):
        """Returns a sentence for each row whose ratio is worse than the committed one by more than the slack."""
        known = self.committed()
        return [f"{work} beside {peer}: {row[4]}, committed {known[work, peer][4]}, bar "
                f"{SLACK * float(known[work, peer][4]):.3g}"
                for (work, peer), row in self.rows.items()
                if (work, peer) in known and float(row[4]) > SLACK * float(known[work, peer][4])]

    @staticmethod
    def committed():
        """The rows of the page by work and peer."""
        return {(row[0], row[1]): row for row in page.rows_of("peers")}


def compare(names, checks, writes):
    """Measures the named tables; writes or checks them. Returns whether nothing is slower than the page by more than the slack."""
    from .tables import TABLES
    measured = Measured()
    with tempfile.TemporaryDirectory() as folder:
        for name in TABLES if "all" in names else names:
            TABLES[name](measured, lambda file: f"{folder}/{file}")
    losses = measured.losses() if checks else []
    for loss in losses:
        print("slower than committed:", loss, file=sys.stderr)
    # Written over, the bar would be gone before anybody looked at it.
    if writes and not losses:
        rows = measured.committed() | measured.rows
        page.put("peers", page.table(HEAD, rows.values()), f"compare {' '.join(names)}")
    return not losses
