public import FusionCore
public import SensorModel

/// The totals of all sessions in a time span. Simultaneous measurements count only once: the session that measured for
/// longer takes precedence, and other sessions contribute the remaining times.
public struct LibraryHistory: Sendable, Hashable {
    /// The measured distance in metres.
    public var distance = 0.0
    /// The estimated distance in metres.
    public var estimatedDistance = 0.0
    /// The steps counted, without those of rides.
    public var steps = 0
    /// The number of floors climbed.
    public var floorsUp = 0
    /// The number of floors descended.
    public var floorsDown = 0
    /// The duration of each activity in seconds.
    public var activities: [Activity: Double] = [:]
    /// The measured and estimated distance of moves in metres, by activity.
    public var moved: [Activity: Double] = [:]
    /// The number of sessions that cover a part of the span.
    public var sessionCount = 0
    /// Whether ``distance`` was measured, or the reason why it was not.
    public var distanceAvailability = Availability.noData
    /// Whether ``steps`` were counted, or the reason why they were not.
    public var stepsAvailability = Availability.noData
    /// The availability of ``floorsUp`` and ``floorsDown``.
    public var floorsAvailability = Availability.noData

    /// Computes the totals of sessions between two instants, in whole quarter hours. A quarter that two sessions share
    /// counts in proportion to the time that each contributes.
    public init(_ entries: [SessionEntry], from start: Instant, until end: Instant) {
        let sessions = entries.compactMap { entry -> Part? in
            guard let summary = entry.summary else { return nil }
            let quarters = summary.quarters.filter { $0.start >= start && $0.start < end }
            return quarters.isEmpty ? nil : Part(path: entry.path, summary: summary, quarters: quarters)
        }
        let span = TimeSpan(start: start, end: end)
        let covering = entries.compactMap(\.summary).filter { $0.covers(span) }
        sessionCount = covering.count
        forEachShare(of: sessions, \.fixes) { quarter, share in
            distance += quarter.distance * share
            estimatedDistance += quarter.estimatedDistance * share
        }
        forEachShare(of: sessions, \.either) { quarter, share in
            activities.merge(quarter.activities.mapValues { $0 * share }, uniquingKeysWith: +)
            moved.merge(quarter.moved.mapValues { $0 * share }, uniquingKeysWith: +)
        }
        var counts = (steps: 0.0, floorsUp: 0.0, floorsDown: 0.0)
        forEachShare(of: sessions, \.motion) { quarter, share in counts.steps += Double(quarter.steps) * share }
        forEachShare(of: sessions, \.pressure) { quarter, share in
            counts.floorsUp += Double(quarter.floorsUp) * share
            counts.floorsDown += Double(quarter.floorsDown) * share
        }
        steps = Int(nearest: counts.steps)
        floorsUp = Int(nearest: counts.floorsUp)
        floorsDown = Int(nearest: counts.floorsDown)
        let isMoved = distance + estimatedDistance > 0
        distanceAvailability = Self.availability(isMoved, \.fixes, .fix, covering, span)
        stepsAvailability = Self.availability(steps > 0, \.motion, .acceleration, covering, span)
        floorsAvailability = Self.availability(
            floorsUp + floorsDown > 0, \.pressure, .scalar(.pressure), covering, span)
    }

    /// Computes the totals of sessions over a span of time, which is extended to whole quarter hours.
    public init(_ entries: [SessionEntry], over span: TimeSpan) {
        let last = SessionSummary.Quarter(number: SessionSummary.Quarter.number(of: span.end)).start
        self.init(
            entries, from: SessionSummary.Quarter(number: SessionSummary.Quarter.number(of: span.start)).start,
            until: last < span.end ? last + SessionSummary.Quarter.length : last)
    }

    private static func availability(
        _ isCounted: Bool, _ coverage: (SessionCoverage) -> [TimeSpan], _ stream: StreamKind,
        _ sessions: [SessionSummary], _ span: TimeSpan
    ) -> Availability {
        if sessions.isEmpty { return .noData }
        let isMeasured = sessions.contains { session in
            coverage(session.coverage).contains { $0.start < span.end && span.start <= $0.end }
        }
        return Availability(
            isMeasured: isCounted || isMeasured,
            isDenied: sessions.contains { $0.coverage.deniedStreams.contains(stream) })
    }

    /// A session with its quarters in the span.
    private struct Part {
        var path: String
        var summary: SessionSummary
        var quarters: [SessionSummary.Quarter]
    }

    /// Calls a closure with each quarter of each session, and with the fraction of it that no earlier session measured.
    private func forEachShare(
        of parts: [Part], _ coverage: (SessionCoverage) -> [TimeSpan],
        _ body: (SessionSummary.Quarter, Double) -> Void
    ) {
        let measured = parts.map { (part: $0, spans: coverage($0.summary.coverage)) }
        let ordered = measured.sorted { left, right in
            let lengths = (left.spans, right.spans)
            let seconds = (Self.seconds(lengths.0), Self.seconds(lengths.1))
            if seconds.0 != seconds.1 { return seconds.0 > seconds.1 }
            let starts = (lengths.0.first?.start, lengths.1.first?.start)
            if let first = starts.0, let second = starts.1, first != second { return first < second }
            return left.part.path < right.part.path
        }
        var taken = TakenTime()
        for (part, spans) in ordered {
            for quarter in part.quarters { body(quarter, Self.share(of: quarter, spans, besides: taken)) }
            for span in spans { taken.take(span) }
        }
    }

    private static func share(
        of quarter: SessionSummary.Quarter, _ spans: [TimeSpan], besides taken: TakenTime
    ) -> Double {
        let whole = TimeSpan(start: quarter.start, end: quarter.start + SessionSummary.Quarter.length)
        let own = spans.compactMap { $0.intersection(whole) }
        let measured = own.isEmpty ? [whole] : own
        let left = measured.flatMap { taken.parts(of: $0) }
        return seconds(left) / seconds(measured)
    }

    private static func seconds(_ spans: [TimeSpan]) -> Double { spans.reduce(0) { $0 + $1.duration } }
}
