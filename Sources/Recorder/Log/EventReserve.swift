import SensorModel

/// The latest batches of a recording, kept in memory until the file has them, and then for a while in case it vanishes.
/// Bounded in size and time.
///
/// Beyond the bounds, the oldest unwritten data goes, the least needed first: receivers' own lines, then samples, then
/// everything else. ``losses`` lists it for the file.
struct EventReserve {
    /// The maximum size of written batches in bytes, kept for a new file if the old one vanishes.
    let writtenBound: Int
    /// The maximum size of all batches in bytes, which limits the amount that a full disk can delay.
    let bound: Int
    /// The time in seconds for which lines and samples wait for the file.
    let span: Double
    /// The number of events that were discarded without being written.
    private(set) var lostCount = 0
    /// The discarded events since the losses were last taken.
    private(set) var losses = EventLosses()
    /// Whether written events have already been removed from memory.
    private(set) var isPartial = false
    private var batches: [Batch] = []
    private var writtenBatches = 0
    /// The number of unwritten batches that are being written, which are kept unchanged.
    private var heldBatches = 0
    private var cost = 0

    private struct Batch {
        var events: [LoggedEvent]
        var cost: Int
        var time: Instant
        var contents = Contents.whole
    }

    /// The contents of a batch, from least to most reduced.
    private enum Contents: Int, CaseIterable {
        case whole, withoutLines, withoutSamples, nothing
    }

    /// Creates an empty reserve.
    init(writtenBound: Int, bound: Int, span: Double) {
        self.writtenBound = writtenBound
        self.bound = bound
        self.span = span
    }

    /// The batches that have not been written, oldest first.
    var unwritten: [[LoggedEvent]] { batches[writtenBatches...].map(\.events) }
    /// The oldest batch that has not been written; `nil` if there is none.
    var firstUnwritten: [LoggedEvent]? { writtenBatches < batches.count ? batches[writtenBatches].events : nil }
    /// The first event that has not been written; `nil` if there is none.
    var firstUnwrittenEvent: SensorEvent? { batches[writtenBatches...].lazy.compactMap(\.events.first).first?.event }
    /// The number of events that have not been written.
    var unwrittenCount: Int { batches[writtenBatches...].reduce(0) { $0 + $1.events.count } }

    /// The size of all batches, in bytes.
    var size: Int { cost }

    /// Adds a batch to be written, and discards what exceeds the bounds.
    mutating func append(_ events: [LoggedEvent], at now: Instant) {
        let cost = events.reduce(0) { $0 + Self.cost(of: $1) }
        batches.append(Batch(events: events, cost: cost, time: now))
        self.cost += cost
        while self.cost > bound, writtenBatches > 0 { dropFirst() }
        shed(before: now + -span)
    }

    /// Keeps all unwritten batches unchanged until they are released, because they are being written.
    mutating func hold() { heldBatches = batches.count - writtenBatches }

    /// Ends a ``hold()``.
    mutating func release() { heldBatches = 0 }

    /// Marks ``firstUnwritten`` as written.
    mutating func markWritten() {
        writtenBatches += 1
        while cost > writtenBound, writtenBatches > 0 { dropFirst() }
    }

    /// Discards ``firstUnwritten``, which no file can hold.
    mutating func giveUp() {
        guard writtenBatches < batches.count else { return }
        reduce(writtenBatches, to: .nothing)
        batches.remove(at: writtenBatches)
    }

    /// Marks all batches as unwritten, because the written data is gone.
    mutating func markUnwritten() { writtenBatches = 0 }

    /// Returns what was discarded since the last call.
    mutating func takeLosses() -> EventLosses {
        defer { losses = EventLosses() }
        return losses
    }

    private mutating func dropFirst() {
        cost -= batches.removeFirst().cost
        writtenBatches -= 1
        isPartial = true
    }

    /// Discards lines and samples from before an instant, and what exceeds ``bound``; a little more than that, so that
    /// the next batches have room.
    private mutating func shed(before instant: Instant) {
        let target = cost > bound ? bound - bound / 8 : bound
        let first = writtenBatches + heldBatches
        for contents in Contents.allCases.dropFirst() {
            // The newest batch stays whole.
            for index in first..<max(first, batches.count - 1) {
                let isOverdue = batches[index].time < instant && contents != .nothing
                guard cost > target || isOverdue else { break }
                if batches[index].contents.rawValue < contents.rawValue { reduce(index, to: contents) }
            }
        }
        batches.removeSubrange(first..<(first + batches[first...].prefix { $0.contents == .nothing }.count))
    }

    private mutating func reduce(_ index: Int, to contents: Contents) {
        let before = batches[index].events
        batches[index].contents = contents
        for logged in before {
            let isSample = logged.event.payload.sample != nil
            switch contents {
            case .whole: break
            case .withoutLines where Self.rawCost(logged) > 0: losses.lineCount += 1
            case .withoutSamples where isSample, .nothing:
                losses.consume(logged.event.payload)
                lostCount += 1
            case .withoutLines, .withoutSamples: break
            }
        }
        switch contents {
        case .whole: break
        case .withoutLines:
            batches[index].events = before.map { Self.rawCost($0) > 0 ? LoggedEvent($0.event) : $0 }
        case .withoutSamples: batches[index].events.removeAll { $0.event.payload.sample != nil }
        case .nothing: batches[index].events = []
        }
        let cost = batches[index].events.reduce(0) { $0 + Self.cost(of: $1) }
        self.cost += cost - batches[index].cost
        batches[index].cost = cost
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
