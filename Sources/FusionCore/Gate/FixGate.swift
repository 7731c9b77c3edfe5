import Geodesy
public import SensorModel

/// Decides which fixes are taken, and says why one is not.
///
/// Guide: docs/estimators/fix-gate.md.
public struct FixGate: Sendable, Hashable {
    /// What the gate asks of a fix.
    public struct Parameters: Sendable, Hashable {
        /// Seconds after start in which no fix is taken.
        public var warmUp = 2.0
        /// Seconds that a fix may be older than its arrival.
        public var maximumAge = 15.0
        /// Metres of 1-sigma accuracy above which a fix is not taken.
        public var accuracyCeiling = 100.0
        /// Metres of 1-sigma accuracy above which a fix is not taken right after start.
        public var startAccuracyCeiling = 200.0
        /// Seconds for which the wider ceiling holds.
        public var startAccuracyPeriod = 15.0
        /// Speed in m/s that is implausible right after start.
        public var startSpeedCeiling = 25.0
        /// Seconds for which the speed ceiling holds.
        public var startSpeedPeriod = 10.0
        /// Metres of 1-sigma accuracy above which the track does not take a fix.
        public var trackAccuracyCeiling = 50.0
        /// Metres of 1-sigma range error that turn a dilution of precision into an accuracy.
        public var rangeError = 4.0
        /// Metres of 1-sigma accuracy assumed of a source that never states one.
        public var assumedAccuracy = 5.0

        /// Makes the defaults.
        public init() {}
    }

    /// What the gate remembers.
    public struct State: Sendable, Hashable {
        /// The arrival of the session's first event.
        public var start: Instant?
        /// The newest fix time taken.
        public var newestTime: Instant?
        /// True once a fix stated an accuracy or a dilution of precision.
        public var hasSeenAccuracy = false
    }

    /// What the gate asks of a fix.
    public var parameters: Parameters
    /// What the gate remembers.
    public private(set) var state = State()

    /// Makes a gate that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Notes the arrival of the session's first event; later calls change nothing.
    public mutating func start(at arrival: Instant) {
        if state.start == nil { state.start = arrival }
    }

    /// Returns the 1-sigma accuracy of a fix in metres: stated, derived from its dilution of precision, or assumed of
    /// a source that never states one; nil where there is none.
    public func accuracy(of fix: Fix) -> Double? {
        if let stated = fix.horizontalAccuracy { return stated }
        if let dilution = fix.horizontalDilution { return dilution * parameters.rangeError }
        return state.hasSeenAccuracy ? nil : parameters.assumedAccuracy
    }

    /// Judges one fix attempt.
    public mutating func judge(_ fix: Fix, time: Instant, received: Instant) -> FixVerdict {
        start(at: received)
        let accuracy = accuracy(of: fix)
        if fix.horizontalAccuracy != nil || fix.horizontalDilution != nil { state.hasSeenAccuracy = true }
        if let rejection = reject(fix, accuracy: accuracy, time: time, received: received) {
            return FixVerdict(time: time, rejection: rejection, servesSpeed: false)
        }
        state.newestTime = time
        guard let accuracy, accuracy <= parameters.trackAccuracyCeiling else {
            return FixVerdict(time: time, rejection: .accuracy, servesSpeed: true)
        }
        return FixVerdict(time: time, rejection: nil, servesSpeed: true)
    }

    private func reject(
        _ fix: Fix, accuracy: Double?, time: Instant, received: Instant
    ) -> FixVerdict.Rejection? {
        let sinceStart = state.start.map { received - $0 } ?? 0
        guard fix.mode != .noFix, fix.mode != .unknown, let coordinate = fix.coordinate else { return .noFix }
        guard coordinate.isValid else { return .invalidCoordinate }
        if sinceStart < parameters.warmUp { return .warmUp }
        if received - time > parameters.maximumAge { return .stale }
        if let newest = state.newestTime {
            if time == newest { return .duplicate }
            if time < newest { return .outOfOrder }
        }
        let ceiling =
            sinceStart < parameters.startAccuracyPeriod ? parameters.startAccuracyCeiling : parameters.accuracyCeiling
        guard let accuracy, accuracy > 0, accuracy <= ceiling else { return .accuracy }
        if sinceStart < parameters.startSpeedPeriod, let speed = fix.speed, speed > parameters.startSpeedCeiling {
            return .implausibleSpeed
        }
        return nil
    }
}
