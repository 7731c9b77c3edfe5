"""How one moved and where one stayed, against days, recordings and labels whose truth is known:
segmentation.py DATA [days] [rests] [sports] [trips] [rates] [--use tuning|validation|final] [--json FILE]

days    simulated days with visits (Sources/Simulation/VisitDays.swift) at 1, 5, 10, 30 and 60 s: visits found, stops that
        were none, edges, share of the moving time in the right mode
rests   all time of these days, rests included, at 1, 10, 30 and 60 s: share whose activity is right, share of the rests that
        are reported as rests, calibration error; by receivers with and without speeds
sports  track files that state their sport (DATA/wild, DATA/sport-tracks, ACTIVITIES), with the statement removed: share of
        the moving time in that sport
trips   GeoLife's labels at full rate and at 30 and 120 s: share of ten-second points in the right mode, macro-F1, changes
        of mode with an edge within 60 s, calibration error
rates   the dense track files at 2, 5, 10, 30, 60 and 120 s: share of the time that is decided as at full rate, with
        all that a file has, and by times and places alone

ODOGRAPHCTL names the program (default: ../.build/release/odographctl). GEOLIFE names the folder with the users of a whole copy of
GeoLife, if there is one (data of github.com/xpeterk1/geolife-trajectories), ACTIVITIES that with the files of activities.tsv,
which names a repository of GitHub and a path for each. What may be tuned on what: sets.json, activities.tsv.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import labelled
from sets import Sets

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(os.environ.get("ODOGRAPHCTL", os.path.join(HERE, "../.build/release/odographctl")))
SIMULATOR = os.path.abspath(os.environ.get("SIMULATOR", os.path.join(HERE, "../.build/release/odographctl")))
GEOLIFE = os.environ.get("GEOLIFE")
ACTIVITIES = os.environ.get("ACTIVITIES")
KEPT = os.path.join(HERE, ".build/segmentation")
MODES = ("walking", "running", "cycling", "automotive")
DAYS, RECEIVERS, RATES = ("errands", "commute", "outing"), ("phone", "puck", "battered", "no-speed"), (1, 5, 10, 30, 60)
SPEEDLESS = ("no-speed", "no-speed-white", "logger")
VISIT, HALT = 300, 110
"""A rest of VISIT seconds or more is a visit, one of HALT or less is not; between them either answer is right."""


def run(path, emit):
    """The lines that the program writes for a file; none if it cannot read it."""
    answer = subprocess.run([PROGRAM, "run", path, "--emit", emit], capture_output=True, text=True, timeout=900)
    return [json.loads(line) for line in answer.stdout.splitlines()] if answer.returncode == 0 else []


def run_events(events, emit):
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)
        file.flush()
        return run(file.name, emit)


def thinned(events, seconds):
    """Every fix that comes at least so many seconds after the one before."""
    kept = []
    for event in events:
        if not kept or event["time"] >= kept[-1]["time"] + seconds - 1e-3:
            kept.append(event)
    return kept


def side_by_side(work, jobs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(work, jobs))


def mean(values):
    values = [value for value in values if value is not None]
    return float(np.mean(values)) if values else float("nan")


def median(values):
    return float(np.median(values)) if values else float("nan")


# ---- simulated days ----------------------------------------------------------------------------------------------
def simulated(scenario, receiver, seed):
    os.makedirs(KEPT, exist_ok=True)
    stem = os.path.join(KEPT, f"{scenario}.{receiver}.{seed}")
    if not os.path.exists(stem + ".truth"):
        subprocess.run([SIMULATOR, "simulate", scenario, "--receiver", receiver, "--seed", str(seed), "--fixes-only",
                        "--output", stem + ".ndjson", "--truth", stem + ".truth"], check=True, capture_output=True)
    read = lambda path: [json.loads(line) for line in open(path)]
    return [e for e in read(stem + ".ndjson") if e["type"] == "fix"], read(stem + ".truth")


def spans(truth):
    """Stretches of one activity: (start, end, activity)."""
    result = []
    for sample in truth:
        if result and result[-1][2] == sample["activity"]:
            result[-1][1] = sample["time"]
        else:
            result.append([sample["time"], sample["time"], sample["activity"]])
    return result


def day(job):
    scenario, receiver, seed, rate = job
    events, truth = simulated(scenario, receiver, seed)
    items = run_events(thinned(events, rate), "storyline")
    stops = [item for item in items if item["type"] == "stop"]
    known = spans(truth)
    rests = [span for span in known if span[2] == "stationary"]
    found, edges = 0, []
    for start, end, _ in (span for span in rests if span[1] - span[0] >= VISIT - 1):
        hits = [s for s in stops
                if min(s["end"], end) - max(s["start"], start) > 0.5 * max(end - start, s["end"] - s["start"])]
        found += bool(hits)
        for stop in hits[:1]:
            edges += [abs(stop["start"] - start)] * (start > known[0][0])
            edges += [abs(stop["end"] - end)] * (end < known[-1][1])
    false = sum(not any(min(s["end"], end) - max(s["start"], start) > 0.3 * (s["end"] - s["start"])
                        for start, end, _ in rests if end - start > HALT) for s in stops)
    times = np.array([sample["time"] for sample in truth])
    actual = np.array([MODES.index(s["activity"]) if s["activity"] in MODES else -1 for s in truth])
    told = np.full(len(times), -2)
    for item in items:
        if item["type"] == "move" and item["activity"] in MODES:
            told[(times >= item["start"]) & (times < item["end"])] = MODES.index(item["activity"])
    wanted = (actual >= 0) & (times >= items[0]["start"]) if items else actual >= 0
    visits = sum(span[1] - span[0] >= VISIT - 1 for span in rests)
    return rate, visits, found, false, edges, (told == actual)[wanted].mean()


def days(data, use):
    jobs = [(scenario, receiver, seed, rate) for rate in RATES for scenario in DAYS for receiver in RECEIVERS
            for seed in ((1,) if use == "tuning" else (11,))]
    rows = side_by_side(day, jobs)
    table = {}
    for rate in RATES:
        of = [row for row in rows if row[0] == rate]
        table[f"{rate} s"] = {
            "visits": sum(row[1] for row in of), "found": sum(row[2] for row in of), "false": sum(row[3] for row in of),
            "edge": median([edge for row in of for edge in row[4]]), "mode": mean([row[5] for row in of])}
    return table


def rest(job):
    scenario, receiver, seed, rate = job
    events, truth = simulated(scenario, receiver, seed)
    times = np.array([sample["time"] for sample in truth])
    actual = np.array([number(s["activity"]) if s["activity"] in ("stationary",) + MODES else -1 for s in truth])
    told, sure = np.full(len(times), -2), np.zeros(len(times))
    for line in run_events(thinned(events, rate), "activity"):
        during = (times >= line["time"]) & (times < line["until"])
        told[during], sure[during] = number(line["activity"]), line["probability"]
    known = (told > -2) & (actual >= 0)
    return actual[known], told[known], sure[known]


def rests(data, use):
    table = {}
    for name, receivers in (("", RECEIVERS), ("without speeds, ", SPEEDLESS)):
        for rate in (1, 10, 30, 60):
            jobs = [(scenario, receiver, 1 if use == "tuning" else 11, rate) for scenario in DAYS for receiver in receivers]
            actual, told, sure = (np.concatenate(column) for column in zip(*side_by_side(rest, jobs)))
            right = actual == told
            table[f"{name}{rate} s"] = {"right": float(right.mean()), "of rests": float(right[actual == 0].mean()),
                                        "calibration": calibration_error(sure, right)}
    return table


# ---- files that state their sport --------------------------------------------------------------------------------
def without_sport(path):
    """The events of a file without what it states of the sport."""
    answer = subprocess.run([PROGRAM, "export", path, "--format", "events", "--output", "-"], capture_output=True, text=True)
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    return [event for event in events if event["type"] not in ("statement", "tick")]


def seconds_by_mode(items):
    result = collections.Counter()
    for item in items:
        if item["type"] == "move":
            result[item["activity"]] += item["end"] - item["start"]
    return result


def sport(path):
    """The sport that a file states, and the seconds of each mode that are decided without it. A file that states a sport
    of which its own speed is beyond anyone's is wrong and left out."""
    stated = collections.Counter()
    for item in run(path, "storyline"):
        if item["type"] == "move" and item.get("isStated"):
            stated[item["activity"]] += item["end"] - item["start"]
    if sum(stated.values()) < 120:
        return None
    name, events = stated.most_common(1)[0][0], without_sport(path)
    if speed_of_half(events) > RECORDS.get(name, 1e9):
        print(f"  left out: {os.path.basename(path)} states {name} at {speed_of_half(events):.1f} m/s", file=sys.stderr)
        return None
    times = seconds_by_mode(run_events(events, "storyline"))
    return path, name, times, any(event["type"] == "cadence" for event in events), events


