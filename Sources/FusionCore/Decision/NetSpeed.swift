import Geometry
import Glibc
import SensorModel

/// The net speed over a minute to either side of an interval: places that wander around a user who rests come back.
///
/// Without a reported speed, the error of ten seconds looks like a slow walk, but it does not add up.
struct NetSpeed: Sendable, Hashable {
    /// The distance between the ends over the time between them, in m/s.
    var speed: Double
    /// The 1-sigma error of the distance, in m/s.
    var error: Double

    /// The time to either side, in seconds. It is also the time after which the net speed is new evidence.
    private static let reach = 60.0
    /// The maximum time between the ends, in seconds.
    private static let longest = 600.0
    /// The typical net speed of a movement, in m/s. The distribution has a long tail.
    private static let usual: Float = 1
    /// The fraction of rests with a place that jumped.
    private static let outliers: Float = 0.1

    /// Returns the net speed around each interval between two cells; `nil` if no other cell is near. O(cells).
    static func speeds(of cells: [TravelCells.Cell]) -> [NetSpeed?] {
        var (first, last) = (0, 0)
        return zip(cells, cells.dropFirst()).enumerated().map { index, pair in
            let middle = pair.0.time + (pair.1.time - pair.0.time) / 2
            while first < index, cells[first + 1].time <= middle + -reach { first += 1 }
            while last + 1 < cells.count, cells[last].time < middle + reach { last += 1 }
            let (start, end) = (cells[first], cells[last])
            let seconds = end.time - start.time
            guard last > first + 1, seconds > reach, seconds < longest else { return nil }
            return NetSpeed(
                speed: start.place.distance(to: end.place) / seconds,
                error: (max(start.wander, end.wander) + (start.variance + end.variance).squareRoot()) / seconds)
        }
    }

    /// Returns the likelihood of rest over an interval of some seconds, relative to that of movement; at least 1. A high net
    /// speed does not speak against rest, since the movement may be before or after the interval.
    func restLikelihood(seconds: Double) -> Float {
        let (net, scale) = (Float(speed), Float(error))
        let moving = Self.usual / ((net + Self.usual) * (net + Self.usual))
        let resting = (1 - Self.outliers) * 2 * Normal.density(net, spread: scale) + Self.outliers * moving
        return pow(max(1, resting / moving), min(1, Float(seconds / Self.reach)))
    }
}
