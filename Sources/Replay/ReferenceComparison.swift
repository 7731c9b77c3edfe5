import FusionCore
public import Geometry
import Glibc
public import SensorModel

/// A timed line that a track should have followed, or that is compared with one: a second receiver's recording, a track file of
/// the same journey, or a track of a run.
public struct ReferenceLine: Sendable {
    let times: [Instant]
    let coordinates: [Coordinate]

    /// The maximum time between two points of the line, in seconds, for the line between them to be known.
    static let longestStep = 10.0

    /// Collects the fixes of a recording that have a place, in ascending order of time.
    /// - Returns: `nil` if there are fewer than two.
    public init?(_ recording: Recording) {
        var times: [Instant] = []
        var coordinates: [Coordinate] = []
        for event in recording.events {
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid,
                times.last.map({ $0 < event.time }) ?? true
            else { continue }
            times.append(event.time)
            coordinates.append(coordinate)
        }
        self.init(times: times, coordinates: coordinates)
    }

    /// Returns the fixes of each receiver of a recording with their names, in the order of their first fixes; nothing of a recording
    /// with one. O(n).
    public static func receivers(of recording: Recording) -> [(name: String?, line: ReferenceLine)] {
        var names: [DeviceID: String] = [:]
        var heard: [DeviceID] = []
        var points: [DeviceID: (times: [Instant], coordinates: [Coordinate])] = [:]
        for event in recording.events {
            switch event.payload {
            case .source(let report): names[report.device] = names[report.device] ?? report.name
            case .fix(let fix):
                guard let coordinate = fix.coordinate, coordinate.isValid else { continue }
                if points[fix.device] == nil { heard.append(fix.device) }
                guard points[fix.device]?.times.last.map({ $0 < event.time }) ?? true else { continue }
                points[fix.device, default: ([], [])].times.append(event.time)
                points[fix.device, default: ([], [])].coordinates.append(coordinate)
            default: continue
            }
        }
        guard heard.count > 1 else { return [] }
        return heard.compactMap { device in
            points[device].flatMap { ReferenceLine(times: $0.times, coordinates: $0.coordinates) }
                .map { (names[device], $0) }
        }
    }

    /// Creates a line from points in ascending order of time; `nil` if there are fewer than two.
    public init?(times: [Instant], coordinates: [Coordinate]) {
        guard times.count > 1, times.count == coordinates.count else { return nil }
        (self.times, self.coordinates) = (times, coordinates)
    }

    /// Collects the points of a track of a run; `nil` if there are fewer than two.
    public init?(_ track: TrackErrors.Track, of run: SessionRun) {
        let points = TrackErrors.points(of: track, run)
        self.init(times: points.map(\.time), coordinates: points.map(\.coordinate))
    }

    /// The number of points, at least two.
    public var count: Int { times.count }
    /// The length in metres. O(n).
    public var length: Double { zip(coordinates, coordinates.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }
    /// The seconds from the first point to the last.
    public var duration: Double { times[times.count - 1] - times[0] }

    /// Returns the seconds by which the line's clock is ahead of a run's: the lag that fits. Without one, none if they have a time
    /// in common, otherwise as many as make both begin together. O(n log n).
    public func offset(beside run: SessionRun) -> Double {
        if let lag = try? ReferenceComparison(run, with: self).lag { return lag }
        guard let start = run.positions.times.first, let end = run.positions.times.last else { return 0 }
        return times[0] <= end && start <= times[times.count - 1] ? 0 : times[0] - start
    }

    /// The least multiple of the median interval between points that is at least a second, in seconds.
    var wholeInterval: Double {
        let median = quantiles([0.5], of: zip(times.dropFirst(), times).map { $0 - $1 })[0]
        return median > 0 ? median * (1 / median).rounded(.up) : 1
    }

    /// The points of the line, for a map.
    public var points: [(time: Instant, coordinate: Coordinate)] { Array(zip(times, coordinates)) }

    /// Returns the segment that spans an instant, and the share of it that has passed; `nil` in a gap and outside the
    /// line. O(log n).
    func segment(at instant: Instant) -> (from: Coordinate, to: Coordinate, share: Double, seconds: Double)? {
        let after = times.partitionPoint { $0 <= instant }
        guard after > 0, after < times.count else { return nil }
        let seconds = times[after] - times[after - 1]
        guard seconds > 0, seconds <= Self.longestStep else { return nil }
        let share = (instant - times[after - 1]) / seconds
        return (coordinates[after - 1], coordinates[after], share, seconds)
    }
}

/// The reason why a track cannot be compared with a reference.
public enum ReferenceError: PhrasedError, Sendable, Hashable {
    /// The reference has fewer than two fixes with a place and a time.
    case noLine
    /// The session has no track.
    case noTrack
    /// The two have fewer than ten instants in common.
    case noTimeInCommon
    /// The two are this many metres apart on average, at the best lag.
    case farApart(Double)

