"""The rows of the table: what each plays, its verdict, and how the table is written."""
import collections, concurrent.futures, tempfile

# `shares`: others may play at the same time. One that fails so is played again by itself, and that verdict counts: a
# recorder among others may have waited for the processor.
Row = collections.namedtuple("Row", "check name what play shares")
ROWS = []


class Skip(Exception):
    """A row whose tools or rights are missing."""


class Fault(Exception):
    """What was wrong."""


def require(condition, fault):
    if not condition:
        raise Fault(fault)


def row(check, name, what, shares=False):
    """Makes a function a row of a check; it returns what was seen, or raises what was wrong."""
    def add(play):
        ROWS.append(Row(check, name, what, play, shares))
        return play
    return add


def spread(seconds):
    """Durations in words: the middle one, the 99th of a hundred, the longest."""
    ordered = sorted(seconds)
    if not ordered:
        return "none"
    return "%.2f s in the middle, %.2f s at the 99th percentile, %.2f s at most" % (
        ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])


def judge(settings, entry):
    with tempfile.TemporaryDirectory(prefix="record-check-") as folder:
        try:
            return "holds", entry.play(settings._replace(folder=folder))
        except Skip as reason:
            return "skipped", str(reason)
        except Exception as fault:
            return "FAILS", "%s" % (fault or type(fault).__name__)


def play(settings, rows):
    """Plays rows and writes a line for each; returns whether none failed."""
    verdicts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(settings.at_once) as pool:
        first = {entry.name: pool.submit(judge, settings, entry) for entry in rows if entry.shares}
        for entry in sorted(rows, key=lambda entry: not entry.shares):
            verdict, seen = first[entry.name].result() if entry.shares else judge(settings, entry)
            if verdict == "FAILS" and entry.shares:
                concurrent.futures.wait(first.values())
                verdict, seen = judge(settings, entry)
            verdicts[verdict] += 1
            print("%-9s %-26s %-8s %-62s %s" % (entry.check, entry.name, verdict, entry.what, seen.replace("\n", " ")), flush=True)
    print("%d rows: %d hold, %d fail, %d skipped" % (len(rows), verdicts["holds"], verdicts["FAILS"], verdicts["skipped"]))
    return not verdicts["FAILS"]
