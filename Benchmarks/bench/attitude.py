"""Motion estimates on public recordings, next to PyPI vqf on the same input. Needs scipy and vqf."""
import os
import subprocess
import tempfile

import numpy as np
from scipy.signal import butter, filtfilt
from scipy.spatial.transform import Rotation, Slerp

from . import SWIFT
from .data import GRAVITY
from .data import motion as recordings
from .page import table


def converted(mode, columns, width, *more):
    """The rows that the Swift program makes of columns of a table of motion."""
    rows = np.full((len(columns[0]), 10), np.nan)
    filled = np.column_stack(columns)
    rows[:, :filled.shape[1]] = filled
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
        rows.tofile(source)
        subprocess.check_call([SWIFT, mode, source, target, *more])
        return np.fromfile(target).reshape(-1, width)


def multiply(a, b):
    w, x, y, z = a.T
    W, X, Y, Z = b.T
    return np.stack([w * W - x * X - y * Y - z * Z, w * X + x * W + y * Z - z * Y,
                     w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W], 1)


def errors(estimate, truth):
    """Total, heading and inclination error in degrees, as the data set defines them."""
    e = multiply(estimate, truth * np.array([1, -1, -1, -1]))
    w, z = np.abs(e[:, 0]), np.abs(e[:, 3])
    return np.degrees(np.stack([2 * np.arccos(np.clip(w, 0, 1)), 2 * np.arctan2(z, w),
                                2 * np.arccos(np.clip(np.hypot(w, z), 0, 1))], 1))


def rms(values):
    return np.sqrt(np.nanmean(values ** 2, 0)).round(3)


def up(q):
    return np.column_stack([2 * (q[:, 1] * q[:, 3] - q[:, 0] * q[:, 2]), 2 * (q[:, 2] * q[:, 3] + q[:, 0] * q[:, 1]),
                            1 - 2 * (q[:, 1] ** 2 + q[:, 2] ** 2)])


