"""Days by phone whose ways and rests were labelled as they happened: mobility.py REPOSITORY [--set NAME=VALUE]...

REPOSITORY is a copy of github.com/MobilityNet/mobilitynet-analysis-scripts, with or without a work tree. One person took the same
three trips on 25 days in 2019 and 2020, by car, bicycle, electric bicycle, scooter, bus, train, metro and tram, with four phones
of each system, set to different rates and accuracies. All of it is for tuning: one person, the same devices every day.

modes    share of each labelled mode that the storyline tells as what
visits   rests of 5 minutes and more that are found, their edges, and stops that are none
route    distance of fixes, live and saved places from the drawn route, by ride: worse than raw by more than a tenth

ODOGRAPHCTL names the program (default: ../.build/release/odographctl). Shankari et al., MobilityNet, 2020.
"""
import collections
import concurrent.futures
import json
import math
import os
import re
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(os.environ.get("ODOGRAPHCTL", os.path.join(HERE, "../.build/release/odographctl")))
KEPT = os.path.join(HERE, ".build/mobility")
TIMELINES = ("unimodal_trip_car_bike_mtv_la", "car_scooter_brex_san_jose", "train_bus_ebike_mtv_ucb")
MODES = {"WALKING": "walking", "BICYCLING": "cycling", "E_BIKE": "cycling", "CAR": "automotive", "BUS": "automotive",
         "TRAIN": "automotive", "SUBWAY": "automotive", "LIGHT_RAIL": "automotive"}
TOLD = ("walking", "running", "cycling", "automotive", "unknown", "stop", "gap", "none")
VISIT, HIDDEN, FARTHEST = 300, ("SUBWAY", "LIGHT_RAIL", "WALKING"), 40
"""A rest of VISIT seconds is a visit. Rides in tunnels and walks off the drawn way have no route, nor do fixes so many metres
away: the drawn way is wrong there, or the ride took another."""


class Repository:
    """The JSON files of a copy of the repository, read with git. Some are missing from some copies."""

    def __init__(self, folder):
        bare = folder if os.path.exists(os.path.join(folder, "HEAD")) else os.path.join(folder, ".git")
        self.git = ["git", "--git-dir", bare]
        names = subprocess.run([*self.git, "ls-tree", "-r", "-z", "--name-only", "HEAD", "bin/data"], check=True,
                               capture_output=True, text=True).stdout.split("\0")
        self.names = [name for name in names if name.endswith(".json")]

    def read(self, name):
        answer = subprocess.run([*self.git, "show", f"HEAD:{name}"], capture_output=True)
        return json.loads(answer.stdout) if answer.returncode == 0 else None

    def find(self, pattern):
        return sorted(name for name in self.names if re.fullmatch(pattern, name))


class Timeline:
    """The trips of a timeline: their labels, and the drawn routes of their legs."""

    def __init__(self, repository, name):
        spec = repository.read(repository.find(rf"bin/data/shankari@[^/]*/{name}/config~evaluation_spec/.*")[0])
        spec = spec[-1] if isinstance(spec, list) else spec
        self.modes, self.routes = {}, {}
        for trip in spec["data"]["label"]["evaluation_trips"]:
            for leg in trip["legs"]:
                self.modes[leg["id"]] = leg["mode"]
                self.routes[leg["id"]] = [line for line in map(coordinates, as_list(leg.get("route_coords"))) if len(line) > 1]
        rows = set()
        for file in repository.find(rf"bin/data/ucb-sdb-[^/]*/{name}/manual~evaluation_transition/.*"):
            rows |= {(e["data"]["ts"], e["data"]["transition"], e["data"]["trip_id"])
                     for e in repository.read(file) or [] if e["data"].get("spec_id") == name}
        self.legs, self.trips, begun, start = [], [], {}, None
        for time, transition, what in sorted(rows):
            if transition == "START_EVALUATION_TRIP":
                start = time
            elif transition == "STOP_EVALUATION_TRIP" and start is not None:
                self.trips.append((start, time))
            elif transition == "START_EVALUATION_SECTION":
                begun[what] = time
            elif transition == "STOP_EVALUATION_SECTION" and begun.get(what, time) < time:
                self.legs.append((begun.pop(what), time, what))


