"""Drives recorded with accelerometer and gyroscope, as arrays."""
import datetime
import glob
import os
import re

import numpy as np

from ..plane import Carrier
from . import GRAVITY, NOTHING, arrays, seconds, table

GOOD_ACCURACY = 50.0


class Drive:
    """Fixes (time, latitude, longitude, accuracy, speed, course in degrees) and samples (time, force, rate) of one drive."""

    def __init__(self, name, use, fixes, samples, interval):
        order = np.argsort(fixes["time"], kind="stable")
        fixes = {key: np.asarray(values, float)[order] for key, values in fixes.items()}
        keep = np.isfinite(fixes["latitude"]) & ~(fixes["accuracy"] > GOOD_ACCURACY)
        keep &= np.concatenate([[True], np.diff(fixes["time"]) > 0])
        fixes = {key: values[keep] for key, values in fixes.items()}
        fixes["course"] = np.where(fixes["speed"] > 0.5, fixes["course"] % 360, NOTHING)
        self.name, self.use, self.fixes, self.samples, self.interval = name, use, fixes, samples, interval
        self.carrier = Carrier(fixes["time"], fixes["latitude"], fixes["longitude"])

    def truth(self, time, longest=3.0):
        """The place in metres at a time, between two fixes that are near each other; None elsewhere."""
        times = self.fixes["time"]
        after = np.searchsorted(times, time)
        if after == 0 or after >= len(times) or times[after] - times[after - 1] > longest:
            return None
        return self.carrier.at([time])[0]


def phones(data):
    """Sensor Logger on two phones; every value is the mean of a second: name, source, fixes and samples of each drive."""
    for path in sorted(glob.glob(os.path.join(data, "phone-sensorlogger-car/*.csv.gz"))):
        get, rows = table(path)
        time = np.array([seconds(row["time"]) for row in rows])
        samples = {"time": time} | {name: np.column_stack([get(f"{key}_{axis}") for axis in "xyz"]) for name, key in
                                    (("force", "acc"), ("rate", "gyro"))}
        good = np.isfinite(samples["force"]).all(1) & np.isfinite(samples["rate"]).all(1)
        has = np.isfinite(get("latitude"))
        fixes = arrays(*(get(key)[has] if key else time[has] for key in (
            "", "latitude", "longitude", "horizontalAccuracy", "speed", "bearing")))
        yield (f"phone drive {os.path.basename(path)[:10]}", os.path.relpath(path, data), fixes,
               {key: values[good] for key, values in samples.items()})


def phone_drives(data):
    for name, _, fixes, samples in phones(data):
        told = {key: np.where(fixes[key] >= 0, fixes[key], NOTHING) for key in ("speed", "course")}
        del fixes["dilution"]
        yield Drive(name, "tuning", fixes | told, samples, 1.0)


def genivi(data):
    """A Raspberry Pi with receiver and inertial unit at 10 Hz (GENIVI positioning, log of 2016-02-09)."""
    for path in glob.glob(os.path.join(data, "genivi-positioning/*RPi*.log")):
        fixes, forces, rates = {}, {}, {}
        with open(path, encoding="latin1") as file:
            for line in file:
                if not (match := re.match(r"\d+,\d+,?\$(GV\w+),(.*)", line)):
                    continue
                kind, part = match[1], match[2].split(",")
                clock = int(part[0]) / 1e3
                if kind == "GVSNSACC":
                    forces[clock] = [float(value) for value in part[1:4]]
                elif kind == "GVSNSGYR":
                    # Logged as turns about z, y and x, in degrees per second.
                    rates[clock] = [np.radians(float(part[k])) for k in (3, 2, 1)]
                elif kind == "GVGNSPOS" and int(part[19]) >= 2 and float(part[14]) > 0:
                    fixes[clock] = [float(part[k]) for k in (1, 2, 14, 5, 7)]
        clocks = sorted(fixes)
        columns = np.array([fixes[clock] for clock in clocks]).T
        both = sorted(set(forces) & set(rates))
        yield Drive("RPi Regensburg", "validation",
                    dict(zip(("time", "latitude", "longitude", "accuracy", "speed", "course"), (np.array(clocks), *columns))),
                    {"time": np.array(both), "force": np.array([forces[clock] for clock in both]),
                     "rate": np.array([rates[clock] for clock in both])}, 0.1)


def dresden(data):
    """A car with receiver at 10 Hz and inertial unit at 50 Hz (balzer82/Kalman, 2014-03-26)."""
    for path in glob.glob(os.path.join(data, "balzer82-kalman/2014-03-26*.csv")):
        get, _ = table(path)
        time = get("millis") / 1e3
        moved = np.concatenate([[True], (np.diff(get("latitude")) != 0) | (np.diff(get("longitude")) != 0)])
        fixes = {"time": time, "latitude": get("latitude"), "longitude": get("longitude"),
                 "accuracy": np.maximum(get("epe"), 2), "speed": get("speed") / 3.6, "course": get("course")}
        # The accelerometer reads gravity, not the force against it.
        yield Drive("car Dresden", "validation", {key: values[moved] for key, values in fixes.items()},
                    {"time": time, "force": -np.column_stack([get(key) for key in ("ax", "ay", "az")]),
                     "rate": np.radians(np.column_stack([get(f"{key}rate") for key in ("roll", "pitch", "yaw")]))}, 0.02)


def austin(data):
    """A phone on a dashboard at 10 Hz (cloudpose/smartphone_driving_dataset)."""
    for path in glob.glob(os.path.join(data, "cloudpose-driving/dataset1_phone.csv")):
        get, rows = table(path)
        since = get("accelerometerTimestamp_sinceReboot(s)")
        logged = np.array([datetime.datetime.fromisoformat(row["loggingTime(txt)"] + "-05:00").timestamp() for row in rows])
        stamps = get("locationTimestamp_since1970(s)")
        new = np.concatenate([[True], np.diff(stamps) > 0])
        fixes = {"time": stamps, "latitude": get("locationLatitude(WGS84)"), "longitude": get("locationLongitude(WGS84)"),
                 "accuracy": get("locationHorizontalAccuracy(m)"), "speed": get("locationSpeed(m/s)"),
                 "course": get("locationCourse(°)")}
        force = -GRAVITY * np.column_stack([get(f"accelerometerAcceleration{axis}(G)") for axis in "XYZ"])
        rate = np.column_stack([get(f"gyroRotation{axis}(rad/s)") for axis in "XYZ"])
        time = since + np.median(logged - since)
        keep = np.concatenate([[True], np.diff(time) > 0])
        yield Drive("phone Austin", "validation", {key: values[new] for key, values in fixes.items()},
                    {"time": time[keep], "force": force[keep], "rate": rate[keep]}, 0.1)


def all_drives(data):
    """The drives of a data folder; what is not there is left out."""
    for source in (phone_drives, genivi, dresden, austin):
        yield from (drive for drive in source(data) if len(drive.fixes["time"]) > 200)
