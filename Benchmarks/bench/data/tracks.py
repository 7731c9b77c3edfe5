"""Recordings of receivers, with a truth, a known route, or by themselves; the readers of their data sets."""
import glob
import os
import re
import tempfile

import numpy as np

from ..odographctl import SIMULATOR, call
from ..plane import Carrier, metres_per_degree
from ..position.recordings import Recording
from . import NOTHING, arrays, opened, seconds, table
from .drives import phones

FOOT, WHEELS = 0.1, 1.0
"""Powers of the acceleration in m^2/s^3 that the plain filter is given."""


def unistrong(data):
    """A car's receiver at 1 Hz next to an RTK one; its own speed was not recorded."""
    source = "gps-unistrong-car-rtk/Data.txt.gz"
    with opened(os.path.join(data, source)) as file:
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


def phone_drives(data):
    """Drives by phone: the phone's own fixes are good to a few metres."""
    for name, source, fixes, _ in phones(data):
        yield Recording(name, source, fixes, WHEELS)


def imported(path):
    """The fixes of a track file as the program reads them."""
    with tempfile.TemporaryDirectory() as folder:
        session, exported = os.path.join(folder, "s.odograph"), os.path.join(folder, "s.csv")
        call("import", path, "--output", session, program=SIMULATOR)
        call("export", session, "--format", "csv", "--track", "raw", "--output", exported, program=SIMULATOR)
        get, rows = table(exported, lambda row: row["latitude"] and row["time"])
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


SOURCES = (unistrong, rtk, comma, phone_drives, devices, tracks)


def all_recordings(data, wanted=lambda source: True):
    """The recordings of a data folder whose source file passes."""
    for source in SOURCES:
        try:
            for recording in source(data):
                if wanted(recording.source):
                    yield recording
        except FileNotFoundError as error:
            print(f"recordings: {source.__name__} left out, {error.filename} is missing")
