"""Days by phone whose moves were labelled as they happened (Shankari et al., MobilityNet, 2020).

A copy of github.com/MobilityNet/mobilitynet-analysis-scripts, with or without a work tree. One person took the same three trips
on 25 days in 2019 and 2020, by car, bicycle, electric bicycle, scooter, bus, train, metro and tram, with four phones of each
system, set to different rates and accuracies. All of it is for tuning: one person, the same devices every day.
"""
import json
import os
import re
import subprocess

TIMELINES = ("unimodal_trip_car_bike_mtv_la", "car_scooter_brex_san_jose", "train_bus_ebike_mtv_ucb")


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
    """The trips of a timeline: and the labels of their legs."""

    def __init__(self, repository, name):
        spec = repository.read(repository.find(rf"bin/data/shankari@[^/]*/{name}/config~evaluation_spec/.*")[0])
        spec = spec[-1] if isinstance(spec, list) else spec
        self.modes = {leg["id"]: leg["mode"] for trip in spec["data"]["label"]["evaluation_trips"] for leg in trip["legs"]}
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

    def __init__(self, name, fixes, timeline, span):
        within = lambda row: row[0] >= span[0] - 60 and row[1] <= span[1] + 600
        self.name, self.fixes, self.timeline = name, fixes, timeline
        self.legs, self.trips = list(filter(within, timeline.legs)), list(filter(within, timeline.trips))


def sessions(repository):
    """The days of all phones that have trips."""
    for name in TIMELINES:
        timeline = Timeline(repository, name)
        for file in repository.find(rf"bin/data/ucb-sdb-(android|ios)-[123]/{name}/background~location/.*"):
            phone, start, end = re.search(r"ucb-sdb-([a-z]+-\d)/.*/(\d+)_(\d+)\.json", file).groups()
            entries = repository.read(file) or []
            if len(entries) < 20:
                continue
            title = f"{name.split('_')[0]}.{phone}.{start}"
            session = Session(title, events(entries, phone.startswith("ios")), timeline, (int(start), int(end)))
            if session.trips:
                yield session
