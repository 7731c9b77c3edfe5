"""Pans a map with a stock ShumatePathLayer over a GPX track: window.py TRACK FRAMES
Prints one JSON object: the milliseconds of a frame, from the first phase of the frame clock to the end of its painting,
as `odograph --benchmark pan` counts them. No tile is asked for: the map source only says how the world lies."""
import json
import math
import re
import statistics
import sys
import time

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Shumate", "1.0")
from gi.repository import GLib, Gtk, Shumate  # noqa: E402

WIDTH, HEIGHT = 1280, 800
WARM_UP = 5


class Pan:
    def __init__(self, points, frames):
        self.frames, self.times, self.began, self.step = frames, [], 0.0, 0
        source = Shumate.MapSourceRegistry.new_with_defaults().get_by_id(Shumate.MAP_SOURCE_OSM_MAPNIK)
        self.map = Shumate.Map()
        self.viewport = self.map.get_viewport()
        self.viewport.set_reference_map_source(source)
        layer = Shumate.PathLayer.new(self.viewport)
        for latitude, longitude in points:
            layer.add_node(Shumate.Coordinate.new_full(latitude, longitude))
        self.map.add_layer(layer)
        latitudes, longitudes = [p[0] for p in points], [p[1] for p in points]
        self.place = [(min(latitudes) + max(latitudes)) / 2, (min(longitudes) + max(longitudes)) / 2]
        span = max(max(longitudes) - min(longitudes), max(latitudes) - min(latitudes), 1e-6)
        self.viewport.set_zoom_level(min(17, math.log2(360 / span * (HEIGHT - 112) / 256)))
        self.viewport.set_location(*self.place)
        self.window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT, child=self.map)
        self.window.present()
        self.loop = GLib.MainLoop()
        GLib.timeout_add(300, self.begin)
        self.loop.run()

    def begin(self):
        clock = self.map.get_frame_clock()
        clock.connect("before-paint", self.before)
        clock.connect("after-paint", self.after)
        self.move()
        return False

    def before(self, _):
        self.began = time.perf_counter()

    def after(self, _):
        self.times.append((time.perf_counter() - self.began) * 1e3)
        if len(self.times) < self.frames + WARM_UP:
            GLib.timeout_add(2, self.move)
        else:
            self.loop.quit()

    def move(self):
        self.step += 1
        pixel = 360 / (256 * 2 ** self.viewport.get_zoom_level())
        self.place[1] += (9 if self.step % 60 < 30 else -9) * pixel
        self.place[0] += (5 if self.step % 40 < 20 else -5) * pixel * math.cos(math.radians(self.place[0]))
        self.viewport.set_location(*self.place)
        return False


with open(sys.argv[1], encoding="utf-8") as track:
    found = re.findall(r'<trkpt lat="([^"]+)" lon="([^"]+)"', track.read())
points = [(float(latitude), float(longitude)) for latitude, longitude in found]
times = sorted(Pan(points, int(sys.argv[2])).times[WARM_UP:])
print(json.dumps({
    "points": len(points), "frames": len(times), "median": statistics.median(times),
    "p99": times[min(len(times) - 1, int(0.99 * len(times)))], "unit": "ms"}))
