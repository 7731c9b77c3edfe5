import SensorModel

/// Decides what a recording writes and when: everything that waits, in one order at a time.
///
/// The next order begins when the last one has been carried out, or after the interval between writes, whichever is
/// later. At the end, the asides get in turn what the file could not store. Plain state, without a clock.
struct LogWriting {
    /// The path of the file, which changes at the end if the session's date was wrong.
    private(set) var path: String?
    /// Notices about the file for the user.
    private(set) var notices: [Phrase] = []
    /// The files that store the end of the recording if its own file could not, in order.
    private(set) var asidePaths: [String] = []
    /// The number of events that these files store.
    private(set) var asideCount = 0
    private let settings: Recorder.Settings
    private let name: String
    /// The current writer, followed by those for the end of the recording; empty once the recording is complete.
    private var writers: [LogWriter]
    private var current: Order?
    private var lastNumber = 0
    private var nextWrite: Instant
    private var nextCheck: Instant
    private var ending: Instant?
    private var failure: Phrase?
    private var isOpen = true
    /// Whether the file has vanished and has not been created again.
    private var hasVanished = false
    /// The number of events that had arrived at the last successful order.
    private var safeguardedCount: UInt64 = 0
    /// The arrival of the oldest event that is not in the file, among those of past orders and among later ones.
    private var unsavedSince: (ordered: Instant?, arrived: Instant?)
    /// The last written report of each device, for the names, scales, and mount matrices of a file that starts later.
    private var reports: [DeviceID: LoggedEvent] = [:]
    /// The last written decision about each receiver's clock, for the same purpose.
    private var decisions: [DeviceID: LoggedEvent] = [:]
    private var dateOffset: Int64 = 0
    /// The time in seconds that the slowest of the recent writes took; `nil` before the first write.
    private var latency: Double?

    private struct Order {
        var number: Int
        var start: Instant
        var arrivedCount: UInt64
        var hasNews: Bool
        var isLast: Bool
    }

    /// The factor by which the duration of a slow write counts less with each further write.
    private static let latencyDecay = 0.9

    /// Creates the state for an open file.
    init(writers: [LogWriter], settings: Recorder.Settings, at now: Instant) {
        self.writers = writers
        self.settings = settings
        name = writers.first?.file.name ?? ""
        path = writers.first?.file.path
        nextWrite = now
        nextCheck = now + settings.checkInterval
    }

    /// Whether the recording is complete: everything is stored, or every file has been tried.
    var hasEnded: Bool { writers.isEmpty }
    /// Whether the recording ends.
    var isEnding: Bool { ending != nil }

    /// Returns the reason why the file cannot be written; `nil` if it can, as far as is known.
    func trouble(at now: Instant) -> Phrase? {
        // The last order consists of two writes, because it closes the log.
        guard let current, now - current.start > settings.hangLimit * (current.isLast ? 2 : 1) else { return failure }
        return Phrase(translatable("The disk does not respond: the recording continues in memory."))
    }

    /// Returns the time in seconds since the arrival of the oldest event that is not in the file; `nil` without one.
    func unsavedSeconds(at now: Instant) -> Double? {
        (unsavedSince.ordered ?? unsavedSince.arrived).map { now - $0 }
    }

    /// Returns the time in seconds that the slowest of the recent writes takes, also the one under way; `nil` before the
    /// first write.
    func latency(at now: Instant) -> Double? {
        [latency, current.flatMap { $0.hasNews ? now - $0.start : nil }].compactMap(\.self).max()
    }

    /// Records when an event arrived.
    mutating func noteArrival(at now: Instant) {
        if unsavedSince.arrived == nil { unsavedSince.arrived = now }
    }

    /// Ends the recording with the next orders.
    /// - Parameter dateOffset: The nanoseconds by which the session's date is later than the file's name says.
    mutating func end(at now: Instant, dateOffset: Int64) { (ending, self.dateOffset) = (now, dateOffset) }

