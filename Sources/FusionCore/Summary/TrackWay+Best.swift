import SensorModel

extension TrackWay {
    /// Returns the largest mean speed in m/s over stretches of some length in time, from one fix to another; stretches
    /// with an estimated part are left out.
    /// - Parameter seconds: The least length of a stretch.
    /// - Returns: `nil` if no measured stretch is that long. O(n).
    public func bestSpeed(over seconds: Double) -> Double? {
        best { first, last in times[last] - times[first] >= seconds }
    }

    /// Returns the largest mean speed in m/s over stretches of some metres, from one fix to another; stretches with an
    /// estimated part are left out.
    /// - Parameter metres: The least length of a stretch.
    /// - Returns: `nil` if no measured stretch is that long. O(n).
    public func bestSpeed(overMetres metres: Double) -> Double? {
        best { first, last in self.metres[last].x - self.metres[first].x >= metres }
    }

    /// The largest mean speed over the shortest measured stretches that are long enough, one for each fix that begins one.
    private func best(_ isLongEnough: (Int, Int) -> Bool) -> Double? {
        var best: Double?
        var last = 0
        for first in times.indices {
            last = max(last, first)
            while last < times.count, !isLongEnough(first, last) { last += 1 }
            guard last < times.count else { break }
            let elapsed = times[last] - times[first]
            guard elapsed > 0, metres[last].y == metres[first].y else { continue }
            best = max(best ?? 0, (metres[last].x - metres[first].x) / elapsed)
        }
        return best
    }
}
