"""Writes what position.py measured as Markdown: grids of receivers by scenarios, and rows of recordings."""
import datetime
import os
import re
import subprocess

from cells import SCENARIOS
from estimates import HERE
from verdict import MARGIN, judge, worse

START, END = "<!-- measured: start -->", "<!-- measured: end -->"
GRIDS = (
    ("Live place", "RMSE over that of the raw fixes; in parentheses the plain filter and the scalar one.",
     (("live", "raw", "{:.2f}"),), (("plainLive", "raw", "{:.2f}"), ("scalarLive", "raw", "{:.2f}"))),
    ("Saved place", "RMSE over that of straight lines between the raw fixes; in parentheses the plain smoother.",
     (("saved", "straight", "{:.2f}"),), (("plainSaved", "straight", "{:.2f}"),)),
    ("95 % circle", "Share of true places inside it, live and saved.",
     (("coverLive", None, "{:.2f}"), ("coverSaved", None, "{:.2f}")), ()),
    ("Normalized innovation squared", "2 if the noise is known.", (("nis", None, "{:.1f}"),), ()),
    ("Distance", "Over the true one (at rest in metres); in parentheses the plain smoother's path.",
     (("distance", "way", "{:.2f}"),), (("plainWay", "way", "{:.2f}"),)),
    ("Shown speed", "RMSE in m/s; in parentheses the receiver's and the plain filter's.",
     (("speed", None, "{:.2f}"),), (("rawSpeed", None, "{:.2f}"), ("plainSpeed", None, "{:.2f}"))),
    ("Fastest", "Over the true one (at rest in m/s); in parentheses the plain smoother's.",
     (("top", "fastest", "{:.2f}"),), (("plainFastest", "fastest", "{:.2f}"),)),
    ("Good fixes without a live place", "Share, in percent.", (("refused", None, "{:.1%}"),), ()),
)


def figure(row, key, over, form):
    value = row[key]
    if value is None:
        return "–"
    return (form if not over or row[over] else "{:.1f}").format(value / row[over] if over and row[over] else value)


def entry(row, own, others):
    marks = judge(row)
    texts = [figure(row, *part) for part in own]
    text = " / ".join(f"**{text}**" if part[0] in marks else text for text, part in zip(texts, own))
    return text + (f" ({', '.join(figure(row, *part) for part in others)})" if others else "")


def grid(rows, own, others):
    by_cell = {(row["receiver"], row["scenario"]): row for row in rows}
    receivers = list(dict.fromkeys(row["receiver"] for row in rows))
    scenarios = [name for name in SCENARIOS if any(row["scenario"] == name for row in rows)]
    lines = ["| | " + " | ".join(scenarios) + " |", "| --- |" + " --- |" * len(scenarios)]
    for receiver in receivers:
        texts = [entry(row, own, others) if (row := by_cell.get((receiver, name))) else "" for name in scenarios]
        lines.append(f"| {receiver} | " + " | ".join(texts) + " |")
    return lines


def with_truth(rows):
    """The recordings that have a truth; the figures are those of the grids."""
    heads = ("live", "saved", "circle", "NIS", "distance", "speed", "fastest", "refused")
    lines = ["| | raw, m | " + " | ".join(heads) + " |", "| --- |" + " --- |" * (len(heads) + 1)]
    for row in rows:
        texts = [entry(row, own, others) for _, _, own, others in GRIDS]
        lines.append(f"| {row['name']} | {row['raw']:.2f} | " + " | ".join(texts) + " |")
    return lines


def line_rows(rows):
    """The recordings without a truth, and how many of them are worse than the plain filter."""
    lines = ["| | fixes | raw, m | live (plain), m | saved (plain), m | NIS | refused | distance over plain |",
             "| --- |" + " --- |" * 7]
    count = 0
    for row in rows:
        places = []
        for key, plain in (("live", "plainLive"), ("saved", "plainSaved")):
            # Half a metre off a line is within the uncertainty of the fixes.
            bounds = [max(MARGIN * row[part], row[part] + 0.5) for part in (plain, "raw") if row[part]]
            is_worse = row[key] is None or row[key] > min(bounds)
            mark, text = "**" * is_worse, "no number" if row[key] is None else f"{row[key]:.1f}"
            places.append(f"{mark}{text}{mark} ({row[plain]:.1f})")
        count += any(place.startswith("**") for place in places)
        raw = "" if row["raw"] is None else f"{row['raw']:.1f}"
        nis = "–" if row["nis"] is None else f"{row['nis']:.1f}"
        way = "–" if row["distance"] is None else f"{row['distance'] / row['plainWay']:.3f}"
        lines.append(f"| {row['name']} | {row['fixes']} | {raw} | {places[0]} | {places[1]} | {nis} | {row['refused']:.1%} | {way} |")
    return lines, f"{count} of {len(rows)} are bold."


def real(rows):
    """Sections on the recordings."""
    true, beside = [row for row in rows if "way" in row], [row for row in rows if "way" not in row]
    lines = []
    if true:
        lines += ["### Recordings with a truth", "", worse(true), "", *with_truth(true), ""]
    if beside:
        table, sentence = line_rows(beside)
        lines += ["### Recordings against a line", "",
                  "95th percentile of the distance to the known route, or to the line of the recording's own good fixes. "
                  + sentence, "", *table, ""]
    return lines


def revision():
    """The commit, and whether the tree has changes besides the reports themselves."""
    def git(*words):
        return subprocess.run(["git", "-C", HERE, *words], capture_output=True, text=True).stdout.strip()
    changed = [line for line in git("status", "--porcelain").splitlines()
               if not re.search(r"Benchmarks/(position|final)\.md$", line)]
    return git("rev-parse", "--short=10", "HEAD"), bool(changed)


def stamp(seeds=None):
    commit, is_changed = revision()
    parts = [datetime.date.today().isoformat(), f"commit {commit}{' with changes' if is_changed else ''}"]
    if os.environ.get("ODOGRAPHCTL"):
        parts.append("another program than this tree's (`ODOGRAPHCTL`)")
    return ", ".join(parts + ([f"{seeds} seeds per cell"] if seeds else [])) + "."


def sections(rows, recordings, seeds):
    lines = [START, "", stamp(seeds), "", worse(rows), "", "### Cells", ""]
    for title, meaning, own, others in GRIDS:
        lines += [f"**{title}.** {meaning}", "", *grid(rows, own, others), ""]
    return "\n".join([*lines, *real(recordings), END])


def write(rows, recordings, seeds, path=os.path.join(HERE, "position.md")):
    """Puts the figures between the marks of the page."""
    with open(path) as file:
        before, _, rest = file.read().partition(START)
    after = rest.partition(END)[2]
    with open(path, "w") as file:
        file.write(before + sections(rows, recordings, seeds) + after)
