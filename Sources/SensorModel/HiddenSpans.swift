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
    static let latest = Instant(nanoseconds: .max)

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

    func span(at instant: Instant) -> Span? {
        let next = spans.partitionPoint { $0.start <= instant }
        guard next > 0, instant < spans[next - 1].end else { return nil }
        return spans[next - 1]
    }
}
