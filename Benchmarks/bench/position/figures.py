"""Figures of sessions against their truth: Odograph, raw fixes, and the filters of filters.py."""
import numpy as np

from ..odographctl import held
from .filters import accuracies, constant_velocity, velocities

SETTLED = 30.0
"""Seconds at the start that do not count; nor does what lies before the second fix, as a receiver warms up."""
INSIDE = np.sqrt(-2 * np.log(0.05))
"""The radius of the 95 % circle in 1-sigma accuracies per axis."""
GOOD = 5.0
"""A fix is good, and should have a live position, if its error is at most this many medians of the errors."""
DENSE = 2.0
"""Fixes further apart than this many seconds have the line between them judged too."""


def rms(values):
    values = np.asarray(values)
    return float(np.sqrt(np.nanmean(values ** 2))) if values.size and not np.isnan(values).all() else np.nan


def lengths(places):
    return np.hypot(places[..., 0], places[..., 1])


def line(times, places, wanted):
    """Places of a line at some times."""
    order = np.argsort(times, kind="stable")
    return np.column_stack([np.interp(wanted, times[order], places[order, k]) for k in (0, 1)])


def judged(times):
    """The times at which a saved track is judged: its fixes, and every second of the gaps between them."""
    between = [np.arange(a + 1, b - 0.5) for a, b in zip(times, times[1:]) if b - a > DENSE]
    return np.unique(np.concatenate([times, *between]))


class Session:
    """Fixes as arrays beside a carrier of their truth and its speed in m/s (a function of the time)."""

    def __init__(self, fixes, carrier, true_speed):
        # Two fixes of one time are one to a plain filter.
        keep = np.concatenate([[True], np.diff(fixes["time"]) > 0])
        self.fixes = {name: values[keep] for name, values in fixes.items()}
        self.carrier, self.true_speed = carrier, true_speed
        self.times = self.fixes["time"]
        self.places = carrier.plane(self.times, self.fixes["latitude"], self.fixes["longitude"])
        self.grid = judged(self.times)
        self.sigma = accuracies(self.fixes["accuracy"], self.fixes["dilution"])
        self.velocity = velocities(self.fixes["speed"], self.fixes["course"])
        self.begin = max(self.times[0] + SETTLED, self.times[:2][-1])
        self.counted = self.times >= self.begin
        self.grid_counted = self.grid >= self.begin
        self.way = carrier.length(self.times[0], self.times[-1])
        self.fastest = float(np.max(true_speed(self.grid)))

    def live_error(self, places):
        return rms(lengths(places - self.carrier.at(self.times))[self.counted])

    def saved_error(self, places):
        return rms(lengths(places - self.carrier.at(self.grid))[self.grid_counted])

    def speed_error(self, speeds):
        return rms((speeds - self.true_speed(self.times))[self.counted])


def gathered(sessions):
    """The sessions side by side: times, places, velocities, accuracies."""
    count = max(len(s.grid) for s in sessions)
    shape = (count, len(sessions))
    times, sigma = np.zeros(shape), np.full(shape, 1.0)
    places, velocity = np.full(shape + (2,), np.nan), np.full(shape + (2,), np.nan)
    for k, s in enumerate(sessions):
        index = np.searchsorted(s.grid, s.times)
        times[:len(s.grid), k], times[len(s.grid):, k] = s.grid, s.grid[-1]
        places[index, k], velocity[index, k], sigma[index, k] = s.places, s.velocity, s.sigma
    return times, places, velocity, sigma


def tracks(sessions, process):
    """The plain filter's and smoother's states on the sessions' grids."""
    return constant_velocity(*gathered(sessions), process)


def lanes(sessions, process):
    """Filters all sessions in parallel by the reference; returns a dictionary of figures for each."""
    live, saved = tracks(sessions, process)
    figures = []
    for k, s in enumerate(sessions):
        index, size = np.searchsorted(s.grid, s.times), len(s.grid)
        track = saved[:size, k, :, 0]
        figures.append({
            "raw": s.live_error(s.places), "straight": s.saved_error(line(s.times, s.places, s.grid)),
            "rawSpeed": s.speed_error(s.fixes["speed"]),
            "plainLive": s.live_error(live[index, k, :, 0]), "plainSaved": s.saved_error(track),
            "plainSpeed": s.speed_error(lengths(live[index, k, :, 1])),
            "plainWay": float(lengths(np.diff(track, axis=0)).sum()),
            "plainFastest": float(lengths(saved[:size, k, :, 1]).max()),
            "way": s.way, "fastest": s.fastest})
    return figures


def ours(session, estimates):
    """The figures of what Odograph made of a session's fixes."""
    s, live, saved = session, estimates.live, estimates.saved
    index = held(live.times, np.arange(len(live.times)), s.times)
    seen = ~np.isnan(index)
    shown = np.full((len(s.times), 2), np.nan)
    which = index[seen].astype(int)
    # A place that is still shown later is wrong by the way made since.
    shown[seen] = s.carrier.plane(s.times[seen], live.latitude[which], live.longitude[which])
    track = s.carrier.plane(saved.times, saved.latitude, saved.longitude)
    on_fix = np.isin(np.round(s.times, 3), np.round(live.times[~live.estimated], 3))
    raw = lengths(s.places - s.carrier.at(s.times))
    good = s.counted & (raw <= GOOD * np.median(raw))
    return {
        "live": s.live_error(shown), "saved": s.saved_error(line(saved.times, track, s.grid)) if len(track) else np.nan,
        "coverLive": cover(s, live), "coverSaved": cover(s, saved),
        "refused": float(np.mean(~on_fix[good])),
        "nis": estimates.consistency, "distance": estimates.distance, "top": estimates.fastest,
        "speed": s.speed_error(held(estimates.speed_times, estimates.speeds, s.times))}


def cover(session, places):
    counted = (places.times >= session.begin) & ~places.estimated
    if not counted.any():
        return np.nan
    where = session.carrier.plane(places.times[counted], places.latitude[counted], places.longitude[counted])
    error = lengths(where - session.carrier.at(places.times[counted]))
    return float(np.mean(error <= INSIDE * places.accuracy[counted]))
