import Foundation
public import FusionCore
public import SensorModel
import Synchronization

/// What a recorder has let out: first into the file, then into the core, then to whoever follows.
public struct RecorderBatch: Sendable {
    /// The events, in the session's order, numbered.
    public var events: [SensorEvent]
    /// What the core made of them, in order.
    public var estimates: [Estimate]
    /// The number of the first event that the file does not hold yet.
    public var firstUnwritten: UInt64
}

/// Records: takes events from its sources, orders them by fixed lag, keeps them, then estimates.
///
/// Events are in the file before the core sees them, so that a run over the file gives what was shown live, to the
/// bit. A file that fails, fills up or vanishes does not end a recording. Guide: docs/recording.md.
public actor Recorder {
    /// How a recorder works.
    public struct Settings: Sendable, Hashable {
        /// The order of events.
        public var order = EventOrder()
        /// Seconds that a source may hold an event back before it delivers it.
        public var sourceLatency = 0.2
        /// Seconds between two ticks.
        public var tickInterval = 2.0
        /// Seconds between two writes.
        public var writeInterval = 0.25
        /// Seconds between two looks at whether the file is still there.
        public var checkInterval = 1.0
        /// Seconds before a failed write is tried again.
        public var retryInterval = 1.0
        /// Seconds by which the system's clock must be set to be worth an event.
        public var clockStepThreshold = 0.1
        /// Metres around a fix within which known buildings are told to the session.
        public var recallRadius = 1_000.0
        /// Bytes of written events that are kept for a file that vanishes.
        public var writtenReserve = 8 << 20
        /// Bytes of events that are kept for a file that fails.
        public var reserve = 128 << 20

        /// Creates parameters with default values.
        public init() {}
    }

    private enum Input: Sendable {
        case update(SourceUpdate)
        case wake
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

    /// Opens the file; nothing is recorded before ``run()``.
    /// - Parameters:
    ///   - file: Where to.
    ///   - asides: Where the rest may go, in turn, when the file takes nothing to the very end.
    ///   - sources: What from.
    ///   - clock: The time.
    ///   - parameters: The core's parameters at the start.
    ///   - learned: What earlier sessions learned.
    ///   - settings: How.
    ///   - announce: Takes a status about once a second, and a last one at the end; must return at once.
    ///   - publish: Takes every batch; must return at once.
    /// - Throws: What the file throws where it cannot be made.
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

    /// Records until ``stop()``; returns the last status when everything is kept and the file closed.
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
        loop: for await next in inputs {
            // Not an input of its own, which would wait behind all that a busy machine has not come to yet.
            if !isStopping, isStopRequested.load(ordering: .acquiring) {
                isStopping = true
                stopSources()
            }
            switch next {
            case .update(let update):
                engine.take(update)
                // On a busy machine the timer comes late, and what arrives brings the time along.
                advance(ifLastWasBefore: settings.writeInterval)
            case .wake: advance(ifLastWasBefore: settings.writeInterval / 2)
            case .sourcesStopped: break loop
            }
        }
        timer.cancel()
        return finish()
    }

    /// What the core knows by now of the person and of buildings.
    public var learned: Learned { engine.core.learned }

    /// Asks for a clean end; ``run()`` returns soon after.
    public nonisolated func stop() {
        isStopRequested.store(true, ordering: .releasing)
        input.yield(.wake)
    }

    /// Lets the engine continue unless it did so less than some seconds ago.
    private func advance(ifLastWasBefore seconds: Double) {
        let now = clock.now()
        guard now - lastAdvance >= seconds else { return }
        lastAdvance = now
        let batch = engine.advance(to: now, systemTime: clock.systemTime())
        if !batch.events.isEmpty { publish(batch) }
        if now >= nextStatus {
            nextStatus = max(nextStatus + 1, now + 0.5)
            announce(engine.status(at: now))
        }
    }

    /// Stopping may block, which the actor must not.
    private nonisolated func stopSources() {
        let sources = sources
        let input = input
        Thread.detachNewThread {
            // Side by side: one that does not answer holds up no other.
            DispatchQueue.concurrentPerform(iterations: sources.count) { sources[$0].stop() }
            input.yield(.sourcesStopped)
        }
    }

    private func finish() -> RecorderStatus {
        let now = clock.now()
        let batch = engine.finish(at: now)
        if !batch.events.isEmpty { publish(batch) }
        let status = engine.status(at: now, hasEnded: true)
        announce(status)
        return status
    }
}
