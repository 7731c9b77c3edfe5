public import NavigationMath

/// What was told of stretches of time, the later word winning: the sports that files state, the user's corrections.
///
/// Kept in pieces that do not overlap, so that a moment is looked up by bisection. Every window of activity asks here: what
/// is asked can be made part of the module that asks.
public struct ToldTimes<Word: Sendable & Hashable>: Sendable, Hashable {
    /// A stretch of which one word holds.
    public struct Piece: Sendable, Hashable {
        /// From when.
        public var from: Instant
        /// Until when.
        public var until: Instant
        /// What was told.
        public var word: Word
        /// The place in the order in which words were told.
        @usableFromInline var order: Int

        @inlinable
        init(from: Instant, until: Instant, word: Word, order: Int) {
            (self.from, self.until, self.word, self.order) = (from, until, word, order)
        }
    }

    /// In order of time; one may end where the next begins.
    @usableFromInline var pieces: [Piece]
    @usableFromInline var count: Int

    /// Creates the times of which nothing is told.
    @inlinable
    public init() { (pieces, count) = ([], 0) }

    /// True if nothing is told.
    @inlinable public var isEmpty: Bool { pieces.isEmpty }

    /// Records a word, which wins over all before it; one that runs backwards is not one.
    ///
    /// O(log n) behind all others, O(n) among them.
    @inlinable
    public mutating func note(_ word: Word, from: Instant, until: Instant) {
        guard from <= until else { return }
        let start = pieces.partitionPoint { $0.until <= from }
        let end = max(start, pieces.partitionPoint { $0.from < until })
        var parts = [Piece(from: from, until: until, word: word, order: count)]
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

    /// Returns what was told last of a moment, ends included; nil if nothing is. O(log n).
    @inlinable
    public func word(at instant: Instant) -> Word? {
        last(in: pieces[pieces.partitionPoint { $0.until < instant }...].prefix { $0.from <= instant })
    }

    /// Returns what was told last of any part of a stretch; nil if nothing is. O(log n + what it meets).
    @inlinable
    public func word(from: Instant, until: Instant) -> Word? {
        isEmpty ? nil : last(in: pieces(from: from, until: until))
    }

    /// Returns the pieces that a stretch meets, in order of time. O(log n + what it meets).
    @inlinable
    public func pieces(from: Instant, until: Instant) -> ArraySlice<Piece> {
        pieces[pieces.partitionPoint { $0.until <= from }...].prefix { $0.from < until }
    }

    @inlinable
    func last(in pieces: ArraySlice<Piece>) -> Word? { pieces.max { $0.order < $1.order }?.word }
}

extension ToldTimes<Activity> {
    /// Takes what files state, in their order.
    public init(_ statements: some Sequence<ActivityStatement>) {
        self.init()
        for statement in statements { note(statement) }
    }

    /// Takes what a file states.
    public mutating func note(_ statement: ActivityStatement) {
        note(statement.activity, from: statement.from, until: statement.until)
    }
}