RECORDS = {"walking": 3.5, "running": 6.4}
"""The mean speeds of the records over 20 km of walking and 10 km of running, in m/s, rounded upwards."""


def speed_of_half(events):
    """The speed over a minute that half of a file's minutes exceed, in m/s."""
    fixes = thinned([event for event in events if event["type"] == "fix" and "latitude" in event], 60)
    speeds = []
    for before, after in zip(fixes, fixes[1:]):
        north = (after["latitude"] - before["latitude"]) * 111_320
        east = (after["longitude"] - before["longitude"]) * 111_320 * np.cos(np.radians(after["latitude"]))
        speeds.append(np.hypot(north, east) / (after["time"] - before["time"]))
    return median(speeds) if speeds else 0.0


def sport_files(data, use):
    sets = Sets()
    paths = sorted(glob.glob(f"{data}/wild/*") + glob.glob(f"{data}/sport-tracks/*/*"))
    return [p for p in paths if re.search(r"\.(gpx|tcx|fit)(\.gz)?$", p.lower()) and
            sets.use(os.path.relpath(p, data)) == use] + activities(use)


def activities(use):
    """The files of activities.tsv that are there, of one use."""
    if not ACTIVITIES:
        return []
    with open(os.path.join(HERE, "activities.tsv")) as file:
        rows = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    paths = [os.path.join(ACTIVITIES, name) for name, _, _, of in rows if of == use]
    return [path for path in paths if os.path.exists(path)]


