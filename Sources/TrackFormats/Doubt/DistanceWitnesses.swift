import Geometry
import SensorModel

/// Compares the distance that stated speeds add up to with two other witnesses: the points, and the device's own counter or
/// total.
///
/// A factor that is near one, such as a wheel of another size, cannot be distinguished from bends and noise by the points alone. If
/// the counter agrees with them, it can.
struct DistanceWitnesses {
    /// The limits within which witnesses agree.
    struct Bounds {
        /// The greatest difference of two witnesses that agree, as a fraction.
        var agreement = 0.02
        /// The least difference of the speeds from both, as a fraction.
        var difference = 0.04
        /// The least distance in metres needed for a conclusion.
        var distance = 500.0
        /// The maximum time between two points, in seconds. Over longer intervals, speeds say little.
        var interval = 30.0
    }

    private let bounds: Bounds
    private var (points, speeds, counter) = (0.0, 0.0, 0.0)
    /// The distances between points without a counter.
    private var uncounted = (points: 0.0, speeds: 0.0)

    /// Creates a comparison without points.
    init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Adds the way between two successive points, unless one of them lacks a time or a speed.
    mutating func add(from start: TrackDocument.Point, to end: TrackDocument.Point) {
        guard let before = start.time, let after = end.time, 0..<bounds.interval ~= after - before,
            let slow = start.speed, let fast = end.speed
        else { return }
        let (chord, way) = (start.coordinate.distance(to: end.coordinate), (slow + fast) / 2 * (after - before))
        guard let first = start.odometer, let last = end.odometer, last >= first else {
            uncounted.points += chord
            uncounted.speeds += way
            return
        }
        points += chord
        speeds += way
        counter += last - first
    }

    /// Returns the ratio of the stated speeds to the other two witnesses, if these agree with each other and not with it.
    /// - Parameter total: The device's total in metres, which counts if it has no counter; `nil` without one.
    func ratio(total: Double?) -> Double? {
        var (points, speeds, counter) = (points, speeds, counter)
        if let total, counter == 0 { (points, speeds, counter) = (uncounted.points, uncounted.speeds, total) }
        let others = (points + counter) / 2
        guard others > bounds.distance, abs(points - counter) < bounds.agreement * others,
            abs(speeds - others) > bounds.difference * others
        else { return nil }
        // Further off, the speeds are in another unit or none at all, which ``SpeedCheck`` decides.
        let ratio = speeds / others
        return SpeedCheck.Bounds().ratio.contains(ratio) ? ratio : nil
    }
}
