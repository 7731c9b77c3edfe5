"""Real recordings: fixes with a truth, with a known route, or by themselves.

A recording without a truth shows one thing only: how far Odograph leaves the line of good fixes.
"""
import numpy as np

from ..odographctl import Estimates, logged
from ..plane import Carrier
from . import figures
from .figures import Session, lengths
from .verdict import known

GOOD_ACCURACY = 50.0
"""Fixes that state at most so many metres, or nothing, make the line."""


class Recording:
    """A name, its source file, fixes, and what is known about the truth."""

    def __init__(self, name, source, fixes, process, carrier=None, speed=None, route=None):
        self.name, self.source, self.fixes, self.process = name, source, fixes, process
        self.carrier, self.speed, self.route = carrier, speed, route

    def figures(self):
        """The figures against the truth, or against a line if there is no truth."""
        estimates = Estimates(logged(self.fixes))
        if self.carrier:
            session = Session(self.fixes, self.carrier, self.speed)
            row = figures.lanes([session], self.process)[0] | figures.ours(session, estimates)
            return known({"name": self.name, **row})
        return known({"name": self.name, **self.against_line(estimates)})

    def against_line(self, estimates):
        """95th percentiles of the distance to the route, or to the line of the good fixes, in metres."""
        times, latitude, longitude = (self.fixes[name] for name in ("time", "latitude", "longitude"))
        if self.route is None:
            carrier = Carrier(times, latitude, longitude)
        else:
            # One plane for the route and the fixes: they do not belong together by time.
            carrier = Carrier(times[[0, -1]], latitude[[0, 0]], longitude[[0, 0]])
        session = Session(self.fixes, carrier, lambda wanted: np.zeros(len(wanted)))
        good = ~(self.fixes["accuracy"] > GOOD_ACCURACY)
        route = None if self.route is None else carrier.plane(np.full(len(self.route), times[0]), *self.route.T)

        def percentile(when, places):
            if route is not None:
                return float(np.percentile(off(places, route), 95))
            near = np.abs(when[:, None] - times[good][nearest(times[good], when)]).min(1) < 1
            return float(np.percentile(off_nearby(when[near], places[near], times[good], session.places[good]), 95))

        def placed(places):
            keep = ~places.estimated
            return places.times[keep], carrier.plane(places.times[keep], places.latitude[keep], places.longitude[keep])

        live, saved = figures.tracks([session], self.process)
        index = np.searchsorted(session.grid, session.times)
        on_fix = np.isin(np.round(times, 3), np.round(estimates.live.times[~estimates.live.estimated], 3))
        return {"raw": None if route is None else percentile(times, session.places),
                "plainLive": percentile(times, live[index, 0, :, 0]),
                "plainSaved": percentile(times, saved[index, 0, :, 0]),
                "live": percentile(*placed(estimates.live)), "saved": percentile(*placed(estimates.saved)),
                "nis": estimates.consistency, "refused": float(np.mean(~on_fix[good])),
                "distance": estimates.distance,
                "plainWay": float(lengths(np.diff(saved[:len(session.grid), 0, :, 0], axis=0)).sum()),
                "fixes": len(times)}


def nearest(sorted_times, wanted):
    """The indices of the two neighbours of each wanted time."""
    after = np.clip(np.searchsorted(sorted_times, wanted), 0, len(sorted_times) - 1)
    return np.column_stack([np.maximum(after - 1, 0), after])


def off(points, line):
    """Distances of points to the nearest segment of a line, in metres."""
    start, along = line[:-1], np.diff(line, axis=0)
    squares = np.maximum((along ** 2).sum(1), 1e-9)
    found = np.empty(len(points))
    for k, point in enumerate(points):
        share = np.clip(((point - start) * along).sum(1) / squares, 0, 1)
        found[k] = np.sqrt((((start + along * share[:, None]) - point) ** 2).sum(1).min())
    return found


def off_nearby(times, places, line_times, line, window=60.0):
    """The same for the part of a line that is at most so many seconds before or after the point."""
    found = np.empty(len(places))
    for k, (time, place) in enumerate(zip(times, places)):
        first, last = np.searchsorted(line_times, [time - window, time + window])
        first, last = max(0, first - 1), min(len(line), last + 1)
        found[k] = off(place[None], line[first:last])[0] if last - first > 1 else lengths(place - line[first])
    return found
