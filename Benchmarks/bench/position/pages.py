"""The figures of positions as Markdown: a summary by kind of receiver, grids of cells, and rows of recordings."""
import numpy as np

from ..page import table
from .cells import SCENARIOS
from .verdict import LIVE_SAVED, MARGIN, judge, worse

LIVE, SAVED = ("live", "raw", "{:.2f}"), ("saved", "straight", "{:.2f}")
PLAIN_LIVE, PLAIN_SAVED = ("plainLive", "raw", "{:.2f}"), ("plainSaved", "straight", "{:.2f}")
GRIDS = (
    ("Places", "Live RMSE over that of the raw fixes / saved RMSE over that of straight lines between them; in parentheses the "
     "plain filter and smoother.", (LIVE, SAVED), (PLAIN_LIVE, PLAIN_SAVED)),
    ("95 % circle and NIS", "Share of true places inside, live / saved / NIS, 2 if the noise is known.",
     (("coverLive", None, "{:.2f}"), ("coverSaved", None, "{:.2f}"), ("nis", None, "{:.1f}")), ()),
    ("Distance and speeds", "Distance / fastest speed over the true ones (at rest in m and m/s) / RMSE of the shown speed, m/s; in "
     "parentheses those of the plain filter and smoother.",
     (("distance", "way", "{:.2f}"), ("top", "fastest", "{:.2f}"), ("speed", None, "{:.2f}")),
     (("plainWay", "way", "{:.2f}"), ("plainFastest", "fastest", "{:.2f}"), ("plainSpeed", None, "{:.2f}"))),
)
KINDS = {
    "5 m white noise": "ideal", "wandering by 3 m in 10 to 300 s": "wander-10 wander wander-120 wander-300 frozen jitter",
    "velocity late, 20 % low or 5 % high, stale": "late lagging slow-speed fast-speed stale-course",
    "no velocity, or a useless one": "dumb-speed no-course no-speed no-speed-white",
    "accuracy wrong or missing": "liar modest half-stated unstated dilution",
    "every 2 to 10 s, losses": "lossy gaps sparse logger", "every 30 and 60 s": "sparse-30 sparse-60",
    "bursts of outliers, tall buildings": "bursts canyon canyon-places battered", "USB puck": "puck", "phone": "phone",
    "phone of 2019: velocity late by 0.3 to 2 s": "filtered-speed", "ten times per second": "ten-hertz"}
"""The receivers of each row of the summary."""
FEW_KINDS = {
    "good: 5 m of white noise, or ten fixes per second": "ideal ten-hertz", "USB puck": "puck", "phones": "phone filtered-speed",
    "wrong in speed, accuracy, or slowly in place": " ".join(names for kind, names in KINDS.items() if kind.startswith((
        "wandering", "velocity", "no velocity", "accuracy"))),
    "rare fixes, losses, outliers, tall buildings": " ".join(names for kind, names in KINDS.items() if kind.startswith((
        "every", "bursts")))}
"""The receivers of each row of the README."""


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
    scenarios = [name for name in SCENARIOS if any(row["scenario"] == name for row in rows)]
    return table(["", *scenarios], [[receiver, *(
        entry(row, own, others) if (row := by_cell.get((receiver, name))) else "" for name in scenarios)]
        for receiver in dict.fromkeys(row["receiver"] for row in rows)])


def summary(rows, kinds=KINDS):
    """The median and the worst cell by kind of receiver."""
    lines = []
    for kind, names in kinds.items():
        if of := [row for row in rows if row["receiver"] in names.split()]:
            ratio = lambda key, over: [row[key] / row[over] for row in of if row[key] is not None and row[over]]
            both = [f"{np.median(values):.2f} ({max(values):.2f})" for values in (
                ratio("live", "raw"), ratio("plainLive", "raw"), ratio("saved", "straight"), ratio("plainSaved", "straight"))]
            lines.append([kind, *both, f"{sum(bool(judge(row) & set(LIVE_SAVED)) for row in of)} of {len(of)}"])
    return table(["receiver", "live", "plain filter", "saved", "plain smoother", "worse cells"], lines)


def matrix(rows, seeds):
    lines = [f"{seeds} sessions per cell. {worse(rows)}", "", *summary(rows), ""]
    for title, meaning, own, others in GRIDS:
        lines += [f"**{title}.** {meaning}", "", *grid(rows, own, others), ""]
    refused = [f"{row['receiver']} {row['scenario']} {row['refused']:.1%}" for row in rows if row["refused"] >= 0.0005]
    return [*lines, f"Good fixes without a live place: {', '.join(refused) or 'none'}.", ""]


def with_truth(rows):
    """The recordings that have a truth; the figures are those of the grids."""
    return table(["", "raw, m", "live / saved (plain)", "circle / NIS", "distance / fastest / speed", "refused"],
                 [[row["name"], f"{row['raw']:.2f}", *(entry(row, own, others) for _, _, own, others in GRIDS),
                   f"{row['refused']:.1%}"] for row in rows])


def against_line(rows):
    """The recordings without a truth, and how many of them are worse than the plain filter."""
    lines, count = [], 0
    for row in rows:
        places = []
        for key, plain in (("live", "plainLive"), ("saved", "plainSaved")):
            # Half a metre off a line is within the uncertainty of the fixes.
            bounds = [max(MARGIN * row[part], row[part] + 0.5) for part in (plain, "raw") if row[part]]
            mark = "**" * (row[key] is None or row[key] > min(bounds))
            places.append(f"{mark}{figure(row, key, None, '{:.1f}')}{mark} ({row[plain]:.1f})")
        count += any(place.startswith("**") for place in places)
        lines.append([row["name"], row["fixes"], "" if row["raw"] is None else f"{row['raw']:.1f}", *places,
                      figure(row, "nis", None, "{:.1f}"), f"{row['refused']:.1%}", figure(row, "distance", "plainWay", "{:.3f}")])
    return table(["", "fixes", "raw, m", "live (plain), m", "saved (plain), m", "NIS", "refused", "distance over plain"],
                 lines), f"{count} of {len(rows)} are bold."


def recordings(rows):
    true, others = [row for row in rows if "way" in row], [row for row in rows if "way" not in row]
    lines = ["**With a truth.** " + worse(true), "", *with_truth(true), ""] if true else []
    if others:
        found, sentence = against_line(others)
        lines += ["**Against a line.** 95th percentile of the distance to the known route, or to the line of the recording's own "
                  "good fixes. " + sentence, "", *found, ""]
    return lines
