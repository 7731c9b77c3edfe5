import GRDB
public import SensorModel

/// Reads a session file, finished or still being recorded, and writes nothing.
///
/// The file may be anything: a foreign or damaged one ends in a sentence, never in a crash or in memory without bound.
/// Each call sees the file as it is at that moment.
public struct SessionReader: Sendable {
    /// The file.
    public let path: String
    /// What the session says about itself, as of the opening.
    public let header: SessionHeader
    let queue: DatabaseQueue

    /// Opens a file.
    /// - Throws: ``SessionError`` where it is no session, cannot be read, or is too new.
    public init(opening path: String) throws(SessionError) {
        self.path = path
        queue = try SessionFile.openForReading(path)
        let queue = queue
        header = try SessionError.translating(path) { try queue.read(HeaderRow.fetch) }
    }

    /// Returns every event in the order of the session. O(n), in memory that grows with the session.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func events() throws(SessionError) -> [SensorEvent] {
        let (events, damage) = readableEvents(into: [SensorEvent]()) { $0 += $1.lazy.map(\.event) }
        if let damage { throw damage }
        return events
    }

    /// Fills a container with the events in the order of the session, up to the first that cannot be read. O(n), beside the
    /// container in memory that does not grow with the file, unless events of it were numbered astray.
    /// - Parameters:
    ///   - empty: The container as it is before the first event.
    ///   - append: Takes about a second of events, in order, without what they were made of; what it throws ends the reading.
    /// - Returns: What was filled, and why there is no more; nil for a whole file.
    /// - Throws: What `append` throws.
    public func readableEvents<Container, Failure>(
        into empty: Container, append: (inout Container, [LoggedEvent]) throws(Failure) -> Void
    ) throws(Failure) -> (events: Container, damage: SessionError?) {
        var events = empty
        var last: UInt64 = 0
        var isInOrder = true
        var failure: Failure?
        let damage = readableBatches { batch in
            guard isInOrder, let first = batch.first, let end = batch.last else { return }
            isInOrder = first.event.sequence >= last
            last = end.event.sequence
            guard isInOrder else { return }
            do throws(Failure) { try append(&events, batch) } catch {
                failure = error
                throw CancellationError()
            }
        }
        if let failure { throw failure }
        return isInOrder ? (events, damage) : try sortedEvents(into: empty, append: append)
    }

    /// Returns the routes, lines without times and waypoints that the session keeps. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func features() throws(SessionError) -> [MapFeature] {
        try SessionError.translating(path) { try queue.read(FeatureRow.fetchAll) }
    }

    /// About how many events there are, to make room for them: what the last rows say, at most the bytes of the file.
    public var expectedEventCount: Int {
        let rows = Schema.eventTables.map { "SELECT sequence FROM \($0) WHERE id = (SELECT max(id) FROM \($0))" }
        let last = try? queue.read { try Int.fetchAll($0, sql: rows.joined(separator: " UNION ALL ")).max() }
        // The last row may be a chunk of a second's samples.
        let count = (last ?? 0).addingReportingOverflow(Batch.largestCount).partialValue
        return min(max(0, count), SessionFile.extent(path).size)
    }

    private func sortedEvents<Container, Failure>(
        into empty: Container, append: (inout Container, [LoggedEvent]) throws(Failure) -> Void
    ) throws(Failure) -> (events: Container, damage: SessionError?) {
        var batches: [LoggedEvent] = []
        let damage = readableBatches { batches += $0 }
        var events = empty
        try append(&events, batches.sorted { $0.event.sequence < $1.event.sequence })
        return (events, damage)
    }

    /// Gives what can be read, and returns why there is no more.
    private func readableBatches(_ body: ([LoggedEvent]) throws -> Void) -> SessionError? {
        do throws(SessionError) {
            try forEachBatch(.events, body)
            return nil
        } catch {
            return error
        }
    }

    /// Gives the events batch by batch in the order in which they were appended; memory does not grow with the file.
    /// - Parameters:
    ///   - isRaw: Whether with what they were made of.
    ///   - body: Gets about a second of events at a time, in order.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func forEachBatch(raw isRaw: Bool = true, _ body: ([LoggedEvent]) -> Void) throws(SessionError) {
        try forEachBatch(isRaw ? .everything : .events, body)
    }

    func forEachBatch(_ part: BatchReader.Part, _ body: ([LoggedEvent]) throws -> Void) throws(SessionError) {
        try SessionError.translating(path) {
            try queue.read { try BatchReader($0, part: part).forEachBatch(body) }
        }
    }
}
