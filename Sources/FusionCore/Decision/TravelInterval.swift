import Geodesy
import SensorModel

/// The movement from one cell to the next, with its uncertainty.
struct TravelInterval: Sendable, Hashable {
    /// The start time.
    var start: Instant
    /// The end time.
    var end: Instant
    /// The mean speed in m/s.
    var speed: Double
    /// The 1-sigma error of the speed on each axis, in m/s, caused by the error of the places.
    var wobble: Double
    /// The variance of the logarithm of the speed caused by the error.
    var logVariance: Double
    /// The cadence in turns or strides per minute; `nil` without a sensor.
    var cadence: Double?

    /// The duration in seconds.
    var duration: Double { end - start }

    /// The maximum time, in seconds, between two reported speeds whose mean is used.
    private static let longestStated = 15.0
    /// The variance of the logarithm of a reported speed.
    private static let statedLogVariance = 0.01
    /// The minimum duration of an interval, in seconds.
    private static let shortest = 1e-3

    /// Creates the interval between two cells.
    init(_ before: TravelCells.Cell, _ after: TravelCells.Cell) {
        (start, end) = (before.time, after.time)
        let seconds = max(after.time - before.time, Self.shortest)
        let distance = before.place.distance(to: after.place)
        let noise = before.variance + after.variance
        // The error lengthens a chord. The corrected chord is at least half as long.
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
