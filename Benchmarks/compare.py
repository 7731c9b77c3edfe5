"""Odograph beside its peers on the same input, alternating in one run: compare.py TABLE [DATA]"""
import glob
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(HERE, ".build/release")
FOLDER = tempfile.mkdtemp()
ROUNDS = 7


def path(name):
    return os.path.join(FOLDER, name)


def program(*words, name="odograph-benchmark"):
    """Runs a program; its answer's words by line."""
    answer = subprocess.run([os.path.join(BUILT, name), *map(str, words)], check=True, capture_output=True, text=True)
    return answer.stdout


def seconds(answer, word="ours"):
    return next(float(line.split()[-1]) for line in answer.splitlines() if line.split()[0] == word)


def timed(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def alternate(work, ours, peers):
    """Prints a row for each peer: median of the rounds, ratio of the medians, spread (largest less smallest)."""
    times = {name: [] for name in ("ours", *peers)}
    for _ in range(ROUNDS):
        times["ours"].append(ours())
        for name, peer in peers.items():
            times[name].append(peer())
    median = {name: statistics.median(found) for name, found in times.items()}
    spread = {name: (max(found) - min(found)) / median[name] for name, found in times.items()}
    for name in peers:
        print(f"| {work} | {name} | {median['ours']:.4g} s | {median[name]:.4g} s | {median['ours'] / median[name]:.3g} "
              f"| {spread['ours']:.0%} / {spread[name]:.0%} |")


def head():
    print("| work | peer | ours | theirs | ratio | spread ours / theirs |\n| --- | --- | --- | --- | --- | --- |")


def position(_):
    for mode in ("accuracy", "coverage", "still", "outlier", "intervals"):
        print(program(mode))


def day(_):
    print(program("day"))


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


def filtering(_):
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

    head()
    for mode, peer in (("filter", forward), ("smooth", both)):
        def ours():
            answer = program(mode, path("fixes"))
            return seconds(answer) / seconds(answer, "fixes") * 1e6
        alternate(f"{mode}, a million fixes", ours, {"filterpy": lambda: timed(peer) / len(rows) * 1e6})


def noisy_walk(count):
    random = np.random.default_rng(7)
    course = np.cumsum(random.uniform(-0.15, 0.15, count))
    way = np.cumsum(np.column_stack([np.sin(course), np.cos(course)]) * 1.4, 0)
    return way + random.normal(0, 3, (count, 2))


def simplify(_):
    from simplification.cutil import simplify_coords_idx
    points = np.ascontiguousarray(noisy_walk(100_000))
    points.tofile(path("points"))
    head()
    kept = []

    def theirs():
        start = time.perf_counter()
        kept[:] = simplify_coords_idx(points, 5.0)
        return time.perf_counter() - start

    alternate("100 000 points, 5 m", lambda: seconds(program("simplify", path("points"), path("kept"), 5)),
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


def gpx(_):
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
    head()
    alternate("read 100 000 points of GPX", lambda: ours("read"), reads)
    alternate("write them", lambda: ours("write"), {"gpxpy": lambda: timed(write)})
    if has_babel:
        def both():
            answer = program("gpx", source, path("ours.gpx"))
            return seconds(answer, "read") + seconds(answer, "write")
        alternate("read and write them", both, {"gpsbabel": lambda: babel("-o", "gpx", "-F", path("babel.gpx"))})


def opened(name):
    return gzip.open(name, "rt") if name.endswith(".gz") else open(name)


def table(name, skipped=0):
    rows = []
    with opened(name) as file:
        for line in list(file)[skipped:]:
            try:
                rows.append([float(word) for word in line.split(",")])
            except ValueError:
                pass
    return np.array(rows)


def count(rows, rate=0):
    np.ascontiguousarray(rows, float).tofile(path("steps"))
    return int(program("steps", path("steps"), rate))



def contacts(folder):
    """Contacts of both foot switches, without a second one of the same foot within half a second."""
    rows = table(os.path.join(folder, "stepcounter.csv"))
    count = 0
    for foot in (1, 2):
        last = -np.inf
        for time in np.sort(rows[1:, 0][np.diff(rows[:, foot]) == 1]) * 1e-9:
            if time - last >= 0.5:
                count, last = count + 1, time
    return count


def steps(data):
    root = os.path.join(data, "oxford-stepcounter/optimisation")
    told = {}
    for line in open(os.path.join(root, "stats.csv")):
        words = [word.strip() for word in line.split(",")]
        if len(words) > 1 and not line.startswith("#"):
            told[words[0]] = int(words[-1])
    print("| Oxford run | table | contacts | 405-200 Hz | 25 Hz | 12.5 Hz |\n| --- | --- | --- | --- | --- | --- |")
    errors, cleaned = [], []
    for folder in sorted(glob.glob(os.path.join(root, "data/*"))):
        name = os.path.basename(folder)
        files = glob.glob(os.path.join(folder, "accelerometer.csv*"))
        if name not in told or not files:
            continue
        rows = table(files[0])
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        rows = np.column_stack([rows[:, 0] * 1e-9, rows[:, 2:5]])
        counts = [count(rows, rate) for rate in (0, 25, 12.5)]
        truth = contacts(folder)
        errors.append([abs(found - told[name]) / told[name] * 100 for found in counts])
        cleaned.append([abs(found - truth) / truth * 100 for found in counts])
        print("|", name, "|", told[name], "|", truth, "|", " | ".join(map(str, counts)), "|")
    for kind, found in (("the table", np.array(errors)), ("the contacts", np.array(cleaned))):
        print(f"\nAgainst {kind}: MAPE", found.mean(0).round(2), "%, worst", found.max(0).round(1), "%")
    validation(os.path.join(data, "oxford-stepcounter/validation"))


def validation(folder):
    """The part of the set that its authors validated on, where it is there: the set-up of the published figures."""
    errors = []
    for file in sorted(glob.glob(os.path.join(folder, "user*.csv*"))):
        rows = table(file)
        truth = rows[-1, 5]
        errors.append(abs(count(np.column_stack([rows[:, 0] * 1e-9, rows[:, 1:4]])) - truth) / truth * 100)
    if errors:
        print(f"\nOxford validation, {len(errors)} runs: MAPE {np.mean(errors):.2f} %, worst {max(errors):.1f} %\n")


def wrists(data):
    print("| wrist, 12.5 Hz | counted | minutes |\n| --- | --- | --- |")
    for name in sorted(glob.glob(os.path.join(data, "espruino-wrist-steps/*.csv*"))):
        rows = table(name, 1)
        rows = np.column_stack([rows[:, 0] * 1e-3, rows[:, 1:4] / 8192 * 9.80665])
        print("|", os.path.basename(name).split(".csv")[0], "|", count(rows), "|", round(np.ptp(rows[:, 0]) / 60, 1), "|")


def session(data):
    size = lambda *words: program(*words, name="session-benchmark")
    print("fixes, 24 h:", size("fixes", path("fixes.odograph"), 24))
    if not data:
        return
    for name, file, counts in (
            ("walking", "gnss-imu-rtk-walk-drive/walk_0827/imu_1730_sf.csv.gz", recorded),
            ("jogging", "motionsense-iphone-pocket/jog_9/sub_1.csv.gz", doubled)):
        file = os.path.join(data, file)
        if not os.path.exists(file):
            print(name, "left out,", file, "is missing")
            continue
        np.clip(counts(file), -32768, 32767).round().tofile(path(name))
        print(f"{name}, two streams, 1 h:", size("motion", path(name), path(f"{name}.odograph"), 1))
    if os.path.exists(path("jogging")):
        print("jogging, two streams, 10 h:", size("motion", path("jogging"), path("long.odograph"), 10))


GYROSCOPE = 57.3 * 32.8
"""Counts of a radian a second."""


def recorded(file):
    """Counts of a unit that recorded at 100 Hz: time, g, radians a second."""
    rows = np.genfromtxt(file, delimiter=",", invalid_raise=False)[:, :7]
    rows = rows[~np.isnan(rows).any(1)]
    return np.column_stack([rows[:, 1:4] * 4096, rows[:, 4:7] * GYROSCOPE])


def doubled(file):
    """Counts of a phone at 50 Hz; between two samples their mean, with noise of a count or two on both."""
    rows = np.genfromtxt(file, delimiter=",", skip_header=1)[:, -12:]
    counts = np.column_stack([(rows[:, 3:6] + rows[:, 9:12]) * 4096, rows[:, 6:9] * GYROSCOPE])
    random = np.random.default_rng(3)
    shaken = [part + random.integers(-3, 4, part.shape) for part in (counts[:-1], (counts[1:] + counts[:-1]) / 2)]
    return np.stack(shaken, 1).reshape(-1, 6)


def motion(data):
    subprocess.run([sys.executable, os.path.join(HERE, "motion.py"), data], check=True)


def on_screen(*words):
    """Runs a program on a display of its own with the cairo renderer; its JSON answer."""
    answer = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", "env", "GSK_RENDERER=cairo", "GTK_A11Y=none",
         "GSETTINGS_BACKEND=memory", *map(str, words)], check=True, capture_output=True, text=True).stdout
    return json.loads(answer.splitlines()[-1])


