import GRDB
public import SensorModel

/// Writes a session file while it is recorded: what was appended is on disk when `append(_:)` returns.
///
/// One writer a file, across all programs; to be used by one task at a time. A writer that vanishes (the program was
/// killed, the power failed) leaves a file that opens and lacks nothing but an append that had not returned.
public final class SessionWriter {
    /// The file.
    public let path: String
    /// The sequence that follows the last one in the file.
    public private(set) var nextSequence: UInt64
    private let queue: DatabaseQueue
    private var lock: SessionLock?
    private var scalings: Scalings
    private var batch: Batch
    /// The rows that the latest append wrote for what was still waiting.
    private var waitingRows: WaitingRows?
    private var isClosed = false
    private var appendCount = 0

    /// Creates a new, empty session; the file is readable by its owner only.
    /// - Throws: ``SessionError``; an existing file is never touched.
    public convenience init(creating path: String, header: SessionHeader) throws(SessionError) {
        try SessionFile.create(at: path) { try HeaderRow.insert(header, into: $0) }
        try self.init(resuming: path)
    }

    /// Goes on with a session that exists: one that a killed program left, or a finished one that gets corrections.
    ///
    /// What the file holds already stays as it is.
    /// - Throws: ``SessionError``, ``SessionError/alreadyRecording(path:)`` while another writer has it.
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

    /// Writes a new session under a name that is not its final one; see ``SessionDraft``.
    init(draft: DraftFile, of path: String, header: SessionHeader) throws {
        self.path = path
        queue = try SessionFile.openDraft(draft) { try HeaderRow.insert(header, into: $0) }
        lock = nil
        scalings = Scalings([])
        batch = Batch(number: 0)
        nextSequence = 0
    }

    /// Closes a draft as it is: whoever publishes it sees to it that it is on disk.
    func closeDraft() throws {
        isClosed = true
        try queue.close()
    }

    deinit { try? close() }

    /// Appends events, in the order of the session, as one durable transaction: all of them or none.
    ///
    /// After an error nothing of them is in the file, and they can be appended again.
    /// - Parameters:
    ///   - events: The events, whose order is final.
    ///   - waiting: Events that follow them as far as is known by now. They replace those of the append before and are
    ///     replaced by the next one, so that a file whose recorder was killed has them too.
    /// - Throws: ``SessionError``.
    public func append(_ events: [LoggedEvent], waiting: [LoggedEvent] = []) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        guard !events.isEmpty || !waiting.isEmpty || waitingRows != nil else { return }
        do throws(SessionError) {
            try write(events, waiting: waiting)
        } catch .diskFull {
            // The log may hold what the file holds by now.
            SessionFile.shrinkLog(queue)
            try write(events, waiting: waiting)
        }
        appendCount += 1
        if appendCount % SessionBounds.appendsPerLook == 0 { spareSpace() }
    }

    /// Keeps the log small while space is short, since a disk that is full leaves no room to fold it in.
    private func spareSpace() {
        guard let free = SessionFile.freeBytes(at: path), free < SessionBounds.shortSpace else { return }
        SessionFile.shrinkLog(queue)
    }

    private func write(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws(SessionError) {
        // Changed only once the transaction is through.
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

    /// Changes the title and the parameters that the user chose; what was recorded stays as it is.
    /// - Throws: ``SessionError``.
    public func update(_ header: SessionHeader) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        try SessionError.translating(path) { try queue.write { try HeaderRow.update(header, in: $0) } }
    }

    /// Takes corrections out, known by their numbers; nothing else is ever taken out of a session.
    /// - Throws: ``SessionError``.
    func remove(corrections numbers: [UInt64]) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        try SessionError.translating(path) {
            try queue.write { database in
                for number in numbers {
                    try database.execute(
                        sql: "DELETE FROM event WHERE kind = 'correction' AND sequence = ?",
                        arguments: [Int64(bitPattern: number)])
                }
            }
        }
    }

    /// Keeps routes, lines without times and waypoints beside the events, after those that are there.
    /// - Throws: ``SessionError``.
    public func append(_ features: [MapFeature]) throws(SessionError) {
        guard !isClosed else { throw .closed(path: path) }
        guard !features.isEmpty else { return }
        try SessionError.translating(path) { try queue.write { try FeatureRow.insert(features, into: $0) } }
    }

    /// Ends the recording and folds everything into one file.
    /// - Throws: ``SessionError``; the file is whole even then.
    public func close() throws(SessionError) {
        guard !isClosed else { return }
        // A recorder that ends in good order has appended what was waiting, or keeps it elsewhere.
        if waitingRows != nil { try? write([], waiting: []) }
        isClosed = true
        defer { lock = nil }
        try SessionError.translating(path) { try SessionFile.fold(queue) }
    }
}

/// Where a writer continues.
private struct WriterState {
    let scalings: [KnownScaling]
    let nextBatch: Int64
    let nextSequence: UInt64

    /// At a second each these are 136 years: a greater number was not counted, and leaves no room to count on.
    private static let largestBatch = Int64(UInt32.max)

    init(_ database: Database) throws {
        scalings = try ScalingRow.fetchAll(database)
        var batch: Int64 = -1
        for table in Schema.eventTables {
            // Batches ascend with the rows, so the last row of a table tells.
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
