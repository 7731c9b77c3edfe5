"""Measures the recordings that are kept for the end, once per commit.

Appends date, commit and figures to final.md. Refuses if the tree has changes, if ODOGRAPHCTL names another program, or if the
commit, or another one with the same sources, was measured before: figures that can be looked at again and again are soon
tuned to.
"""
import os
import sys

from . import HERE, page
from .data.tracks import all_recordings
from .odographctl import BUILT, PROGRAM
from .page import git
from .position import pages
from .sets import Sets

PAGE = os.path.join(HERE, "final.md")


def refusal():
    """The reason why the figures may not be measured now; None if they may."""
    if PROGRAM != BUILT:
        return "ODOGRAPHCTL is set; the final figures are those of this tree's own program"
    if reason := page.untraceable():
        return reason
    if not os.path.exists(PROGRAM) or os.path.getmtime(PROGRAM) < committed():
        return "the release build is older than the commit; build it first"
    return earlier(PAGE, f"commit {page.revision()[0]}", f"sources {sources()}")


def earlier(path, *marks):
    """A sentence if a page already has figures of a commit or of its sources, otherwise None."""
    if os.path.exists(path):
        with open(path) as file:
            text = file.read()
        for mark in marks:
            if mark in text:
                return f"{mark} was measured before; its figures are in Benchmarks/final.md"
    return None


def committed():
    """The time of the last commit that changed the sources, in seconds since 1970."""
    return float(git("log", "-1", "--format=%ct", "--", "../Sources", "../Package.swift") or 0)


def sources():
    """The name of the committed sources: two commits with the same ones have the same estimator."""
    return git("rev-parse", "--short=10", "HEAD:Sources")


def final(data):
    """Measures, and appends to the page."""
    if reason := refusal():
        sys.exit(f"bench: {reason}.")
    sets = Sets()
    rows = [recording.figures() for recording in all_recordings(data, lambda source: sets.use(source) == "final")]
    if not rows:
        sys.exit(f"bench: there are no recordings for the end in {data}.")
    lines = [page.stamp(f"final --data DATA; sources {sources()}"), "", *pages.recordings(rows)]
    is_new = not os.path.exists(PAGE)
    with open(PAGE, "a") as file:
        if is_new:
            file.write("# Final figures\n\nWritten by `scripts/bench final`, once per commit. Nothing is chosen by them.\n")
        file.write("\n" + "\n".join(lines))
    print("\n".join(lines))