def window(_):
    viewer = os.path.join(HERE, "../.build/release/odograph")
    print("| work | points | median / p99, ms | peer's median / p99, ms | ratio of medians | resident, MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    for count, frames in ((10_000, 40), (100_000, 10), (1_000_000, 0)):
        track = path(f"track-{count}.gpx")
        write_gpx(count, track)
        for work in ("pan", "scrub", "tune"):
            ours = on_screen(viewer, track, "--benchmark", work, "--size", "1280x800")
            row = f"| {work} | {count} | {ours['median']:.1f} / {ours['p99']:.1f} | "
            if work == "pan" and frames:
                # The stock layer needs seconds a frame for more; Debian's python3 knows its bindings.
                theirs = on_screen("/usr/bin/python3", os.path.join(HERE, "window.py"), track, frames)
                row += f"{theirs['median']:.0f} / {theirs['p99']:.0f} | {ours['median'] / theirs['median']:.3f} | "
            else:
                row += "| | "
            print(f"{row}{ours['residentMemory']:.0f} |")


TABLES = {"position": position, "filter": filtering, "simplify": simplify, "gpx": gpx, "day": day, "session": session,
          "steps": lambda data: (steps(data), wrists(data)), "motion": motion, "window": window}

if __name__ == "__main__":
    names = sys.argv[1:2]
    data = sys.argv[2] if len(sys.argv) > 2 else None
    names = list(TABLES) if names == ["all"] else names
    if not names or names[0] not in TABLES:
        sys.exit(__doc__ + "\nTABLE: " + " ".join(TABLES) + ", or all")
    for name in names:
        if name in ("steps", "motion") and not data:
            print(f"{name}: left out, give the folder with the recordings")
            continue
        print(f"\n## {name}\n")
        TABLES[name](data)
    shutil.rmtree(FOLDER)
