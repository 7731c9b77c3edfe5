import Geometry
import SensorModel

/// Compares the places of a receiver with those of another to tell whether one person, animal or vehicle carried both.
///
/// A receiver that is with another is near it, or between its fixes. One that is outside of an ellipse around them most of
/// the time belonged to another body.
struct BodyCheck {
    /// The limits that define a contradiction.
    struct Bounds {
        /// Half of the metres by which the way past a place has to be longer than the straight line between the two fixes.
        var margin = 200.0
        /// The number of standard deviations of both fixes that is added to ``margin``.
        var deviations = 3.0
        /// The difference in seconds by which the clocks of two receivers can disagree.
        var clocks = 15.0
        /// The longest interval between two fixes to compare with, in median intervals of the receiver.
        var intervals = 5.0
        /// The minimum number of places outside the ellipse.
        var least = 3
    }

    /// A place at which a receiver was.
    struct Sighting {
        /// The time of the fix.
        var time: Instant
        /// The position.
        var coordinate: Coordinate
        /// The 1-sigma accuracy in metres; zero if it is unknown.
        var accuracy: Double
    }

    private let bounds: Bounds
    private let sightings: [Sighting]
    private let longest: Double

    /// Creates a check against a receiver's places, in order of time. O(n log n).
    init(_ sightings: [Sighting], _ bounds: Bounds = Bounds()) {
        self.bounds = bounds
        self.sightings = sightings
        let steps = zip(sightings, sightings.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }.sorted()
        longest = steps.isEmpty ? 0 : steps[steps.count / 2] * bounds.intervals
    }

    /// Returns whether the places of another receiver, in order of time, are mostly out of this one's reach. O(n + m), or
    /// O(1) if the two do not overlap in time.
    func contradicts(_ others: [Sighting]) -> Bool {
        guard let first = others.first, let last = others.last, let start = sightings.first, let end = sightings.last,
            first.time <= end.time, start.time <= last.time
        else { return false }
        var apart = 0
        var compared = 0
        var next = 0
        for other in others where other.time >= start.time {
            while next < sightings.count, sightings[next].time < other.time { next += 1 }
            guard next < sightings.count else { break }
            let after = sightings[next]
            let before = sightings[max(next - 1, 0)]
            guard after.time - before.time <= longest else { continue }
            compared += 1
            if isOutOfReach(other, between: before, and: after) { apart += 1 }
        }
        return apart >= bounds.least && 2 * apart > compared
    }

    private func isOutOfReach(_ other: Sighting, between before: Sighting, and after: Sighting) -> Bool {
        let way = before.coordinate.distance(to: after.coordinate)
        let detour =
            before.coordinate.distance(to: other.coordinate) + other.coordinate.distance(to: after.coordinate) - way
        let deviation = other.accuracy + max(before.accuracy, after.accuracy)
        let duration = after.time - before.time
        let drift = duration > 0 ? bounds.clocks * way / duration : 0
        return detour > 2 * (bounds.margin + bounds.deviations * deviation + drift)
    }
}
