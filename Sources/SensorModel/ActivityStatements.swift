import NavigationMath

/// What files state of their sport over time, the later word winning.
///
/// Kept in pieces that do not overlap, so that a moment is looked up by bisection.
public struct ActivityStatements: Sendable, Hashable {
    private struct Piece: Sendable, Hashable {
        var from: Instant
        var until: Instant
        var activity: Activity
        /// The place in the order in which they were stated.
        var order: Int
    }

    /// In order of time; one may end where the next begins.
    private var pieces: [Piece] = []
    private var count = 0

    /// Takes statements in their order. O(n log n) where they come in order of time.
    public init(_ statements: some Sequence<ActivityStatement> = EmptyCollection()) {
        for statement in statements { note(statement) }
    }

    /// True where nothing is stated.
    public var isEmpty: Bool { pieces.isEmpty }

    /// Takes a statement, which wins over all before it. O(log n) behind all others, O(n) among them.
    public mutating func note(_ statement: ActivityStatement) {
        guard statement.from <= statement.until else { return }
        let start = pieces.partitionPoint { $0.until <= statement.from }
        let end = pieces.partitionPoint { $0.from < statement.until }
        var new = Piece(from: statement.from, until: statement.until, activity: statement.activity, order: count)
        count += 1
        var parts: [Piece] = []
        let covered = pieces[start..<max(start, end)]
        if var first = covered.first, first.from < statement.from {
            first.until = statement.from
            parts.append(first)
        }
        parts.append(new)
        if var last = covered.last, last.until > statement.until {
            last.from = statement.until
            parts.append(last)
        }
        pieces.replaceSubrange(start..<max(start, end), with: parts)
    }

    /// Returns what was stated last of a moment, ends included; nil where nothing is. O(log n).
    public func activity(at instant: Instant) -> Activity? {
        latest {
            $0.until < instant
        } while: {
            $0.from <= instant
        }
    }

    /// Returns what was stated last of any part of a stretch; nil where nothing is. O(log n + what it meets).
    public func activity(from start: Instant, until end: Instant) -> Activity? {
        latest {
            $0.until <= start
        } while: {
            $0.from < end
        }
    }

    private func latest(after isBefore: (Piece) -> Bool, while isWithin: (Piece) -> Bool) -> Activity? {
        var latest: Piece?
        var index = pieces.partitionPoint(where: isBefore)
        while index < pieces.count, isWithin(pieces[index]) {
            if pieces[index].order > latest?.order ?? -1 { latest = pieces[index] }
            index += 1
        }
        return latest?.activity
    }
}
