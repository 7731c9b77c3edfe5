"""Recordings as intervals between cells of ten seconds, as Sources/FusionCore/Decision/TravelCells.swift makes them."""
import math

import numba
import numpy as np

CELL, GAP = 10.0, 600.0
GRADE_SECONDS, GRADE_WAY, GRADE_LONGEST, GRADE_SILENCE = 40.0, 80.0, 100.0, 60.0
GRADE_SPREAD, HEIGHT_ERROR = 0.04, 2.0


class Way:
    """The intervals between cells of ten seconds of a recording: columns time, latitude, longitude, accuracy, speed, cadence,
    heart rate, power, and altitude; what is missing is not a number."""

    def __init__(self, rows):
        rows = rows[~(rows[:, 3] > 500)]
        accuracy = np.where(np.isnan(rows[:, 3]), 6.0, np.maximum(rows[:, 3], 2.0))
        start = np.unique(np.floor((rows[:, 0] - rows[0, 0]) / CELL), return_index=True)[1]
        weight = 1 / accuracy ** 2
        total = np.add.reduceat(weight, start)
        count = np.diff(np.r_[start, len(rows)])
        mean = lambda values: np.add.reduceat(values * weight, start) / total
        self.time = rows[0, 0] + mean(rows[:, 0] - rows[0, 0])
        latitude, longitude = mean(rows[:, 1]), mean(rows[:, 2])
        variance = 0.25 * count / total / np.minimum(count, 4)
        self.seconds = np.maximum(np.diff(self.time), 1e-3)
        north = np.diff(latitude) * 111_320
        east = np.diff(longitude) * 111_320 * np.cos(np.radians((latitude[1:] + latitude[:-1]) / 2))
        square, noise = north ** 2 + east ** 2, variance[1:] + variance[:-1]
        self.course = np.arctan2(east, north)
        chord = np.sqrt(np.maximum(square - noise, square / 4))
        speed = chord / self.seconds
        stated = self.known(rows[:, 4], start)
        own = (stated[1:] + stated[:-1]) / 2
        is_stated = (self.seconds <= 15) & ~np.isnan(own)
        is_own = is_stated & (np.abs(np.nan_to_num(own) - speed) < 1 + speed / 2)
        if 2 * is_own.sum() > is_stated.sum():
            is_own = is_stated
        self.speed = np.where(is_own, own, speed)
        self.place_variance = np.where(is_own, 0, np.minimum(1, noise / np.maximum(chord, 0.1) ** 2))
        self.variance = np.where(is_own, 0.01, 0)
        self.wobble = np.sqrt(noise) / self.seconds
        cadence = self.known(rows[:, 5], start)
        self.cadence = np.fmax(cadence[1:], cadence[:-1])
        strides = np.where(cadence > 125, cadence / 2, cadence)
        self.cadence_change = np.where(np.minimum(cadence[1:], cadence[:-1]) > 20, np.diff(strides), np.nan)
        self.has_cadence = bool(np.mean(np.nan_to_num(cadence) > 20) > 0.1)
        pulse = self.known(rows[:, 6], start)
        self.pulse = np.where(np.isnan(pulse[1:]), pulse[:-1], pulse[1:])
        self.has_pulse = bool(np.mean(~np.isnan(pulse)) > 0.5)
        power = self.known(rows[:, 7], start)
        self.has_power = bool(np.mean(np.nan_to_num(power) > 20) > 0.1)
        self.grade, self.grade_variance = grades(self.time, np.r_[0, np.cumsum(np.sqrt(square))], self.known(rows[:, 8], start))

    @staticmethod
    def known(values, start):
        """The means of what is there of each cell."""
        there = ~np.isnan(values)
        count = np.add.reduceat(there.astype(float), start)
        sums = np.add.reduceat(np.where(there, values, 0.0), start)
        return np.where(count > 0, sums / np.maximum(count, 1), np.nan)

    def silence(self):
        """The length of a silence: a receiver that samples rarely is not silent."""
        usual = np.median(self.seconds) if len(self.seconds) >= 5 else 0
        return max(GAP, 5 * usual)

    def at(self, values, times):
        """What holds at instants."""
        return values[np.clip(np.searchsorted(self.time, times, "right") - 1, 0, len(self.seconds) - 1)]


@numba.njit(cache=True)
def grades(time, way, altitude):
    """The expected gradient of each interval and its variance, from the heights around it: at least GRADE_SECONDS and
    GRADE_WAY apart if the cells allow."""
    n = len(time) - 1
    grade, variance = np.zeros(n), np.zeros(n)
    for k in range(n):
        a, b = k, k + 1
        while ((time[b] - time[a] < GRADE_SECONDS or way[b] - way[a] < GRADE_WAY)
               and time[b] - time[a] < GRADE_LONGEST):
            ahead = b < n and time[b + 1] - time[b] < GRADE_SILENCE
            behind = a > 0 and time[a] - time[a - 1] < GRADE_SILENCE
            if not ahead and not behind:
                break
            b, a = b + int(ahead), a - int(behind)
        distance, rise = way[b] - way[a], altitude[b] - altitude[a]
        if distance < 5 or math.isnan(rise) or time[b] - time[a] > GAP:
            continue
        share = GRADE_SPREAD ** 2 / (GRADE_SPREAD ** 2 + 2 * (HEIGHT_ERROR / distance) ** 2)
        grade[k], variance[k] = rise / distance * share, GRADE_SPREAD ** 2 * (1 - share)
    return grade, variance


def thinned(rows, interval):
    kept = [0]
    for index in range(1, len(rows)):
        if rows[index, 0] >= rows[kept[-1], 0] + interval - 1e-3:
            kept.append(index)
    return rows[kept]


def padded(fixes):
    return np.c_[np.array(fixes, float)[:, :3], np.full((len(fixes), 6), np.nan)]
