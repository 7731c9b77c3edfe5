public import Geometry

/// Statements about intervals of time, such as sports stated by files and user corrections. Later statements override
/// earlier ones.
///
/// Stored as pieces that do not overlap, so that an instant is found by bisection. The code is inlinable because every
/// activity window queries it.
public struct StatementTimeline<Content: Sendable & Hashable>: Sendable, Hashable {
    /// An interval in which one statement holds.
    public struct Piece: Sendable, Hashable {
        /// The start of the interval.
        public var from: Instant
        /// The end of the interval.
        public var until: Instant
        /// The content of the statement, such as an activity.
        public var content: Content
        /// The number of statements recorded before this one.
        @usableFromInline var order: Int

        @inlinable
        init(from: Instant, until: Instant, content: Content, order: Int) {
            (self.from, self.until, self.content, self.order) = (from, until, content, order)
        }
    }

    /// The pieces in order of time. One may end where the next begins.
    @usableFromInline var pieces: [Piece]
    @usableFromInline var count: Int

    /// Creates a timeline without statements.
    @inlinable
    public init() { (pieces, count) = ([], 0) }

    /// Whether no statements have been recorded.
    @inlinable public var isEmpty: Bool { pieces.isEmpty }

    /// Records a statement that overrides all earlier ones. Ignores a statement that ends before it starts.
    ///
    /// O(log n) after all others, O(n) among them.
    @inlinable
    public mutating func insert(_ content: Content, from: Instant, until: Instant) {
        guard from <= until else { return }
        let start = pieces.partitionPoint { $0.until <= from }
        let end = max(start, pieces.partitionPoint { $0.from < until })
        var parts = [Piece(from: from, until: until, content: content, order: count)]
        count += 1
        if start < end, pieces[start].from < from {
            var before = pieces[start]
            before.until = from
            parts.insert(before, at: 0)
        }
        if start < end, pieces[end - 1].until > until {
            var after = pieces[end - 1]
            after.from = until
            parts.append(after)
        }
        pieces.replaceSubrange(start..<end, with: parts)
    }

    /// Returns the latest statement about an instant, ends included; `nil` if there is none. O(log n).
    @inlinable
    public func statement(at instant: Instant) -> Content? {
        last(in: pieces[pieces.partitionPoint { $0.until < instant }...].prefix { $0.from <= instant })
    }

    /// Returns the latest statement about any part of an interval; `nil` if there is none. O(log n + pieces in it).
    @inlinable
    public func statement(from: Instant, until: Instant) -> Content? {
        isEmpty ? nil : last(in: pieces(from: from, until: until))
    }

    /// Returns the pieces that overlap an interval, in order of time. O(log n + pieces in it).
    @inlinable
    public func pieces(from: Instant, until: Instant) -> ArraySlice<Piece> {
        pieces[pieces.partitionPoint { $0.until <= from }...].prefix { $0.from < until }
    }

    @inlinable
    func last(in pieces: ArraySlice<Piece>) -> Content? { pieces.max { $0.order < $1.order }?.content }
}

extension StatementTimeline<Activity> {
    /// Records the statement of a file.
    public mutating func insert(_ statement: ActivityStatement) {
        insert(statement.activity, from: statement.from, until: statement.until)
    }
}
