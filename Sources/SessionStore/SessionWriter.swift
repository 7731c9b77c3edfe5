import GRDB
public import SensorModel

/// Writes a session file during a recording: appended events are on disk when `append(_:)` returns.
///
/// Only one writer per file is possible, across all programs; use it from one task at a time. If the writer ends
/// abnormally (the program is killed, the power fails), the file can still be opened, and lacks only an append that had
/// not returned.
public final class SessionWriter {
    /// The path of the file.
    public let path: String
    /// The sequence number after the last one in the file.
    public private(set) var nextSequence: UInt64
    private let queue: DatabaseQueue
    private var lock: SessionLock?
    private var scalings: Scalings
    private var batch: Batch
    /// The rows that the latest append wrote for events that were still waiting.
    private var waitingRows: WaitingRows?
    private var isClosed = false
    private var appendCount = 0
    /// Whether the last append waited long for the disk.
    private var isSlow = false

    /// Creates a new, empty session; only its owner can read the file.
    /// - Throws: ``SessionError``; an existing file is never changed.
    public convenience init(creating path: String, header: SessionHeader) throws(SessionError) {
        try SessionFile.create(at: path) { try HeaderRow.insert(header, into: $0) }
        try self.init(resuming: path)
    }

    /// Continues an existing session: an incomplete one from a killed program, or a finished one to be corrected.
    ///
    /// The existing contents of the file are not changed.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` if another writer has opened the file.
    public init(resuming path: String) throws(SessionError) {
        self.path = path
        try SessionError.translating(path) { try SessionFile.openForReading(path).close() }
        lock = try SessionLock(path: path)
        let (queue, state) = try SessionError.translating(path) {
            let queue = try SessionFile.openForWriting(path)
            return (queue, try queue.read(WriterState.init))
        }
        self.queue = queue
        scalings = Scalings(state.scalings)
        batch = Batch(number: state.nextBatch)
        nextSequence = state.nextSequence
    }

    /// Writes a new session under a temporary name; see ``SessionDraft``.
    init(draft: DraftFile, of path: String, header: SessionHeader) throws {
        self.path = path
        queue = try SessionFile.openDraft(draft) { try HeaderRow.insert(header, into: $0) }
        lock = nil
        scalings = Scalings([])
        batch = Batch(number: 0)
        nextSequence = 0
    }

    /// Closes a draft without waiting for the disk, which publishing does.
    func closeDraft() throws {
        isClosed = true
        try queue.close()
    }

    deinit { try? close() }

