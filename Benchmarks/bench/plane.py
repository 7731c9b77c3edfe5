"""A plane that follows a track, so that a metre stays a metre however far it goes."""
import numpy as np

A, E2 = 6378137.0, 0.00669437999014


def metres_per_degree(latitude):
    """Metres per degree of longitude and latitude (WGS 84)."""
    sine, cosine = np.sin(np.radians(latitude)), np.cos(np.radians(latitude))
    root = np.sqrt(1 - E2 * sine * sine)
    return A / root * cosine * np.pi / 180, A * (1 - E2) / root ** 3 * np.pi / 180


class Carrier:
    """A track with times: the truth, or the fixes if there is none."""

    def __init__(self, times, latitude, longitude):
        self.times, self.latitude, self.longitude = times, latitude, longitude
        east, north = metres_per_degree((latitude[1:] + latitude[:-1]) / 2)
        steps = np.column_stack([np.diff(longitude) * east, np.diff(latitude) * north])
        self.places = np.vstack([np.zeros(2), np.cumsum(steps, 0)])
        self.path = np.concatenate([[0], np.cumsum(np.hypot(*steps.T))])

    def at(self, times):
        """The track's places at some times in metres, interpolated."""
        return np.column_stack([np.interp(times, self.times, self.places[:, k]) for k in (0, 1)])

    def plane(self, times, latitude, longitude):
        """Coordinates as metres of the plane under the track at their times."""
        here = [np.interp(times, self.times, part) for part in (self.latitude, self.longitude)]
        east, north = metres_per_degree((here[0] + latitude) / 2)
        return self.at(times) + np.column_stack([(longitude - here[1]) * east, (latitude - here[0]) * north])

    def length(self, start, end):
        """Metres along the track between two times."""
        return float(np.interp(end, self.times, self.path) - np.interp(start, self.times, self.path))
