import SensorModel

/// The latest batches of a recording, kept in memory for a log that fails or vanishes. Bounded in size.
struct EventReserve {
    /// Bytes that written batches may take: what a new file gets after the old one vanished.
    let writtenBound: Int
    /// Bytes that all batches may take: what a full disk may hold up.
    let bound: Int
    /// Events that had to be given up unwritten.
    private(set) var lostCount = 0
    private var batches: [(events: [LoggedEvent], cost: Int)] = []
    private var writtenBatches = 0
    private var cost = 0
    private var hasForgotten = false

    /// Creates an empty reserve.
    init(writtenBound: Int, bound: Int) {
        self.writtenBound = writtenBound
        self.bound = bound
    }

    /// The oldest batch that is not written yet.
    var firstUnwritten: [LoggedEvent]? { writtenBatches < batches.count ? batches[writtenBatches].events : nil }
    /// The number of batches that are not written yet.
    var unwrittenBatchCount: Int { batches.count - writtenBatches }
    /// The batches that are not written yet, the oldest first.
    var unwritten: [[LoggedEvent]] { batches[writtenBatches...].map(\.events) }
    /// Events that are not written yet.
    var unwrittenCount: Int { batches[writtenBatches...].reduce(0) { $0 + $1.events.count } }
    /// True if events that were written are no longer here.
    var isPartial: Bool { hasForgotten }

    /// Adds a batch that is to be written.
    mutating func append(_ events: [LoggedEvent]) {
        let cost = events.reduce(0) { $0 + Self.cost(of: $1) }
        batches.append((events, cost))
        self.cost += cost
        while self.cost > bound, batches.count > 1 { dropFirst() }
    }

    /// Notes that ``firstUnwritten`` is written.
    mutating func markWritten() {
        writtenBatches += 1
        while cost > writtenBound, writtenBatches > 0 { dropFirst() }
    }

    /// Gives up ``firstUnwritten``, which no file can hold.
    mutating func giveUp() {
        guard writtenBatches < batches.count else { return }
        let batch = batches.remove(at: writtenBatches)
        cost -= batch.cost
        lostCount += batch.events.count
    }

    /// Notes that what was written is gone: all of it is to be written again.
    mutating func markUnwritten() { writtenBatches = 0 }

    private mutating func dropFirst() {
        let first = batches.removeFirst()
        cost -= first.cost
        if writtenBatches > 0 {
            writtenBatches -= 1
            hasForgotten = true
        } else {
            lostCount += first.events.count
        }
    }

    private static func cost(of logged: LoggedEvent) -> Int {
        let fixed = MemoryLayout<LoggedEvent>.stride
        switch logged.event.payload {
        case .sky(let sky): return fixed + 64 * sky.satellites.count + rawCost(logged)
        case .fix: return fixed + 200 + rawCost(logged)
        default: return fixed + rawCost(logged)
        }
    }

    private static func rawCost(_ logged: LoggedEvent) -> Int {
        if case .gpsd(let line)? = logged.raw { line.utf8.count } else { 0 }
    }
}
