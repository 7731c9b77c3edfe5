#!/usr/bin/env python3
"""An alpha-beta filter: the simplest filter that has a velocity.

    odographctl run FILE --emit position --filter 'python3 alpha_beta.py'

Each fix moves the prediction by a share ALPHA of its surprise, and the velocity by a share BETA (Kalata 1984).
"""
import json
import math
import sys

ALPHA, BETA = 0.4, 0.1
METRES_PER_DEGREE = 111_320.0

time = east = north = None
velocity = [0.0, 0.0]
for line in sys.stdin:
    event = json.loads(line)
    if event["type"] != "fix" or "latitude" not in event:
        continue
    scale = METRES_PER_DEGREE * math.cos(math.radians(event["latitude"]))
    measured = (event["longitude"] * scale, event["latitude"] * METRES_PER_DEGREE)
    if time is None or event["time"] - time > 10:
        (east, north), velocity = measured, [0.0, 0.0]
    elif event["time"] > time:
        step = event["time"] - time
        surprise = (measured[0] - east - velocity[0] * step, measured[1] - north - velocity[1] * step)
        east += velocity[0] * step + ALPHA * surprise[0]
        north += velocity[1] * step + ALPHA * surprise[1]
        velocity = [velocity[0] + BETA / step * surprise[0], velocity[1] + BETA / step * surprise[1]]
    time = event["time"]
    print(json.dumps({"type": "position", "time": time, "latitude": north / METRES_PER_DEGREE, "longitude": east / scale}))
