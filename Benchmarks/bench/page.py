"""The one way in which figures become tables and pages: every section names its command, its commit and its date."""
import datetime
import os
import platform
import re
import subprocess

from . import HERE
from .odographctl import BUILT, PROGRAM

RESULTS = os.path.join(HERE, "RESULTS.md")


def table(head, rows):
    """The lines of a table."""
    line = lambda cells: f"| {' | '.join(map(str, cells))} |"
    return [line(head), line(["---"] * len(head)), *map(line, rows)]


def grid(figures, corner=""):
    """A table of a dictionary of dictionaries; numbers have three decimals."""
    heads = list(dict.fromkeys(key for row in figures.values() for key in row))
    text = lambda value: f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)
    return table([corner, *heads], [[name, *(text(row.get(key)) for key in heads)] for name, row in figures.items()])


def git(*words):
    return subprocess.run(["git", "-C", HERE, *words], capture_output=True, text=True).stdout.strip()


def revision():
    """The commit of the measured program, and whether the tree has changes besides pages. ODOGRAPH_COMMIT names the commit of
    a program that ODOGRAPHCTL names."""
    if named := os.environ.get("ODOGRAPH_COMMIT"):
        return named, False
    changed = [line for line in git("status", "--porcelain").splitlines() if not re.search(r"(Benchmarks/\w+|README)\.md$|\.svg$", line)]
    return git("rev-parse", "--short=10", "HEAD"), bool(changed)


def untraceable():
    """The reason why the figures belong to no commit; None if they do."""
    commit, is_changed = revision()
    if not commit:
        return "the tree is not a git checkout, so that no commit can be named"
    if PROGRAM != BUILT and "ODOGRAPH_COMMIT" not in os.environ:
        return "ODOGRAPHCTL is another program than this tree's; name its commit in ODOGRAPH_COMMIT"
    return "the tree has changes; commit them first" if is_changed else None


def stamp(command):
    commit, is_changed = revision()
    return (f"`scripts/bench {command}`, {datetime.date.today().isoformat()}, commit {commit}"
            f"{' with changes' if is_changed else ''}, {machine()}.")


def machine():
    """The kind of machine, and nothing that distinguishes it from others of its kind."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return f"{os.cpu_count()} cores {platform.machine()}, {memory:.0f} GB"


def put(name, lines, command, path=RESULTS, has_title=True):
    """Replaces a section of a page, or appends it; the marks around it stay."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    with open(path) as file:
        before, found, rest = file.read().partition(start)
    after = rest.partition(end)[2] if found else "\n"
    with open(path, "w") as file:
        title = [f"## {name}", ""] if has_title else []
        file.write(before.rstrip("\n") + "\n\n" + "\n".join([start, *title, stamp(command), "", *lines, end]) + after)


def rows_of(name, path=RESULTS):
    """The cells of the tables of a section, without their heads."""
    with open(path) as file:
        text = file.read().partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return rows[2:]
