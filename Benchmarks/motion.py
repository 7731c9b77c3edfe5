"""Odograph's motion estimates beside PyPI vqf on the same input: motion.py DATA [TABLE ...]

Tables: broad, gravity, mocap, floors, speed; all without one."""
import csv
import glob
import gzip
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.io
from scipy.signal import butter, filtfilt
from scipy.spatial.transform import Rotation, Slerp
from vqf import VQF

PROGRAM = os.environ.get(
    "MOTION_BENCHMARK", os.path.join(os.path.dirname(os.path.abspath(__file__)), ".build/release/motion-benchmark"))
FOLDER = tempfile.mkdtemp()
G = 9.80665


def run(mode, columns, width):
    table = np.full((len(columns[0]), 10), np.nan)
    filled = np.column_stack(columns)
    table[:, :filled.shape[1]] = filled
    source, target = os.path.join(FOLDER, "in"), os.path.join(FOLDER, "out")
    table.tofile(source)
    subprocess.check_call([PROGRAM, mode, source, target])
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


def load_broad(path):
    m = scipy.io.loadmat(path)
    gyr, acc, mag = [np.ascontiguousarray(m[k], float) for k in ("imu_gyr", "imu_acc", "imu_mag")]
    moving = m["movement"].squeeze().astype(bool) & ~np.isnan(m["opt_quat"]).any(1)
    return float(m["sampling_rate"].squeeze()), gyr, acc, mag, m["opt_quat"], moving


