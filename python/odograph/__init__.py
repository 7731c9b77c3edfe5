"""Tracks, activities, steps, stops and moves from GPS fixes and motion sensors: Odograph's core for Python.

import odograph as og

track = og.run(frame)              # fixes in: time, latitude, longitude, accuracy, speed, course
track.smoothed, track.storyline    # estimates out, as DataFrames
"""

from ._columns import Frame
from ._events import Events
from ._library import OdographError
from ._program import open, read, scenarios, simulate
from ._run import Parameters, Track, parameters, run
from ._score import Score, score
from ._tune import Tuning, tune

__all__ = [
    "Events",
    "Frame",
    "OdographError",
    "Parameters",
    "Score",
    "Track",
    "Tuning",
    "open",
    "parameters",
    "read",
    "run",
    "scenarios",
    "score",
    "simulate",
    "tune",
]

__version__ = "0.1.0"
