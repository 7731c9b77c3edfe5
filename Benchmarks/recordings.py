"""Real recordings: fixes with a truth, with a known route, or by themselves. Needs numpy.

A recording without a truth shows one thing only: how far Odograph leaves the line of good fixes.
"""
import csv
import datetime
import glob
import gzip
import json
import os
import re
import tempfile

import numpy as np

import measure
from carrier import Carrier, metres_per_degree
from cells import SIMULATOR, program
from estimates import Estimates
from measure import Session, lengths
from verdict import known

NOTHING = float("nan")
FOOT, WHEELS = 0.1, 1.0
GOOD_ACCURACY = 50.0
"""Fixes that state at most so many metres, or nothing, make the line."""


def opened(path):
    return gzip.open(path, "rt") if path.endswith(".gz") else open(path)


def seconds(text):
    return datetime.datetime.fromisoformat(text.strip().replace("Z", "+00:00")).timestamp()


def arrays(time, latitude, longitude, accuracy=None, speed=None, course=None, dilution=None):
    """Fixes as a dictionary of arrays; what is not stated is NaN."""
    given = {"accuracy": accuracy, "speed": speed, "course": course, "dilution": dilution}
    rows = {"time": time, "latitude": latitude, "longitude": longitude}
    rows |= {name: np.full(len(time), NOTHING) if values is None else values for name, values in given.items()}
    order = np.argsort(rows["time"], kind="stable")
    rows = {name: np.asarray(values, float)[order] for name, values in rows.items()}
    keep = np.concatenate([[True], np.diff(rows["time"]) > 0])
    return {name: values[keep] for name, values in rows.items()}


def event_log(fixes, path):
    names = {"time": "time", "latitude": "latitude", "longitude": "longitude", "accuracy": "horizontalAccuracy",
             "dilution": "horizontalDilution", "speed": "speed", "course": "course"}
    with open(path, "w") as file:
        for values in zip(*(fixes[name] for name in names)):
            line = {"type": "fix", "mode": 3}
            line |= {key: float(value) for key, value in zip(names.values(), values) if not np.isnan(value)}
            file.write(json.dumps(line) + "\n")


class Recording:
    """A name, its source file, fixes, and what is known about the truth."""

    def __init__(self, name, source, fixes, process, carrier=None, speed=None, route=None):
        self.name, self.source, self.fixes, self.process = name, source, fixes, process
        self.carrier, self.speed, self.route = carrier, speed, route

    def figures(self):
        """The figures against the truth, or against a line if there is no truth."""
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log.ndjson")
            event_log(self.fixes, log)
            estimates = Estimates(log)
        if self.carrier:
            session = Session(self.fixes, self.carrier, self.speed)
            row = measure.lanes([session], self.process)[0] | measure.ours(session, estimates)
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

        live, saved = measure.tracks([session], self.process)
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


# ---- recordings with a truth

def unistrong(data):
    """A car's receiver at 1 Hz next to an RTK one; its own speed was not recorded."""
    source = "gps-unistrong-car-rtk/Data.txt.gz"
    with gzip.open(os.path.join(data, source), "rt") as file:
        rows = np.array([line.split() for line in file.readlines()[1:]], float)
    east, north = metres_per_degree(40.0)
    place = lambda part: (40 + part[:, 1] / north, 116 + part[:, 0] / east)
    clock = 1.6e9 + rows[:, 0] - rows[0, 0]
    carrier = Carrier(clock, *place(rows[:, 3:5]))
    speed = np.hypot(rows[:, 5], rows[:, 6])
    some = rows[::10]
    latitude, longitude = place(some[:, 1:3])
    random = np.random.default_rng(0)
    velocity = some[:, 5:7] + random.normal(0, 0.1, (len(some), 2))
    told, course = np.hypot(*velocity.T), np.degrees(np.arctan2(velocity[:, 0], velocity[:, 1])) % 360
    stated = np.full(len(some), 2.0)
    for name, more in (("UniStrong car, places", {}),
                       ("UniStrong car, RTK velocity + 0.1 m/s", {"speed": told, "course": np.where(told > 0.3, course, NOTHING)})):
        yield Recording(name, source, arrays(clock[::10], latitude, longitude, stated, **more), WHEELS, carrier,
                        lambda times: np.interp(times, clock, speed))


def rtk(data):
    """A real walk (and drive) by RTK at 4 Hz with simulated white noise on every fourth fix."""
    for kind, source, process in (("walk", "gnss-imu-rtk-walk-drive/walk_0827/gnss_1730_sf.pos.gz", FOOT),
                                  ("drive", "gnss-imu-rtk-walk-drive/drive_0708/gnss_1934_sf.pos.gz", WHEELS)):
        if not os.path.exists(os.path.join(data, source)):
            continue
        rows = []
        with opened(os.path.join(data, source)) as file:
            for line in file:
                part = line.split()
                if not line.startswith("%"):
                    rows.append([seconds(part[0].replace("/", "-") + "T" + part[1] + "+00:00"),
                                 *(float(part[k]) for k in (2, 3, 15, 16))])
        rows = np.array(rows)
        carrier, speed = Carrier(rows[:, 0], rows[:, 1], rows[:, 2]), np.hypot(rows[:, 3], rows[:, 4])
        some, (east, north) = rows[::4], metres_per_degree(rows[0, 1])
        for noise in (1.0, 5.0):
            for told in (True, False):
                random = np.random.default_rng(5)
                error = random.normal(0, noise, (len(some), 2))
                velocity = some[:, 3:] + random.normal(0, 0.12, (len(some), 2))
                size, course = np.hypot(*velocity.T), np.degrees(np.arctan2(velocity[:, 1], velocity[:, 0])) % 360
                more = {"speed": size, "course": np.where(size > 0.3, course, NOTHING)} if told else {}
                fixes = arrays(some[:, 0], some[:, 1] + error[:, 1] / north, some[:, 2] + error[:, 0] / east,
                               np.full(len(some), noise), **more)
                yield Recording(f"RTK {kind} + {noise:.0f} m white{'' if told else ', places'}", source, fixes, process, carrier,
                                lambda times, t=rows[:, 0], v=speed: np.interp(times, t, v))


