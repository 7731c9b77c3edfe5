import Geometry

/// The time spans of a session that its user hid. The recorded events stay in the file, and every reader returns what a
/// recorder would have stored that was off during these spans.
public struct HiddenSpans: Sendable, Hashable {
    /// A time span on the axis of `EventOrder`.
    public struct Span: Sendable, Hashable {
        /// The first hidden instant.
        public var start: Instant
        /// The instant after the last hidden one.
        public var end: Instant
    }

    /// The spans, in order and disjoint.
    public private(set) var spans: [Span] = []

    private static let earliest = Instant(nanoseconds: .min)
    private static let latest = Instant(nanoseconds: .max)

    /// Creates an empty list: everything is visible.
    public init() {}

    /// Creates a list that shows only a time span, with both of its ends, in addition to what is hidden already.
    public init(croppingTo span: ClosedRange<Instant>, hidden: HiddenSpans = HiddenSpans()) {
        self = hidden
        hide(from: Self.earliest, until: span.lowerBound)
        hide(from: span.upperBound.moved(by: 1), until: Self.latest)
    }

    /// Whether everything is visible.
    public var isEmpty: Bool { spans.isEmpty }

    /// Hides the events from an instant until before another one, in addition to what is hidden.
    public mutating func hide(from start: Instant, until end: Instant) {
        guard start < end else { return }
        var span = Span(start: start, end: end)
        for other in spans where other.start <= span.end && span.start <= other.end {
            span = Span(start: min(span.start, other.start), end: max(span.end, other.end))
        }
        spans.removeAll { span.start <= $0.start && $0.end <= span.end }
        spans.insert(span, at: spans.firstIndex { span.start < $0.start } ?? spans.endIndex)
    }

    /// Hides what is visible for less than a number of seconds between two hidden spans.
    public mutating func close(gaps seconds: Double) {
        for (before, after) in zip(spans, spans.dropFirst()) where after.start - before.end < seconds {
            hide(from: before.end, until: after.start)
        }
    }

    /// Returns whether an instant is hidden. O(log spans).
    public func hides(_ instant: Instant) -> Bool { span(at: instant) != nil }

    /// Returns whether any part of a closed time span is hidden. O(spans).
    public func hidesPart(of span: ClosedRange<Instant>) -> Bool {
        spans.contains { $0.start <= span.upperBound && span.lowerBound < $0.end }
    }

    private func span(at instant: Instant) -> Span? {
        let next = spans.partitionPoint { $0.start <= instant }
        guard next > 0, instant < spans[next - 1].end else { return nil }
        return spans[next - 1]
    }

    /// Returns what is visible of an event; `nil` if nothing is.
    ///
    /// Hidden statements about the whole session apply from the end of their span on, as if recording had begun there; after
    /// the last visible instant they apply at that instant.
    public func visible(_ event: SensorEvent) -> SensorEvent? {
        var event = event
        if case .span(let span) = event.payload {
            return hidesPart(of: event.time...(event.time + max(0, span.duration))) ? nil : event
        }
        if case .statement(var statement) = event.payload, statement.distance != nil,
            hidesPart(of: min(statement.from, statement.until)...max(statement.from, statement.until))
        {
            // The distance of the whole is not that of a part.
            statement.distance = nil
            event.payload = .statement(statement)
        }
        // A mark that was added later belongs to its own time.
        if case .marker = event.payload, hides(event.time) { return nil }
        guard let span = span(at: EventOrder().place(of: event)) else { return event }
        let instant = span.end == Self.latest ? span.start.moved(by: -1) : span.end
        switch event.payload {
        case .source, .parameters, .learned, .correction, .statement, .note, .clock:
            (event.time, event.received) = (instant, instant)
            return event
        case .marker:
            event.received = instant
            return event
        default: return nil
        }
    }

    /// Returns what is visible of an event with its raw data; `nil` if nothing is.
    public func visible(_ logged: LoggedEvent) -> LoggedEvent? {
        visible(logged.event).map { event in
            var logged = logged
            logged.event = event
            return logged
        }
    }
}
