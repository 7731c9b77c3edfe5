import SensorModel

/// The latest batches of a recording, kept in memory in case the log fails or vanishes. Bounded in size.
struct EventReserve {
    /// The maximum size of written batches in bytes, kept for a new file if the old one vanishes.
    let writtenBound: Int
    /// The maximum size of all batches in bytes, which limits the amount that a full disk can delay.
    let bound: Int
    /// The number of events that were discarded without being written.
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

    /// The oldest batch that has not been written; `nil` if there is none.
    var firstUnwritten: [LoggedEvent]? { writtenBatches < batches.count ? batches[writtenBatches].events : nil }
    /// The number of batches that have not been written.
    var unwrittenBatchCount: Int { batches.count - writtenBatches }
    /// The number of events that have not been written.
    var unwrittenCount: Int { batches[writtenBatches...].reduce(0) { $0 + $1.events.count } }
    /// Whether written events have already been removed from memory.
    var isPartial: Bool { hasForgotten }

    /// Adds a batch to be written. Discards the oldest batches beyond the maximum size.
    mutating func append(_ events: [LoggedEvent]) {
        let cost = events.reduce(0) { $0 + Self.cost(of: $1) }
        batches.append((events, cost))
        self.cost += cost
        while self.cost > bound, batches.count > 1 { dropFirst() }
    }

    /// Marks ``firstUnwritten`` as written.
    mutating func markWritten() {
        writtenBatches += 1
        while cost > writtenBound, writtenBatches > 0 { dropFirst() }
    }

    /// Discards ``firstUnwritten``, which no file can hold.
    mutating func giveUp() {
        guard writtenBatches < batches.count else { return }
        let batch = batches.remove(at: writtenBatches)
        cost -= batch.cost
        lostCount += batch.events.count
    }

    /// Marks all batches as unwritten, because the written data is gone.
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