    /// Returns the order to carry out now; `nil` if nothing is due, or if the last order is still being carried out.
    mutating func nextOrder(reserve: inout EventReserve, merge: inout EventMerge, at now: Instant) -> LogOrder? {
        if let current {
            guard let ending, now - max(ending, current.start) > settings.stopLimit else { return nil }
            abandonOrder(&reserve)
        }
        guard let writer = writers.first, isEnding || now >= nextWrite else { return nil }
        let hasNews = reserve.firstUnwritten != nil || merge.insertedCount != safeguardedCount
        let checksFile = isOpen && now >= nextCheck
        guard isEnding || hasNews || checksFile || !isOpen else { return nil }
        if checksFile { nextCheck = now + settings.checkInterval }
        nextWrite = now + settings.writeInterval
        lastNumber += 1
        current = Order(
            number: lastNumber, start: now, arrivedCount: merge.insertedCount, hasNews: hasNews, isLast: isEnding)
        unsavedSince = (unsavedSince.ordered ?? unsavedSince.arrived, nil)
        reserve.hold()
        return LogOrder(
            writer: writer, number: lastNumber, batches: reserve.unwritten, waiting: hasNews ? merge.pending : [],
            introduction: isOpen ? [] : introduction(before: reserve.firstUnwrittenEvent), hasNews: hasNews,
            checksFile: checksFile, isLast: isEnding, dateOffset: dateOffset)
    }

    /// Processes the result of an order. That of an abandoned order has no effect.
    mutating func take(_ outcome: LogOutcome, reserve: inout EventReserve, at now: Instant) {
        guard let order = current, order.number == outcome.number, let writer = writers.first else { return }
        current = nil
        reserve.release()
        if order.hasNews { latency = max(now - order.start, (latency ?? 0) * Self.latencyDecay) }
        if let refusal = outcome.refusal { notices = [refusal] }
        if let newPath = outcome.newPath, !writer.isAside { path = newPath }
        if outcome.isNew { noteOpened(isPartial: reserve.isPartial) }
        let count = mark(outcome.stored, in: &reserve)
        if !writer.isAside {
            failure = outcome.trouble
        } else if count > 0 {
            asideCount += count
            asidePaths.append(writer.file.path ?? "elsewhere")
        }
        if outcome.hasVanished {
            (isOpen, hasVanished, safeguardedCount, unsavedSince.ordered) = (false, true, 0, now)
            reserve.markUnwritten()
            nextWrite = now
        } else if outcome.trouble != nil {
            nextWrite = now + settings.retryInterval
        } else {
            (safeguardedCount, unsavedSince.ordered) = (order.arrivedCount, nil)
        }
        if order.isLast, !outcome.hasVanished { turnToNextWriter(reserve) }
    }

    /// Returns the known reports of devices and decisions about clocks for a log that begins with an event.
    private func introduction(before first: SensorEvent?) -> [LoggedEvent] {
        let next = first?.sequence ?? .max
        let known = (Array(reports.values) + decisions.values).filter { $0.event.sequence < next }
        return known.sorted { $0.event.sequence < $1.event.sequence }
    }

    /// Removes the stored batches from those to be written, and returns the number of their events.
    private mutating func mark(_ stored: [Bool], in reserve: inout EventReserve) -> Int {
        var count = 0
        for isStored in stored {
            guard isStored, let batch = reserve.firstUnwritten else {
                reserve.giveUp()
                continue
            }
            for logged in batch {
                switch logged.event.payload {
                case .source(let report): reports[report.device] = logged
                case .clock(let decision): decisions[decision.device] = logged
                default: break
                }
            }
            count += batch.count
            reserve.markWritten()
        }
        return count
    }

    /// Adds a notice if a file that vanished has been created again.
    private mutating func noteOpened(isPartial: Bool) {
        isOpen = true
        guard hasVanished else { return }
        hasVanished = false
        notices = [
            Phrase(
                isPartial
                    ? translatable(
                        "{1} was moved or removed while recording: a new file begins with the events that were still in memory."
                    )
                    : translatable(
                        "{1} was moved or removed while recording: a new file contains everything from the start."),
                name)
        ]
    }

    /// Stops waiting for an order at the end of the recording.
    private mutating func abandonOrder(_ reserve: inout EventReserve) {
        current = nil
        reserve.release()
        if writers.first?.isAside == false {
            failure = Phrase(
                translatable("The disk did not respond for {1} s."), "\(Int(nearest: settings.stopLimit))")
        }
        turnToNextWriter(reserve)
    }

    /// Lets the next aside store what the current file could not.
    private mutating func turnToNextWriter(_ reserve: EventReserve) {
        writers.removeFirst()
        isOpen = false
        if reserve.firstUnwritten == nil { writers = [] }
        guard writers.isEmpty, !asidePaths.isEmpty else { return }
        let paths = asidePaths.joined(separator: ", ")
        notices.append(
            Phrase(translatable("{1} does not contain the end of the recording, which is in {2}."), name, paths))
    }
}