def comma(data):
    """A minute on a motorway: the live fixes of two receivers, and a processed pose."""
    for found in glob.glob(os.path.join(glob.escape(data), "comma2k19-minute/Example_1/*/*/")):
        load = lambda *parts: np.load(os.path.join(found, *parts))
        place = load("global_pose/frame_positions")
        latitude, longitude = geodetic(place)
        clock = 1.533226e9 + load("global_pose/frame_times")
        carrier, speed = Carrier(clock, latitude, longitude), np.linalg.norm(load("global_pose/frame_velocities"), axis=1)
        for name in ("ublox", "qcom"):
            part = f"processed_log/GNSS/live_gnss_{name}"
            rows, times = load(part, "value"), load(part, "t")
            source = os.path.relpath(os.path.join(found, part, "value"), data)
            yield Recording(f"comma2k19 motorway, {name}", source,
                            arrays(1.533226e9 + times, rows[:, 0], rows[:, 1], None, rows[:, 2], rows[:, 5] % 360), WHEELS,
                            carrier, lambda t, c=clock, v=speed: np.interp(t, c, v))


def geodetic(place):
    """Latitude and longitude in degrees of earth-centred places in metres (Bowring 1976)."""
    a, e2 = 6378137.0, 0.00669437999014
    b = a * np.sqrt(1 - e2)
    across = np.hypot(place[:, 0], place[:, 1])
    angle = np.arctan2(place[:, 2] * a, across * b)
    up = place[:, 2] + e2 / (1 - e2) * b * np.sin(angle) ** 3
    return np.degrees(np.arctan2(up, across - e2 * a * np.cos(angle) ** 3)), np.degrees(np.arctan2(place[:, 1], place[:, 0]))


# ---- recordings against a line

def phones(data):
    """Drives by phone: the phone's own fixes are good to a few metres."""
    for path in sorted(glob.glob(os.path.join(data, "phone-sensorlogger-car/*.csv.gz"))):
        with opened(path) as file:
            rows = [row for row in csv.DictReader(file) if row["latitude"]]
        get = lambda key: [float(row[key] or "nan") for row in rows]
        yield Recording(f"phone drive {os.path.basename(path)[:10]}", os.path.relpath(path, data),
                        arrays([seconds(row["time"]) for row in rows], get("latitude"), get("longitude"),
                               get("horizontalAccuracy"), get("speed"), get("bearing")), WHEELS)


def imported(path):
    """The fixes of a track file as the program reads them."""
    with tempfile.TemporaryDirectory() as folder:
        session, table = os.path.join(folder, "s.odograph"), os.path.join(folder, "s.csv")
        program([SIMULATOR, "import", path, "--output", session])
        program([SIMULATOR, "export", session, "--format", "csv", "--track", "raw", "--output", table])
        with open(table) as file:
            rows = [row for row in csv.DictReader(file) if row["latitude"] and row["time"]]
    get = lambda key: [float(row[key] or "nan") for row in rows]
    return arrays([seconds(row["time"]) for row in rows], get("latitude"), get("longitude"), get("accuracy"), get("speed"),
                  get("course"), get("hdop"))


def devices(data):
    """Seven devices on one bicycle, with a known route."""
    folder = os.path.join(data, "gps-devices-known-route/gpx")
    for path in sorted(glob.glob(os.path.join(folder, "tracks/*/*"))):
        ride = path.split("/")[-2]
        planned = os.path.join(folder, f"routes/whitchurch-{ride}.gpx")
        if not os.path.exists(planned):
            continue
        with open(planned) as file:
            points = [(float(match[2]), float(match[1])) for match in
                      re.finditer(r'<trkpt\s+lon="([^"]*)"\s+lat="([^"]*)"', file.read())]
        route = np.array(points)
        yield Recording(f"bicycle {ride}, {os.path.basename(path).split('.')[0]}", os.path.relpath(path, data),
                        imported(path), WHEELS, route=route)


def tracks(data):
    """Receivers, watches and bicycle computers, by their own fixes."""
    for pattern, process in (("receiver-tracks/*-walk.nmea", FOOT), ("receiver-tracks/*-car.nmea", WHEELS),
                             ("car-phone-acc-gps/*/*.gpx.gz", WHEELS), ("gps-phone-watch-waypoints/WATCH/*/*.gpx", FOOT),
                             ("sport-tracks/gpx/*Ride*", WHEELS), ("sport-tracks/gpx/*Run*", FOOT)):
        for path in sorted(glob.glob(os.path.join(data, pattern))):
            yield Recording(os.path.basename(path).split(".gpx")[0], os.path.relpath(path, data), imported(path), process)


SOURCES = (unistrong, rtk, comma, phones, devices, tracks)


def all_recordings(data, wanted=lambda source: True):
    """The recordings of a data folder whose source file passes."""
    for source in SOURCES:
        try:
            for recording in source(data):
                if wanted(recording.source):
                    yield recording
        except FileNotFoundError as error:
            print(f"recordings: {source.__name__} left out, {error.filename} is missing")