def broad(data):
    print("BROAD: total, heading, inclination, degrees RMS while moving")
    for path in sorted(glob.glob(os.path.join(data, "broad-ahrs/*.mat"))):
        rate, gyr, acc, mag, truth, moving = load_broad(path)
        t = np.arange(len(acc)) / rate
        theirs = VQF(1 / rate).updateBatch(gyr, acc, mag)["quat9D"]
        ours = run("core", [t, gyr, acc, mag], 7)[:, :4]
        print(os.path.basename(path)[:-4])
        for name, q in (("vqf", theirs), ("Odograph", ours)):
            print(f"  {name:18}", rms(errors(q, truth)[moving]))
        print("  largest difference", errors(ours[1000:], theirs[1000:])[:, 0].max().round(4))


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
    print("MotionSense: degrees RMS, mean of runs")
    groups = {}
    for path in sorted(glob.glob(os.path.join(data, "motionsense-iphone-pocket/*/*.csv.gz"))):
        kind = os.path.basename(os.path.dirname(path))[:3]
        with gzip.open(path, "rt") as file:
            rows = list(csv.DictReader(file))
        column = lambda name: np.array([[float(r[f"{name}.{k}"]) for k in "xyz"] for r in rows])
        phone, user, gyr = -column("gravity"), column("userAcceleration"), np.ascontiguousarray(column("rotationRate"))
        acc = np.ascontiguousarray((phone - user) * G)
        result = VQF(0.02).updateBatch(gyr, acc)
        ours = run("core", [np.arange(len(acc)) * 0.02, gyr, acc], 7)[:, 4:7]
        row = [rms(angle(up(result["quat6D"]), phone)), rms(angle(ours, phone))]
        parts = [(angle(phone[s:s + len(r)], r), angle(ours[s:s + len(r)], r)) for s, r in
                 gravity_reference(gyr, acc, result["bias"][len(acc) // 2:].mean(0))]
        row += [rms(np.concatenate([p[i] for p in parts])) for i in (0, 1)] if parts else [np.nan, np.nan]
        groups.setdefault({"dws": "stairs", "ups": "stairs"}.get(kind, kind), []).append(row)
    for kind, found in groups.items():
        print(f"  {kind:7} vqf - phone, Odograph - phone, phone - reference, Odograph - reference",
              np.nanmean(np.array(found), 0).round(2))


def phone(folder, name):
    """Time from the first angular rate, angular rate, acceleration at its times; magnetic field is left out."""
    def rows(kind):
        with gzip.open(os.path.join(folder, "ios", name, kind + ".txt.gz"), "rt") as file:
            return np.array([[float(word) for word in line.split()[:4]] for line in file if line.strip()])
    gyr, acc = rows("gyroscope"), rows("accelerometer")
    at = lambda column: np.interp(gyr[:, 0], acc[:, 0], -G * acc[:, column])
    return gyr[:, 0] - gyr[0, 0], np.ascontiguousarray(gyr[:, 1:]), np.column_stack([at(k) for k in (1, 2, 3)])


def mocap(data):
    """The phone's clock and axes against the cameras' are found by the angular rate alone."""
    folder = os.path.join(data, "phone-attitude-mocap")
    print("Phones before cameras: inclination, degrees RMS")
    for path in sorted(glob.glob(os.path.join(folder, "qualisys/*.mat"))):
        name = os.path.basename(path)[:-4]
        t, gyr, acc = phone(folder, name)
        file = scipy.io.loadmat(path, struct_as_record=False, squeeze_me=True)
        cameras = next(value for key, value in file.items() if not key.startswith("__"))
        turns = cameras.RigidBodies.Rotations.T.reshape(-1, 3, 3).transpose(0, 2, 1)
        seen = ~np.isnan(turns).any((1, 2))
        times, turns = np.arange(len(turns))[seen] / float(cameras.FrameRate), turns[seen]
        grid = np.arange(times[0], times[-1], 0.01)
        along = Slerp(times, Rotation.from_matrix(turns))(grid)
        low = butter(2, 0.1)
        rate = filtfilt(*low, (along[:-1].inv() * along[1:]).as_rotvec() / 0.01, axis=0)
        smooth = filtfilt(*low, gyr, axis=0)
        middle = grid[:-1] + 0.005

        def turned(lag):
            return np.column_stack([np.interp(middle, t + lag, axis, np.nan, np.nan) for axis in smooth.T])

        def likeness(lag):
            sizes = np.linalg.norm(turned(lag), axis=1)
            both = ~np.isnan(sizes)
            return np.corrcoef(sizes[both], np.linalg.norm(rate, axis=1)[both])[0, 1] if both.sum() > 2000 else -1

        lag = max(np.arange(-15, 15, 0.02), key=likeness)
        lag = max(np.arange(lag - 0.02, lag + 0.02, 0.001), key=likeness)
        both = ~np.isnan(turned(lag)).any(1)
        mounting = Rotation.align_vectors(rate[both], turned(lag)[both])[0]
        truth = mounting.inv().apply(turns[:, 2, :])
        found = {"vqf": up(VQF(np.diff(t).mean()).updateBatch(gyr, np.ascontiguousarray(acc))["quat6D"]),
                 "Odograph": run("core", [t, gyr, acc], 7)[:, 4:7]}
        row = []
        for kind, vectors in found.items():
            here = np.column_stack([np.interp(times, t + lag, axis, np.nan, np.nan) for axis in vectors.T])
            row += [kind, rms(angle(here, truth))]
        print(" ", name, *row)


def floors(data):
    print("Buildings: gain in metres by building and floors")
    groups = {}
    for path in sorted(glob.glob(os.path.join(data, "baro-floors-nyc/*.csv*"))):
        with (gzip.open(path, "rt") if path.endswith("gz") else open(path)) as file:
            rows = [r for r in csv.DictReader(file) if r["baro_pressure"]]
        output = run("altitude", [np.arange(len(rows)), np.array([float(r["baro_pressure"]) for r in rows])], 3)
        outside = np.array([r["indoors"] == "0" for r in rows])[:len(output)]
        building, _, first, last = os.path.basename(path).split(".")[0].split("_")
        gain = np.median(output[-5:, 0]) - np.median(output[outside, 0])
        groups.setdefault((building, int(last) - int(first)), []).append(gain)
    freedom = sum(len(g) - 1 for g in groups.values())
    for key, gains in groups.items():
        print(" ", *key, "mean", np.mean(gains).round(2), "sd", np.std(gains, ddof=1).round(2))
    print("  pooled sd", np.sqrt(sum(np.var(g) * len(g) for g in groups.values()) / freedom).round(2))


def speed(data):
    path = sorted(glob.glob(os.path.join(data, "broad-ahrs/*.mat")))[0]
    rate, gyr, acc, mag, _, _ = load_broad(path)
    source = os.path.join(FOLDER, "speed")
    np.column_stack([np.arange(len(acc)) / rate, gyr, acc, mag]).tofile(source)
    repeats = 1_000_000 // len(acc) + 1
    gyr, acc, mag = [np.ascontiguousarray(np.tile(x, (repeats, 1))) for x in (gyr, acc, mag)]
    print("Speed: million samples a second of processor time, best of nine, alternating")
    for _ in range(2):
        for name, inputs in (("6D", (gyr, acc)), ("9D", (gyr, acc, mag))):
            least = np.inf
            for _ in range(9):
                filter_ = VQF(1 / rate)
                start = time.process_time()
                filter_.updateBatch(*inputs)
                least = min(least, time.process_time() - start)
            print("vqf", name, len(acc) / least / 1e6)
        subprocess.check_call([PROGRAM, "speed", source])


if __name__ == "__main__":
    for name in sys.argv[2:] or ["broad", "gravity", "mocap", "floors", "speed"]:
        globals()[name](sys.argv[1])
