public import FusionCore
import Geodesy
import Glibc
import SensorModel

/// The numbers by which two runs of one recording are compared.
public struct RunFigures: Sendable, Hashable {
    /// Metres travelled, from raw gated fixes.
    public var distance = 0.0
    /// Metres estimated through outages; not in ``distance``.
    public var estimatedDistance = 0.0
    /// The mean squared normalised innovation, 2 where the filter's sigmas are right; nil without fixes.
    public var normalizedInnovationSquared: Double?
    /// Points of the filtered track.
    public var filteredPoints = 0
    /// Points of the simplified track.
    public var simplifiedPoints = 0
    /// Metres between an accepted fix and the filtered track at its time, on the mean; nil without a fix.
    public var meanDeviation: Double?
    /// The largest such distance in metres; nil without a fix.
    public var maximumDeviation: Double?
    /// Metres between an accepted fix and the smoothed track at its time, on the mean; nil without either.
    public var meanSmoothedDeviation: Double?
    /// Fix attempts.
    public var attempts = 0
    /// Fix attempts not taken, by reason.
    public var rejected: [FixVerdict.Rejection: Int] = [:]
    /// How much the shown speed jitters, in m/s: root mean square of its second difference over the square root of 6,
    /// which for a steady speed with white noise is the noise's standard deviation; nil without three speeds in a row.
    public var speedNoise: Double?
    /// The share of the time with a speed in which it was an estimate, 0 ... 1; nil without speeds.
    public var estimatedShare: Double?
    /// The fastest measured speed in m/s.
    public var fastestSpeed = 0.0
    /// Steps.
    public var steps = 0
    /// Places where somebody stayed.
    public var stops = 0

    /// Computes a run's numbers. O(n).
    public init(_ run: SessionRun) {
        distance = run.summary.distance
        estimatedDistance = run.summary.estimatedDistance
        normalizedInnovationSquared = run.summary.normalizedInnovationSquared
        filteredPoints = run.core.positions.count
        simplifiedPoints = run.simplified.count
        attempts = run.core.attemptCount
        rejected = run.core.rejected
        fastestSpeed = run.core.last.latest.fastestSpeed
        steps = run.core.steps.last?.count ?? 0
        stops = run.day.stopCount
        let fixes = run.core.fixes.lazy.filter(\.isAccepted)
            .map { TimedPoint(time: $0.time, coordinate: $0.coordinate) }
        let points = Array(fixes)
        let deviation = Self.deviation(of: points, from: Self.line(run.core.positions))
        meanDeviation = deviation?.mean
        maximumDeviation = deviation?.maximum
        meanSmoothedDeviation = Self.deviation(of: points, from: Self.line(run.smoothed))?.mean
        speedNoise = Self.noise(of: run.core.speeds)
        estimatedShare = Self.estimatedShare(of: run.core.speeds)
    }

    /// A point with its time.
    struct TimedPoint: Sendable, Hashable {
        var time: Instant
        var coordinate: Coordinate
    }

    /// Seconds between two speeds up to which they belong together.
    private static let longestStep = 5.0

    private static func line(_ track: PositionTrack) -> [TimedPoint] {
        track.indices.map { TimedPoint(time: track.time(of: $0), coordinate: track.coordinate(of: $0)) }
    }

    /// Returns how far points lie from the segment of a line that spans their time; both ascend in time.
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