    /// A sentence for the user.
    public var phrase: Phrase {
        switch self {
        case .noLine:
            Phrase(
                translatable(
                    "The reference has no line: it needs at least two points, with times for a comparison in time."))
        case .noTrack: Phrase(translatable("The session has no track to compare: open one with fixes."))
        case .noTimeInCommon:
            Phrase(
                translatable(
                    "The reference and the session have no time in common: choose a recording of the same journey."))
        case .farApart(let metres):
            Phrase(
                translatable(
                    "The reference is {1} m away from the track on average: choose a recording of the same journey."),
                "\(Int(nearest: metres))")
        }
    }
}

/// The error of a run's track against a reference over time, with the lag between the two clocks removed.
public struct ReferenceComparison: Sendable {
    /// The error at one point of the track.
    public struct Error: Sendable, Hashable {
        /// The track's time.
        public var time: Instant
        /// The distance from the reference in metres.
        public var distance: Double
        /// The error along the reference's course in metres, positive ahead; `nil` while the reference does not move.
        public var along: Double?
        /// The error across the reference's course in metres, positive to the right; `nil` while it does not move.
        public var across: Double?
    }

    /// The seconds by which the reference's clock is ahead of the track's: the lag around which the
    /// mean distance is symmetric.
    public let lag: Double
    /// The errors in order of time.
    public let errors: [Error]
    /// The root mean square of the distances in metres.
    public let rootMeanSquare: Double
    /// The distance in metres that half of the points do not exceed.
    public let median: Double
    /// The distance in metres that 95 % of the points do not exceed.
    public let percentile95: Double
    /// The mean error along the course in metres, positive ahead; `nil` if the reference never moves.
    public let alongBias: Double?
    /// The mean error across the course in metres, positive to the right; `nil` if the reference never moves.
    public let acrossBias: Double?

    /// The maximum lag, in seconds, that is considered.
    static let largestLag = 60.0
    /// The minimum number of compared points.
    private static let fewest = 10
    /// The maximum number of points for finding the lag.
    private static let sampleCount = 1_500
    /// The maximum mean distance, in metres, of two recordings of the same journey.
    private static let farthest = 200.0
    /// The minimum speed, in m/s, at which the reference has a course.
    private static let slowest = 0.5

    /// The figures of the errors, in metres.
    public struct Figures: Sendable, Hashable {
        /// The root mean square of the distances, and those that half and 95 % of the points do not exceed.
        public let rootMeanSquare, median, percentile95: Double
        /// The mean errors ahead and to the right; `nil` if the reference never moves.
        public let alongBias, acrossBias: Double?
    }

    /// The figures of the errors.
    public var figures: Figures {
        Figures(
            rootMeanSquare: rootMeanSquare, median: median, percentile95: percentile95, alongBias: alongBias,
            acrossBias: acrossBias)
    }

    /// Compares a line with another one. O(n log n).
    /// - Parameters:
    ///   - line: The line.
    ///   - reference: The line that is compared with.
    ///   - lag: The seconds by which the reference's clock is ahead of the line's.
    public init(_ line: ReferenceLine, with reference: ReferenceLine, lag: Double) throws(ReferenceError) {
        let points = zip(line.times, line.coordinates).map { TimedPlace(time: $0, coordinate: $1) }
        try self.init(points, with: reference, lag: lag)
    }

    /// Compares the smoothed track of a run, or the filtered one if there is none. O(n log n).
    /// - Parameters:
    ///   - run: The run.
    ///   - line: The reference.
    ///   - lag: The seconds by which the line's clock is ahead; `nil` to find them.
    public init(_ run: SessionRun, with line: ReferenceLine, lag: Double? = nil) throws(ReferenceError) {
        let track = run.smoothed.isEmpty ? run.positions : run.smoothed
        let points = track.indices.map { TimedPlace(time: track.time(of: $0), coordinate: track.coordinate(of: $0)) }
        try self.init(points, with: line, lag: lag)
    }