def as_list(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def coordinates(feature):
    line = feature.get("geometry", feature)["coordinates"]
    return np.array(line if isinstance(line[0][0], (int, float)) else sum(line, []))


def events(entries, is_apple):
    """The fixes of a phone. Android says 0 where it has no speed."""
    fixes = {}
    for data in (entry["data"] for entry in entries):
        fix = {"type": "fix", "time": data["ts"], "latitude": data["latitude"], "longitude": data["longitude"],
               "horizontalAccuracy": data["accuracy"]}
        least = 0 if is_apple else 1e-9
        if data.get("sensed_speed", -1) >= least:
            fix["speed"] = data["sensed_speed"]
        if data.get("bearing", -1) >= least:
            fix["course"] = data["bearing"]
        fixes[data["ts"]] = fix
    return [fixes[time] for time in sorted(fixes)]


class Session:
    """A day of one phone: its events, and the labels and trips of that day."""

    def __init__(self, name, path, fixes, timeline, span):
        within = lambda row: row[0] >= span[0] - 60 and row[1] <= span[1] + 600
        self.name, self.path, self.fixes, self.timeline = name, path, fixes, timeline
        self.legs, self.trips = list(filter(within, timeline.legs)), list(filter(within, timeline.trips))

    def told(self, options):
        emit = "storyline,position,smoothed"
        answer = subprocess.run([PROGRAM, "run", self.path, "--emit", emit, *options], capture_output=True, text=True)
        if answer.returncode:
            sys.exit(f"mobility: {self.name}: {answer.stderr.strip()}")
        lines = collections.defaultdict(list)
        for line in map(json.loads, answer.stdout.splitlines()):
            lines["item" if line["type"] in ("stop", "move", "gap") else line["type"]].append(line)
        return lines


def sessions(repository):
    os.makedirs(KEPT, exist_ok=True)
    for name in TIMELINES:
        timeline = Timeline(repository, name)
        for file in repository.find(rf"bin/data/ucb-sdb-(android|ios)-[123]/{name}/background~location/.*"):
            phone, start, end = re.search(r"ucb-sdb-([a-z]+-\d)/.*/(\d+)_(\d+)\.json", file).groups()
            entries = repository.read(file) or []
            if len(entries) < 20:
                continue
            title = f"{name.split('_')[0]}.{phone}.{start}"
            path = os.path.join(KEPT, title + ".ndjson")
            fixes = events(entries, phone.startswith("ios"))
            with open(path, "w") as out:
                out.writelines(json.dumps(fix) + "\n" for fix in fixes)
            session = Session(title, path, fixes, timeline, (int(start), int(end)))
            if session.trips:
                yield session


def distances(places, lines):
    """The distance of each place (longitude, latitude) from the nearest of some lines, in metres."""
    best = np.full(len(places), np.inf)
    for line in lines:
        scale = np.array([math.cos(math.radians(line[0, 1])), 1]) * 111_200
        corners, points = line * scale, places * scale
        step = np.diff(corners, axis=0)
        share = ((points[:, None] - corners[:-1]) * step).sum(2) / np.maximum((step * step).sum(1), 1e-9)
        foot = corners[:-1] + np.clip(share, 0, 1)[..., None] * step
        best = np.minimum(best, np.sqrt(((points[:, None] - foot) ** 2).sum(2)).min(1))
    return best


def rides(session, lines):
    """Raw, live and saved root mean square distance from the route, and their medians, of each ride with many fixes."""
    place = lambda line: (line["longitude"], line["latitude"])
    raw = {fix["time"]: place(fix) for fix in session.fixes if fix["horizontalAccuracy"] <= 20}
    ways = [raw] + [{line["time"]: place(line) for line in lines[kind] if not line["isEstimated"]}
                    for kind in ("position", "smoothed")]
    for start, end, what in session.legs:
        route = session.timeline.routes.get(what)
        if not route or session.timeline.modes[what] in HIDDEN:
            continue
        times = [time for time in sorted(raw) if start + 20 <= time < end - 20 and all(time in way for way in ways)]
        if len(times) < 60:
            continue
        off = [distances(np.array([way[time] for time in times]), route) for way in ways]
        near = off[0] < FARTHEST
        if near.sum() >= 60:
            yield ([float(np.sqrt(np.mean(np.minimum(one[near], 60) ** 2))) for one in off]
                   + [float(np.median(one[near])) for one in off])


def shares(session, lines, table):
    """Adds ten-second points to the table of labelled and told modes."""
    times = np.arange(session.trips[0][0], session.trips[-1][1], 10.0)
    label = np.full(len(times), "visit", dtype=object)
    told = np.full(len(times), "none", dtype=object)
    for start, end, what in session.legs:
        label[(times >= start) & (times < end)] = session.timeline.modes.get(what, "?")
    for item in lines["item"]:
        told[(times >= item["start"]) & (times < item["end"])] = item["activity"] if item["type"] == "move" else item["type"]
    for pair in zip(label, told):
        table[pair] += 1


def visits(session, lines):
    """The number of visits, those found, the errors of their edges in seconds, and stops that are none."""
    modes, trips = session.timeline.modes, session.trips
    between = [(before[1], after[0]) for before, after in zip(trips, trips[1:])]
    waits = [(start, end) for start, end, what in session.legs if modes.get(what) == "STOPPED"]
    slow = between + waits + [(a, b) for a, b, what in session.legs if re.match("tt_|walk_start|walk_end", what)]
    stops = [item for item in lines["item"] if item["type"] == "stop"]
    overlap = lambda stop, start, end: min(stop["end"], end) - max(stop["start"], start)
    rests = [(start, end) for start, end in between + waits if end - start >= VISIT]
    found, edges = 0, []
    for start, end in rests:
        hits = [s for s in stops if overlap(s, start, end) > 0.5 * max(end - start, s["end"] - s["start"])]
        found += bool(hits)
        for stop in hits[:1]:
            edges += [abs(stop["start"] - start), abs(stop["end"] - end)]
    false = sum(trips[0][0] < s["start"] and s["end"] < trips[-1][1]
                and not any(overlap(s, a, b) > 0.3 * (s["end"] - s["start"]) for a, b in slow) for s in stops)
    return len(rests), found, edges, false


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    options, table, rows, counts = sys.argv[2:], collections.Counter(), [], []
    days = list(sessions(Repository(sys.argv[1])))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for session, lines in zip(days, pool.map(lambda day: day.told(options), days)):
            shares(session, lines, table)
            counts.append(visits(session, lines))
            rows += rides(session, lines)
    print(f"{len(days)} days\n{'':12}" + "".join(f"{told:>11}" for told in TOLD))
    for label in dict.fromkeys(label for label, _ in table):
        total = sum(count for (name, _), count in table.items() if name == label)
        print(f"{label.lower():12}" + "".join(f"{table[label, told] / total:11.2f}" for told in TOLD) + f"  {total / 360:.1f} h")
    asked, found, edges, false = zip(*counts)
    print(f"visits {sum(asked)}, found {sum(found)}, edges {np.median(sum(edges, [])):.0f} s, stops that are none {sum(false)}")
    figures = np.array(rows)
    ratio = lambda a, b: math.exp(np.log(figures[:, a] / figures[:, b]).mean())
    print(f"route: {len(rows)} rides, mean square of raw {figures[:, 0].mean():.2f} m, live / raw {ratio(1, 0):.3f}, saved / raw "
          f"{ratio(2, 0):.3f}; medians {ratio(4, 3):.3f}, {ratio(5, 3):.3f}; worse than raw by a tenth: live "
          f"{(figures[:, 1] > 1.1 * figures[:, 0]).sum()}, saved {(figures[:, 2] > 1.1 * figures[:, 0]).sum()}")


if __name__ == "__main__":
    main()
