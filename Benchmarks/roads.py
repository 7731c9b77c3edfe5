"""How often the right road is found, and how long that takes: roads.py DATA|simulated

Roads are drawn along the true way of a drive, in pieces of at most 250 m with a name each; where it follows a road a second
time, that road is the true one. Beside them come made-up parallel roads 15, 25 and 40 m away, and roads across every 80 m,
all with junctions where they meet. The whole becomes a map as an extract of OpenStreetMap does (osmium, tilemaker). A place
counts as right if it is on the road on which the truth is within 10 m of the way. `lane` moves the drawn roads 3 m to the left
of the way, as a map has the middle of a road and a car its right lane; `8 m` has parallel roads 8 m away. The
time is the processor time that `match` needs more than `run`, also in a made-up town with a street every 50 m, 400 m to each side. ODOGRAPHCTL names another program than the release build. Needs numpy.
"""
import datetime
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile

import numpy as np

from estimates import PROGRAM

PIECE, TOLERANCE = 250.0, 10.0
OFFSETS = (15.0, 25.0, 40.0)
ORIGIN = (40.0, 116.0)
SIMULATED = (("car-stops", "puck"), ("bike", "phone"), ("walk", "puck"), ("weave", "ideal"), ("motorway", "phone"),
             ("car-stops", "sparse"), ("bike", "canyon"))


class Plane:
    """Metres east and north of a place."""

    def __init__(self, latitude, longitude):
        self.origin = np.array([latitude, longitude])
        sine = np.sin(np.radians(latitude))
        w = 1 - 0.00669437999 * sine ** 2
        self.scale = np.radians(1) * 6378137 * np.array([(1 - 0.00669437999) / w ** 1.5,
                                                         np.cos(np.radians(latitude)) / w ** 0.5])

    def degrees(self, points):
        return self.origin + np.asarray(points, float)[:, ::-1] / self.scale

    def metres(self, degrees):
        return ((np.asarray(degrees, float) - self.origin) * self.scale)[:, ::-1]


def along(points):
    """The metres along a line up to each point."""
    return np.concatenate([[0], np.hypot(*np.diff(points, axis=0).T).cumsum()])


def resampled(points, step):
    """The points of a line every so many metres, and the index of the last point before each."""
    way = along(points)
    marks = np.arange(0, way[-1], step)
    return np.column_stack([np.interp(marks, way, points[:, k]) for k in (0, 1)]), np.searchsorted(way, marks, "right") - 1


def feet(point, start, end):
    """The nearest point of each segment to a point, and its distance."""
    side = end - start
    share = np.clip(((point - start) * side).sum(1) / np.maximum((side ** 2).sum(1), 1e-9), 0, 1)
    foot = start + side * share[:, None]
    return foot, np.hypot(*(foot - point).T)


