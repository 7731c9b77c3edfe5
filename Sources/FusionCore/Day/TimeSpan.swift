import NavigationMath
public import SensorModel

/// A stretch of time, its ends within.
public struct TimeSpan: Sendable, Hashable, Codable {
    /// When it begins.
    public var start: Instant
    /// When it ends.
    public var end: Instant

    /// Creates a stretch.
    public init(start: Instant, end: Instant) {
        self.start = start
        self.end = end
    }

    /// Its length in seconds.
    public var duration: Double { end - start }

    /// Returns whether an instant lies within, either end included.
    public func contains(_ instant: Instant) -> Bool { start <= instant && instant <= end }

    /// Returns what two stretches have in common; nil if nothing.
    public func intersection(_ other: TimeSpan) -> TimeSpan? {
        let start = max(start, other.start)
        let end = min(end, other.end)
        return start < end ? TimeSpan(start: start, end: end) : nil
    }

    /// Returns the stretches that ascending times cover, broken at silences. O(n).
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

/// Time that is spoken for: stretches in order, without overlap.
public struct TakenTime: Sendable, Hashable {
    /// The stretches, ascending.
    public private(set) var spans: [TimeSpan] = []

    /// Creates one of which nothing is taken.
    public init() {}

    /// Adds a stretch. O(stretches).
    public mutating func take(_ span: TimeSpan) {
        let first = spans.firstIndex { $0.end >= span.start } ?? spans.count
        var last = first
        var whole = span
        while last < spans.count, spans[last].start <= span.end {
            whole.start = min(whole.start, spans[last].start)
            whole.end = max(whole.end, spans[last].end)
            last += 1
        }
        spans.replaceSubrange(first..<last, with: [whole])
    }

    /// Returns whether an instant is taken. O(log n).
    public func contains(_ instant: Instant) -> Bool {
        let index = firstIndex(endingAtOrAfter: instant)
        return index < spans.count && spans[index].start <= instant
    }

    /// Returns what of a stretch is not taken, in order. O(log n + parts).
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
