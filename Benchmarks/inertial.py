"""Ways to carry a drive on without fixes, compared on the same outages. Needs numpy.

The error-state filter is an own derivation after P. Groves, Principles of GNSS, Inertial, and Multisensor Integrated
Navigation Systems, 2nd ed. 2013, chapters 5, 14, 15; that wheels move neither sideways nor up after G. Dissanayake et al., The
aiding of a low-cost strapdown inertial measurement unit using vehicle model constraints, IEEE Trans. Robotics and Automation
17(5), 2001. Odograph's own (`Position/Outage`) is the last row.
"""
import copy
import math

import numpy as np

GRAVITY = 9.80665
UP = np.array([0.0, 0.0, 1.0])
VELOCITY, ATTITUDE, RATE, FORCE, MOUNTING = (slice(3 * k, 3 * k + 3) for k in range(5))
PLACE, COUNT = slice(15, 17), 17
GAP, STEP, GATE = 2.5, 1.0, 9.0


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rotation(vector):
    """The rotation matrix of a rotation vector in radians."""
    angle = math.sqrt(vector @ vector)
    if angle < 1e-9:
        return np.eye(3) + skew(vector)
    axis = skew(vector / angle)
    return np.eye(3) + math.sin(angle) * axis + (1 - math.cos(angle)) * (axis @ axis)


class Rest:
    """Whether the sensors rest: the spread of the acceleration and the rate, as Odograph judges them."""

    def __init__(self):
        self.mean, self.variance, self.rate, self.since = None, 0.05, 0.0, None

    def add(self, time, force, rate, interval):
        size = np.linalg.norm(force)
        if self.mean is None or interval >= 0.5:
            self.mean = size
            return False
        change = size - self.mean
        gain = 1 - math.exp(-interval / 0.7)
        self.mean += gain * change
        self.variance += gain * (change * change - self.variance)
        self.rate += (np.linalg.norm(rate) - self.rate) * (1 - math.exp(-interval / 0.2))
        if self.variance >= 0.12 ** 2 or self.rate >= 0.06:
            self.since = None
            return False
        self.since = time if self.since is None else self.since
        return time - self.since >= 1


class Held:
    """The velocity of the last fix."""

    def __init__(self):
        self.place = None

    def sample(self, time, force, rate):
        pass

    def fix(self, time, place, accuracy, velocity):
        self.place, self.velocity, self.time = place, velocity, time

    def at(self, time):
        return None if self.place is None else self.place + self.velocity * (time - self.time)


class Turned(Held):
    """The speed of the last fix, its course turned by the gyroscope about gravity; zero while the sensors rest."""

    def __init__(self, stops=True):
        super().__init__()
        self.stops, self.rest, self.gravity, self.last = stops, Rest(), None, None
        self.bias, self.variance, self.turn, self.before = 0.0, math.radians(3) ** 2, 0.0, None

    def sample(self, time, force, rate):
        last, self.last = self.last, time
        if last is None or self.gravity is None:
            self.gravity = force.copy()
            return
        interval = time - last
        self.gravity = rotation(-rate * interval) @ self.gravity
        self.gravity = self.gravity + (force - self.gravity) * min(1, interval / 8)
        about = rate @ self.gravity / np.linalg.norm(self.gravity)
        self.turn += about * interval
        rests = self.rest.add(time, force, rate, interval)
        if self.place is None:
            return
        angle = (about - self.bias) * interval
        east, north = self.velocity
        self.velocity = np.array([east * math.cos(angle) - north * math.sin(angle),
                                  north * math.cos(angle) + east * math.sin(angle)]) * (0 if rests and self.stops else 1)
        self.place = self.place + self.velocity * interval

    def fix(self, time, place, accuracy, velocity):
        super().fix(time, place.copy(), accuracy, velocity.copy())
        if math.hypot(*velocity) < 4:
            self.before = None
            return
        course = math.atan2(velocity[1], velocity[0])
        if self.before and 0 < time - self.before[0] < 3:
            elapsed = time - self.before[0]
            change = (course - self.before[1] + math.pi) % (2 * math.pi) - math.pi
            noise = (math.radians(2) / elapsed) ** 2 + (0.15 * abs(change) / elapsed) ** 2
            self.variance += math.radians(0.01) ** 2 * elapsed
            gain = self.variance / (self.variance + noise)
            self.bias += gain * ((self.turn - self.before[2] - change) / elapsed - self.bias)
            self.variance *= 1 - gain
        self.before = time, course, self.turn

    def at(self, time):
        return self.place


