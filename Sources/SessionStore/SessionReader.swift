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
        var events = OrderedEvents<SensorEvent>()
        try forEachBatch(.events) { events.append($0) { $0.event } }
        return events.inOrder(by: \.sequence)
    }

    /// Returns the events up to the first that cannot be read, and why the rest cannot; nil for a whole file.
    public func readableEvents() -> (events: [LoggedEvent], damage: SessionError?) {
        var events = OrderedEvents<LoggedEvent>()
        do throws(SessionError) {
            try forEachBatch(.everything) { events.append($0) { $0 } }
            return (events.inOrder(by: \.event.sequence), nil)
        } catch {
            return (events.inOrder(by: \.event.sequence), error)
        }
    }

    /// Gives the events batch by batch in the order in which they were appended; memory does not grow with the file.
    /// - Parameter body: Gets about a second of events at a time, in order.
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public func forEachBatch(_ body: ([LoggedEvent]) -> Void) throws(SessionError) {
        try forEachBatch(.everything, body)
    }

    func forEachBatch(_ part: BatchReader.Part, _ body: ([LoggedEvent]) -> Void) throws(SessionError) {
        try SessionError.translating(path) {
            try queue.read { try BatchReader($0, part: part).forEachBatch(body) }
        }
    }
}

/// Gathers batches; sorts only where the order is not right already, which it is unless events were numbered astray.
private struct OrderedEvents<Element> {
    private var elements: [Element] = []
    private var last: UInt64 = 0
    private var isInOrder = true

    mutating func append(_ batch: [LoggedEvent], _ element: (LoggedEvent) -> Element) {
        guard let first = batch.first, let end = batch.last else { return }
        if first.event.sequence < last { isInOrder = false }
        last = end.event.sequence
        for logged in batch { elements.append(element(logged)) }
    }

    consuming func inOrder(by sequence: (Element) -> UInt64) -> [Element] {
        isInOrder ? elements : elements.sorted { sequence($0) < sequence($1) }
    }
}
