import Geodesy
import SensorModel

/// Finds the stretches on which the length of a step can be learnt: half a minute of straight, steady walking under
/// good fixes.
struct StrideCalibration: Sendable, Hashable {
    private struct Stretch: Sendable, Hashable {
        var start: Instant
        var from: Coordinate
        var average: Double
        var time: Instant
        var at: Coordinate
        var path = 0.0
        /// Metres by the receiver's speed; nil if it gives none.
        var bySpeed: Double?
    }

    private var stretch: Stretch?

    /// Processes a good fix while walking.
    /// - Parameters:
    ///   - coordinate: Where.
    ///   - speed: The receiver's own speed in m/s, nil if it gives none.
    ///   - average: Metres that an average person would have walked since the session began.
    ///   - parameters: What a stretch must be.
    ///   - time: When.
    /// - Returns: A finished stretch: metres over ground, and metres of an average person.
    mutating func update(
        _ coordinate: Coordinate, speed: Double?, average: Double, parameters: StrideModel.Parameters,
        at time: Instant
    ) -> (distance: Double, average: Double)? {
        guard var present = stretch else {
            begin(coordinate, speed: speed, average: average, at: time)
            return nil
        }
        let elapsed = time - present.time
        guard elapsed > 0 else { return nil }
        let moved = present.at.distance(to: coordinate)
        let pace = speed ?? moved / elapsed
        guard elapsed <= parameters.longestInterval,
            speed == nil || pace >= parameters.slowest && pace <= parameters.fastest
        else {
            stretch = nil
            return nil
        }
        present.path += moved
        present.bySpeed = present.bySpeed.flatMap { sum in speed.map { sum + $0 * elapsed } }
        present.time = time
        present.at = coordinate
        guard time - present.start >= parameters.stretch else {
            stretch = present
            return nil
        }
        begin(coordinate, speed: speed, average: average, at: time)
        let chord = present.from.distance(to: coordinate)
        let distance = present.bySpeed ?? chord
        let mean = distance / (time - present.start)
        guard mean >= parameters.slowest, mean <= parameters.fastest else { return nil }
        guard chord >= parameters.straightness * (present.bySpeed ?? present.path) else { return nil }
        return (distance, average - present.average)
    }

    /// Ends the stretch: somebody stopped, or the fixes are not good.
    mutating func interrupt() {
        stretch = nil
    }

    private mutating func begin(_ coordinate: Coordinate, speed: Double?, average: Double, at time: Instant) {
        stretch = Stretch(
            start: time, from: coordinate, average: average, time: time, at: coordinate,
            bySpeed: speed == nil ? nil : 0)
    }
}
