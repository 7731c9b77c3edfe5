import SensorModel

extension DistanceColumn {
    /// Returns the highest mean speed, in m/s, over parts of the track of a minimum duration, each from fix to fix.
    /// Parts with an estimated distance do not count.
    /// - Parameter seconds: The minimum duration of a part.
    /// - Returns: The speed, or `nil` if no measured part is that long. O(n).
    public func bestSpeed(over seconds: Double) -> Double? {
        best(over: seconds)?.speed
    }

    /// Returns the highest mean speed over a duration, as ``bestSpeed(over:)`` does, with the index of its last fix.
    func best(over seconds: Double) -> (speed: Double, last: Int)? {
        best { first, last in times[last] - times[first] >= seconds }
    }

    /// Returns the highest mean speed, in m/s, over parts of the track of a minimum distance, each from fix to fix, that last
    /// for at least ``longSupport``: a place that is wrong is far away after a moment. Parts with an estimated distance do not
    /// count.
    /// - Parameter metres: The minimum distance of a part.
    /// - Returns: The speed, or `nil` if no measured part is that long. O(n).
    public func bestSpeed(overMetres metres: Double) -> Double? {
        best { first, last in
            measured[last] - measured[first] >= metres && times[last] - times[first] >= Self.longSupport
        }?.speed
    }

    /// Returns the highest mean speed over the shortest sufficient part that begins at each fix.
    private func best(_ isLongEnough: (Int, Int) -> Bool) -> (speed: Double, last: Int)? {
        var best: (speed: Double, last: Int)?
        var last = 0
        for first in times.indices {
            last = max(last, first)
            while last < times.count, !isLongEnough(first, last) { last += 1 }
            guard last < times.count else { break }
            let elapsed = times[last] - times[first]
            guard elapsed > 0, metres(of: last).y == metres(of: first).y else { continue }
            let speed = (measured[last] - measured[first]) / elapsed
            if speed > best?.speed ?? -1 { best = (speed, last) }
        }
        return best
    }
}
