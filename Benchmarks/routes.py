"""How often the right road of a real map is found: routes.py EXTRACT.osm.pbf

Shortest routes between random nodes of an extract are driven or walked with made-up errors that wander (standard deviation of
each axis in m, time constant in s), and matched to the map that tilemaker makes of the extract. A position counts as right if
its road has the name of the true one, within 12 m of the way; roads without a name count as one. ODOGRAPHCTL names another
program than the release build. Needs numpy, osmium, tilemaker.
"""
import heapq
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

import numpy as np

import roads

DRIVEN = {kind + link for kind in ("motorway", "trunk", "primary", "secondary", "tertiary") for link in ("", "_link")} | {
    "unclassified", "residential", "living_street", "service"}
WALKED = DRIVEN | {"footway", "path", "steps", "pedestrian", "track", "cycleway"}
TRIPS = (("car", 2, 60, 14), ("car", 4, 40, 14), ("car", 8, 15, 14), ("bicycle", 4, 40, 5), ("foot", 3, 40, 1.4))
KILOMETRES = {"car": 15, "bicycle": 10, "foot": 4}
TOLERANCE = 12.0


class Roads:
    """The roads of an extract, as a graph of its nodes."""

    def __init__(self, path, folder):
        plain = os.path.join(folder, "extract.osm")
        subprocess.run(["osmium", "cat", path, "-o", plain, "--overwrite"], check=True, capture_output=True)
        self.nodes, self.ways = {}, []
        for element in tree.parse(plain).getroot():
            tags = {child.get("k"): child.get("v") for child in element if child.tag == "tag"}
            if element.tag == "node":
                self.nodes[element.get("id")] = (float(element.get("lat")), float(element.get("lon")))
            elif element.tag == "way" and "highway" in tags and tags.get("area") != "yes":
                self.ways.append(([child.get("ref") for child in element if child.tag == "nd"], tags))
        self.plane = roads.Plane(*next(iter(self.nodes.values())))

    def graph(self, mode):
        """Each node's neighbours with the metres and the name of the road; vehicles obey one-way roads."""
        found = {}
        for members, tags in self.ways:
            if tags["highway"] not in (DRIVEN if mode == "car" else WALKED):
                continue
            members = [member for member in members if member in self.nodes]
            name = tags.get("name") or tags.get("ref") or ""
            isOneWay = tags.get("oneway") in ("yes", "1") or tags.get("junction") == "roundabout" or tags["highway"] == "motorway"
            isReversed = tags.get("oneway") == "-1"
            for first, second in zip(members, members[1:]):
                length = np.hypot(*np.diff(self.plane.metres([self.nodes[first], self.nodes[second]]), axis=0)[0])
                if mode == "foot" or not isReversed:
                    found.setdefault(first, []).append((second, length, name))
                if mode == "foot" or not isOneWay or isReversed:
                    found.setdefault(second, []).append((first, length, name))
        return found

    def trip(self, mode, kilometres, seed):
        """A way over random goals: its corners, and the name of the road to each."""
        chance, graph = random.Random(seed), self.graph(mode)
        here = chance.choice(sorted(graph))
        corners, names, length = [self.nodes[here]], [""], 0.0
        for _ in range(1000):
            goal = chance.choice(sorted(graph))
            steps, metres = route(graph, here, goal)
            if not steps:
                continue
            corners += [self.nodes[node] for node, _ in steps]
            names += [name for _, name in steps]
            length, here = length + metres, goal
            if length > kilometres * 1000:
                break
        return np.array(corners), names


def route(graph, start, goal):
    """The nodes and names of the shortest route, and its metres."""
    known, before, queue = {start: 0.0}, {}, [(0.0, start)]
    while queue:
        metres, node = heapq.heappop(queue)
        if node == goal:
            break
        if metres > known[node]:
            continue
        for other, length, name in graph.get(node, ()):
            if metres + length < known.get(other, np.inf):
                known[other], before[other] = metres + length, (node, name)
                heapq.heappush(queue, (metres + length, other))
    if goal == start or goal not in known:
        return [], 0.0
    steps, node = [], goal
    while node != start:
        steps.append((node, before[node][1]))
        node = before[node][0]
    return steps[::-1], known[goal]


def wandering(count, noise, memory, random):
    error, keep = np.empty((count, 2)), np.exp(-1 / memory)
    error[0] = random.normal(0, noise, 2)
    for k in range(1, count):
        error[k] = keep * error[k - 1] + np.sqrt(1 - keep ** 2) * random.normal(0, noise, 2)
    return error


def measured(extract, made, session, mode, noise, memory, speed, seed):
    corners, names = extract.trip(mode, KILOMETRES[mode], seed)
    points = extract.plane.metres(corners)
    way = roads.along(points)
    marks = np.arange(0, way[-1], speed)
    times = 1.7e9 + np.arange(len(marks))
    places = np.column_stack([np.interp(marks, way, points[:, k]) for k in (0, 1)])
    places += wandering(len(marks), noise, memory, np.random.default_rng(seed))
    roads.log(session, times, extract.plane.degrees(places), noise)
    words = ("match", session, "--map", made, "--json")
    report = json.loads(subprocess.run([*roads.PROGRAM, *words], check=True, stdout=subprocess.PIPE).stdout)
    found = roads.matched(report, times)
    truth = [names[min(k, len(names) - 1)] for k in np.searchsorted(way, marks)]
    reach = int(TOLERANCE / speed) + 1
    right = [name != "" and name.strip("?") in truth[max(0, k - reach) : k + reach + 1] for k, name in enumerate(found)]
    spent = min(roads.timed(*words) for _ in range(3)) - min(roads.timed("run", session, "--emit", "summary") for _ in range(3))
    print(f"{mode:8} {noise} m, {memory} s, {speed} m/s  {way[-1] / 1000:5.1f} km  right {np.mean(right):.1%}  off {np.mean(found == ''):.1%}"
          f"  from road {report['deviation50']:.1f} / {report['deviation95']:.1f} m  {spent * 1e6 / way[-1]:.1f} ms per km", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        extract = Roads(sys.argv[1], folder)
        copy = os.path.join(folder, "made.osm.pbf")
        shutil.copy(sys.argv[1], copy)
        subprocess.run([*roads.PROGRAM, "map", "import", copy, "--quiet"], check=True, capture_output=True,
                       env={**os.environ, "XDG_DATA_HOME": folder})
        for trip in TRIPS:
            for seed in (1, 2):
                measured(extract, os.path.join(folder, "odograph/maps/made.mbtiles"), os.path.join(folder, "trip.ndjson"), *trip, seed)
