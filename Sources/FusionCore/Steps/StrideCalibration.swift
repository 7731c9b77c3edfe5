import Geometry
import SensorModel

/// Finds stretches for calibrating the length of a step: half a minute of straight, steady walking with good fixes.
struct StrideCalibration: Sendable, Hashable {
    private struct Stretch: Sendable, Hashable {
        var start: Instant
        var from: Coordinate
        var average: Double
        var time: Instant
        var at: Coordinate
        var path = 0.0
        /// The distance by the receiver's speed, in metres; `nil` if it reports none.
        var bySpeed: Double?
    }

    private var stretch: Stretch?

    /// Processes a good fix while walking.
    /// - Parameters:
    ///   - coordinate: The position of the fix.
    ///   - speed: The speed reported by the receiver, in m/s; `nil` if there is none.
    ///   - average: The distance of an average person with the steps since the session began, in metres.
    ///   - parameters: The requirements for a stretch.
    ///   - time: The time of the fix.
    /// - Returns: The distance over ground and that of an average person, in metres, if a suitable stretch is complete;
    ///   `nil` otherwise.
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

    /// Ends the stretch because the user stopped or the fixes are poor.
    mutating func interrupt() {
        stretch = nil
    }

    private mutating func begin(_ coordinate: Coordinate, speed: Double?, average: Double, at time: Instant) {
        stretch = Stretch(
            start: time, from: coordinate, average: average, time: time, at: coordinate,
            bySpeed: speed == nil ? nil : 0)
    }
}