class Axes:
    """The vehicle's axes in the device's: up from the mean force, forward from how the vehicle accelerates."""

    def __init__(self):
        self.mean, self.felt, self.moved, self.last, self.axis = None, 0.0, False, None, 0
        self.product, self.forces, self.accelerations = 0j, 0.0, 0.0
        self.clear()

    def clear(self):
        self.force, self.turn, self.time = np.zeros(3), np.zeros(3), 0.0

    def sample(self, force, rate, interval):
        if self.mean is None:
            self.mean, self.recent, self.axis = force.copy(), force.copy(), int(np.argmin(np.abs(force)))
        self.felt += interval
        self.mean = self.mean + (force - self.mean) * interval / min(self.felt, 60)
        self.recent = self.recent + (force - self.recent) * min(1, interval / min(self.felt, 8))
        cosine = self.mean @ self.recent / np.linalg.norm(self.mean) / np.linalg.norm(self.recent)
        self.moved = self.felt > 20 and cosine < math.cos(math.radians(20))
        self.force += force * interval
        self.turn += rate * interval
        self.time += interval

    def fix(self, time, speed):
        if self.last is None or not 0 < time - self.last[0] <= 4:
            self.last = time, speed
            self.clear()
            return
        elapsed = time - self.last[0]
        if elapsed < 1.9 or self.time < 1:
            return
        up, first, second = self.basis()
        acceleration = complex((speed - self.last[1]) / elapsed, (speed + self.last[1]) / 2 * (self.turn @ up) / self.time)
        force = complex(self.force @ first, self.force @ second) / self.time
        if self.felt > 10:
            self.product = self.product * 0.995 + force * acceleration.conjugate()
            self.forces = self.forces * 0.995 + abs(force) ** 2
            self.accelerations = self.accelerations * 0.995 + abs(acceleration) ** 2
        self.last = time, speed
        self.clear()

    def basis(self):
        up = self.mean / np.linalg.norm(self.mean)
        first = np.eye(3)[self.axis] - up * up[self.axis]
        first /= np.linalg.norm(first)
        return up, first, np.cross(up, first)

    @property
    def mounting(self):
        coherence = abs(self.product) / math.sqrt(self.forces * self.accelerations + 1e-9)
        if self.felt <= 20 or self.accelerations <= 8 or coherence <= 0.6:
            return None
        up, first, second = self.basis()
        forward = (first * self.product.real + second * self.product.imag) / abs(self.product)
        return np.column_stack([forward, np.cross(up, forward), up])


