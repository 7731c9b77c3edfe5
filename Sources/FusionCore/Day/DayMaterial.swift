import Geometry
public import SensorModel

/// The input for segmenting a day: the finished tracks of one or more sessions, with their activities and corrections.
public struct DayMaterial: Sendable, Hashable {
    /// The track, in order of time.
    public var points: [DayPoint]
    /// The activities, in order of time.
    public var activities: [ActivityEstimate]
    /// The user's corrections; later ones override earlier ones.
    public var corrections: [Correction]
    /// The sports that imported files state. Later statements override earlier ones; corrections override all
    /// statements.
    public var statements: [ActivityStatement]

    /// The sessions without an accepted fix, and the parts of sessions before their first one.
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

    /// Returns the stops, moves, and gaps; only moves for a session without places. O(n).
    public func day(_ parameters: DayParameters = .init()) -> Day {
        var day = placed(parameters)
        fill(&day, parameters, within: nil)
        day.workouts = workouts(among: day.items)
        return day
    }

    private func placed(_ parameters: DayParameters) -> Day {
        var day = DaySegmenter(parameters: parameters).segment(
            points, activities: activities, corrections: corrections, statements: statements)
        let sports = StatedSports(statements, corrections: corrections)
        day.items = day.items.map { $0.named(by: sports) }
        return day
    }

    /// Inserts what was moved without a position. If its activity is unknown, a statement for its middle decides.
    private func fill(_ day: inout Day, _ parameters: DayParameters, within span: TimeSpan?) {
        let sessions = placeless.filter { $0.isLong(parameters) }
        guard !sessions.isEmpty else { return }
        let sports = StatedSports(statements, corrections: corrections)
        day.items.fill(with: sessions, within: span) { item in
            guard case .move(var move) = item else { return item }
            let middle = move.start + (move.end - move.start) / 2
            if move.activity == .unknown, let stated = sports.statements.statement(at: middle) {
                (move.activity, move.isStated) = (stated.activity, stated.origin == .file)
                move.confidence = move.isStated ? nil : .high
            }
            return StorylineItem.move(move).named(by: sports)
        }
    }

    /// Returns the stops, moves, and gaps in a time span. Stops that extend beyond the span are kept whole, since a
    /// night is a single stay. Moves are cut at its ends, so that each metre belongs to one day. Gaps occur only
    /// between two other items. O(n).
    public func day(_ parameters: DayParameters = .init(), within span: TimeSpan) -> Day {
        var day = placed(parameters)
        let track = DayTrack(points: points)
        day.items = day.items.filter { $0.end > span.start && $0.start < span.end }.map { item in
            if case .move = item { track.cut(item, to: span) } else { item }
        }
        fill(&day, parameters, within: span)
        while case .gap = day.items.first { day.items.removeFirst() }
        while case .gap = day.items.last { day.items.removeLast() }
        day.workouts = workouts(among: day.items)
        return day
    }

    /// Joins sessions into one day. If several sessions overlap, the one that counted steps is used, then the one with
    /// more points. The order of the sessions does not matter. O(n log n).
    /// - Parameters:
    ///   - materials: The material of each session.
    ///   - gap: The minimum silence of a session, in seconds, that leaves its time to other sessions.
    public static func joined(_ materials: [DayMaterial], gap: Double) -> DayMaterial {
        var taken = TakenTime()
        var parts: [DayMaterial] = []
        for material in materials.filter({ !$0.points.isEmpty }).sorted(by: \.precedence) {
            let left = material.outside(taken)
            parts.append(left)
            for span in material.spans(gap: gap) { taken.take(span) }
        }
        var joined = chained(parts)
        // If two sessions state something about the same time, the later session overrides the earlier one.
        let inTime = materials.sorted { ($0.start, $0.precedence) < ($1.start, $1.precedence) }
        joined.corrections = inTime.flatMap(\.corrections)
        // The session that takes precedence comes last, so that its statements override the others.
        joined.placeless = inTime.flatMap(\.placeless)
        joined.statements = materials.sorted(by: \.precedence).reversed().flatMap(\.statements)
        return joined
    }

    /// The time of the first point or activity; the end of time if there is neither.
    private var start: Instant {
        points.first?.time ?? placeless.first?.activities.first?.time ?? Instant(nanoseconds: .max)
    }

    /// The values that select one of two overlapping sessions, independent of the order of import.
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

    /// Joins parts that do not overlap. Distances and counts accumulate within each part, but not from one part to the
    /// next.
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

extension StorylineItem {
    /// Returns the item with the name of the sport that a file states for it.
    fileprivate func named(by sports: StatedSports) -> StorylineItem {
        guard case .move(let move) = self else { return self }
        return .move(sports.named(move))
    }
}

/// The values that select one of two overlapping sessions; the smaller one takes precedence.
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