class Network:
    """Named lines, with a node wherever two of them meet."""

    def __init__(self):
        self.lines, self.names = [], []

    def add(self, points, name):
        if len(points) > 1:
            self.lines.append(np.array(points))
            self.names.append(name)

    def draw(self, way):
        """Roads along a way; returns the name of the road at each of its points."""
        labels, current, name = [], [way[0]], "R0"
        starts, ends, owners, marks = [], [], [], []
        number, length, merged = 0, 0.0, False
        for index, point in enumerate(way):
            heading = way[min(index + 1, len(way) - 1)] - way[max(index - 1, 0)]
            found = None
            if starts:
                old = np.array(marks) < index - 15
                if old.any():
                    first, last = np.array(starts)[old], np.array(ends)[old]
                    foot, distance = feet(point, first, last)
                    side = last - first
                    turn = np.abs(side @ heading) / np.maximum(np.hypot(*side.T) * np.hypot(*heading), 1e-9)
                    distance = np.where(turn > 0.85, distance, np.inf)
                    best = distance.argmin()
                    if distance[best] < 9:
                        found = foot[best], np.array(owners)[old][best]
            if found:
                if not merged:
                    self.add([*current, found[0]], name)
                merged, anchor = True, found[0]
                labels.append(found[1])
                continue
            if merged or length > PIECE:
                if not merged:
                    self.add(current, name)
                number += 1
                current, name, length = [anchor if merged else current[-1]], f"R{number}", 0.0
                merged = False
            step = np.hypot(*(point - current[-1]))
            if step > 0.5:
                starts.append(current[-1])
                ends.append(point)
                owners.append(name)
                marks.append(index)
                current.append(point)
                length += step
            labels.append(name)
        if not merged:
            self.add(current, name)
        return labels

    def disturb(self, random, offsets):
        """Parallel roads and roads across, beside the drawn ones."""
        drawn = list(self.lines)
        first = np.concatenate([line[:-1] for line in drawn])
        last = np.concatenate([line[1:] for line in drawn])
        for number, line in enumerate(drawn):
            side = np.gradient(line, axis=0)
            normal = np.column_stack([-side[:, 1], side[:, 0]]) / np.maximum(np.hypot(*side.T), 1e-9)[:, None]
            for offset in random.choice(offsets, 2) * (1, -1):
                run = []
                for point in [*(line + normal * offset), None]:
                    if point is not None and feet(point, first, last)[1].min() > 0.75 * min(offsets):
                        run.append(point)
                    else:
                        if len(run) > 8:
                            self.add(run, f"P{number}")
                        run = []
            way = along(line)
            for mark in np.arange(30, way[-1], 80):
                k = min(np.searchsorted(way, mark), len(line) - 1)
                self.add([line[k] + normal[k] * 60, line[k], line[k] - normal[k] * 60], f"C{number}")

    def fill(self, way, side=50.0, reach=400.0):
        """A dense town around a way: streets every so many metres."""
        cells = set()
        for point in way[::5]:
            low, high = ((point + sign * reach) // side for sign in (-1, 1))
            cells.update((int(x), int(y)) for x in np.arange(low[0], high[0]) for y in np.arange(low[1], high[1]))
        for axis in (0, 1):
            steps = sorted((cell[1 - axis], cell[axis]) for cell in cells)
            run = []
            for row, column in [*steps, (None, None)]:
                if run and (row, column) != (run[-1][0], run[-1][1] + 1):
                    line = [(c, r) if axis == 0 else (r, c) for r, c in [*run, (run[-1][0], run[-1][1] + 1)]]
                    self.add(np.array(line) * side, f"G{row}")
                    run = []
                if row is not None:
                    run.append((row, column))

    def noded(self):
        """The lines as numbers of nodes, and the nodes: where two lines cross, they have one in common."""
        cells, segments = {}, []
        for number, line in enumerate(self.lines):
            for k, (start, end) in enumerate(zip(line, line[1:])):
                segments.append((number, k, start, end))
                low, high = (np.minimum(start, end) // 50).astype(int), (np.maximum(start, end) // 50).astype(int)
                for x in range(low[0], high[0] + 1):
                    for y in range(low[1], high[1] + 1):
                        cells.setdefault((x, y), []).append(len(segments) - 1)
        extra = {}
        for members in cells.values():
            for i, a in enumerate(members):
                for b in members[:i]:
                    self.cross(segments[a], segments[b], extra)
        nodes, lines = {}, []
        for number, line in enumerate(self.lines):
            points = [(float(k), point) for k, point in enumerate(line)] + extra.get(number, [])
            keys = [nodes.setdefault(tuple(np.round(point, 1)), len(nodes) + 1) for _, point in sorted(points, key=lambda p: p[0])]
            lines.append([key for k, key in enumerate(keys) if k == 0 or key != keys[k - 1]])
        return lines, nodes

    @staticmethod
    def cross(first, second, extra):
        if first[0] == second[0]:
            return
        (p, q), (r, s) = (first[2], first[3] - first[2]), (second[2], second[3] - second[2])
        cross = q[0] * s[1] - q[1] * s[0]
        if abs(cross) < 1e-9:
            return
        t, u = ((r - p)[0] * s[1] - (r - p)[1] * s[0]) / cross, ((r - p)[0] * q[1] - (r - p)[1] * q[0]) / cross
        if -1e-6 <= t <= 1 + 1e-6 and -1e-6 <= u <= 1 + 1e-6:
            point = p + q * t
            extra.setdefault(first[0], []).append((first[1] + t, point))
            extra.setdefault(second[0], []).append((second[1] + u, point))

    def write(self, path, plane):
        lines, nodes = self.noded()
        about = 'version="1" timestamp="2026-01-01T00:00:00Z"'
        with open(path, "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="roads">\n')
            places = plane.degrees(list(nodes))
            (south, west), (north, east) = places.min(0), places.max(0)
            file.write(f'<bounds minlat="{south}" minlon="{west}" maxlat="{north}" maxlon="{east}"/>\n')
            for (latitude, longitude), number in zip(places, nodes.values()):
                file.write(f'<node id="{number}" {about} lat="{latitude:.7f}" lon="{longitude:.7f}"/>\n')
            for number, (line, name) in enumerate(zip(lines, self.names), 1):
                refs = "".join(f'<nd ref="{key}"/>' for key in line)
                file.write(f'<way id="{number}" {about}>{refs}<tag k="highway" v="residential"/><tag k="name" v="{name}"/></way>\n')
            file.write("</osm>\n")


def converted(network, plane, folder):
    """The map file of a network, made as `odographctl map import` makes those of extracts."""
    path = os.path.join(folder, "made.osm")
    network.write(path, plane)
    subprocess.run(["osmium", "cat", path, "-o", path + ".pbf", "--overwrite"], check=True, capture_output=True)
    subprocess.run([*PROGRAM, "map", "import", path + ".pbf", "--quiet"], check=True, capture_output=True,
                   env={**os.environ, "XDG_DATA_HOME": folder})
    return os.path.join(folder, "odograph", "maps", "made.mbtiles")


def timed(*words):
    """The processor time of a command in seconds: other programs disturb it less than the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*PROGRAM, *words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instant(text):
    return datetime.datetime.fromisoformat(text).timestamp()


def matched(report, times):
    """The name of the road at each time, that of the nearer place; an empty name off the roads."""
    parts = [(instant(part["start"]), instant(part["end"]), part.get("road")) for part in report["stretches"]]
    bounds = [(end + start) / 2 for (_, end, _), (start, _, _) in zip(parts, parts[1:])]
    names = ["" if road is None else report["roads"][road].get("name", "?") for _, _, road in parts]
    return np.array(names, dtype=object)[np.searchsorted(bounds, times)]


def measured(name, times, truth, session, folder, random, lane=0.0, offsets=OFFSETS, isTown=False):
    """Draws the map of a drive, matches the session, and prints a line of figures."""
    plane = Plane(*truth[0])
    places = plane.metres(truth)
    way, owner = resampled(places, 4.0)
    drawn = way
    if lane:
        side = np.gradient(way, axis=0)
        drawn = way + lane * np.column_stack([-side[:, 1], side[:, 0]]) / np.maximum(np.hypot(*side.T), 1e-9)[:, None]
    network = Network()
    labels = network.draw(drawn)
    if isTown:
        network.fill(way)
    else:
        network.disturb(random, offsets)
    made = converted(network, plane, folder)
    report = json.loads(subprocess.run([*PROGRAM, "match", session, "--map", made, "--json"], check=True,
                                       stdout=subprocess.PIPE).stdout)
    marks = np.interp(np.arange(len(way)) * 4.0, along(places), times)
    found = matched(report, marks)
    reach = int(TOLERANCE / 4)
    right = np.array([name in labels[max(0, k - reach) : k + reach + 1] for k, name in enumerate(found)])
    off, wrong = found == "", ~right & (found != "")
    kinds = [f"{letter} {np.mean([bool(w) and n[0] == letter for w, n in zip(wrong, found)]):.1%}" for letter in "RPC"]
    print(f"{name:28} {report['metres'] / 1000:7.2f} km  right {right.mean():.1%}  off {off.mean():.1%}  wrong {wrong.mean():.1%}"
          f" ({', '.join(kinds)})  from road {report['deviation50']:.1f} / {report['deviation95']:.1f} m", flush=True)
    return made, report


def log(path, times, degrees, accuracy):
    with open(path, "w") as file:
        for moment, (latitude, longitude) in zip(times, degrees):
            file.write(json.dumps({"type": "fix", "time": moment, "latitude": latitude, "longitude": longitude,
                                   "horizontalAccuracy": accuracy}) + "\n")


def real(data, folder, random):
    """A car with a plain receiver next to an RTK one, at several rates."""
    with gzip.open(os.path.join(data, "gps-unistrong-car-rtk/Data.txt.gz"), "rt") as file:
        rows = np.array([line.split() for line in file.readlines()[1:]], float)
    plane, session = Plane(*ORIGIN), os.path.join(folder, "car.ndjson")
    times = 1.6e9 + rows[:, 0] - rows[0, 0]
    truth = plane.degrees(rows[:, 3:5])
    for name, step, lane, offsets in (
            ("UniStrong car, 1 Hz", 10, 0, OFFSETS), ("the same, lane", 10, 3, OFFSETS), ("the same, 10 Hz", 1, 0, OFFSETS),
            ("every 5 s", 50, 0, OFFSETS), ("every 10 s", 100, 0, OFFSETS), ("every 30 s", 300, 0, OFFSETS),
            ("1 Hz, 8 m", 10, 0, (8.0,)), ("1 Hz, 8 m, lane", 10, 3, (8.0,))):
        log(session, times[::step], plane.degrees(rows[::step, 1:3]), 2.0)
        measured(name, times, truth, session, folder, random, lane, offsets)


def simulated(folder, random):
    """Simulated drives and walks, and the time that a long one takes."""
    session, path = os.path.join(folder, "drive.ndjson"), os.path.join(folder, "truth.ndjson")

    def drive(scenario, receiver, *more):
        subprocess.run([*PROGRAM, "simulate", scenario, "--receiver", receiver, "--fixes-only", "--output", session, "--truth", path,
                        *more], check=True, capture_output=True)
        with open(path) as file:
            rows = [row for row in map(json.loads, file) if row["type"] == "truth"]
        os.unlink(path)
        return np.array([row["time"] for row in rows]), np.array([[row["latitude"], row["longitude"]] for row in rows])

    for scenario, receiver in SIMULATED:
        measured(f"{scenario}, {receiver}", *drive(scenario, receiver), session, folder, random)
        os.unlink(session)
    for scenario, isTown in (("motorway", False), ("car-stops", True)):
        name = f"{scenario}, puck" + (", dense town" if isTown else "")
        made, report = measured(name, *drive(scenario, "puck"), session, folder, random, isTown=isTown)
        kilometres = report["metres"] / 1000
        match, run = (min(timed(*words) for _ in range(5)) for words in (
            ("match", session, "--map", made, "--json"), ("run", session, "--emit", "summary")))
        print(f"{'':28} {(match - run) * 1000 / kilometres:7.2f} ms per km, besides {run:.2f} s for the track")
        os.unlink(session)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as place:
        if sys.argv[1] == "simulated":
            simulated(place, np.random.default_rng(7))
        else:
            real(sys.argv[1], place, np.random.default_rng(7))
