"""How far a track is from a reference."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ._columns import Frame, columns_of, events_of
from ._library import Array, OdographError
from ._run import Track

_EARTH = 6_371_008.8


@dataclass(frozen=True)
class Score:
    """How far a track is from a reference; distances in metres, speeds in m/s."""

    #: The rows of the reference that lie within the track's time.
    count: int
    #: Those rows as a fraction of all rows of the reference.
    coverage: float
    #: The root mean square of the horizontal distances.
    rms: float
    #: Their median.
    median: float
    #: Their 95th percentile.
    p95: float
    #: The largest.
    worst: float
    #: The fraction of rows within twice the track's stated accuracy; 0.865 if that is right (two dimensions).
    within_two_sigma: float
    #: The length of the track over that of the reference.
    length_ratio: float
    #: The root mean square of the speed's error; NaN if the reference has no speed.
    speed_rms: float
    #: The fraction of rows with the right activity; NaN if the reference has none.
    activity: float

    def to_dict(self) -> dict[str, float]:
        """Return the numbers by name."""
        return asdict(self)


def score(track: Track, truth: Frame, *, table: str = "smoothed") -> Score:
    """Compare a track with a reference.

    Arguments:
        track: What `run` returned.
        truth: Rows of n times with latitude and longitude in degrees; if there, speed in m/s and activity (words).
        table: The positions to compare: smoothed, position (live) or simplified. They are interpolated at the
            reference's times.

    Raises OdographError if the two have no time in common.
    """
    reference = events_of(truth, "fix")
    columns = columns_of(truth)
    order = np.argsort(reference["time"], kind="stable")
    times = reference["time"][order]
    mine = track.columns(table)
    at = mine["time"]
    if at.size == 0:
        raise OdographError("The track has no positions to compare.")
    inside = (times >= at[0]) & (times <= at[-1])
    if not inside.any():
        raise OdographError("The track and the reference have no time in common; check the zone of the times.")
    rows = order[inside]
    moments = times[inside]
    latitude, longitude = reference["latitude"][rows], reference["longitude"][rows]
    seconds = (at - at[0]) / 1e9
    where = (moments - at[0]) / 1e9
    north = np.radians(np.interp(where, seconds, mine["latitude"]) - latitude) * _EARTH
    east = np.radians(_wrapped(np.interp(where, seconds, _unwrapped(mine["longitude"])) - longitude))
    east = east * np.cos(np.radians(latitude)) * _EARTH
    errors = np.hypot(east, north)
    accuracy = np.interp(where, seconds, mine["accuracy"])
    length = _length(latitude, longitude)
    kept = (at >= moments[0]) & (at <= moments[-1])
    own = _length(mine["latitude"][kept], mine["longitude"][kept])
    return Score(
        count=int(inside.sum()),
        coverage=float(inside.mean()),
        rms=float(np.sqrt(np.mean(errors**2))),
        median=float(np.median(errors)),
        p95=float(np.quantile(errors, 0.95)),
        worst=float(errors.max()),
        within_two_sigma=float(np.mean(errors <= 2 * accuracy)),
        length_ratio=float(own / length) if length > 0 else float("nan"),
        speed_rms=_speed_rms(track, reference, rows, moments),
        activity=_activity(track, columns.get("activity"), rows, moments),
    )


def _unwrapped(longitude: Array) -> Array:
    return np.degrees(np.unwrap(np.radians(longitude)))


def _wrapped(degrees: Array) -> Array:
    wrapped: Array = (degrees + 180) % 360 - 180
    return wrapped


def _length(latitude: Array, longitude: Array) -> float:
    if latitude.size < 2:
        return 0.0
    middle = np.radians((latitude[1:] + latitude[:-1]) / 2)
    north = np.radians(np.diff(latitude))
    east = np.radians(_wrapped(np.diff(longitude))) * np.cos(middle)
    return float(np.hypot(north, east).sum() * _EARTH)


def _speed_rms(track: Track, reference: dict[str, Array], rows: Array, moments: Array) -> float:
    if "speed" not in reference:
        return float("nan")
    speeds = track.columns("speed")
    if speeds["time"].size == 0:
        return float("nan")
    start = moments[0]
    own = np.interp((moments - start) / 1e9, (speeds["time"] - start) / 1e9, speeds["value"])
    errors = own - reference["speed"][rows]
    errors = errors[np.isfinite(errors)]
    return float(np.sqrt(np.mean(errors**2))) if errors.size else float("nan")


def _activity(track: Track, words: Any, rows: Array, moments: Array) -> float:
    if words is None:
        return float("nan")
    stretches = track.columns("activity")
    starts = stretches["time"]
    if starts.size == 0:
        return 0.0
    names = np.array(track.words("activity", "activity"), dtype=object)
    own = names[stretches["activity"][np.clip(np.searchsorted(starts, moments, "right") - 1, 0, None)]]
    stated = np.asarray(words, dtype=object)[rows]
    return float(np.mean(own == stated))
