"""Times the core as a C library, called from Python, beside the Swift core on the same rows and two Python filters.

usage: python library.py [FOLDER]     FOLDER has odograph-benchmark; needs the package odograph, and uses filterpy and pykalman
                                      if they are installed. Each figure is the best of three runs, in seconds.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import odograph as og
from odograph._columns import nanoseconds
from odograph._library import Run

FIXES, HOUR, RATE = 1_000_000, 3_600, 100


def fixes(count):
    """Rows of seconds, latitude, longitude, accuracy and speed of a walk with noise."""
    random, second = np.random.default_rng(1), np.arange(count)
    latitude = 48 + np.cumsum(random.normal(0, 1e-6, count) + 1e-5 * np.sin(second / 3000))
    longitude = 16 + np.cumsum(random.normal(0, 1e-6, count) + 1e-5 * np.cos(second / 3000))
    return np.column_stack([1.7e9 + second, latitude, longitude, np.full(count, 4.0), np.full(count, 1.5)])


def motion(seconds):
    """Rows of seconds, acceleration and angular rate of a walk."""
    count = seconds * RATE
    random, when = np.random.default_rng(2), np.arange(count) / RATE
    phase = 2 * np.pi * 1.8 * when
    force = [0.3 + np.sin(phase), 0.2 + 0.5 * np.cos(phase), 9.8 + 2 * np.sin(phase) + random.normal(0, 0.1, count)]
    return np.column_stack([1.7e9 + when, *force, random.normal(0, 0.01, (count, 3))])


def best(body, runs=3):
    """The shortest of some runs."""
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        body()
        took.append(time.perf_counter() - start)
    return min(took)


def through_library(rows, samples=None):
    """From columns to columns: push, finish, and read the smoothed track and the live positions."""
    run = Run()
    names = ["latitude", "longitude", "horizontalAccuracy", "speed"]
    run.push("fix", {"time": nanoseconds(rows[:, 0])} | {name: rows[:, 1 + i] for i, name in enumerate(names)})
    if samples is not None:
        times = nanoseconds(samples[:, 0])
        for table, first in (("acceleration", 1), ("rotation", 4)):
            run.push(table, {"time": times} | {name: samples[:, first + i] for i, name in enumerate("xyz")})
    run.finish()
    track = og.Track(run)
    return track.columns("smoothed"), track.columns("position")


def in_swift(program, folder, rows, samples=None):
    """The Swift core over events that are in memory already."""
    words = []
    for name, table in (("fixes", rows), ("motion", samples)):
        if table is not None:
            words.append(os.path.join(folder, name))
            table.tofile(words[-1])
    lines = subprocess.run([program, "core", *words], check=True, capture_output=True, text=True).stdout.splitlines()
    return min(float(line.split()[1]) for line in lines if line.startswith("ours"))


def with_filterpy(rows):
    """A constant-velocity filter and its backward smoother, a step at a time as its documentation shows."""
    from filterpy.kalman import KalmanFilter

    kalman = KalmanFilter(dim_x=4, dim_z=2)
    kalman.F = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    kalman.H, kalman.R, kalman.Q = np.eye(2, 4), np.eye(2) * 16, np.eye(4) * 0.1
    means, covariances, _, _ = kalman.batch_filter(list((rows[:, 1:3] * 1e5)[..., None]))
    kalman.rts_smoother(means, covariances)


def with_pykalman(rows):
    """The same with pykalman's vectors."""
    from pykalman import KalmanFilter

    step = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    KalmanFilter(step, np.eye(2, 4), np.eye(4) * 0.1, np.eye(2) * 16).smooth(rows[:, 1:3] * 1e5)


def main():
    """Prints a table."""
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".build/release")
    program = os.path.join(folder, "odograph-benchmark")
    many, hour, samples = fixes(FIXES), fixes(HOUR), motion(HOUR)
    with tempfile.TemporaryDirectory() as scratch:
        for name, rows, motions in (("1 000 000 fixes", many, None), ("1 h at 100 Hz", hour, samples)):
            swift = in_swift(program, scratch, rows, motions)
            library = best(lambda rows=rows, motions=motions: through_library(rows, motions))
            print(f"{name}: Swift {swift:.3f}, library {library:.3f}, ratio {library / swift:.2f}")
    for name, peer, count in (("filterpy", with_filterpy, 50_000), ("pykalman", with_pykalman, 20_000)):
        try:
            print(f"{name}: {count / best(lambda peer=peer, count=count: peer(many[:count])):.0f} fixes per second")
        except ImportError:
            print(f"{name}: not installed")
    print(f"library: {50_000 / best(lambda: through_library(many[:50_000])):.0f} fixes per second over as many as filterpy")


if __name__ == "__main__":
    main()
