public import SensorModel

/// Detects when the receiver goes silent, or when none of its fixes can be used.
///
/// The recorder's ticks drive it, never the stream that it watches. It compares arrival times only, so that a receiver
/// with a wrong clock does not count as silent. Guide: docs/estimators/silence-watchdog.md.
public struct SilenceWatchdog: Sendable, Hashable {
    /// The times after which a loss is detected.
    public struct Parameters: Sendable, Hashable {
        /// The time after the start, in seconds, during which no loss is reported.
        public var grace = 5.0
        /// The time without a usable fix, in seconds, after which the signal counts as lost.
        public var silence = 8.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "grace", \.grace, title: "Grace at start", unit: "s", range: 0...120,
                meaning: "The time after the start in which no loss of signal is reported.",
                source: "rule: a warm receiver has reported by then"),
            .number(
                "silence", \.silence, tier: .tunable, title: "Silence", unit: "s", range: 1...120,
                meaning:
                    "The time without any message after which the signal counts as lost. Lower values report a loss under every bridge; higher values keep showing an old speed.",
                source: "rule: longer than a bridge takes to pass below"),
        ]
    }

    /// The reason why the signal counts as lost.
    public enum Loss: Sendable, Hashable {
        /// No position has arrived for longer than ``SilenceWatchdog/Parameters/silence``.
        case silent
        /// Positions arrive, but all have been rejected for longer than ``SilenceWatchdog/Parameters/silence``.
        case unusable
    }

    /// The state that the watchdog keeps between events.
    public struct State: Sendable, Hashable {
        /// The arrival of the session's first event.
        public var start: Instant?
        /// The arrival time of the latest fix attempt with a position.
        public var lastHeardAt: Instant?
        /// The arrival time of the latest fix that served the speed or the track.
        public var lastAcceptedAt: Instant?
        /// The reason why the signal is lost, until the next accepted fix; `nil` if it is not lost.
        public var loss: Loss?
    }

    /// The times after which a loss is detected.
    public var parameters: Parameters = .init()
    /// The state that the watchdog keeps between events.
    public private(set) var state = State()

    /// Records the arrival of the session's first event. Later calls have no effect.
    public mutating func start(at arrival: Instant) {
        if state.start == nil { state.start = arrival }
    }

    /// Records the arrival of a fix attempt with a position, accepted or not. An attempt without a position counts as
    /// silence: in a tunnel, a receiver continues to report that it has no fix.
    public mutating func hear(at arrival: Instant) {
        state.lastHeardAt = max(arrival, state.lastHeardAt ?? arrival)
    }

    /// Checks for a loss at a tick. Returns the reason when the signal becomes lost or the reason changes, otherwise
    /// `nil`.
    public mutating func tick(at arrival: Instant) -> Loss? {
        start(at: arrival)
        guard state.loss != .silent, let start = state.start, arrival - start >= parameters.grace else { return nil }
        let isSilent = arrival - (state.lastHeardAt ?? start) > parameters.silence
        let isUnusable = arrival - (state.lastAcceptedAt ?? start) > parameters.silence
        let loss: Loss? = isSilent ? .silent : isUnusable ? .unusable : nil
        guard let loss, loss != state.loss else { return nil }
        state.loss = loss
        return loss
    }

    /// Records the arrival of an accepted fix. Returns true if it ends a loss.
    public mutating func accept(at arrival: Instant) -> Bool {
        defer {
            state.loss = nil
            state.lastAcceptedAt = arrival
        }
        return state.loss != nil
    }
}
