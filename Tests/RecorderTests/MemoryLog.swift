import SensorModel
import Synchronization

@testable import Recorder

/// A log in memory that can be made to fail.
final class MemoryLog: SessionLog, Sendable {
    struct Full: Error, CustomStringConvertible { var description: String { "No space left." } }

    private struct State {
        var events: [LoggedEvent] = []
        var waiting: [LoggedEvent] = []
        var isFull = false
        var room = Int.max
        var isClosed = false
        var appends = 0
    }
    private let state = Mutex(State())

    var events: [SensorEvent] { state.withLock { $0.events.map(\.event) } }
    var logged: [LoggedEvent] { state.withLock { $0.events } }
    var waiting: [LoggedEvent] { state.withLock { $0.waiting } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var appendCount: Int { state.withLock { $0.appends } }
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// The number of further events that there is room for.
    var room: Int {
        get { state.withLock { $0.room } }
        set { state.withLock { $0.room = newValue } }
    }

    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws {
        try state.withLock { state in
            if state.isFull || state.room < events.count { throw Full() }
            state.room -= events.count
            state.events += events
            state.waiting = waiting
            state.appends += 1
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    var file: SessionLogFile { SessionLogFile(path: nil, open: { self }) }
}

/// A source that delivers what a test hands it.
final class ScriptedSource: EventSource {
    let name = "script"
    private let deliver = Mutex<(@Sendable (SourceUpdate) -> Void)?>(nil)
    private let last: [LoggedEvent]
    private let whenStopped: @Sendable () -> Void
    private let body: @Sendable (SourceContext, @escaping @Sendable (SourceUpdate) -> Void) -> Void

    /// - Parameters:
    ///   - last: What it delivers when it is stopped.
    ///   - whenStopped: Called when it is stopped.
    ///   - body: What it does when it is started.
    init(
        last: [LoggedEvent] = [], whenStopped: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (SourceContext, @escaping @Sendable (SourceUpdate) -> Void) -> Void
    ) {
        self.last = last
        self.whenStopped = whenStopped
        self.body = body
    }

    func start(_ context: SourceContext, deliver: @escaping @Sendable (SourceUpdate) -> Void) {
        self.deliver.withLock { $0 = deliver }
        body(context, deliver)
    }

    func stop() {
        whenStopped()
        deliver.withLock { $0 }?(SourceUpdate(events: last))
    }
}

extension RecordingEngine {
    /// Carries out all that is due, by a disk that answers at once.
    func write(at now: Instant) {
        while let order = nextOrder(at: now) { take(order.writer.perform(order), at: now) }
    }

    /// Advances, and writes what is due.
    func step(to now: Instant, systemTime: Instant? = nil) -> RecorderBatch {
        let batch = advance(to: now, systemTime: systemTime ?? now)
        write(at: now)
        return batch
    }

    /// Ends the recording, and writes the rest.
    @discardableResult
    func end(at now: Instant) -> RecorderBatch {
        let batch = finish(at: now)
        write(at: now)
        return batch
    }
}

extension SensorEvent {
    var fix: Fix? { if case .fix(let fix) = payload { fix } else { nil } }
    var sourceReport: SourceReport? { if case .source(let report) = payload { report } else { nil } }
}

/// A deterministic generator, so that a test that fails fails again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
