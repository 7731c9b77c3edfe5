"""Measures the recordings that are kept for the end, once per commit: final.py DATA

Appends date, commit and figures to final.md. Refuses if the tree has changes, if ODOGRAPHCTL names another program, or if the
commit, or another one with the same sources, was measured before: figures that can be looked at again and again are soon
tuned to.
"""
import os
import subprocess
import sys

import report
from estimates import HERE, PROGRAM
from recordings import all_recordings
from sets import Sets

PAGE = os.path.join(HERE, "final.md")


def refusal(page):
    """Why the figures may not be measured now; None if they may."""
    commit, is_changed = report.revision()
    if not commit:
        return "the tree is not a git checkout, so that no commit can be named."
    if is_changed:
        return "the tree has changes; commit them first."
    if os.environ.get("ODOGRAPHCTL"):
        return "ODOGRAPHCTL is set; the final figures are those of this tree's own program."
    if not os.path.exists(PROGRAM[0]) or os.path.getmtime(PROGRAM[0]) < committed():
        return "the release build is older than the commit; build it first."
    return earlier(page, f"commit {commit}", f"sources {sources()}")


def earlier(page, *marks):
    """A sentence if a page already has figures of a commit or of its sources, otherwise None."""
    if os.path.exists(page):
        with open(page) as file:
            text = file.read()
        for mark in marks:
            if mark in text:
                return f"{mark} was measured before; its figures are in Benchmarks/final.md."
    return None


def git(*words):
    return subprocess.run(["git", "-C", HERE, *words], capture_output=True, text=True).stdout.strip()


def committed():
    """The time of the last commit that changed the sources, in seconds since 1970."""
    return float(git("log", "-1", "--format=%ct", "--", "../Sources", "../Package.swift") or 0)


def sources():
    """The name of the committed sources: two commits with the same ones have the same estimator."""
    return git("rev-parse", "--short=10", "HEAD:Sources")


def main():
    data = sys.argv[1] if len(sys.argv) == 2 and os.path.isdir(sys.argv[1]) else sys.exit(__doc__)
    if why := refusal(PAGE):
        sys.exit(f"final: {why}")
    sets = Sets()
    rows = [recording.figures() for recording in all_recordings(data, lambda source: sets.use(source) == "final")]
    if not rows:
        sys.exit(f"final: there are no recordings for the end in {data}.")
    lines = [f"## {report.stamp()}", "", f"sources {sources()}", "", *report.real(rows)]
    is_new = not os.path.exists(PAGE)
    with open(PAGE, "a") as file:
        if is_new:
            file.write("# Final figures\n\nWritten by `compare --final DATA`, once per commit. Nothing is chosen by them.\n\n")
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
