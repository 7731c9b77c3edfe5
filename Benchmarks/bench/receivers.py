"""Three simulated receivers on one way: what each is said to err by, and what their fusion gains over the best of them."""
import numpy as np

from .odographctl import by_type, column, logged, run, side_by_side
from .plane import Carrier
from .position.cells import marks, session, truth
from .position.figures import rms

SCENARIOS = ("bike", "walk", "car-stops")
TRIOS = {"alike": ("wander", "wander", "wander"), "unlike": ("ideal", "wander-10", "wander-120"),
         "one lies": ("wander", "wander-10", "canyon")}
SEEDS, WITHIN = 20, 0.15


def error(carrier, lines):
    """The root mean square error of some positions, in metres."""
    times, latitude, longitude = (column(lines, key) for key in ("time", "latitude", "longitude"))
    return rms(np.hypot(*(carrier.plane(times, latitude, longitude) - carrier.at(times)).T))


def ride(job):
    scenario, names, seed, found = job
    carrier, _ = truth(scenario, found[scenario, "truth"])
    alone, together, true = [], [], []
    for place, name in enumerate(names):
        _, fixes = session(scenario, name, found[scenario, name], 1000 + 3 * seed + place)
        events = [event | {"device": f"receiver {place}"} for event in logged(fixes)]
        together += events
        true.append(error(carrier, events))
        lines = by_type(run(events, "position,smoothed"))
        alone.append([error(carrier, lines[kind]) for kind in ("position", "smoothed")])
    lines = by_type(run(sorted(together, key=lambda event: event["time"]), "position,smoothed,summary"))
    said = {one["device"]: one.get("error", np.nan) for one in lines["summary"][-1]["receivers"]}
    ratios = [said.get(f"receiver {place}", np.nan) / true[place] for place in range(len(names))]
    fused = [error(carrier, lines[kind]) for kind in ("position", "smoothed")]
    return ratios, fused, alone


def receivers():
    """By trio and scenario: the share of errors that are right, their ratios, and the error of the fused track over that of the best
    receiver of all rides, and of each ride."""
    found, table = marks(SCENARIOS, sorted({name for names in TRIOS.values() for name in names})), {}
    for title, names in TRIOS.items():
        for scenario in SCENARIOS:
            rows = side_by_side(ride, [(scenario, names, seed, found) for seed in range(SEEDS)])
            ratios, fused, alone = (np.array([row[part] for row in rows]) for part in range(3))
            every = lambda errors: np.sqrt((errors ** 2).mean(0))
            pooled, ride_by_ride = every(fused) / every(alone).min(0), fused / alone.min(1)
            table[f"{title}, {scenario}"] = {
                "within 15 %": float((np.abs(ratios - 1) <= WITHIN).mean()),
                **{name: float(np.nanmedian(ratios[:, place])) for place, name in enumerate(("first", "second", "third"))},
                "live": float(pooled[0]), "saved": float(pooled[1]), "saved, ride by ride": float(np.median(ride_by_ride[:, 1])),
                "worst ride": float(ride_by_ride[:, 1].max())}
    return table