def sports(data, use):
    rows = [row for row in side_by_side(sport, sport_files(data, use)) if row and sum(row[2].values()) > 0]
    table = {}
    for mode in ("running", "cycling", "walking"):
        of = [row for row in rows if row[1] == mode]
        table[mode] = {"files": len(of), "right": mean([row[2][mode] / sum(row[2].values()) for row in of]),
                       "automotive": mean([row[2]["automotive"] / sum(row[2].values()) for row in of])}
    of = [row for row in rows if row[3] and row[1] == "cycling"]
    table["rides with cadence"] = {"files": len(of), "with automotive": sum(row[2]["automotive"] > 0 for row in of)}
    if os.environ.get("ROWS"):
        for path, stated, times, has_cadence, _ in rows:
            whole = sum(times.values())
            print(f"  {os.path.basename(path)[:60]:60} {stated:8} {'cad' if has_cadence else '   '}",
                  *(f"{mode} {seconds / whole:.2f}" for mode, seconds in times.most_common(3)), f"{whole:.0f} s",
                  file=sys.stderr)
    return table


# ---- labelled trips ------------------------------------------------------------------------------------------------
def trip(job):
    path, marks, rate = job
    fixes = [{"type": "fix", "time": time, "latitude": latitude, "longitude": longitude}
             for time, latitude, longitude in labelled.fixes(path)]
    marks = [mark for mark in marks if mark[0] < fixes[-1]["time"] and mark[1] > fixes[0]["time"] and mark[2] > 0]
    if not marks or len(fixes) < 20:
        return None
    lines = run_events(thinned(fixes, rate), "activity,storyline")
    own = np.array([fix["time"] for fix in fixes])
    points, truth, told, sure, story = [], [], [], [], []
    stretches = {line["time"]: line for line in lines if line["type"] == "activity"}
    stretches = sorted(stretches.values(), key=lambda line: line["time"])
    starts = np.array([line["time"] for line in stretches])
    moves = [line for line in lines if line["type"] in ("stop", "move", "gap")]
    for start, end, mode in marks:
        for time in np.arange(start, end, 10.0):
            near = np.searchsorted(own, time)
            if near == 0 or near == len(own) or own[near] - own[near - 1] > 120:
                continue
            place = np.searchsorted(starts, time, "right") - 1
            line = stretches[place] if place >= 0 else None
            is_known = line is not None and line["until"] >= time - 1
            item = next((m for m in moves if m["start"] <= time < m["end"]), None)
            truth.append(mode)
            told.append(number(line["activity"]) if is_known else 5)
            sure.append(line["probability"] if is_known else 0.2)
            kind = item["type"] if item else "gap"
            story.append(number(item["activity"]) if kind == "move" else 0 if kind == "stop" else 5)
    changes = []
    for (_, end, before), (start, _, after) in zip(marks, marks[1:]):
        if (before == 1) == (after == 1) or before == after or not 0 <= start - end <= 600:
            continue
        middle = (start + end) / 2
        if not ((own > middle - 30) & (own < middle)).any() or not ((own > middle) & (own < middle + 30)).any():
            continue
        ends = [m[key] for m in moves for key in ("start", "end")]
        side = "end" if before != 1 else "start"
        rides = [m[side] for m in moves if m["type"] == "move" and m["activity"] in ("cycling", "automotive")]
        off = lambda times: min([max(0, end - t, t - start) for t in times], default=1e9)
        changes.append((off(ends), off(rides)))
    return np.array(truth), np.array(told), np.array(sure), np.array(story), changes


