import GRDB
public import SensorModel

/// Reads a session file, finished or still being recorded, without writing to it.
///
/// The file may be untrusted: an invalid or damaged one causes an error, but never a crash or unbounded memory use.
/// Each call uses the state of the file at that time.
public struct SessionReader: Sendable {
    /// The path of the file.
    public let path: String
    /// The metadata of the session when it was opened.
    public let header: SessionHeader
    let queue: DatabaseQueue

    /// Opens a file.
    /// - Throws: ``SessionError`` if the file is not a session, cannot be read, or is too new.
    public init(opening path: String) throws(SessionError) {
        self.path = path
        queue = try SessionFile.openForReading(path)
        let queue = queue
        header = try SessionError.translating(path) {
            try queue.read { database in
                var header = try HeaderRow.fetch(database)
                header.created = header.created.moved(by: BatchReader.translation(database))
                return header
            }
        }
    }

    /// Returns the metadata as stored, with the date of the recorder's clock.
    func storedHeader() throws(SessionError) -> SessionHeader {
        try SessionError.translating(path) { try queue.read(HeaderRow.fetch) }
    }

    /// The nanoseconds that a decision about clocks adds to all stored times.
    var translation: Int64 { (try? queue.read(BatchReader.translation)) ?? 0 }

    /// Returns all events in session order. O(n); memory grows with the session.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func events() throws(SessionError) -> [SensorEvent] {
        let (events, damage) = readableEvents(into: [SensorEvent]()) { $0 += $1.lazy.map(\.event) }
        if let damage { throw damage }
        return events
    }

    /// Fills a container with the events in session order, up to the first one that cannot be read. O(n). Apart from
    /// the container, memory does not grow with the file, unless events are numbered out of order.
    /// - Parameters:
    ///   - empty: Makes the initial container. A container that existed before would be copied.
    ///   - append: Called with about a second of events at a time, in order, without raw data; throws to stop.
    /// - Returns: The filled container, and the reason why it is incomplete; `nil` for a complete file.
    /// - Throws: The error thrown by `append`.
    public func readableEvents<Container, Failure>(
        into empty: @autoclosure () -> Container, append: (inout Container, [LoggedEvent]) throws(Failure) -> Void
    ) throws(Failure) -> (events: Container, damage: SessionError?) {
        var events = empty()
        var last: UInt64 = 0
        var isInOrder = true
        var failure: Failure?
        let damage = readableBatches { batch in
            guard isInOrder, let first = batch.first, let end = batch.last else { return }
            // Numbered after all others, because they were made later.
            if !first.event.isFixRuling {
                isInOrder = first.event.sequence >= last
                last = end.event.sequence
            }
            guard isInOrder else { return }
            do throws(Failure) { try append(&events, batch) } catch {
                failure = error
                throw CancellationError()
            }
        }
        if let failure { throw failure }
        return isInOrder ? (events, damage) : try sortedEvents(into: empty(), append: append)
    }

    /// Returns the routes, lines without times, and waypoints of the session. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func features() throws(SessionError) -> [MapFeature] {
        try SessionError.translating(path) { try queue.read(FeatureRow.fetchAll) }
    }

    /// The approximate number of events, to reserve capacity, based on the last rows; at most the file size in bytes.
    public var expectedEventCount: Int {
        let rows = Schema.eventTables.map { "SELECT sequence FROM \($0) WHERE id = (SELECT max(id) FROM \($0))" }
        let last = try? queue.read { try Int.fetchAll($0, sql: rows.joined(separator: " UNION ALL ")).max() }
        // The last row may be a chunk with a second of samples.
        let count = (last ?? 0).addingReportingOverflow(Batch.largestCount).partialValue
        return min(max(0, count), SessionFile.extent(path).size)
    }

    private func sortedEvents<Container, Failure>(
        into empty: @autoclosure () -> Container, append: (inout Container, [LoggedEvent]) throws(Failure) -> Void
    ) throws(Failure) -> (events: Container, damage: SessionError?) {
        var batches: [LoggedEvent] = []
        let damage = readableBatches { batches += $0 }
        var events = empty()
        let rulings = batches.prefix { $0.event.isFixRuling }
        let others = batches.dropFirst(rulings.count)
        try append(&events, rulings + others.sorted { $0.event.sequence < $1.event.sequence })
        return (events, damage)
    }

    /// Calls a closure with the readable batches. Returns the reason why there are no more; `nil` for a complete file.
    private func readableBatches(_ body: ([LoggedEvent]) throws -> Void) -> SessionError? {
        do throws(SessionError) {
            try forEachBatch(.events, body)
            return nil
        } catch {
            return error
        }
    }

    /// Calls a closure with the events batch by batch, in the order in which they were appended. Memory does not grow
    /// with the file.
    /// - Parameters:
    ///   - isRaw: Whether to include raw data.
    ///   - body: Called with about a second of events at a time, in order.
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
