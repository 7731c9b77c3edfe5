"""The rows of the table: what each plays, its verdict, and how the table is written."""
import collections, tempfile, threading

# `beside`: others may play at the same time. One that fails so is played again by itself, and that verdict counts: beside
# others a recorder may have waited for the processor.
Row = collections.namedtuple("Row", "check name what play beside")
ROWS = []


class Skip(Exception):
    """A row whose tools or rights are missing."""


class Fault(Exception):
    """What was wrong."""


def require(condition, fault):
    if not condition:
        raise Fault(fault)


def row(check, name, what, beside=False):
    """Makes a function a row of a check; it returns what was seen, or raises what was wrong."""
    def add(play):
        ROWS.append(Row(check, name, what, play, beside))
        return play
    return add


def spread(seconds):
    """Durations in words: the middle one, the 99th of a hundred, the longest."""
    ordered = sorted(seconds)
    if not ordered:
        return "none"
    return "%.2f s in the middle, %.2f s at the 99th percentile, %.2f s at most" % (
        ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1])


class Table:
    """Plays rows and writes a line for each."""

    def __init__(self, settings):
        self.settings, self.verdicts, self.lock = settings, collections.Counter(), threading.Lock()

    def judge(self, entry):
        with tempfile.TemporaryDirectory(prefix="record-check-") as folder:
            try:
                return "holds", entry.play(self.settings.at(folder))
            except Skip as reason:
                return "skipped", str(reason)
            except Exception as fault:
                return "FAILS", "%s" % (fault or type(fault).__name__)

    def write(self, entry, verdict, seen):
        with self.lock:
            self.verdicts[verdict] += 1
            print("%-9s %-26s %-8s %-62s %s" % (entry.check, entry.name, verdict, entry.what, seen.replace("\n", " ")), flush=True)

    def play(self, rows, at_once):
        """Returns whether no row failed."""
        waiting, again = [entry for entry in rows if entry.beside], []

        def work():
            while True:
                with self.lock:
                    if not waiting:
                        return
                    entry = waiting.pop(0)
                verdict, seen = self.judge(entry)
                if verdict == "FAILS":
                    again.append(entry)
                else:
                    self.write(entry, verdict, seen)
        threads = [threading.Thread(target=work) for _ in range(at_once)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for entry in again + [entry for entry in rows if not entry.beside]:
            self.write(entry, *self.judge(entry))
        print("%d rows: %d hold, %d fail, %d skipped" % (
            sum(self.verdicts.values()), self.verdicts["holds"], self.verdicts["FAILS"], self.verdicts["skipped"]))
        return not self.verdicts["FAILS"]
