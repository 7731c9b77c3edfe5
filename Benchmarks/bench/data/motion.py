"""Recordings of motion sensors."""
import csv
import glob
import os
import re

import numpy as np
import scipy.io

from . import GRAVITY, numbers, opened, table


def motionsense(data):
    """The kind, path, phone's gravity and user acceleration in g, and angular rate in rad/s of each run at 50 Hz."""
    for path in sorted(glob.glob(f"{data}/motionsense-iphone-pocket/*/*.csv.gz")):
        get, _ = table(path)
        vectors = (np.column_stack([get(f"{name}.{axis}") for axis in "xyz"])
                   for name in ("gravity", "userAcceleration", "rotationRate"))
        yield path.split("/")[-2][:3], path, *vectors


def wrist(path):
    """Seconds and acceleration in m/s^2 of a watch."""
    rows = numbers(path, 1)
    return np.column_stack([rows[:, 0] * 1e-3, rows[:, 1:4] / 8192 * GRAVITY])


def oxford(folder):
    """Seconds and acceleration in m/s^2 of a run of the optimisation part, in order of time; None without a file."""
    for path in glob.glob(os.path.join(folder, "accelerometer.csv*")):
        rows = numbers(path)
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        return np.column_stack([rows[:, 0] * 1e-9, rows[:, 2:5]])


def broad(data):
    """The name, rate in Hz, angular rate, acceleration, magnetic field, true attitude, and times in motion of each trial."""
    for path in sorted(glob.glob(os.path.join(data, "broad-ahrs/*.mat"))):
        m = scipy.io.loadmat(path)
        moving = m["movement"].squeeze().astype(bool) & ~np.isnan(m["opt_quat"]).any(1)
        yield (os.path.basename(path)[:-4], float(m["sampling_rate"].squeeze()), *(
            np.ascontiguousarray(m[key], float) for key in ("imu_gyr", "imu_acc", "imu_mag")), m["opt_quat"], moving)


def before_cameras(data):
    """Phones before cameras: name, seconds, angular rate and acceleration of the phone; times and rotations by cameras."""
    folder = os.path.join(data, "phone-attitude-mocap")
    for path in sorted(glob.glob(os.path.join(folder, "qualisys/*.mat"))):
        name = os.path.basename(path)[:-4]

        def rows(kind):
            with opened(os.path.join(folder, "ios", name, kind + ".txt.gz")) as file:
                return np.array([[float(word) for word in line.split()[:4]] for line in file if line.strip()])
        gyr, acc = rows("gyroscope"), rows("accelerometer")
        force = np.column_stack([np.interp(gyr[:, 0], acc[:, 0], -GRAVITY * acc[:, k]) for k in (1, 2, 3)])
        file = scipy.io.loadmat(path, struct_as_record=False, squeeze_me=True)
        cameras = next(value for key, value in file.items() if not key.startswith("__"))
        turns = cameras.RigidBodies.Rotations.T.reshape(-1, 3, 3).transpose(0, 2, 1)
        seen = ~np.isnan(turns).any((1, 2))
        yield (name, gyr[:, 0] - gyr[0, 0], np.ascontiguousarray(gyr[:, 1:]), force,
               np.arange(len(turns))[seen] / float(cameras.FrameRate), turns[seen])


def storeys(data):
    """The building, the number of floors climbed, pressures in kPa, and which of them are outdoors, of each visit."""
    for path in sorted(glob.glob(os.path.join(data, "baro-floors-nyc/*.csv*"))):
        get, rows = table(path, lambda row: row["baro_pressure"])
        building, _, first, last = os.path.basename(path).split(".")[0].split("_")
        yield building, int(last) - int(first), get("baro_pressure"), np.array([row["indoors"] == "0" for row in rows])


