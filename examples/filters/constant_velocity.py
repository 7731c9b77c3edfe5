#!/usr/bin/env python3
"""A Kalman filter with a constant velocity, and the smoother of Rauch, Tung and Striebel (1965), in numpy.

    odographctl run FILE --emit smoothed --filter 'python3 constant_velocity.py'

It takes the stated accuracy as truth. NOISE is the acceleration that the user may have: 0.5 for walking, 2 for driving.
"""
import json
import math
import sys

import numpy as np

NOISE = 1.0
"""The 1-sigma acceleration on each axis, in m/s^2."""
ACCURACY = 5.0
"""The accuracy, in metres, of a fix that states none."""
METRES_PER_DEGREE = 111_320.0

fixes = [event for event in map(json.loads, sys.stdin) if event["type"] == "fix" and "latitude" in event]
if not fixes:
    sys.exit("There are no fixes.")
fixes = [fix for before, fix in zip([{"time": -math.inf}, *fixes], fixes) if fix["time"] > before["time"]]
origin = fixes[0]["latitude"], fixes[0]["longitude"]
scale = np.array([METRES_PER_DEGREE * math.cos(math.radians(origin[0])), METRES_PER_DEGREE])
places = np.array([[fix["longitude"] - origin[1], fix["latitude"] - origin[0]] for fix in fixes]) * scale

# East, north, and their velocities.
state, covariance = np.array([*places[0], 0, 0]), np.diag([100.0, 100, 400, 400])
observation = np.eye(2, 4)
filtered, predicted, transitions = [], [], []
for index, fix in enumerate(fixes):
    step = fix["time"] - fixes[index - 1]["time"] if index else 0.0
    transition = np.eye(4) + np.diag([step, step], 2)
    gain = np.vstack([np.eye(2) * step**2 / 2, np.eye(2) * step])
    state = transition @ state
    covariance = transition @ covariance @ transition.T + NOISE**2 * gain @ gain.T
    predicted.append((state, covariance))
    transitions.append(transition)
    noise = np.eye(2) * fix.get("horizontalAccuracy", ACCURACY) ** 2
    weight = covariance @ observation.T @ np.linalg.inv(observation @ covariance @ observation.T + noise)
    state = state + weight @ (places[index] - observation @ state)
    covariance = (np.eye(4) - weight @ observation) @ covariance
    filtered.append((state, covariance))

smoothed = [filtered[-1]]
for index in range(len(fixes) - 2, -1, -1):
    (mean, spread), (next_mean, next_spread) = filtered[index], predicted[index + 1]
    back = spread @ transitions[index + 1].T @ np.linalg.inv(next_spread)
    smoothed.append((mean + back @ (smoothed[-1][0] - next_mean), spread + back @ (smoothed[-1][1] - next_spread) @ back.T))

for fix, (mean, spread) in zip(fixes, reversed(smoothed)):
    east, north = mean[:2] / scale
    print(json.dumps({
        "type": "position", "time": fix["time"], "latitude": origin[0] + north, "longitude": origin[1] + east,
        "accuracy": math.sqrt(max(0.0, spread[0, 0] + spread[1, 1]) / 2)}))
