"""Simulated sessions, kept from one run to the next, and their figures by scenario and receiver."""
import gzip
import hashlib
import json
import os
import tempfile

import numpy as np

from .. import KEPT, plane
from ..odographctl import SIMULATOR, Estimates, call, column, fixes, parsed, read, simulate
from ..plane import Carrier
from . import figures, filters

FOLDER = os.path.join(KEPT, "position")
SCENARIOS = {"walk": 0.1, "run": 0.1, "bike": 1.0, "car-stops": 1.0, "motorway": 1.0, "weave": 1.0, "hairpins": 1.0,
             "still": 0.1, "walk-stops": 0.1, "bike-stops": 1.0}
"""Scenario: power of the acceleration in m^2/s^3 that the plain filter is given, 0.1 on foot and 1 on wheels."""
SECONDS = 900
"""The length of a session, at most."""
SLOW = {"sparse": 1800, "sparse-30": 1800, "sparse-60": 1800, "logger": 1800}
"""Receivers with so few fixes that more seconds are needed."""


def receivers():
    """The receivers of the simulator, in its order."""
    listed = call("simulate", "--list", program=SIMULATOR).split("\nReceivers", 1)[-1].splitlines()[1:]
    return [line.split()[0] for line in listed if line.strip()]


def marks(scenarios, names):
    """A short hash of the simulated data per cell and per truth, so that sessions of another simulator are not used.

    A probe per scenario and per receiver distinguishes two simulators; a new build of the same one is not a new simulator.
    """
    def probe(*words):
        with tempfile.TemporaryDirectory() as draft:
            mark = hashlib.sha256()
            for path in simulate(words[0], draft, *words[1:]):
                with open(path, "rb") as file:
                    mark.update(file.read())
            return mark.hexdigest()

    os.makedirs(FOLDER, exist_ok=True)
    by_scenario = {name: probe(name) for name in scenarios}
    by_receiver = {name: probe("hairpins", "--receiver", name) for name in names}
    found = {(scenario, name): hashlib.sha256((one + other).encode()).hexdigest()[:12]
             for scenario, one in by_scenario.items() for name, other in by_receiver.items()}
    found |= {(name, "truth"): one[:12] for name, one in by_scenario.items()}
    for file in os.listdir(FOLDER):
        parts = file.split(".")
        if len(parts) > 3 and found.get((parts[0], parts[1]), parts[2]) != parts[2]:
            os.remove(os.path.join(FOLDER, file))
    return found


def session(scenario, receiver, mark, seed):
    """The event log of a session, compressed, and its fixes as arrays."""
    name = os.path.join(FOLDER, f"{scenario}.{receiver}.{mark}.{seed}")
    log, arrays = name + ".ndjson.gz", name + ".npz"
    if not os.path.exists(arrays):
        with tempfile.TemporaryDirectory(dir=FOLDER) as draft:
            plain, _ = simulate(scenario, draft, "--receiver", receiver, "--seed", str(seed), "--duration",
                                str(SLOW.get(receiver, SECONDS)))
            with open(plain) as file:
                text = file.read()
            with gzip.open(log, "wt", compresslevel=1) as file:
                file.write(text)
            np.savez(os.path.join(draft, "fixes.npz"), **fixes(parsed(text)))
            os.rename(os.path.join(draft, "fixes.npz"), arrays)
    with np.load(arrays) as stored:
        return log, dict(stored)


def truth(scenario, mark):
    """The carrier of a scenario's truth and its speed; every seed and receiver has the same."""
    name = os.path.join(FOLDER, f"{scenario}.truth.{mark}.npz")
    if not os.path.exists(name):
        with tempfile.TemporaryDirectory(dir=FOLDER) as draft:
            _, path = simulate(scenario, draft, "--duration", str(max(SLOW.values())), "--truth-interval", "0.1")
            lines = read(path)
            np.savez(os.path.join(draft, "truth.npz"),
                     **{key: column(lines, key) for key in ("time", "latitude", "longitude", "speed")})
            os.rename(os.path.join(draft, "truth.npz"), name)
    with np.load(name) as stored:
        rows = dict(stored)
    return Carrier(rows["time"], rows["latitude"], rows["longitude"]), lambda t: np.interp(t, rows["time"], rows["speed"])


def compared(scenario, receiver, mark, seeds, sessions):
    """The figures of the references, kept as well: they change with their own source alone."""
    source = hashlib.sha256()
    for module in (figures, filters, plane):
        with open(module.__file__, "rb") as file:
            source.update(file.read())
    source.update(repr([SCENARIOS[scenario], *seeds]).encode())
    name = os.path.join(FOLDER, f"{scenario}.{receiver}.{mark}.{source.hexdigest()[:16]}.json")
    if not os.path.exists(name):
        rows = figures.lanes(sessions, SCENARIOS[scenario])
        with open(name + ".part", "w") as file:
            json.dump(rows, file)
        os.rename(name + ".part", name)
    with open(name) as file:
        return json.load(file)


def cell(task):
    """The figures of one scenario under one receiver, means over the seeds."""
    scenario, receiver, found, seeds = task
    mark = found[scenario, receiver]
    carrier, speed = truth(scenario, found[scenario, "truth"])
    # Each scenario has its own seeds: the same noise in all of them would be one experiment, not eight.
    first = 1 + 100 * list(SCENARIOS).index(scenario)
    seeds = range(first, first + seeds)
    made = [session(scenario, receiver, mark, seed) for seed in seeds]
    sessions = [figures.Session(arrays, carrier, speed) for _, arrays in made]
    rows = compared(scenario, receiver, mark, seeds, sessions)
    for row, judged, (log, _) in zip(rows, sessions, made):
        row.update(figures.ours(judged, Estimates(log)))
    mean = {key: float(np.nanmean(values)) if not np.isnan(values := np.array([row[key] for row in rows], float)).all()
            else None for key in rows[0]}
    return {"scenario": scenario, "receiver": receiver, **mean}
