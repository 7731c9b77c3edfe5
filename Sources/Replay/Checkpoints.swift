public import FusionCore
public import SensorModel

/// Copies of the core along a recording, so that any instant is a short run away.
public struct Checkpoints: Sendable {
    /// How many copies are kept, and how close together.
    public struct Spacing: Sendable, Hashable {
        /// Events between two copies at first.
        public var interval: Int
        /// Copies kept at most: where there would be more, every second goes and the interval doubles.
        public var maximumCount: Int

        /// Makes a spacing; the defaults seek a day of fixes in well under a millisecond with a few hundred copies.
        public init(interval: Int = 128, maximumCount: Int = 400) {
            self.interval = max(1, interval)
            self.maximumCount = max(2, maximumCount)
        }
    }

    /// Events between two checkpoints.
    public private(set) var interval: Int
    private let recording: Recording
    private var cores: [FusionCore] = []
    private var final: FusionCore

    /// Runs the whole recording once and keeps copies of the core along it.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: How many copies to keep.
    ///   - emit: Called for every estimate, in order.
    public init(
        _ recording: Recording, parameters: Parameters, spacing: Spacing = Spacing(),
        emit: (Estimate) -> Void = { _ in }
    ) {
        self.init(recording, parameters: parameters, spacing: spacing)
        _ = run({ event, core in core.consume(event, emit) }, spacing: spacing, isCancelled: { false })
    }

    /// Runs the whole recording as ``init(_:parameters:spacing:emit:)`` does, unless it is cancelled; nil if it was.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: How many copies to keep.
    ///   - isCancelled: Asked every few thousand events.
    ///   - consume: Lets the core consume an event.
    init?(
        _ recording: Recording, parameters: Parameters, spacing: Spacing = Spacing(), isCancelled: () -> Bool,
        consume: (SensorEvent, inout FusionCore) -> Void
    ) {
        self.init(recording, parameters: parameters, spacing: spacing)
        guard run(consume, spacing: spacing, isCancelled: isCancelled) else { return nil }
    }

    private init(_ recording: Recording, parameters: Parameters, spacing: Spacing) {
        self.recording = recording
        interval = spacing.interval
        final = FusionCore(parameters: parameters)
    }

    /// Events between two questions whether to go on.
    private static let breath = 4_096

    private mutating func run(
        _ consume: (SensorEvent, inout FusionCore) -> Void, spacing: Spacing, isCancelled: () -> Bool
    ) -> Bool {
        var core = final
        var index = 0
        var isComplete = true
        recording.events.forEach(in: 0..<recording.events.count) { event in
            if index.isMultiple(of: Self.breath), isCancelled() {
                isComplete = false
                return false
            }
            if index.isMultiple(of: interval) { keep(core, maximumCount: spacing.maximumCount) }
            consume(event, &core)
            index += 1
            return true
        }
        final = core
        return isComplete
    }

    private mutating func keep(_ core: FusionCore, maximumCount: Int) {
        cores.append(core)
        guard cores.count > maximumCount else { return }
        cores = cores.indices.filter { $0.isMultiple(of: 2) }.map { cores[$0] }
        interval *= 2
    }

    /// How many copies are kept.
    public var count: Int { cores.count }
    /// The core after the last event.
    public var last: FusionCore { final }

    /// Returns the core after its first `count` events; bit for bit that of a straight run. O(interval).
    public func core(afterEvents count: Int) -> FusionCore {
        let count = min(max(0, count), recording.events.count)
        let index = min(count / interval, cores.count - 1)
        if count == recording.events.count || index < 0 { return final }
        var core = cores[index]
        recording.events.forEach(in: (index * interval)..<count) { event in
            core.consume(event) { _ in }
            return true
        }
        return core
    }

    /// Returns the core as it was at an instant. O(log n + interval).
    public func core(at instant: Instant) -> FusionCore {
        core(afterEvents: recording.count(upTo: instant))
    }
}

/// Goes along a recording, forward at the cost of the events passed and anywhere else at that of a seek.
public struct ReplayCursor: Sendable {
    private let recording: Recording
    private let checkpoints: Checkpoints
    /// The core after ``eventCount`` events.
    public private(set) var core: FusionCore
    /// How many events the core has consumed.
    public private(set) var eventCount: Int

    /// Makes a cursor at the start.
    public init(_ recording: Recording, checkpoints: Checkpoints) {
        self.recording = recording
        self.checkpoints = checkpoints
        core = checkpoints.core(afterEvents: 0)
        eventCount = recording.events.isEmpty ? recording.events.count : 0
    }

    /// Goes to an instant.
    public mutating func move(to instant: Instant) {
        let target = recording.count(upTo: instant)
        if target < eventCount || target - eventCount > checkpoints.interval {
            core = checkpoints.core(afterEvents: target)
        } else {
            recording.events.forEach(in: eventCount..<target) { event in
                core.consume(event) { _ in }
                return true
            }
        }
        eventCount = target
    }
}
