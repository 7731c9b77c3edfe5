"""How often an activity of some probability is right, as a table and as a picture."""
import os

import numpy as np

from .. import HERE
from . import days, motion, people, trips
from .scores import calibration_error, reliability

PICTURE = os.path.join(HERE, "../docs/pictures/activity-reliability.svg")
COLOURS = ("#1a5fb4", "#26a269", "#a51d2d", "#e66100", "#813d9c")
SIDE, MARGIN = 320, 44
"""Of the square, in pixels, and around it."""
LEAST = 0.01
"""The minimum share of the time that a tenth of the probability needs to be drawn."""


def sources(data, models):
    """The probabilities of each set, and whether the activity was right."""
    seeds = [(scenario, receiver, days.SEEDS["validation"], rate) for rate in (1, 10, 30)
             for scenario in days.DAYS for receiver in days.RECEIVERS]
    actual, told, sure = (np.concatenate(column) for column in zip(*days.side_by_side(days.rest, seeds)))
    yield "simulated days", sure, actual == told
    rows = [row for rate in (1, 10, 30) for row in people.judged("validation", rate)]
    yield "made-up people", np.concatenate([row[2] for row in rows]), np.concatenate([row[3] for row in rows])
    rows = [row for rate in (1, 30) for row in trips.judged(data, "tuning", rate)]
    truth, told, sure = (np.concatenate([row[k] for row in rows]) for k in range(3))
    yield "GeoLife", sure, truth == told
    for has_speed in (True, False) if models else ():
        pairs = motion.judged(data, models, has_speed)[1]["saved"]
        yield "motion" if has_speed else "motion alone", pairs[:, 0], pairs[:, 1]


def measure(data, models):
    """The share that is right for each tenth of the probability, with the share of the time in brackets."""
    table, curves = {}, []
    for name, sure, right in sources(data, models):
        curves.append((name, reliability(sure, right)))
        table[name] = {"calibration": calibration_error(sure, right)}
        cells = {min(9, int(10 * mean)): f"{hits:.2f} ({share:.2f})" for mean, hits, share in curves[-1][1]}
        table[name] |= {f"from .{tenth}": cells.get(tenth) for tenth in range(10)}
    with open(PICTURE, "w") as file:
        file.write(picture(curves))
    return table


def picture(curves):
    """Curves of (probability, share that is right, share of the time) as an SVG; the larger a dot, the longer the time."""
    at = lambda x, y: (MARGIN + SIDE * x, MARGIN / 2 + SIDE * (1 - y))
    text = lambda x, y, words, more="": f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'
    width, height = SIDE + 2 * MARGIN + 110, SIDE + 1.5 * MARGIN
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
             f'height="{height:.0f}" font-family="sans-serif" font-size="12" fill="#3d3846">',
             f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>']
    for tenth in range(0, 11, 2):
        for ends in ((at(tenth / 10, 0), at(tenth / 10, 1)), (at(0, tenth / 10), at(1, tenth / 10))):
            (x, y), (u, v) = ends
            lines.append(f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="#deddda"/>')
        lines.append(text(at(tenth / 10, 0)[0], at(0, 0)[1] + 16, f"{tenth / 10:.1f}", 'text-anchor="middle"'))
        lines.append(text(MARGIN - 6, at(0, tenth / 10)[1] + 4, f"{tenth / 10:.1f}", 'text-anchor="end"'))
    lines.append(f'<path d="M{MARGIN} {at(0, 0)[1]}L{at(1, 1)[0]} {at(1, 1)[1]}" stroke="#77767b" stroke-dasharray="4 4"/>')
    lines.append(text(at(0.5, 0)[0], at(0, 0)[1] + 34, "probability", 'text-anchor="middle"'))
    lines.append(text(14, at(0, 0.5)[1], "right", f'text-anchor="middle" transform="rotate(-90 14 {at(0, 0.5)[1]:.0f})"'))
    for place, ((name, dots), colour) in enumerate(zip(curves, COLOURS)):
        dots = [dot for dot in dots if dot[2] >= LEAST]
        points = "L".join("{:.1f} {:.1f}".format(*at(mean, hits)) for mean, hits, _ in dots)
        lines.append(f'<path d="M{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        lines += [f'<circle cx="{at(mean, hits)[0]:.1f}" cy="{at(mean, hits)[1]:.1f}" r="{1.5 + 6 * share ** 0.5:.1f}" '
                  f'fill="{colour}" fill-opacity=".6"/>' for mean, hits, share in dots]
        lines.append(text(at(1, 1)[0] + 14, at(0, 1)[1] + 14 + 20 * place, name, f'fill="{colour}"'))
    return "\n".join(lines + ["</svg>", ""])
