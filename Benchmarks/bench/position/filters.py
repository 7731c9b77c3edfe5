"""What a track is measured against: a plain constant-velocity filter and its smoother.

Every array has the time first and a lane per session after it, so that all seeds of a cell are filtered in parallel.
"""
import numpy as np

ASSUMED = 5.0
"""The accuracy in metres if a fix states none."""
RANGE_ERROR = 5.0
"""Metres of error per unit of horizontal dilution."""
VELOCITY_NOISE = 0.2
"""1-sigma noise of a reported velocity in m/s per axis."""


def accuracies(stated, dilution):
    """The 1-sigma accuracy of every fix: stated, derived from its dilution, or assumed."""
    derived = np.where(np.isnan(dilution), ASSUMED, dilution * RANGE_ERROR)
    return np.maximum(np.where(np.isnan(stated), derived, stated), 0.5)


def velocities(speed, course):
    """Velocities in m/s, east and north last; NaN without a speed or a course."""
    angle = np.radians(course)
    return np.stack([speed * np.sin(angle), speed * np.cos(angle)], -1)


def constant_velocity(times, places, velocity, sigma, process):
    """A Kalman filter of place and velocity driven by white acceleration, and its Rauch-Tung-Striebel smoother.

    times: [N, L] s, ascending; places: [N, L, 2] m, NaN without a fix; velocity: [N, L, 2] m/s or NaN; sigma: [N, L] m;
    process: power of the acceleration in m^2/s^3. The first row has to hold a fix in every lane.
    Returns filtered and smoothed states [N, L, 2 axes, place and velocity].
    """
    count, lanes = times.shape
    filtered, predicted = np.zeros((count, lanes, 2, 2)), np.zeros((count, lanes, 2, 2))
    spread, foreseen = np.zeros((count, lanes, 3)), np.zeros((count, lanes, 3))
    state = np.stack([places[0], np.zeros_like(places[0])], -1)
    pp, pv, vv = sigma[0] ** 2, np.zeros(lanes), np.full(lanes, 25.0)
    has_place, has_velocity = ~np.isnan(places[..., 0]), ~np.isnan(velocity[..., 0])
    places, velocity = np.nan_to_num(places), np.nan_to_num(velocity)
    steps = np.diff(times, axis=0, prepend=times[:1])
    for i in range(count):
        dt = steps[i]
        state[..., 0] += dt[:, None] * state[..., 1]
        pp = pp + 2 * dt * pv + dt * dt * vv + process * dt ** 3 / 3
        pv = pv + dt * vv + process * dt * dt / 2
        vv = vv + process * dt
        predicted[i], foreseen[i] = state, np.stack([pp, pv, vv], -1)
        if has_velocity[i].any():
            part = has_velocity[i] / (vv + VELOCITY_NOISE ** 2)
            error = (velocity[i] - state[..., 1])
            state[..., 0] += (part * pv)[:, None] * error
            state[..., 1] += (part * vv)[:, None] * error
            pp, pv, vv = pp - part * pv * pv, pv - part * pv * vv, vv - part * vv * vv
        if i:
            part = has_place[i] / (pp + sigma[i] ** 2)
            error = (places[i] - state[..., 0])
            state[..., 1] += (part * pv)[:, None] * error
            state[..., 0] += (part * pp)[:, None] * error
            pp, pv, vv = pp - part * pp * pp, pv - part * pp * pv, vv - part * pv * pv
        filtered[i], spread[i] = state, np.stack([pp, pv, vv], -1)
    return filtered, _smoothed(filtered, predicted, spread, foreseen, steps)


def _smoothed(filtered, predicted, spread, foreseen, steps):
    smoothed = filtered.copy()
    for i in range(len(filtered) - 2, -1, -1):
        dt, (pp, pv, vv), (a, b, c) = steps[i + 1], spread[i].T, foreseen[i + 1].T
        scale = 1 / np.maximum(a * c - b * b, 1e-12)
        first, second = pp + dt * pv, pv + dt * vv
        gains = ((first * c - pv * b) * scale, (pv * a - first * b) * scale,
                 (second * c - vv * b) * scale, (vv * a - second * b) * scale)
        change = smoothed[i + 1] - predicted[i + 1]
        smoothed[i, ..., 0] += gains[0][:, None] * change[..., 0] + gains[1][:, None] * change[..., 1]
        smoothed[i, ..., 1] += gains[2][:, None] * change[..., 0] + gains[3][:, None] * change[..., 1]
    return smoothed
