public import SensorModel

/// Notices that the receiver has gone silent, or that nothing it says can be used.
///
/// It is driven by the recorder's ticks, never by the stream it watches, and compares moments of arrival only, so that
/// a receiver with a wrong clock is not taken for a silent one. Guide: docs/estimators/silence-watchdog.md.
public struct SilenceWatchdog: Sendable, Hashable {
    /// When silence is noticed.
    public struct Parameters: Sendable, Hashable {
        /// Seconds after start before which nothing is said.
        public var grace = 5.0
        /// Seconds without any message that carries a fix attempt.
        public var silence = 8.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "grace", \.grace, title: "Grace at start", unit: "s", range: 0...120,
                meaning: "No loss is announced in this time after start.",
                source: "rule: a warm receiver has spoken by then"),
            .number(
                "silence", \.silence, tier: .essential, title: "Silence", unit: "s", range: 1...120,
                meaning: "The signal counts as lost after this time without any message. Small: flickers "
                    + "under a bridge. Large: an old speed stays on show.",
                source: "rule: longer than a bridge takes to pass below"),
        ]
    }

    /// Why nothing of the receiver can be used.
    public enum Loss: Sendable, Hashable {
        /// Nothing was heard for longer than a silence.
        case silent
        /// Fixes are heard, and every one has been rejected for longer than a silence.
        case unusable
    }

    /// What the watchdog remembers.
    public struct State: Sendable, Hashable {
        /// The arrival of the session's first event.
        public var start: Instant?
        /// The last arrival of a fix attempt.
        public var lastHeardAt: Instant?
        /// The last arrival of a fix that told a speed or a place.
        public var lastAcceptedAt: Instant?
        /// Why the signal is lost, until the first accepted fix; `nil` if it is not.
        public var loss: Loss?
    }

    /// When silence is noticed.
    public var parameters: Parameters
    /// What the watchdog remembers.
    public private(set) var state = State()

    /// Creates a watchdog that has heard nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Notes the arrival of the session's first event; later calls change nothing.
    public mutating func start(at arrival: Instant) {
        if state.start == nil { state.start = arrival }
    }

    /// Notes that a fix attempt with a position arrived, whatever becomes of it. One without is silence: a receiver in a
    /// tunnel continues saying that it has no fix.
    public mutating func hear(at arrival: Instant) {
        state.lastHeardAt = max(arrival, state.lastHeardAt ?? arrival)
    }

    /// Looks at the clock; returns why the signal is lost at the moment when it becomes so, else `nil`.
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

    /// Notes the arrival of an accepted fix; returns true if it ends a loss.
    public mutating func accept(at arrival: Instant) -> Bool {
        defer {
            state.loss = nil
            state.lastAcceptedAt = arrival
        }
        return state.loss != nil
    }
}
