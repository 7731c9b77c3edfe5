import SensorModel
import SessionStore
import Synchronization

/// The next task for a recording's log: a single transaction with everything that waits.
struct LogOrder: Sendable {
    /// Carries out the order; may block.
    let writer: LogWriter
    /// The number of the order.
    let number: Int
    /// The events to store, in batches, in their final order.
    var batches: [[LoggedEvent]] = []
    /// The events known to follow, in preliminary order.
    var waiting: [LoggedEvent] = []
    /// The known reports of devices, for a log that does not start at the beginning of the recording.
    var introduction: [LoggedEvent] = []
    /// Whether there is anything to store.
    var hasNews = true
    /// Whether to check first that the file still exists.
    var checksFile = false
    /// Whether to close the log afterwards.
    var isLast = false
    /// The nanoseconds by which the session's date is later than the file's name says.
    var dateOffset: Int64 = 0
}

/// The result of an order.
struct LogOutcome: Sendable {
    /// The number of the order.
    let number: Int
    /// For each batch up to the first failure: true if it is stored, false if no session can hold it.
    var stored: [Bool] = []
    /// The reason why the log failed, in which case the order can be repeated; `nil` if it did not.
    var trouble: Phrase?
    /// The reason why a batch was not stored, if no session can hold it.
    var refusal: Phrase?
    /// True if the file has vanished; nothing was stored.
    var hasVanished = false
    /// True if the log was created for this order.
    var isNew = false
    /// The new path of a file that was named after another date.
    var newPath: String?
}

/// Writes a recording's log. All calls may wait for the disk, for any time; only one order is carried out at a time.
final class LogWriter: Sendable {
    /// The file of the log.
    let file: SessionLogFile
    /// Whether the file is only for what another one could not store, and is removed if it stores nothing.
    let isAside: Bool
    private let state: Mutex<State>

    private struct State {
        var log: (any SessionLog)?
        var hasVanished = false
    }

    /// Creates a writer for a log that is open, or that is created for the first order.
    init(file: SessionLogFile, log: (any SessionLog)? = nil, isAside: Bool = false) {
        self.file = file
        self.isAside = isAside
        state = Mutex(State(log: log))
    }

    /// Carries out an order.
    func perform(_ order: LogOrder) -> LogOutcome {
        var outcome = LogOutcome(number: order.number)
        state.withLock { perform(order, &$0, &outcome) }
        return outcome
    }

    private func perform(_ order: LogOrder, _ state: inout State, _ outcome: inout LogOutcome) {
        if order.checksFile, state.log != nil, !file.isIntact() {
            // Events that are still in memory go to a new file; the old one may be gone permanently.
            state = State(log: nil, hasVanished: true)
            outcome.hasVanished = true
            return
        }
        do {
            let log = try state.log ?? create(order.introduction, after: state)
            outcome.isNew = state.log == nil
            state = State(log: log)
            if order.hasNews { try write(order, to: log, &outcome) }
        } catch {
            outcome.trouble = Phrase(error)
        }
        guard order.isLast else { return }
        do {
            try state.log?.close()
            if state.log != nil, order.dateOffset != 0 { outcome.newPath = file.redate(order.dateOffset) }
        } catch {
            outcome.trouble = Phrase(error)
        }
        state.log = nil
        if isAside, !outcome.stored.contains(true) { file.discard() }
    }

    private func create(_ introduction: [LoggedEvent], after state: State) throws -> any SessionLog {
        let log: any SessionLog
        do { log = try file.open() } catch {
            throw state.hasVanished ? RecordingFileError.gone(file.name, reason: Phrase(error)) : error
        }
        if !introduction.isEmpty { try log.append(introduction, waiting: []) }
        return log
    }

    private func write(_ order: LogOrder, to log: any SessionLog, _ outcome: inout LogOutcome) throws {
        do {
            try log.append(order.batches.flatMap { $0 }, waiting: order.waiting)
            outcome.stored = order.batches.map { _ in true }
        } catch {
            // A waiting event that is too large is discarded when it leaves the merge.
            guard error.isTooLarge || order.isLast else { throw error }
            try writeSeparately(order, to: log, &outcome)
        }
    }

    /// Stores as many batches as possible.
    private func writeSeparately(_ order: LogOrder, to log: any SessionLog, _ outcome: inout LogOutcome) throws {
        for batch in order.batches {
            do {
                try log.append(batch, waiting: [])
                outcome.stored.append(true)
            } catch {
                guard error.isTooLarge else { throw error }
                outcome.stored.append(false)
                outcome.refusal = Phrase(error)
            }
        }
    }
}

extension Error {
    fileprivate var isTooLarge: Bool { if case .tooLarge? = self as? SessionError { true } else { false } }
}