class Inertial:
    """Strap-down integration with an error-state filter; `wheels` are non-holonomic constraints, `stops` zero velocities."""

    def __init__(self, wheels=True, stops=True, biases=True):
        self.wheels, self.stops, self.force_bias_sigma = wheels, stops, 0.3 if biases else 1e-6
        self.instead, self.rest, self.axes, self.last = Turned(), Rest(), Axes(), None
        self.ready, self.odd, self.speed = False, 0, None

    def sample(self, time, force, rate):
        self.instead.sample(time, force, rate)
        last, self.last = self.last, time
        if last is None:
            return
        interval = time - last
        if interval > GAP:
            self.ready, self.axes = False, Axes()
            return
        self.rests = self.rest.add(time, force, rate - self.rate_bias if self.ready else rate, interval) and self.stops
        self.axes.sample(force, rate, interval)
        if self.axes.moved:
            self.ready, self.axes = False, Axes()
        if not self.ready:
            return
        rate, force = rate - self.rate_bias, force - self.force_bias
        half = self.attitude @ rotation(rate * interval / 2)
        felt = half @ force
        acceleration = felt - GRAVITY * UP
        self.place = self.place + (self.velocity * interval + acceleration * interval ** 2 / 2)[:2]
        self.velocity = self.velocity + acceleration * interval
        self.attitude = self.attitude @ rotation(rate * interval)
        self.felt, self.turned, self.time, self.rate = (
            self.felt + felt * interval, self.turned + half * interval, self.time + interval, rate)
        if self.time >= STEP:
            self.settle()

    def settle(self):
        """Carries the covariance on, and adds what a vehicle cannot do."""
        if self.time <= 0:
            return
        step, time = np.eye(COUNT), self.time
        step[15, 0] = step[16, 1] = time
        step[VELOCITY, ATTITUDE], step[VELOCITY, FORCE], step[ATTITUDE, RATE] = -skew(self.felt), -self.turned, -self.turned
        step[PLACE, ATTITUDE], step[PLACE, FORCE] = -skew(self.felt)[:2] * time / 2, -self.turned[:2] * time / 2
        densities = np.repeat([0.08, math.radians(0.1), math.radians(0.002), 0.005, 3e-5], 3)
        self.covariance = step @ self.covariance @ step.T + np.diag(np.concatenate([densities, [1e-3, 1e-3]]) ** 2) * time
        self.felt, self.turned, self.time = np.zeros(3), np.zeros((3, 3)), 0.0
        if self.rests and self.may_stand():
            rows = np.zeros((6, COUNT))
            rows[:3, VELOCITY], rows[3:, RATE] = np.eye(3), np.eye(3)
            self.update(rows, np.concatenate([-self.velocity, self.rate]), np.repeat([0.05, math.radians(0.5)], 3))
        elif self.wheels:
            to_vehicle = (self.attitude @ self.mounting).T
            velocity, rows = to_vehicle @ self.velocity, np.zeros((3, COUNT))
            rows[:, VELOCITY], rows[:, ATTITUDE], rows[:, MOUNTING] = (
                to_vehicle, to_vehicle @ skew(self.velocity), skew(velocity))
            self.update(rows[1:], -velocity[1:], np.full(2, 0.3 + 1.5 * np.linalg.norm(self.rate)))

    def may_stand(self):
        if self.speed and self.last - self.speed[0] < 2.5:
            return self.speed[1] < 0.8
        return (self.velocity[:2] ** 2).sum() < GATE * (self.covariance[0, 0] / 2 + self.covariance[1, 1] / 2 + 0.09)

    def fix(self, time, place, accuracy, velocity):
        self.instead.fix(time, place, accuracy, velocity)
        speed = math.hypot(*velocity)
        self.axes.fix(time, speed)
        self.speed = time, speed
        if not self.ready:
            if speed > 5 and (mounting := self.axes.mounting) is not None:
                self.begin(mounting, place, velocity)
            return
        self.settle()
        rows = np.zeros((4, COUNT))
        rows[:2, :2], rows[2:, PLACE] = np.eye(2), np.eye(2)
        sigmas = np.repeat([0.5, 1.5 * max(accuracy, 1.5)], 2)
        is_odd = self.update(rows, np.concatenate([velocity - self.velocity[:2], place - self.place]), sigmas, GATE)
        self.odd = self.odd + 1 if is_odd else 0
        self.ready = self.odd < 5

    def begin(self, mounting, place, velocity):
        forward = np.append(velocity, 0) / math.hypot(*velocity)
        self.mounting, self.place, self.velocity = mounting, place.copy(), np.append(velocity, 0)
        self.attitude = np.column_stack([forward, np.cross(UP, forward), UP]) @ mounting.T
        self.rate_bias, self.force_bias, self.rate = np.zeros(3), np.zeros(3), np.zeros(3)
        degrees = np.radians([4, 4, 5, 2, 2, 2])
        self.covariance = np.diag(np.concatenate([
            [0.7, 0.7, 0.55], degrees, np.full(3, self.force_bias_sigma), np.full(3, math.radians(8)), [3, 3]]) ** 2)
        self.felt, self.turned, self.time, self.ready, self.odd = np.zeros(3), np.zeros((3, 3)), 0.0, True, 0

    def update(self, rows, residuals, sigmas, gate=math.inf):
        errors, is_odd = np.zeros(COUNT), False
        for row, residual, sigma in zip(rows, residuals, sigmas):
            spread = self.covariance @ row
            total, innovation = row @ spread + sigma * sigma, residual - row @ errors
            if innovation * innovation > gate * total:
                is_odd, total = True, innovation * innovation / gate
            errors = errors + spread / total * innovation
            self.covariance = self.covariance - np.outer(spread, spread) / total
        self.velocity, self.place = self.velocity + errors[VELOCITY], self.place + errors[PLACE]
        self.attitude = rotation(errors[ATTITUDE]) @ self.attitude
        self.rate_bias, self.force_bias = self.rate_bias + errors[RATE], self.force_bias + errors[FORCE]
        self.mounting = self.mounting @ rotation(errors[MOUNTING])
        return is_odd

    def at(self, time):
        return self.place if self.ready else self.instead.at(time)


