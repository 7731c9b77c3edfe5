import Geodesy
import SensorModel

/// The way from one cell to the next, and how well it is known.
struct TravelInterval: Sendable, Hashable {
    /// The start time.
    var start: Instant
    /// The end time.
    var end: Instant
    /// The mean speed in m/s.
    var speed: Double
    /// The 1-sigma error of the speed in m/s that the places' error causes on each axis.
    var wobble: Double
    /// The variance of the logarithm of the speed that the error causes.
    var logVariance: Double
    /// The cadence in turns or strides a minute; nil without a sensor.
    var cadence: Double?

    /// Its length in seconds.
    var duration: Double { end - start }

    /// The maximum time in seconds between two stated speeds whose mean is the speed between them.
    private static let longestStated = 15.0
    /// Variance of the logarithm of a stated speed.
    private static let statedLogVariance = 0.01
    /// Shortest interval in seconds.
    private static let shortest = 1e-3

    /// Creates the interval between two cells.
    init(_ before: TravelCells.Cell, _ after: TravelCells.Cell) {
        (start, end) = (before.time, after.time)
        let seconds = max(after.time - before.time, Self.shortest)
        let distance = before.place.distance(to: after.place)
        let noise = before.variance + after.variance
        // The error makes a chord longer, by a quarter at the most.
        let chord = max(distance * distance - noise, distance * distance / 4).squareRoot()
        let measured = chord / seconds
        wobble = noise.squareRoot() / seconds
        if let first = before.speed, let second = after.speed, seconds <= Self.longestStated,
            abs((first + second) / 2 - measured) < 1 + measured / 2
        {
            speed = (first + second) / 2
            logVariance = Self.statedLogVariance
        } else {
            speed = measured
            let shortest = max(chord, 0.1)
            logVariance = min(1, noise / (shortest * shortest))
        }
        cadence = [before.cadence, after.cadence].compactMap(\.self).max()
    }
}
