import Geometry
public import SensorModel

/// A time span that includes both ends.
public struct TimeSpan: Sendable, Hashable, Codable {
    /// The start time.
    public var start: Instant
    /// The end time.
    public var end: Instant

    /// Creates a time span.
    public init(start: Instant, end: Instant) {
        self.start = start
        self.end = end
    }

    /// The duration in seconds.
    public var duration: Double { end - start }

    /// Returns whether an instant is within the span, including both ends.
    public func contains(_ instant: Instant) -> Bool { start <= instant && instant <= end }

    /// Returns the span shifted by a number of seconds.
    func shifted(by seconds: Double) -> TimeSpan { TimeSpan(start: start + seconds, end: end + seconds) }

    /// Returns the intersection of two spans; `nil` if they share no more than an instant.
    public func intersection(_ other: TimeSpan) -> TimeSpan? {
        let start = max(start, other.start)
        let end = min(end, other.end)
        return start < end ? TimeSpan(start: start, end: end) : nil
    }

    /// Returns the spans that ascending times cover, divided at gaps of at least a number of seconds. O(n).
    public static func spans(of times: some Sequence<Instant>, gap: Double) -> [TimeSpan] {
        times.reduce(into: []) { spans, time in
            if let last = spans.last, time - last.end < gap {
                spans[spans.count - 1].end = max(last.end, time)
            } else {
                spans.append(TimeSpan(start: time, end: time))
            }
        }
    }
}

/// A set of reserved times, as spans in order and without overlap.
public struct TakenTime: Sendable, Hashable {
    /// The reserved spans, in ascending order.
    public private(set) var spans: [TimeSpan] = []

    /// Creates an empty set.
    public init() {}

    /// Reserves a span. O(log n) after all others, O(n) among them.
    public mutating func take(_ span: TimeSpan) {
        let first = firstIndex(endingAtOrAfter: span.start)
        var last = first
        var whole = span
        while last < spans.count, spans[last].start <= span.end {
            whole.start = min(whole.start, spans[last].start)
            whole.end = max(whole.end, spans[last].end)
            last += 1
        }
        spans.replaceSubrange(first..<last, with: [whole])
    }

    /// Returns the set shifted by a number of seconds. O(spans).
    func shifted(by seconds: Double) -> TakenTime {
        var set = self
        set.spans = spans.map { $0.shifted(by: seconds) }
        return set
    }

    /// Returns whether an instant is reserved. O(log n).
    public func contains(_ instant: Instant) -> Bool {
        let index = firstIndex(endingAtOrAfter: instant)
        return index < spans.count && spans[index].start <= instant
    }

    /// Returns the parts of a span that are not reserved, in order. O(log n + parts).
    public func parts(of span: TimeSpan) -> [TimeSpan] {
        var parts: [TimeSpan] = []
        var start = span.start
        for taken in spans[firstIndex(endingAtOrAfter: span.start)...] {
            guard taken.start < span.end else { break }
            if taken.start > start { parts.append(TimeSpan(start: start, end: taken.start)) }
            start = max(start, taken.end)
        }
        if start < span.end { parts.append(TimeSpan(start: start, end: span.end)) }
        return parts
    }

    private func firstIndex(endingAtOrAfter instant: Instant) -> Int {
        spans.partitionPoint { $0.end < instant }
    }
}
