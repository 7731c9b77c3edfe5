public import FusionCore
import Geometry
import Glibc
import SensorModel

/// The figures by which two runs of a recording are compared.
public struct RunFigures: Sendable, Hashable {
    /// The key figures, as in all other outputs.
    public var summary = Summary()
    /// The number of points of the filtered track.
    public var filteredPoints = 0
    /// The mean distance, in metres, between accepted fixes and the filtered track at their times; `nil` without fixes.
    public var meanDeviation: Double?
    /// The maximum of that distance, in metres; `nil` without fixes.
    public var maximumDeviation: Double?
    /// The mean distance, in metres, between accepted fixes and the smoothed track at their times; `nil` without
    /// either.
    public var meanSmoothedDeviation: Double?
    /// The noise of the displayed speed, in m/s: the root mean square of its second difference, divided by the square
    /// root of 6. For a constant speed with white noise, it is the noise's standard deviation. `nil` without three
    /// consecutive measured speeds.
    public var speedNoise: Double?
    /// The fraction of the time with a speed during which the speed was estimated, from 0 to 1; `nil` without speeds.
    public var estimatedShare: Double?
    /// The stops of the day.
    public var stops = 0

    /// Computes the figures of a run. O(n).
    public init(_ run: SessionRun) {
        summary = run.summary
        filteredPoints = run.core.positions.count
        stops = run.day.stopCount
        let fixes = run.core.fixes.lazy.filter(\.hasTrackPoint)
            .map { TimedPoint(time: $0.time, coordinate: $0.coordinate) }
        let points = Array(fixes)
        let deviation = Self.deviation(of: points, from: Self.line(run.core.positions))
        meanDeviation = deviation?.mean
        maximumDeviation = deviation?.maximum
        meanSmoothedDeviation = Self.deviation(of: points, from: Self.line(run.smoothed))?.mean
        speedNoise = Self.noise(of: run.core.speeds)
        estimatedShare = Self.estimatedShare(of: run.core.speeds)
    }

    /// A coordinate with its time.
    struct TimedPoint: Sendable, Hashable {
        var time: Instant
        var coordinate: Coordinate
    }

    /// The maximum time between two consecutive speeds, in seconds.
    private static let longestStep = 5.0

    private static func line(_ track: PositionTrack) -> [TimedPoint] {
        track.indices.map { TimedPoint(time: track.time(of: $0), coordinate: track.coordinate(of: $0)) }
    }

    /// Returns the distances of points, in metres, from the segment of a line that spans their time; `nil` if either is
    /// empty. Both have to be in order of time.
    static func deviation(of points: [TimedPoint], from line: [TimedPoint]) -> (mean: Double, maximum: Double)? {
        guard !points.isEmpty, !line.isEmpty else { return nil }
        var sum = 0.0
        var maximum = 0.0
        var after = 0
        for point in points {
            while after < line.count, line[after].time < point.time { after += 1 }
            let from = line[max(0, min(after, line.count - 1) - 1)]
            let to = line[min(after, line.count - 1)]
            let away = distance(of: point.coordinate, from: from.coordinate, to: to.coordinate)
            sum += away
            maximum = max(maximum, away)
        }
        return (sum / Double(points.count), maximum)
    }

    private static func distance(of point: Coordinate, from: Coordinate, to: Coordinate) -> Double {
        let plane = LocalPlane(origin: point)
        return PlaneSegment(from: plane.point(from), to: plane.point(to))
            .squaredDistance(to: PlanePoint(east: 0, north: 0)).squareRoot()
    }

    private static func noise(of speeds: SpeedTrack) -> Double? {
        var sum = 0.0
        var count = 0
        for index in speeds.indices.dropFirst(2) {
            let (first, second, third) = (speeds[index - 2], speeds[index - 1], speeds[index])
            let before = second.time - first.time
            let after = third.time - second.time
            guard before > 0, after > 0, before <= longestStep, after <= longestStep else { continue }
            guard !first.isEstimated, !second.isEstimated, !third.isEstimated else { continue }
            let bend = first.value - 2 * second.value + third.value
            sum += bend * bend
            count += 1
        }
        return count > 0 ? (sum / Double(count) / 6).squareRoot() : nil
    }

    private static func estimatedShare(of speeds: SpeedTrack) -> Double? {
        guard !speeds.isEmpty else { return nil }
        var all = 0.0
        var estimated = 0.0
        for index in speeds.indices.dropFirst() {
            let step = min(longestStep, max(0, speeds[index].time - speeds[index - 1].time))
            all += step
            if speeds[index - 1].isEstimated { estimated += step }
        }
        return all > 0 ? estimated / all : speeds[0].isEstimated ? 1 : 0
    }
}
