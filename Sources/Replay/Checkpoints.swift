public import FusionCore
public import SensorModel

/// Copies of the core along a recording, so that any instant is a short run away.
public struct Checkpoints: Sendable {
    /// Events between two checkpoints.
    public let interval: Int
    private let recording: Recording
    private let cores: [FusionCore]

    /// Events between two checkpoints unless told otherwise.
    public static let defaultInterval = 1_000

    /// Runs the whole recording once and keeps a copy of the core every `interval` events.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - interval: Events between two copies.
    ///   - emit: Called for every estimate, in order.
    public init(
        _ recording: Recording, parameters: Parameters, interval: Int = defaultInterval,
        emit: (Estimate) -> Void = { _ in }
    ) {
        self.interval = max(1, interval)
        self.recording = recording
        var core = FusionCore(parameters: parameters)
        var cores: [FusionCore] = []
        for (index, event) in recording.events.enumerated() {
            if index.isMultiple(of: self.interval) { cores.append(core) }
            core.consume(event, emit)
        }
        cores.append(core)
        self.cores = cores
    }

    /// Returns the core after its first `count` events; bit for bit that of a straight run. O(interval).
    public func core(afterEvents count: Int) -> FusionCore {
        let count = min(max(0, count), recording.events.count)
        if count == recording.events.count, let last = cores.last { return last }
        let index = count / interval
        var core = cores[index]
        for event in recording.events[(index * interval)..<count] { core.consume(event) { _ in } }
        return core
    }

    /// Returns the core as it was at an instant. O(log n + interval).
    public func core(at instant: Instant) -> FusionCore {
        core(afterEvents: recording.count(upTo: instant))
    }
}