def number(activity):
    return (("stationary",) + MODES + ("unknown",)).index(activity)


def f1(truth, told, kinds=(1, 3, 4)):
    scores = []
    for kind in kinds:
        right = ((truth == kind) & (told == kind)).sum()
        scores.append(2 * right / max(1, (truth == kind).sum() + (told == kind).sum()))
    return float(np.mean(scores))


def calibration_error(probability, right):
    bins = np.minimum(9, (probability * 10).astype(int))
    off = sum(abs(right[bins == k].sum() - probability[bins == k].sum()) for k in range(10))
    return float(off / max(1, len(right)))


def trips(data, use):
    table, sets = {}, Sets()
    jobs = [(path, labelled.labels(folder)) for folder in labelled.folders(data, GEOLIFE, sets, use)
            for path in sorted(glob.glob(f"{folder}/Trajectory/*.plt*"))]
    for rate in (1, 30, 120):
        rows = [row for row in side_by_side(trip, [(*job, rate) for job in jobs]) if row]
        if not rows:
            continue
        truth, told, sure, story = (np.concatenate([row[k] for row in rows]) for k in range(4))
        changes = np.array([change for row in rows for change in row[4]]).reshape(-1, 2)
        table[f"{rate} s"] = {
            "activity": float((told == truth).mean()), "of moving": float((told == truth)[told > 0].mean()),
            "F1": f1(truth, told), "calibration": calibration_error(sure, told == truth),
            "day": float((story == truth).mean()), "day, of moving": float((story == truth)[story > 0].mean()),
            "day F1": f1(truth, story), "changes": len(changes),
            "within 60 s": float((changes[:, 0] <= 60).mean()), "ride's end": float((changes[:, 1] <= 60).mean()),
            "within 180 s": float((changes[:, 0] <= 180).mean())}
    return table


# ---- sampling intervals -------------------------------------------------------------------------------------------
def bare(events):
    """The times and places of fixes alone."""
    return [{key: event[key] for key in ("type", "time", "latitude", "longitude")} for event in events
            if event["type"] == "fix" and "latitude" in event]


def sampled(events, seconds):
    """A file whose points are so many seconds apart: of sensors it has what came with a kept point."""
    times = {event["time"] for event in thinned(bare(events), seconds)}
    return [event for event in events if event["time"] in times or event["type"] not in SAMPLES]


SAMPLES = ("fix", "heartRate", "cadence", "power", "temperature")


def decided(events, grid):
    told = np.full(len(grid), 9)
    for item in run_events(events, "storyline"):
        code = number(item["activity"]) if item["type"] == "move" else 0 if item["type"] == "stop" else 5
        told[(grid >= item["start"]) & (grid < item["end"])] = code
    return told


def dense(path):
    """The events of a file without what it states of the sport; none unless it has a fix every second or two."""
    events = without_sport(path)
    fixes = bare(events)
    is_dense = 600 <= len(fixes) <= 20_000 and np.median(np.diff([fix["time"] for fix in fixes])) <= 2
    return events if is_dense else []


def agreement(path):
    events = dense(path)
    if not events:
        return None
    rows = []
    for part in (events, bare(events)):
        grid = np.arange(bare(part)[0]["time"], bare(part)[-1]["time"], 10.0)
        full = decided(part, grid)
        rows.append([float((decided(sampled(part, rate), grid) == full).mean()) for rate in (2, 5, 10, 30, 60, 120)])
    return rows


def rates(data, use):
    rows = [row for row in side_by_side(agreement, sport_files(data, use)) if row]
    return {f"{rate} s": {"files": len(rows), "same": mean([row[0][k] for row in rows]),
                          "same, places alone": mean([row[1][k] for row in rows])}
            for k, rate in enumerate((2, 5, 10, 30, 60, 120))}


def main():
    words = sys.argv[1:]
    option = lambda name: words.pop(words.index(name) + 1) if name in words else None
    use, target = option("--use") or "tuning", option("--json")
    words = [word for word in words if not word.startswith("--")]
    if not words:
        sys.exit(__doc__)
    result = {}
    for part in words[1:] or ["days", "rests", "sports", "trips", "rates"]:
        table = result[part] = {
            "days": days, "rests": rests, "sports": sports, "trips": trips, "rates": rates}[part](words[0], use)
        print(f"{part} ({use})")
        for row, figures in table.items():
            texts = (f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}" for k, v in figures.items())
            print(f"  {row:22}", "  ".join(texts), flush=True)
    if target:
        with open(target, "w") as file:
            json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
