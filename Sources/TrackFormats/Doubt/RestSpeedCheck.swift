import Geometry
import SensorModel

/// Finds the stretches in which a device states changing speeds although its points stay in one place.
///
/// A stretch is contradicted if the speeds add up to more than the chords between its points, which their noise only lengthens.
/// A sensor on a treadmill measures a speed in one place, too, but a steady one.
struct RestSpeedCheck {
    /// The limits that define a contradiction.
    struct Bounds {
        /// The minimum duration of a stretch, in seconds.
        var duration = 180.0
        /// The maximum time between two points, in seconds. Over longer intervals, bends hide too much of the distance.
        var interval = 30.0
        /// The maximum distance between the points of a stretch, in metres and in accuracies.
        var (reach, accuracies) = (40.0, 3.0)
        /// The minimum ratio of the stated speeds to the speeds between the points.
        var ratio = 1.5
        /// The minimum median change from one speed to the next, as a fraction of the median speed.
        var change = 0.25
    }

    private let bounds: Bounds

    /// Creates a check.
    init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Returns the ranges of points whose speeds are contradicted, in order and without overlap. O(n log n).
    func contradictions(in points: [TrackDocument.Point]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var first = 0
        for index in points.indices.dropFirst() {
            guard isNext(points[index], after: points[index - 1]) else {
                append(first..<index, of: points, to: &ranges)
                first = index
                continue
            }
            guard !isNear(points[first], points[index]) else { continue }
            if append(first..<index, of: points, to: &ranges) { first = index }
            while first < index, !isNear(points[first], points[index]) { first += 1 }
        }
        append(first..<points.count, of: points, to: &ranges)
        return ranges
    }

    private func isNext(_ point: TrackDocument.Point, after last: TrackDocument.Point) -> Bool {
        guard let start = last.time, let end = point.time else { return false }
        return 0..<bounds.interval ~= end - start && point.speed != nil && last.speed != nil
    }

    private func isNear(_ one: TrackDocument.Point, _ other: TrackDocument.Point) -> Bool {
        let reach = max(bounds.reach, bounds.accuracies * max(one.accuracy ?? 0, other.accuracy ?? 0))
        return one.coordinate.distance(to: other.coordinate) <= reach
    }

    /// Adds a stretch if it is contradicted.
    /// - Returns: False if it is too short for a conclusion.
    @discardableResult
    private func append(_ range: Range<Int>, of points: [TrackDocument.Point], to ranges: inout [Range<Int>]) -> Bool {
        guard range.count > 2, let start = points[range.lowerBound].time, let end = points[range.upperBound - 1].time,
            end - start >= bounds.duration
        else { return false }
        let speeds = points[range].map { $0.speed ?? 0 }
        let changes = zip(speeds, speeds.dropFirst()).map { abs($1 - $0) }
        guard quantiles([0.5], of: changes)[0] > bounds.change * quantiles([0.5], of: speeds)[0] else { return true }
        var (stated, way) = (0.0, 0.0)
        for index in range.dropFirst() {
            let (last, point) = (points[index - 1], points[index])
            guard let before = last.time, let after = point.time else { continue }
            way += last.coordinate.distance(to: point.coordinate)
            stated += ((last.speed ?? 0) + (point.speed ?? 0)) / 2 * (after - before)
        }
        if stated > max(bounds.reach, bounds.ratio * way) { ranges.append(range) }
        return true
    }
}
