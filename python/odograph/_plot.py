"""Pictures of a track: with matplotlib, and in a notebook without it."""

from __future__ import annotations

import html as markup
from typing import TYPE_CHECKING

import numpy as np

from ._library import Array, OdographError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._run import Track

_EARTH = 6_371_008.8
_COLOURS = {
    "stationary": "#888888",
    "walking": "#2a9d4a",
    "running": "#d9822b",
    "cycling": "#2a7fd9",
    "automotive": "#8f4fd1",
    "unknown": "#555555",
}


def metres(latitude: Array, longitude: Array, origin: tuple[float, float]) -> tuple[Array, Array]:
    """Return metres east and north of a place in degrees."""
    east = np.radians((longitude - origin[1] + 180) % 360 - 180) * np.cos(np.radians(origin[0])) * _EARTH
    return east, np.radians(latitude - origin[0]) * _EARTH


def plot(track: Track, ax: Axes | None, table: str) -> Axes:
    """Draw a track; see `Track.plot`."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise OdographError("Drawing needs matplotlib: pip install 'odograph[plot]'.") from error
    if ax is None:
        ax = plt.subplots(figsize=(7, 7))[1]
    columns = track.columns(table)
    if columns["time"].size == 0:
        ax.set_title("no positions")
        return ax
    origin = (float(columns["latitude"][0]), float(columns["longitude"][0]))
    east, north = metres(columns["latitude"], columns["longitude"], origin)
    estimated = columns["is_estimated"].astype(bool) & ~columns["is_interpolated"].astype(bool)
    measured = ~estimated
    # A piece begins and ends with the neighbours of the other kind, so that the line has no gaps.
    touching = estimated.copy()
    touching[1:] |= estimated[:-1]
    touching[:-1] |= estimated[1:]
    ax.plot(np.where(measured, east, np.nan), np.where(measured, north, np.nan), color="#2a7fd9", label=table)
    if estimated.any():
        ax.plot(
            np.where(touching, east, np.nan),
            np.where(touching, north, np.nan),
            "--",
            color="#d9822b",
            label="estimated",
        )
    stops = track.columns("storyline")
    is_stop = np.isfinite(stops["latitude"])
    if is_stop.any():
        ax.plot(
            *metres(stops["latitude"][is_stop], stops["longitude"][is_stop], origin),
            "o",
            color="#444444",
            label="stops",
        )
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("east [m]")
    ax.set_ylabel("north [m]")
    ax.legend()
    return ax


def html(track: Track) -> str:
    """Return a small map (SVG, north up, no tiles: nothing leaves the machine) and the summary."""
    summary = track.summary
    rows = [
        ("distance", f"{summary['distance'] / 1000:.2f} km"),
        ("estimated", f"{summary['estimated_distance'] / 1000:.2f} km"),
        ("duration", f"{summary['duration'] / 60:.0f} min, moving {summary['moving_time'] / 60:.0f} min"),
        ("fastest", f"{summary['maximum_speed']:.1f} m/s"),
        ("steps", str(summary["steps"])),
        ("fixes", f"{summary['fixes']}, rejected {sum(summary['rejected'].values())}"),
    ]
    cells = "".join(f"<tr><th>{markup.escape(name)}</th><td>{markup.escape(value)}</td></tr>" for name, value in rows)
    return f'<div style="display:flex;gap:1em;align-items:center">{_picture(track)}<table>{cells}</table></div>'


def _picture(track: Track) -> str:
    columns = track.columns("simplified")
    count = columns["time"].size
    if count == 0:
        return ""
    east, north = metres(
        columns["latitude"], columns["longitude"], (float(columns["latitude"][0]), float(columns["longitude"][0]))
    )
    size = 240.0
    span = max(float(np.ptp(east)), float(np.ptp(north)), 1.0)
    x = 10 + (east - east.min() + (span - np.ptp(east)) / 2) / span * (size - 20)
    y = 10 + (north.max() - north + (span - np.ptp(north)) / 2) / span * (size - 20)
    words = track.words("simplified", "activity")
    estimated = columns["is_estimated"].astype(bool) & ~columns["is_interpolated"].astype(bool)
    # The look of the line from each point to the next; one that touches an estimate is an estimate.
    looks = [
        (_COLOURS.get(words[columns["activity"][index]], "#555555"), bool(estimated[index] or estimated[index + 1]))
        for index in range(count - 1)
    ]
    lines: list[str] = []
    start = 0
    for end in range(1, count):
        if end < count - 1 and looks[end] == looks[start]:
            continue
        colour, is_estimated = looks[start]
        points = " ".join(f"{x[index]:.1f},{y[index]:.1f}" for index in range(start, end + 1))
        dash = ' stroke-dasharray="4 3"' if is_estimated else ""
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        start = end
    return (
        f'<svg width="{size:.0f}" height="{size:.0f}" role="img" aria-label="The track, north up, {span:.0f} m across">'
        f'<rect width="100%" height="100%" fill="none" stroke="#cccccc"/>{"".join(lines)}'
        f'<circle cx="{x[0]:.1f}" cy="{y[0]:.1f}" r="4" fill="#2a9d4a"/>'
        f'<circle cx="{x[-1]:.1f}" cy="{y[-1]:.1f}" r="4" fill="#c0392b"/></svg>'
    )