class Chosen:
    """The inertial or the turned way, whichever cost less in rehearsals of half a minute between the fixes."""

    def __init__(self):
        self.inertial, self.turned, self.run = Inertial(), Turned(), None
        self.costs = {"inertial": [5 * 8000.0, 5.0], "turned": [5 * 8000.0, 5.0]}
        self.was_ready = False

    def sample(self, time, force, rate):
        for way in (self.inertial, self.turned, *(self.run[2:] if self.run else ())):
            way.sample(time, force, rate)

    def fix(self, time, place, accuracy, velocity):
        self.inertial.fix(time, place, accuracy, velocity)
        self.turned.fix(time, place, accuracy, velocity)
        if self.inertial.ready and not self.was_ready:
            cost = self.costs["turned"]
            self.costs["inertial"] = [5 * cost[0] / cost[1], 5.0]
        self.was_ready = self.inertial.ready
        if self.run and time - self.run[0] > 24:
            elapsed = time - self.run[0]
            for name, way in zip(("inertial", "turned"), self.run[2:]):
                if elapsed <= 31 and (name == "turned" or way.ready):
                    square, keep = ((way.at(time) - place) ** 2).sum() / 2 * (30 / elapsed) ** 3, math.exp(-elapsed / 900)
                    cost = self.costs[name]
                    self.costs[name] = [cost[0] * keep + elapsed * square, cost[1] * keep + elapsed]
            self.run = None
        if not self.run and math.hypot(*velocity) > 1:
            self.run = time, place, copy.deepcopy(self.inertial), copy.deepcopy(self.turned)

    def at(self, time):
        costs = {name: cost[0] / cost[1] for name, cost in self.costs.items()}
        way = self.inertial if self.inertial.ready and costs["inertial"] <= costs["turned"] else self.turned
        return way.at(time)


WAYS = {
    "velocity held": Held,
    "held, turned": lambda: Turned(stops=False),
    "held, turned, stops": Turned,
    "integrated": lambda: Inertial(wheels=False, stops=False),
    "integrated, stops": lambda: Inertial(wheels=False),
    "integrated, wheels": lambda: Inertial(stops=False),
    "integrated, wheels, stops": Inertial,
    "the same without a bias of force": lambda: Inertial(biases=False),
    "chosen by rehearsals": Chosen,
}


def means(samples, interval):
    """Means over a tenth of a second: what a filter needs, in a tenth of the time."""
    if interval >= 0.1:
        return samples["time"], samples["force"], samples["rate"]
    groups = np.floor((samples["time"] - samples["time"][0]) / 0.1).astype(int)
    _, first = np.unique(groups, return_index=True)
    last = np.append(first[1:], len(groups))
    mean = [np.array([values[a:b].mean(0) for a, b in zip(first, last)]) for values in (samples["force"], samples["rate"])]
    return samples["time"][last - 1], *mean


def outages(drive, make, durations, every=30.0, warm=120.0, slowest=2.0):
    """Rows of (seconds withheld, error, nothing, way): from every half minute on, a copy goes on without fixes."""
    times, forces, rates = means(drive.samples, drive.interval)
    fixes, way, rows, started = drive.fixes, make(), [], -math.inf
    places = drive.carrier.at(fixes["time"])
    course = np.radians(fixes["course"])
    velocities = np.column_stack([np.sin(course), np.cos(course)]) * fixes["speed"][:, None]
    velocities[fixes["speed"] < 0.3] = 0
    events = sorted([(time, 0, k) for k, time in enumerate(times)] + [(time, 1, k) for k, time in enumerate(fixes["time"])])
    for n, (time, kind, k) in enumerate(events):
        if kind == 0:
            way.sample(time, forces[k], rates[k])
            continue
        if np.isnan(velocities[k]).any():
            continue
        way.fix(time, places[k], fixes["accuracy"][k] if np.isfinite(fixes["accuracy"][k]) else 5.0, velocities[k])
        if time < fixes["time"][0] + warm or time < started + every or fixes["speed"][k] <= slowest:
            continue
        started, alone, m = time, copy.deepcopy(way), n + 1
        for duration in durations:
            while m < len(events) and events[m][0] <= time + duration:
                if events[m][1] == 0:
                    alone.sample(events[m][0], forces[events[m][2]], rates[events[m][2]])
                m += 1
            true, place = drive.truth(time + duration), alone.at(time + duration)
            if m < len(events) and true is not None and place is not None:
                rows.append((duration, math.hypot(*(place - true)), math.nan, drive.carrier.length(time, time + duration)))
    return np.array(rows).reshape(-1, 4)


def compare(drives, durations, line):
    """Prints a row for each drive and way."""
    for drive in drives:
        for name, make in WAYS.items():
            print(line(f"{drive.name}, {name}", outages(drive, make, durations)), flush=True)
