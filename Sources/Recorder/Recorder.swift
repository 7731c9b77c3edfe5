import Foundation
public import FusionCore
public import SensorModel
import Synchronization

/// A batch of events that a recorder has emitted: numbered, estimated, and handed to the file's writer.
public struct RecorderBatch: Sendable {
    /// The events in the session's order, numbered.
    public var events: [SensorEvent]
    /// The core's estimates for these events, in order.
    public var estimates: [Estimate]
    /// The number of the first event that the file does not contain yet.
    public var firstUnwritten: UInt64
}

/// Records events from its sources: sorts them with a bounded lag, runs the estimation, and stores them.
///
/// The file and the core get the same events in the same order, so that a run over the file reproduces the live
/// estimates to the bit. Neither waits for the other: a recording continues if its file is slow, fails, fills up, or
/// vanishes. Guide: docs/recording.md.
public actor Recorder {
    /// The intervals and limits by which a recorder works.
    public struct Settings: Sendable, Hashable {
        /// The rule by which events are sorted before they are written.
        public var order = EventOrder()
        /// The maximum time for which a source may hold back an event, in seconds.
        public var sourceLatency = 0.2
        /// The interval between ticks, in seconds.
        public var tickInterval = 2.0
        /// The minimum interval between the starts of two writes, in seconds.
        public var writeInterval = 0.25
        /// The interval between checks that the file still exists, in seconds.
        public var checkInterval = 1.0
        /// The delay before a failed write is retried, in seconds.
        public var retryInterval = 1.0
        /// The release of the program: no clock that is earlier is right.
        public var release = Instant(nanoseconds: 0)
        /// The minimum change of the system clock, in seconds, that is recorded as an event.
        public var clockStepThreshold = 0.1
        /// The radius around a fix, in metres, within which known buildings are added to the session.
        public var recallRadius = 1_000.0
        /// The maximum size of written events kept in case the file vanishes, in bytes.
        public var writtenReserve = 8 << 20
        /// The maximum size of events kept in case the file fails, in bytes.
        public var reserve = 128 << 20
        /// The maximum time for which raw lines and samples are kept in case the file fails, in seconds.
        public var reserveSpan = 3_600.0
        /// The duration of a write, in seconds, after which the disk is reported as not responding.
        public var hangLimit = 5.0
        /// The maximum time to wait for each write at the end, in seconds.
        public var stopLimit = 30.0
        /// The time without running, in seconds, after which the recorder counts as having been paused.
        public var pauseThreshold = 2.0
        /// The time after a pause, in seconds, in which what waited meanwhile arrives.
        public var backlogSpan = 1.0

        /// Creates settings with default values.
        public init() {}
    }

    private enum Input: Sendable {
        case update(SourceUpdate)
        case wake
        case mark(String)
        case written(LogOutcome)
        case sourcesStopped
    }

    private let engine: RecordingEngine
    private let sources: [any EventSource]
    private let clock: RecorderClock
    private let settings: Settings
    private let publish: @Sendable (RecorderBatch) -> Void
    private let announce: @Sendable (RecorderStatus) -> Void
    private let inputs: AsyncStream<Input>
    private let input: AsyncStream<Input>.Continuation
    private let isStopRequested = Atomic(false)
    private var nextStatus: Instant
    private var lastAdvance: Instant

    /// Opens the file. Recording starts with ``run()``.
    /// - Parameters:
    ///   - file: The file of the recording.
    ///   - asides: The files to try, in turn, for the remaining events if the file cannot be written at the end.
    ///   - sources: The sources to record.
    ///   - clock: The recorder's clocks.
    ///   - parameters: The core's parameters at the start.
    ///   - learned: Calibration from earlier sessions.
    ///   - settings: The settings of the recorder.
    ///   - announce: Called with a status about once per second, and at the end; must return immediately.
    ///   - publish: Called with every batch; must return immediately.
    /// - Throws: The file's error if it cannot be created.
    public init(
        file: SessionLogFile, asides: [SessionLogFile] = [], sources: [any EventSource], clock: RecorderClock,
        parameters: Parameters = .init(), learned: Learned = .init(), settings: Settings = .init(),
        announce: @escaping @Sendable (RecorderStatus) -> Void = { _ in },
        publish: @escaping @Sendable (RecorderBatch) -> Void = { _ in }
    ) throws {
        let now = clock.now()
        engine = try RecordingEngine(
            file: file, asides: asides, parameters: parameters, learned: learned, settings: settings, at: now)
        self.sources = sources
        self.clock = clock
        self.settings = settings
        self.publish = publish
        self.announce = announce
        (inputs, input) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .unbounded)
        nextStatus = now
        lastAdvance = now + -settings.writeInterval
    }

    /// Records until ``stop()``. Returns the last status after all events are stored and the file is closed.
    @discardableResult
    public func run() async -> RecorderStatus {
        let context = SourceContext(clock: clock, devices: DeviceNumbers())
        let input = input
        for source in sources { source.start(context) { input.yield(.update($0)) } }
        let timer = Task { [clock, settings] in
            while !Task.isCancelled {
                input.yield(.wake)
                try await clock.sleep(settings.writeInterval)
            }
        }
        var isStopping = false
        for await next in inputs {
            // Not a separate input, which would wait behind all pending updates on a busy machine.
            if !isStopping, isStopRequested.load(ordering: .acquiring) {
                isStopping = true
                stopSources()
            }
            process(next, at: clock.now())
            if engine.hasEnded { break }
        }
        timer.cancel()
        let status = engine.status(at: clock.now())
        announce(status)
        return status
    }

    /// The calibration that the core has learned so far.
    public var learned: Learned { engine.core.learned }

    /// Requests a clean end; ``run()`` returns soon afterwards.
    public nonisolated func stop() {
        isStopRequested.store(true, ordering: .releasing)
        input.yield(.wake)
    }

    /// Marks the present moment in the session.
    public nonisolated func mark(_ text: String) { input.yield(.mark(text)) }

    private func process(_ input: Input, at now: Instant) {
        switch input {
        case .update(let update):
            engine.take(update, at: now)
            // A fix is shown immediately; on a busy machine the timer is late, so any update advances the time.
            let isOfReceiver = update.events.contains { $0.event.payload.receiver != nil }
            advance(to: now, ifLastWasBefore: isOfReceiver ? 0 : settings.writeInterval)
        case .wake: advance(to: now, ifLastWasBefore: settings.writeInterval / 2)
        case .mark(let text): engine.mark(text, at: now)
        case .written(let outcome): engine.take(outcome, at: now)
        case .sourcesStopped: emit(engine.finish(at: now))
        }
        if let order = engine.nextOrder(at: now) { carryOut(order) }
    }

    /// Advances the engine unless it was advanced less than a number of seconds ago.
    private func advance(to now: Instant, ifLastWasBefore seconds: Double) {
        guard now - lastAdvance >= seconds else { return }
        lastAdvance = now
        engine.clock.isSystemSynchronized = clock.isSynchronized()
        emit(engine.advance(to: now, systemTime: clock.systemTime()))
        if now >= nextStatus {
            nextStatus = max(nextStatus + 1, now + 0.5)
            announce(engine.status(at: now))
        }
    }

    private func emit(_ batch: RecorderBatch) {
        if !batch.events.isEmpty { publish(batch) }
    }

    /// Carries out an order on a separate thread, because the disk may block it for any time.
    private nonisolated func carryOut(_ order: LogOrder) {
        let input = input
        Thread.detachNewThread { input.yield(.written(order.writer.perform(order))) }
    }

    /// Stops the sources on a separate thread, because stopping may block and the actor must not.
    private nonisolated func stopSources() {
        let sources = sources
        let input = input
        Thread.detachNewThread {
            // In parallel, so that a source that does not respond does not delay the others.
            DispatchQueue.concurrentPerform(iterations: sources.count) { sources[$0].stop() }
            input.yield(.sourcesStopped)
        }
    }
}
