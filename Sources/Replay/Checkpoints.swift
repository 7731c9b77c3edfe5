public import FusionCore
public import SensorModel

/// Copies of the core along a recording, from which the core at any instant can be computed with a short run.
public struct Checkpoints: Sendable {
    /// The number of checkpoints, and the spacing between them.
    public struct Spacing: Sendable, Hashable {
        /// The minimum number of events between two copies.
        public var interval: Int
        /// The maximum number of events that a seek processes, as far as ``maximumCount`` allows.
        public var longestRun: Int
        /// The maximum number of fixes among them, as far as ``maximumCount`` allows.
        public var longestRunOfFixes: Int
        /// The maximum number of copies.
        public var maximumCount: Int

        /// Creates a spacing.
        ///
        /// A copy needs 20 kB without motion samples and 50 kB with them. A fix costs two microseconds, and a motion sample
        /// a few tenths of one. With the defaults, a seek takes at most three milliseconds; a day of fixes gets 170 copies,
        /// a million fixes get 670, and ten hours of motion at 100 Hz a thousand.
        public init(
            interval: Int = 512, longestRun: Int = 8_192, longestRunOfFixes: Int = 1_500, maximumCount: Int = 6_000
        ) {
            self.interval = max(1, interval)
            self.longestRun = max(self.interval, longestRun)
            self.longestRunOfFixes = max(1, longestRunOfFixes)
            self.maximumCount = max(2, maximumCount)
        }

        /// The number of copies for a session of a few hundred thousand events. More would only cost memory.
        private static let usualCount = 400

        /// Returns the number of events between two copies, for a session with the given number of events, and of fixes
        /// among them.
        func interval(for count: Int, fixes: Int) -> Int {
            func interval(_ copies: Int) -> Int { (count + copies - 1) / copies }
            let longest = min(longestRun, interval(max(1, fixes / longestRunOfFixes)))
            let usual = min(longest, interval(min(Self.usualCount, maximumCount)))
            return max(self.interval, usual, interval(maximumCount))
        }
    }

    /// The number of events between two checkpoints.
    public private(set) var interval: Int
    private let recording: Recording
    private var cores: [FusionCore] = []
    private var final: FusionCore
    /// The copies of another run with the same steps and activities, which did not advance in these copies; `nil`
    /// without one.
    private var gaits: [FusionCore]?
    /// The copies of another run with the same conclusions from motion samples, which were left out in these copies;
    /// `nil` without one.
    private var motions: [FusionCore]?

    /// Runs the whole recording once and keeps copies of the core along it.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: The number of copies and their spacing.
    ///   - emit: Called for every estimate, in order.
    public init(
        _ recording: Recording, parameters: Parameters, spacing: Spacing = Spacing(),
        emit: (Estimate) -> Void = { _ in }
    ) {
        self.init(recording, core: FusionCore(parameters: parameters), spacing: spacing)
        _ = run(recording.events.indices) { _, event, core in
            core.consume(event, emit)
            return true
        }
    }

    /// Runs the whole recording like ``init(_:parameters:spacing:emit:)``, unless it is cancelled; `nil` in that case.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - indices: The indices of the events to run, in ascending order, if motion samples without consequence are left
    ///     out; `nil` for all events.
    ///   - core: The core to start with.
    ///   - spacing: The number of copies and their spacing.
    ///   - consume: Lets the core consume the event with the given index; returns false to cancel.
    init?(
        _ recording: Recording, only indices: ArraySlice<Int>? = nil, core: FusionCore, spacing: Spacing,
        consume: (Int, SensorEvent, inout FusionCore) -> Bool
    ) {
        self.init(recording, core: core, spacing: spacing)
        guard indices.map({ run($0, consume) }) ?? run(recording.events.indices, consume) else { return nil }
    }

    private init(_ recording: Recording, core: FusionCore, spacing: Spacing) {
        self.recording = recording
        interval = spacing.interval(for: recording.events.count, fixes: recording.events.fixCount)
        final = core
    }

    private mutating func run(
        _ indices: some Collection<Int>, _ consume: (Int, SensorEvent, inout FusionCore) -> Bool
    ) -> Bool {
        var core = final
        let count = recording.events.count
        cores.reserveCapacity(count / interval + 1)
        var isComplete = true
        recording.events.forEach(at: indices) { index, event in
            while cores.count * interval <= index { cores.append(core) }
            isComplete = consume(index, event, &core)
            return isComplete
        }
        while cores.count * interval < count { cores.append(core) }
        final = core
        return isComplete
    }

    /// Adopts the steps and activities of another run over the same events, and the conclusions from motion samples if
    /// this run left them out. Each copy is updated when it is requested: all of them would cost more than the run.
    mutating func adopt(_ other: Checkpoints, motion: Bool) {
        gaits = other.gaits ?? other.cores
        final.adoptGait(of: other.final)
        guard motion else { return }
        motions = other.motions ?? other.cores
        final.adoptMotion(of: other.final)
    }

    /// The number of copies.
    public var count: Int { cores.count }
    /// The core after the last event.
    public var last: FusionCore { final }

    /// Returns the core after its first `count` events, bit for bit that of a continuous run. O(interval).
    public func core(afterEvents count: Int) -> FusionCore {
        let count = min(max(0, count), recording.events.count)
        let index = count / interval
        if count == recording.events.count { return final }
        var core = cores[index]
        if let gaits { core.adoptGait(of: gaits[index]) }
        if let motions { core.adoptMotion(of: motions[index]) }
        recording.events.forEach(in: (index * interval)..<count) { event in
            core.consume(event) { _ in }
            return true
        }
        return core
    }

    /// Returns the core at an instant. O(log n + interval).
    public func core(at instant: Instant) -> FusionCore {
        core(afterEvents: recording.count(upTo: instant))
    }
}

/// A position in a recording. Moving forward costs the events passed, at most a seek; any other move costs a seek.
public struct ReplayCursor: Sendable {
    private let recording: Recording
    private let checkpoints: Checkpoints
    /// The core after ``eventCount`` events.
    public private(set) var core: FusionCore
    /// The number of events that the core has consumed.
    public private(set) var eventCount: Int

    /// Creates a cursor at the start of a recording.
    public init(_ recording: Recording, checkpoints: Checkpoints) {
        self.recording = recording
        self.checkpoints = checkpoints
        core = checkpoints.core(afterEvents: 0)
        eventCount = 0
    }

    /// Moves to the last event at or before an instant.
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