    /// A point of the track.
    struct TimedPlace: Sendable {
        var time: Instant
        var coordinate: Coordinate
    }

    /// - Parameter known: The seconds by which the reference's clock is ahead; `nil` to find them.
    init(_ points: [TimedPlace], with line: ReferenceLine, lag known: Double? = nil) throws(ReferenceError) {
        guard let first = points.first else { throw .noTrack }
        let plane = LocalPlane(origin: first.coordinate)
        guard let lag = known ?? Self.lag(of: points, line, plane) else { throw .noTimeInCommon }
        let errors = points.compactMap { Self.error(of: $0, line, lag: lag, plane) }
        guard errors.count >= Self.fewest else { throw .noTimeInCommon }
        let distances = errors.map(\.distance)
        let mean = distances.reduce(0, +) / Double(distances.count)
        guard mean <= Self.farthest else { throw .farApart(mean) }
        self.lag = lag
        self.errors = errors
        rootMeanSquare = Self.rootMeanSquare(of: distances)
        (median, percentile95) = Self.quantiles(of: distances)
        alongBias = Self.mean(errors.compactMap(\.along))
        acrossBias = Self.mean(errors.compactMap(\.across))
    }

    /// Returns the root mean square of distances; at least one.
    static func rootMeanSquare(of distances: [Double]) -> Double {
        (distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)).squareRoot()
    }

    /// Returns the distances that half and 95 % of them do not exceed; of at least one. O(n log n).
    static func quantiles(of distances: [Double]) -> (median: Double, percentile95: Double) {
        let sorted = distances.sorted()
        return (sorted[(sorted.count - 1) / 2], sorted[(sorted.count - 1) * 95 / 100])
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    private static func error(of point: TimedPlace, _ line: ReferenceLine, lag: Double, _ plane: LocalPlane) -> Error? {
        guard let segment = line.segment(at: point.time + lag) else { return nil }
        let from = plane.point(segment.from)
        let to = plane.point(segment.to)
        let place = plane.point(point.coordinate)
        let (stepEast, stepNorth) = (to.east - from.east, to.north - from.north)
        let east = place.east - from.east - segment.share * stepEast
        let north = place.north - from.north - segment.share * stepNorth
        let length = (stepEast * stepEast + stepNorth * stepNorth).squareRoot()
        var error = Error(time: point.time, distance: (east * east + north * north).squareRoot())
        if length / segment.seconds >= slowest {
            error.along = (east * stepEast + north * stepNorth) / length
            error.across = (east * stepNorth - north * stepEast) / length
        }
        return error
    }

    /// Returns the lag around which the mean distance is symmetric, near the one with the smallest mean distance.
    ///
    /// The smallest mean distance itself lies up to half an interval away: between two points, the noise of both averages out, so
    /// that a noisy reference fits best there. Lags that are whole intervals apart have the same points between.
    private static func lag(of points: [TimedPlace], _ line: ReferenceLine, _ plane: LocalPlane) -> Double? {
        let stride = max(1, points.count / sampleCount)
        let samples = Swift.stride(from: 0, to: points.count, by: stride).map { points[$0] }
        // A few common points could be close by chance.
        func common(_ lag: Double) -> [Double] {
            samples.compactMap { error(of: $0, line, lag: lag, plane)?.distance }
        }
        let coarse = Swift.stride(from: -largestLag, through: largestLag, by: 1).map { (lag: $0, away: common($0)) }
        let most = coarse.map(\.away.count).max() ?? 0
        guard most >= min(fewest, samples.count), most > 0 else { return nil }
        func cost(_ away: [Double]) -> Double {
            2 * away.count >= most ? away.reduce(0, +) / Double(max(1, away.count)) : .infinity
        }
        var best = (lag: 0.0, cost: cost(common(0)))
        for candidate in coarse {
            let cost = cost(candidate.away)
            if cost < best.cost { best = (candidate.lag, cost) }
        }
        let reach = line.wholeInterval
        func slope(_ lag: Double) -> Double { cost(common(lag + reach)) - cost(common(lag - reach)) }
        var (low, high) = (best.lag - reach, best.lag + reach)
        guard slope(low) < 0, slope(high) > 0 else { return best.lag }
        while high - low > 0.01 {
            let middle = (low + high) / 2
            let slope = slope(middle)
            if slope < 0 { low = middle } else if slope > 0 { high = middle } else { return middle }
        }
        return (low + high) / 2
    }
}