def recordings(root):
    """Yields (data set, subject, seconds, acceleration in m/s^2, label or labels); label -1 is left out."""
    for kind, path, gravity, user, _ in motionsense(root):
        label = {"dws": 1, "ups": 1, "wlk": 1, "jog": 2, "sit": 0, "std": 0}[kind]
        yield "motionsense", path, np.arange(len(gravity)) / 50, (gravity + user) * GRAVITY, label
    marks = np.loadtxt(f"{root}/hapt-phone-waist/Raw-Data/labels.txt", dtype=int)
    for path in sorted(glob.glob(f"{root}/hapt-phone-waist/Raw-Data/acc_*.gz")):
        experiment = int(re.search(r"exp(\d+)", path)[1])
        rows = np.loadtxt(opened(path)) * GRAVITY
        labels = np.full(len(rows), -1)
        for mark in marks[marks[:, 0] == experiment]:
            labels[mark[3] - 1 : mark[4]] = {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}.get(mark[2], -1)
        yield "hapt", path, np.arange(len(rows)) / 50, rows, labels
    for path in sorted(glob.glob(f"{root}/usc-had-hip/*/*.mat")):
        kind = os.path.basename(path).split("t")[0]
        label = {"a1": 1, "a4": 1, "a5": 1, "a6": 2, "a8": 0, "a9": 0, "a11": 0, "a12": 0}[kind]
        rows = scipy.io.loadmat(path)["sensor_readings"]
        yield "usc", path, np.arange(len(rows)) / 100, rows[:, :3] * GRAVITY, label
    for path in sorted(glob.glob(f"{root}/sp-sw-har/DATA/*/*.gz")):
        rows = list(csv.reader(opened(path)))[1:]
        labels = np.array([{"SEATED": 0, "WALKING": 1, "TURNING": 1}.get(row[7], -1) for row in rows])
        values = np.array([[float(value) for value in row[:3]] for row in rows])
        yield "spsw", path, np.array([float(row[6]) for row in rows]) * 1e-3, values, labels
    for kind, label in (("walk", 1), ("bike", 3), ("bus", 4), ("train", 4)):
        rows = list(csv.reader(opened(f"{root}/qrowd-phone-modes/{kind}.csv.gz")))[1:]
        for user in sorted({row[0] for row in rows}):
            values = np.array([[float(value) for value in row[2:5]] for row in rows if row[0] == user])
            yield "qrowd", f"{kind}-{user}", np.arange(len(values)) / 15, values, label
    for path in sorted(glob.glob(f"{root}/car-phone-acc-gps/path_1/*.csv.gz")):
        rows = [line.replace(",", ".").strip().split(";") for line in opened(path)][1:]
        rows = [row for row in rows if len(row) >= 4]
        seconds = [
            int(h) * 3600 + int(m) * 60 + int(s) + float("0." + part)
            for h, m, s, part in (row[0].split(":") for row in rows)
        ]
        values = np.array([[float(value) for value in row[1:4]] for row in rows]) * GRAVITY
        yield "carphone", path, np.array(seconds), values, 4
    rows = list(csv.reader(opened(f"{root}/driver-phone-car/data/17/acelerometro_terra.csv.gz")))[1:]
    yield (
        "driver", "17", np.array([float(row[1]) for row in rows]) * 1e-9,
        np.array([[float(value) for value in row[2:5]] for row in rows]), 4,
    )
    worn = {
        "100": 1, "100_1": 1, "100_2": 1, "100_3": 1, "HughB-walk-6605": 1, "HughB-walk-a3070-b3046": 1,
        "HughB-drive-36min-0": 4, "HughB-static-0": 0, "HughB-work-66": 0,
    }
    for name, label in worn.items():
        rows = wrist(next(iter(glob.glob(f"{root}/espruino-wrist-steps/{name}.csv*"))))
        labels = np.full(len(rows), label)
        if "work" in name:
            labels[rows[:, 0] > 3340] = -1  # the wearer gets up
        yield "espruino", name, rows[:, 0], rows[:, 1:], labels
    for path in sorted(glob.glob(f"{root}/oxford-stepcounter/optimisation/data/*/accelerometer.csv.gz")):
        rows = oxford(os.path.dirname(path))
        seconds = rows[:, 0]
        labels = np.where((seconds < seconds[0] + 12) | (seconds > seconds[-1] - 15), -1, 1)
        yield "oxford", path, seconds, rows[:, 1:], labels


def person(name, path):
    """The person of the one data set with bicycles, which is divided by person; for others the data set."""
    return f"{name}-{path.split('-')[1]}" if name == "qrowd" else name
