public import FusionCore
public import SensorModel

/// Copies of the core along a recording, so that any instant is a short run away.
public struct Checkpoints: Sendable {
    /// How many copies are kept, and how close together.
    public struct Spacing: Sendable, Hashable {
        /// Events between two copies, at least.
        public var interval: Int
        /// Events between two copies that a seek may run through, as long as ``maximumCount`` allows it.
        public var longestRun: Int
        /// Copies kept at most.
        public var maximumCount: Int

        /// Creates a spacing.
        ///
        /// The defaults: a copy takes about 15 kB, an event a few tenths of a microsecond. A day of fixes gets a few
        /// hundred copies; ten hours of motion at 100 Hz get four thousand, for a seek within half a millisecond.
        public init(interval: Int = 512, longestRun: Int = 2_048, maximumCount: Int = 6_000) {
            self.interval = max(1, interval)
            self.longestRun = max(self.interval, longestRun)
            self.maximumCount = max(2, maximumCount)
        }

        /// Copies for a session of a few hundred thousand events: more would only take room.
        private static let usualCount = 400

        /// Returns the events between two copies of a session of so many events.
        func interval(for count: Int) -> Int {
            func interval(_ copies: Int) -> Int { (count + copies - 1) / copies }
            let usual = min(longestRun, interval(min(Self.usualCount, maximumCount)))
            return max(self.interval, usual, interval(maximumCount))
        }
    }

    /// Events between two checkpoints.
    public private(set) var interval: Int
    private let recording: Recording
    private var cores: [FusionCore] = []
    private var final: FusionCore
    /// Copies of another run whose steps and activities these share; those of their own stayed behind.
    private var gaits: [FusionCore]?

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
        _ = run { _, event, core in
            core.consume(event, emit)
            return true
        }
    }

    /// Runs the whole recording as ``init(_:parameters:spacing:emit:)`` does, unless it is given up; nil if it was.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: How many copies to keep.
    ///   - begin: Readies the core.
    ///   - consume: Lets the core consume an event, whose number is given; returns false to give up.
    init?(
        _ recording: Recording, parameters: Parameters, spacing: Spacing = Spacing(),
        begin: (inout FusionCore) -> Void, consume: (Int, SensorEvent, inout FusionCore) -> Bool
    ) {
        self.init(recording, parameters: parameters, spacing: spacing)
        begin(&final)
        guard run(consume) else { return nil }
    }

    private init(_ recording: Recording, parameters: Parameters, spacing: Spacing) {
        self.recording = recording
        interval = spacing.interval(for: recording.events.count)
        final = FusionCore(parameters: parameters)
    }

    private mutating func run(_ consume: (Int, SensorEvent, inout FusionCore) -> Bool) -> Bool {
        var core = final
        var index = 0
        var next = 0
        cores.reserveCapacity(recording.events.count / interval + 1)
        var isComplete = true
        recording.events.forEach(in: 0..<recording.events.count) { event in
            if index == next {
                cores.append(core)
                next += interval
            }
            isComplete = consume(index, event, &core)
            index += 1
            return isComplete
        }
        final = core
        return isComplete
    }

    /// Creates the copies independent of the notes that they were made with.
    mutating func endRecord() {
        final.endRecord()
    }

    /// Takes over the steps and activities of another run over the same events.
    mutating func adoptGait(of other: Checkpoints) {
        // Each copy when it is asked for: all at once would cost more than the run.
        gaits = other.gaits ?? other.cores
        final.adoptGait(of: other.final)
    }

    /// How many copies are kept.
    public var count: Int { cores.count }
    /// The core after the last event.
    public var last: FusionCore { final }

    /// Returns the core after its first `count` events; bit for bit that of a straight run. O(interval).
    public func core(afterEvents count: Int) -> FusionCore {
        let count = min(max(0, count), recording.events.count)
        let index = count / interval
        if count == recording.events.count { return final }
        var core = cores[index]
        if let gaits { core.adoptGait(of: gaits[index]) }
        core.endRecord()
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

    /// Creates a cursor at the start.
    public init(_ recording: Recording, checkpoints: Checkpoints) {
        self.recording = recording
        self.checkpoints = checkpoints
        core = checkpoints.core(afterEvents: 0)
        eventCount = 0
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
