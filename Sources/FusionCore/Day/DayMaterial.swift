import Geodesy
public import SensorModel

/// What a day is made of: the finished track of a session with its activities and corrections, or those of several.
public struct DayMaterial: Sendable, Hashable {
    /// The track in order of time.
    public var points: [DayPoint]
    /// What was being done, in order of time.
    public var activities: [ActivityEstimate]
    /// What the user put right; the later wins.
    public var corrections: [Correction]
    /// What imported files state of their sport; the later wins, a correction over all.
    public var statements: [ActivityStatement]

    /// Sessions of which nothing says where they were.
    var placeless: [PlacelessSession] = []

    /// Creates material.
    public init(
        points: [DayPoint] = [], activities: [ActivityEstimate] = [], corrections: [Correction] = [],
        statements: [ActivityStatement] = []
    ) {
        self.points = points
        self.activities = activities
        self.corrections = corrections
        self.statements = statements
    }

    /// Returns the stops, moves and gaps; moves only for a session without places. O(n).
    public func day(_ parameters: DayParameters = .init()) -> Day {
        var day = placed(parameters)
        day.items.fill(with: placeless, within: nil)
        day.workouts = workouts(among: day.items)
        return day
    }

    private func placed(_ parameters: DayParameters) -> Day {
        var day = DaySegmenter(parameters: parameters).segment(
            points, activities: activities, corrections: corrections, statements: statements)
        let sports = StatedSports(statements)
        day.items = day.items.map { item in
            guard case .move(let move) = item else { return item }
            return .move(sports.named(move))
        }
        return day
    }

    /// Returns the stops, moves and gaps of a part of the time: stops that reach beyond it whole, as one night is one
    /// stay; ways cut at its ends, so that each metre belongs to one day; gaps only between two other items. O(n).
    public func day(_ parameters: DayParameters = .init(), within span: TimeSpan) -> Day {
        var day = placed(parameters)
        let track = DayTrack(points: points)
        day.items = day.items.filter { $0.end > span.start && $0.start < span.end }.map { item in
            guard case .move(let move) = item else { return item }
            return .move(track.cut(move, to: span))
        }
        day.items.fill(with: placeless, within: span)
        while case .gap = day.items.first { day.items.removeFirst() }
        while case .gap = day.items.last { day.items.removeLast() }
        day.workouts = workouts(among: day.items)
        return day
    }

    /// Joins sessions into one day; where several ran at the same time, one of them counts: the one that counted steps,
    /// then the one with more points. The order in which they are given does not matter. O(n log n).
    /// - Parameters:
    ///   - materials: One a session.
    ///   - gap: Seconds of silence from which on a session leaves time to another.
    public static func joined(_ materials: [DayMaterial], gap: Double = DayParameters().gap) -> DayMaterial {
        var taken = TakenTime()
        var parts: [DayMaterial] = []
        for material in materials.filter({ !$0.points.isEmpty }).sorted(by: \.precedence) {
            let left = material.outside(taken)
            parts.append(left)
            for span in material.spans(gap: gap) { taken.take(span) }
        }
        var joined = chained(parts)
        // Told of the same stretch by two sessions, the later session's word comes later.
        let inTime = materials.sorted { ($0.start, $0.precedence) < ($1.start, $1.precedence) }
        joined.corrections = inTime.flatMap(\.corrections)
        // What the session says that counts comes last, and wins.
        joined.placeless = inTime.flatMap(\.placeless)
        joined.statements = materials.sorted(by: \.precedence).reversed().flatMap(\.statements)
        return joined
    }

    /// When the first point is; the end of time without one.
    private var start: Instant {
        points.first?.time ?? placeless.first?.activities.first?.time ?? Instant(nanoseconds: .max)
    }

    /// What decides between two sessions of one time; nothing that depends on the order of import.
    private var precedence: Precedence {
        let first = points.first
        return Precedence(
            countsSteps: (points.last?.steps ?? 0) > 0, count: points.count, start: start,
            latitude: first?.coordinate.latitude ?? 0, longitude: first?.coordinate.longitude ?? 0,
            accuracy: first?.accuracy ?? 0)
    }

    private func spans(gap: Double) -> [TimeSpan] { TimeSpan.spans(of: points.lazy.map(\.time), gap: gap) }

    private func outside(_ taken: TakenTime) -> DayMaterial {
        var part = DayMaterial(points: points.filter { !taken.contains($0.time) })
        part.activities = activities.flatMap { activity in
            taken.parts(of: TimeSpan(start: activity.time, end: activity.until)).map { span in
                var clipped = activity
                (clipped.time, clipped.until) = (span.start, span.end)
                return clipped
            }
        }
        return part
    }

    /// Puts parts that do not overlap in a row; the way continues growing, and not from one session to the next.
    private static func chained(_ parts: [DayMaterial]) -> DayMaterial {
        let all = parts.enumerated().flatMap { part, material in material.points.map { (part, $0) } }
            .sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
        var joined = DayMaterial()
        joined.points.reserveCapacity(all.count)
        var before: (part: Int, point: DayPoint)?
        for (part, point) in all {
            var next = point
            let last = joined.points.last
            let isSame = before?.part == part
            let from = isSame ? before?.point : nil
            next.distance = (last?.distance ?? 0) + (from.map { point.distance - $0.distance } ?? 0)
            next.estimatedDistance =
                (last?.estimatedDistance ?? 0) + (from.map { point.estimatedDistance - $0.estimatedDistance } ?? 0)
            next.steps = (last?.steps ?? 0) + (from.map { point.steps - $0.steps } ?? 0)
            next.floorsUp = (last?.floorsUp ?? 0) + (from.map { point.floorsUp - $0.floorsUp } ?? 0)
            next.floorsDown = (last?.floorsDown ?? 0) + (from.map { point.floorsDown - $0.floorsDown } ?? 0)
            joined.points.append(next)
            before = (part, point)
        }
        joined.activities = parts.flatMap(\.activities).sorted { ($0.time, $0.until) < ($1.time, $1.until) }
        return joined
    }
}

/// What decides which of two sessions of one time counts; the smaller does.
private struct Precedence: Comparable {
    var countsSteps: Bool
    var count: Int
    var start: Instant
    var latitude: Double
    var longitude: Double
    var accuracy: Double

    static func < (left: Precedence, right: Precedence) -> Bool {
        if left.countsSteps != right.countsSteps { return left.countsSteps }
        if left.count != right.count { return left.count > right.count }
        return (left.start, left.latitude, left.longitude, left.accuracy)
            < (right.start, right.latitude, right.longitude, right.accuracy)
    }
}

extension Sequence {
    fileprivate func sorted(by key: (Element) -> some Comparable) -> [Element] {
        sorted { key($0) < key($1) }
    }
}
