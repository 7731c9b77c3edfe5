"""Odograph and its peers on the same input, alternating in one run."""
import shutil
import subprocess
import time

import numpy as np

from .. import SWIFT
from .rounds import timed


def program(*words):
    """The output of the Swift program."""
    return subprocess.run([SWIFT, *map(str, words)], check=True, capture_output=True, text=True).stdout


def seconds(answer, word="ours"):
    return next(float(line.split()[-1]) for line in answer.splitlines() if line.split()[0] == word)


def kalman(rows):
    from filterpy.kalman import KalmanFilter
    filter_ = KalmanFilter(dim_x=4, dim_z=4)
    filter_.x = np.array([rows[0, 1], rows[0, 2], rows[0, 3], rows[0, 4]])
    filter_.H = np.eye(4)
    filter_.R = np.diag([25, 25, 0.0144, 0.0144])
    step = np.array([[1 / 3, 0.5], [0.5, 1]])
    filter_.Q = np.kron(step, np.eye(2))
    filter_.F = np.kron(np.array([[1, 1], [0, 1]]), np.eye(2))
    return filter_


def filtering(measured, path):
    """Position and velocity measured, once a second; theirs knows the noise, ours learns it."""
    import filterpy.kalman  # noqa: F401  its import is none of the work
    program("fixes", path("fixes"))
    rows = np.fromfile(path("fixes")).reshape(-1, 5)

    def forward():
        filter_ = kalman(rows)
        for row in rows:
            filter_.predict()
            filter_.update(row[1:])

    def both():
        filter_ = kalman(rows)
        means, covariances, _, _ = filter_.batch_filter(list(rows[:, 1:]))
        filter_.rts_smoother(means, covariances)

    for mode, work, peer in (("filter", "filter", forward), ("smooth", "filter and backward pass", both)):
        def ours():
            answer = program(mode, path("fixes"))
            return seconds(answer) / seconds(answer, "fixes") * 1e6
        measured.alternate(f"{work}, a million fixes", ours, {"filterpy": lambda: timed(peer) / len(rows) * 1e6})


def noisy_walk(count):
    random = np.random.default_rng(7)
    course = np.cumsum(random.uniform(-0.15, 0.15, count))
    way = np.cumsum(np.column_stack([np.sin(course), np.cos(course)]) * 1.4, 0)
    return way + random.normal(0, 3, (count, 2))


def simplify(measured, path):
    from simplification.cutil import simplify_coords_idx
    points = np.ascontiguousarray(noisy_walk(100_000))
    points.tofile(path("points"))
    kept = []

    def theirs():
        start = time.perf_counter()
        kept[:] = simplify_coords_idx(points, 5.0)
        return time.perf_counter() - start

    measured.alternate("simplify 100 000 points, 5 m", lambda: seconds(program("simplify", path("points"), path("kept"), 5)),
                       {"simplification": theirs})
    ours = set(np.fromfile(path("kept")).astype(int))
    print(f"\nkept: ours {len(ours)}, theirs {len(kept)}, different {len(ours ^ set(int(k) for k in kept))}")


def write_gpx(count, target):
    points = noisy_walk(count) / 111_320
    with open(target, "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="benchmark" '
                   'xmlns="http://www.topografix.com/GPX/1/1">\n<trk><name>walk</name><trkseg>\n')
        for index, (east, north) in enumerate(points):
            clock = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_714_521_600 + index))
            file.write(f'      <trkpt lat="{50 + north:.7f}" lon="{14 + east:.7f}">\n        <ele>{220 + index % 97 / 10}'
                       f"</ele>\n        <time>{clock}</time>\n        <hdop>1.2</hdop>\n      </trkpt>\n")
        file.write("</trkseg></trk></gpx>\n")


def gpx(measured, path):
    import gpxpy
    source = path("track.gpx")
    write_gpx(100_000, source)
    state = {}

    def read():
        with open(source) as file:
            state["gpx"] = gpxpy.parse(file)

    def write():
        with open(path("theirs.gpx"), "w") as file:
            file.write(state["gpx"].to_xml())

    def ours(word):
        return seconds(program("gpx", source, path("ours.gpx")), word)

    def babel(*words):
        return timed(lambda: subprocess.run(["gpsbabel", "-t", "-i", "gpx", "-f", source, *words], check=True,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    has_babel = shutil.which("gpsbabel")
    reads = {"gpxpy": lambda: timed(read)}
    if has_babel:
        reads["gpsbabel"] = babel
    measured.alternate("read 100 000 points of GPX", lambda: ours("read"), reads)
    measured.alternate("write 100 000 points of GPX", lambda: ours("write"), {"gpxpy": lambda: timed(write)})
    if has_babel:
        def both():
            answer = program("gpx", source, path("ours.gpx"))
            return seconds(answer, "read") + seconds(answer, "write")
        measured.alternate("read and write 100 000 points of GPX", both,
                           {"gpsbabel": lambda: babel("-o", "gpx", "-F", path("babel.gpx"))})


def attitude(measured, path):
    """Made-up samples at 100 Hz: how long an attitude takes does not depend on which it is."""
    import imufusion
    from vqf import VQF
    rate, count = 100.0, 100_000
    random = np.random.default_rng(5)
    clock = np.arange(count) / rate
    gyr = np.column_stack([np.sin(clock * k) for k in (0.7, 1.1, 0.3)]) + random.normal(0, 0.01, (count, 3))
    acc = np.column_stack([np.sin(clock), np.cos(clock), 9.7 + 0 * clock]) + random.normal(0, 0.1, (count, 3))
    mag = np.column_stack([20 + 0 * clock, 5 * np.sin(clock), -40 + 0 * clock]) + random.normal(0, 0.5, (count, 3))
    np.column_stack([clock, gyr, acc, mag]).tofile(path("motion"))
    times = {"6D": [], "9D": []}
    degrees, g = np.degrees(gyr), acc / 9.80665

    def vqf(*inputs):
        filter_ = VQF(1 / rate)
        return timed(lambda: filter_.updateBatch(*inputs)) / count * 1e6

    def fusion(update, *inputs):
        filter_ = imufusion.Ahrs()
        filter_.set_sample_period(1 / rate)
        rows = list(zip(*inputs))

        def run():
            for row in rows:
                getattr(filter_, update)(*row)
        return timed(run) / count * 1e6

    peers = {("6D", "vqf"): lambda: vqf(gyr, acc), ("9D", "vqf"): lambda: vqf(gyr, acc, mag),
             ("6D", "imufusion, from Python"): lambda: fusion("update_no_magnetometer", degrees, g),
             ("9D", "imufusion, from Python"): lambda: fusion("update", degrees, g, mag)}
    found = {key: [] for key in peers}
    for _ in range(5):
        answer = program("attitude-speed", path("motion"))
        for kind in times:
            times[kind].append(1 / seconds(answer, kind))
        for key, peer in peers.items():
            found[key].append(peer())
    for (kind, peer), took in found.items():
        measured.add(f"attitude of a million samples, {kind[0]} axes", peer, times[kind], took)


TABLES = {"filter": filtering, "simplify": simplify, "gpx": gpx, "attitude": attitude}