    /// Appends events, in session order, as one durable transaction: all of them or none.
    ///
    /// After an error, the file contains none of the events, and they can be appended again.
    /// - Parameters:
    ///   - events: The events, in their final order.
    ///   - waiting: The events known to follow, in preliminary order. They replace those of the previous append and are
    ///     replaced by the next one, so that they are in the file even if the recorder is killed.
    /// - Throws: ``SessionError``.
    public func append(_ events: [LoggedEvent], waiting: [LoggedEvent] = []) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        guard !events.isEmpty || !waiting.isEmpty || waitingRows != nil else { return }
        let start = ContinuousClock.now
        do throws(SessionError) {
            try write(events, waiting: waiting)
        } catch .diskFull {
            // The log may contain data that is already in the database.
            SessionFile.shrinkLog(queue)
            try write(events, waiting: waiting)
        }
        adaptLog(toCommitOf: (ContinuousClock.now - start) / .seconds(1))
        appendCount += 1
        if appendCount % SessionBounds.appendsPerLook == 0 { spareSpace() }
    }

    private func adaptLog(toCommitOf seconds: Double) {
        guard lock != nil, (seconds > SessionBounds.slowCommit) != isSlow else { return }
        isSlow.toggle()
        // Without effect, the log is only moved at another time.
        try? SessionFile.adaptLog(queue, isSlow: isSlow)
    }

    /// Keeps the log small if space is short, because a full disk has no room to move the log into the database.
    private func spareSpace() {
        guard let free = SessionFile.freeBytes(at: path), free < SessionBounds.shortSpace else { return }
        SessionFile.shrinkLog(queue)
    }

    private func write(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws(SessionError) {
        // Copies, which are stored only after the transaction has succeeded.
        var scalings = scalings
        var batch = batch
        var waitingRows = waitingRows
        try SessionError.translating(path) {
            let rows = RowWriter()
            try queue.write { database in
                try waitingRows?.remove(from: database)
                try rows.write(events, from: &batch, scalings: &scalings, to: database)
                waitingRows = waiting.isEmpty ? nil : try WaitingRows(after: database)
                var following = Batch(number: batch.number + 1)
                var known = scalings
                try rows.write(waiting, from: &following, scalings: &known, to: database)
            }
        }
        self.scalings = scalings
        self.batch = batch
        self.waitingRows = waitingRows
        nextSequence = max(nextSequence, (events.map(\.event.sequence).max() ?? 0) &+ 1)
    }

    /// Changes the title and the parameters chosen by the user; recorded events are not changed.
    /// - Throws: ``SessionError``.
    public func update(_ header: SessionHeader) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        try SessionError.translating(path) { try queue.write { try HeaderRow.update(header, in: $0) } }
    }

    /// Removes corrections and marks with the given sequence numbers; no other event is ever removed from a session.
    /// - Throws: ``SessionError``.
    func remove(corrections numbers: [UInt64]) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        try SessionError.translating(path) {
            try queue.write { database in
                for number in numbers {
                    try database.execute(
                        sql: "DELETE FROM event WHERE kind IN ('correction', 'marker') AND sequence = ?",
                        arguments: [Int64(bitPattern: number)])
                }
            }
        }
    }

    /// Replaces the time spans that are hidden from every reader; recorded events are not changed.
    /// - Throws: ``SessionError``.
    func replace(_ hidden: HiddenSpans) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        try SessionError.translating(path) { try queue.write { try HiddenRow.replace(with: hidden, in: $0) } }
    }

    /// Appends routes, lines without times, and waypoints after the existing ones.
    /// - Throws: ``SessionError``.
    public func append(_ features: [MapFeature]) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        guard !features.isEmpty else { return }
        try SessionError.translating(path) { try queue.write { try FeatureRow.insert(features, into: $0) } }
    }

    /// Ends the recording and moves the write-ahead log into the database file.
    /// - Throws: ``SessionError``; the file is complete even then.
    public func close() throws(SessionError) {
        guard !isClosed else { return }
        // A recorder that ends cleanly has already appended the waiting events, or stored them elsewhere.
        if waitingRows != nil { try? write([], waiting: []) }
        isClosed = true
        defer { lock = nil }
        try SessionError.translating(path) { try SessionFile.fold(queue, lock) }
    }
}

/// The state from which a writer continues.
private struct WriterState {
    let scalings: [KnownScaling]
    let nextBatch: Int64
    let nextSequence: UInt64

    /// The limit for batch numbers: 136 years at one batch per second. A larger number cannot result from counting, and
    /// leaves no room to continue.
    private static let largestBatch = Int64(UInt32.max)

    init(_ database: Database) throws {
        scalings = try ScalingRow.fetchAll(database)
        var batch: Int64 = -1
        for table in Schema.eventTables {
            // Batches ascend with the rows, so the last row of each table has the highest number.
            let last = try Int64.fetchOne(database, sql: "SELECT batch FROM \(table) ORDER BY id DESC LIMIT 1")
            batch = max(batch, last ?? -1)
        }
        guard batch < Self.largestBatch else { throw StoredValueError.unexpected }
        nextBatch = batch + 1
        var next: UInt64 = 0
        try BatchReader(database, part: .lastRows).forEach { next = max(next, $0.event.sequence &+ 1) }
        nextSequence = next
    }
}