def angle(a, b):
    cosine = (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def broad(data):
    """BROAD: total, heading and inclination error, degrees RMS in motion, and the largest difference from vqf."""
    from vqf import VQF
    lines = []
    for name, rate, gyr, acc, mag, truth, moving in recordings.broad(data):
        t = np.arange(len(acc)) / rate
        theirs, ours = VQF(1 / rate).updateBatch(gyr, acc, mag)["quat9D"], converted("attitude", [t, gyr, acc, mag], 7)[:, :4]
        lines.append([name, *(" / ".join(f"{value:.3f}" for value in rms(errors(q, truth)[moving])) for q in (ours, theirs)),
                      f"{errors(ours[1000:], theirs[1000:])[:, 0].max():.4f}"])
    return table(["", "Odograph", "vqf", "largest difference"], lines)


def gravity_reference(gyr, acc, bias):
    """Up by the mean specific force in a frame of the gyroscope alone, in windows of 20 s at 50 Hz."""
    window, interval = 1000, 0.02
    for start in range(250, len(acc) - window, window):
        q = np.zeros((window, 4))
        q[0, 0] = 1
        for i in range(1, window):
            w = (gyr[start + i] - bias) * interval
            a = np.linalg.norm(w)
            q[i] = multiply(q[i - 1:i], np.array([[np.cos(a / 2), *(np.sin(a / 2) * w / max(a, 1e-12))]]))[0]
        pad = lambda v: np.concatenate([np.zeros((len(v), 1)), v], 1)
        conjugate = q * np.array([1, -1, -1, -1])
        mean = multiply(multiply(q, pad(acc[start:start + window])), conjugate)[:, 1:].mean(0)
        back = multiply(multiply(conjugate, pad(np.repeat(mean[None], window, 0))), q)[:, 1:]
        yield start, back


def gravity(data):
    """MotionSense: angles between up by vqf, Odograph, the phone, and a reference without a filter; degrees RMS, mean of runs."""
    from vqf import VQF
    groups = {}
    for kind, _, phone, user, gyr in recordings.motionsense(data):
        phone, acc = -phone, np.ascontiguousarray((-phone - user) * GRAVITY)
        result = VQF(0.02).updateBatch(gyr, acc)
        ours = converted("attitude", [np.arange(len(acc)) * 0.02, gyr, acc], 7)[:, 4:7]
        row = [rms(angle(up(result["quat6D"]), phone)), rms(angle(ours, phone))]
        parts = [(angle(phone[s:s + len(r)], r), angle(ours[s:s + len(r)], r)) for s, r in
                 gravity_reference(gyr, acc, result["bias"][len(acc) // 2:].mean(0))]
        row += [rms(np.concatenate([p[i] for p in parts])) for i in (0, 1)] if parts else [np.nan, np.nan]
        groups.setdefault({"dws": "stairs", "ups": "stairs"}.get(kind, kind), []).append(row)
    return table(["", "vqf - phone", "Odograph - phone", "phone - reference", "Odograph - reference"],
                 [[kind, *(f"{mean:.2f}" for mean in np.nanmean(np.array(found), 0))] for kind, found in groups.items()])


def cameras(data):
    """Phones before cameras: inclination, degrees RMS. Clock and axes of the phone are found by the angular rate alone."""
    from vqf import VQF
    lines = []
    for name, t, gyr, acc, times, turns in recordings.before_cameras(data):
        along = Slerp(times, Rotation.from_matrix(turns))(np.arange(times[0], times[-1], 0.01))
        low = butter(2, 0.1)
        rate = filtfilt(*low, (along[:-1].inv() * along[1:]).as_rotvec() / 0.01, axis=0)
        smooth = filtfilt(*low, gyr, axis=0)
        middle = np.arange(times[0], times[-1], 0.01)[:-1] + 0.005

        def turned(lag):
            return np.column_stack([np.interp(middle, t + lag, axis, np.nan, np.nan) for axis in smooth.T])

        def likeness(lag):
            sizes = np.linalg.norm(turned(lag), axis=1)
            both = ~np.isnan(sizes)
            return np.corrcoef(sizes[both], np.linalg.norm(rate, axis=1)[both])[0, 1] if both.sum() > 2000 else -1

        lag = max(np.arange(-15, 15, 0.02), key=likeness)
        lag = max(np.arange(lag - 0.02, lag + 0.02, 0.001), key=likeness)
        both = ~np.isnan(turned(lag)).any(1)
        truth = Rotation.align_vectors(rate[both], turned(lag)[both])[0].inv().apply(turns[:, 2, :])
        row = [name]
        for vectors in (converted("attitude", [t, gyr, acc], 7)[:, 4:7],
                        up(VQF(np.diff(t).mean()).updateBatch(gyr, np.ascontiguousarray(acc))["quat6D"])):
            here = np.column_stack([np.interp(times, t + lag, axis, np.nan, np.nan) for axis in vectors.T])
            row.append(rms(angle(here, truth)))
        lines.append(row)
    return table(["", "Odograph", "vqf"], lines)


def floors(data):
    """New York's buildings: the gain in metres by building and floors, and its standard deviation."""
    groups = {}
    for building, climbed, pressure, outside in recordings.storeys(data):
        output = converted("altitude", [np.arange(len(pressure)), pressure], 3)
        gain = np.median(output[-5:, 0]) - np.median(output[outside[:len(output)], 0])
        groups.setdefault((building, climbed), []).append(gain)
    freedom = sum(len(g) - 1 for g in groups.values())
    pooled = np.sqrt(sum(np.var(g) * len(g) for g in groups.values()) / freedom)
    return table(["building, floors", "mean", "sd"], [
        *([f"{key[0]}, {key[1]}", f"{np.mean(g):.2f}", f"{np.std(g, ddof=1):.2f}"] for key, g in groups.items()),
        ["all", "", f"{pooled:.2f}"]])
