import Geometry
public import SensorModel

/// Accepts or rejects the fixes of one receiver, and gives the reason for each rejection.
///
/// Guide: docs/estimators/fix-gate.md.
public struct FixGate: Sendable, Hashable {
    /// The limits that a fix has to meet.
    public struct Parameters: Sendable, Hashable {
        /// The time after the start, in seconds, during which fixes are rejected.
        public var warmUp = 2.0
        /// The maximum age of a fix on arrival, in seconds.
        public var maximumAge = 15.0
        /// The poorest 1-sigma accuracy, in metres, of a fix that is accepted.
        public var accuracyCeiling = 100.0
        /// The poorest 1-sigma accuracy, in metres, of a fix that is accepted right after the start.
        public var startAccuracyCeiling = 200.0
        /// The time after the start, in seconds, during which ``startAccuracyCeiling`` applies.
        public var startAccuracyPeriod = 15.0
        /// The maximum plausible speed, in m/s, right after the start.
        public var startSpeedCeiling = 25.0
        /// The time after the start, in seconds, during which ``startSpeedCeiling`` applies.
        public var startSpeedPeriod = 10.0
        /// The poorest 1-sigma accuracy, in metres, of a fix that the track accepts while a better one is recent.
        public var trackAccuracyCeiling = 50.0
        /// The time without a fix within ``trackAccuracyCeiling``, in seconds, after which the track accepts poorer ones.
        public var coarseDelay = 30.0
        /// The 1-sigma range error, in metres, that converts a dilution of precision into an accuracy.
        public var rangeError = 4.0
        /// The 1-sigma accuracy, in metres, assumed for a source that never states one.
        public var assumedAccuracy = 5.0
        /// The number of consecutive fixes, old by the same amount, after which a clock is considered wrong.
        public var clockFixes = 10.0
        /// The time without a fix from the leading receiver, in seconds, after which another receiver can lead.
        public var leaderSilence = 5.0
        /// The limits on what can follow the last accepted fix.
        public var continuity = ContinuityGate.Parameters()

        /// Creates parameters with default values.
        public init() {}
    }

    /// The state that the gate keeps between fixes.
    public struct State: Sendable, Hashable {
        /// The arrival of the session's first event.
        public var start: Instant?
        /// The time of the newest fix that passed all tests before the continuity gate.
        public var newestTime: Instant?
        /// The arrival of that fix.
        var heard: Instant?
        /// The arrival of the last fix that was accurate enough for the track; at first, that of the first event.
        var fineHeard: Instant?
        /// Whether the receiver states the mode of its fixes, which a location service does not.
        var statesMode = true
        /// True from a step of the receiver's clock until the track accepts the next fix.
        var startsAgain = false
        /// The last accuracy that the receiver stated, in metres.
        var lastStated: Double?
        /// The number of consecutive fixes that are older than the newest but advance among themselves.
        var stepStreak = 0
        /// The time of the last fix that was older than the newest.
        var steppedTime: Instant?
    }

    /// The limits that a fix has to meet.
    public var parameters: Parameters {
        didSet { continuity.parameters = parameters.continuity }
    }
    /// The state that the gate keeps between fixes.
    public private(set) var state = State()
    /// The user's decisions, by fix: true if it is accepted.
    var rulings: [FixRuling.Identity: Bool] = [:]
    private var clock = ReceiverClock()
    private var continuity: ContinuityGate
    /// The effect of the last verdict on the track as a whole; `nil` if there is none.
    private(set) var consequence: Consequence?
    /// The offset of the receiver's clock, in seconds, if the last fix established it; `nil` otherwise. Ages are
    /// corrected by it from that fix on.
    private(set) var understoodOffset: Double?

    /// An effect of a verdict beyond the fix itself.
    enum Consequence: Hashable {
        /// The receiver's time stepped back, so the earlier motion no longer connects to the new fixes.
        case timeStepped
        /// The track restarts at an unreachable place.
        case leapt
    }

    /// Creates a gate that has seen no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        continuity = ContinuityGate(parameters: parameters.continuity)
    }

    /// The gate of another receiver of the session, which has seen no fix.
    var ofAnotherReceiver: FixGate {
        var gate = FixGate(parameters: parameters)
        (gate.state.start, gate.state.fineHeard, gate.rulings) = (state.start, state.fineHeard, rulings)
        return gate
    }

    /// Records the user's decision about a fix that is yet to come.
    public mutating func update(_ ruling: FixRuling) { rulings[ruling.fix] = ruling.isAccepted }

    /// Records the arrival of the session's first event. Later calls have no effect.
    public mutating func start(at arrival: Instant) {
        if state.start == nil { state.start = arrival }
    }

    /// Returns the 1-sigma accuracy of a fix, in metres. The sources, in order: the stated accuracy, the dilution of
    /// precision, the last accuracy that the same receiver stated, and ``FixGate/Parameters/assumedAccuracy``.
    public func accuracy(of fix: Fix) -> Double {
        if let stated = stated(by: fix) { return stated }
        return state.lastStated ?? parameters.assumedAccuracy
    }

    private func stated(by fix: Fix) -> Double? {
        fix.horizontalAccuracy ?? fix.horizontalDilution.map { $0 * parameters.rangeError }
    }

    /// Judges a fix attempt, and updates ``state``.
    ///
    /// A fix that the user rejected leaves no trace in the state. One that the user accepted is judged like any other,
    /// so that the verdicts on later fixes stay the same, and is then accepted unless the track cannot use it.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - time: The time of the fix, as the receiver states it.
    ///   - received: The arrival time.
    public mutating func judge(_ fix: Fix, time: Instant, received: Instant) -> FixVerdict {
        let ruling = rulings.isEmpty ? nil : rulings[FixRuling.Identity(time: time, received: received)]
        if ruling == false {
            start(at: received)
            (consequence, understoodOffset) = (nil, nil)
            return FixVerdict(time: time, rejection: .byHand, servesSpeed: false)
        }
        let newest = state.newestTime
        let verdict = judgeByRules(fix, time: time, received: received)
        guard ruling == true, verdict.rejection?.canBeOverruled == true, newest.map({ time > $0 }) ?? true,
            Self.usableAccuracies.contains(accuracy(of: fix)), accuracy(of: fix) > 0
        else { return verdict }
        state.newestTime = max(state.newestTime ?? time, time)
        return FixVerdict(time: time, rejection: nil, servesSpeed: true)
    }

    /// The 1-sigma accuracies, in metres, of a fix that the user can accept. With a poorer one, the fix could be
    /// anywhere on Earth.
    private static let usableAccuracies = 0.0...10_000_000.0

    private mutating func judgeByRules(_ fix: Fix, time: Instant, received: Instant) -> FixVerdict {
        start(at: received)
        (consequence, understoodOffset) = (nil, nil)
        let accuracy = accuracy(of: fix)
        if let stated = stated(by: fix), stated > 0, stated <= parameters.accuracyCeiling {
            state.lastStated = stated
        }
        if let rejection = reject(fix, accuracy: accuracy, time: time, received: received) {
            return FixVerdict(time: time, rejection: rejection, servesSpeed: false)
        }
        state.newestTime = time
        (state.heard, state.statesMode) = (received, fix.mode != .unknown)
        // Nothing connects across a step of the clock. The track therefore restarts with the next fix that it accepts, which
        // might be a later one.
        if consequence == .timeStepped { state.startsAgain = true }
        guard servesTrack(accuracy, at: received), let coordinate = fix.coordinate else {
            return FixVerdict(time: time, rejection: .accuracy, servesSpeed: true)
        }
        let startsAgain = state.startsAgain
        state.startsAgain = false
        if startsAgain {
            consequence = consequence ?? .leapt
            continuity.reset()
        }
        let candidate = ContinuityGate.Candidate(
            time: time, coordinate: coordinate, accuracy: accuracy, speed: fix.speed)
        switch continuity.judge(candidate) {
        case .accepted: return FixVerdict(time: time, rejection: nil, servesSpeed: true)
        case .reacquired:
            consequence = .leapt
            return FixVerdict(time: time, rejection: nil, servesSpeed: true)
        case .rejected(let reason): return FixVerdict(time: time, rejection: reason, servesSpeed: false)
        }
    }

    private mutating func reject(
        _ fix: Fix, accuracy: Double, time: Instant, received: Instant
    ) -> FixVerdict.Rejection? {
        let sinceStart = state.start.map { received - $0 } ?? 0
        guard fix.mode != .noFix, let coordinate = fix.coordinate else { return .noFix }
        guard coordinate.isValid else { return .invalidCoordinate }
        // A fix that arrives at exactly its own time comes from a file, which has no receiver to warm up.
        let isLive = received != time || fix.timeIsArrival
        if isLive, sinceStart < parameters.warmUp { return .warmUp }
        if let rejection = rejectByTime(time, received: received) { return rejection }
        let ceiling =
            sinceStart < parameters.startAccuracyPeriod ? parameters.startAccuracyCeiling : parameters.accuracyCeiling
        guard accuracy > 0, accuracy <= ceiling else { return .accuracy }
        // A fix without a mode may be a network's guess, of which only a stated accuracy indicates the quality.
        if fix.mode == .unknown, stated(by: fix) == nil { return .accuracy }
        if isLive, sinceStart < parameters.startSpeedPeriod, let speed = fix.speed, speed > parameters.startSpeedCeiling
        {
            return .implausibleSpeed
        }
        return nil
    }

    /// Returns whether a fix of this accuracy, in metres, can change the track. The position filter weighs fixes by their
    /// accuracy, but the errors of a network's positions last for minutes: next to better fixes they only disturb. Without
    /// better ones, they are all that is known.
    private mutating func servesTrack(_ accuracy: Double, at received: Instant) -> Bool {
        if accuracy <= parameters.trackAccuracyCeiling {
            state.fineHeard = received
            return true
        }
        return (state.fineHeard ?? state.start).map { received - $0 > parameters.coarseDelay } ?? false
    }

    /// Returns whether the receiver has been silent until another one takes over.
    func isSilent(at received: Instant) -> Bool {
        state.heard.map { received - $0 > parameters.leaderSilence } ?? true
    }

    /// Returns whether the times of this receiver and of another one can be compared.
    func sharesClock(with other: FixGate) -> Bool {
        abs((clock.offset ?? 0) - (other.clock.offset ?? 0)) <= ReceiverClock.tolerance
    }

    /// Marks the track as restarted by another receiver's fix, whose clock differs from that of the receiver before.
    mutating func takeOver(isOnOtherClock: Bool) { consequence = isOnOtherClock ? .timeStepped : .leapt }

    private mutating func rejectByTime(_ time: Instant, received: Instant) -> FixVerdict.Rejection? {
        if clock.age(time: time, received: received) > parameters.maximumAge {
            guard clock.considerStale(time: time, received: received, fixes: parameters.clockFixes) else {
                return .stale
            }
            understoodOffset = received - time
        } else {
            clock.considerFresh(time: time, received: received, maximumAge: parameters.maximumAge)
        }
        guard let newest = state.newestTime, time <= newest else {
            state.stepStreak = 0
            state.steppedTime = nil
            return nil
        }
        if time == newest { return .duplicate }
        // A single fix out of order is a straggler; several that advance mean that the clock was corrected.
        if let stepped = state.steppedTime, time == stepped { return .duplicate }
        state.stepStreak = state.steppedTime.map { time > $0 } ?? true ? state.stepStreak + 1 : 1
        state.steppedTime = time
        guard Double(state.stepStreak) >= parameters.clockFixes else { return .outOfOrder }
        state.stepStreak = 0
        state.steppedTime = nil
        consequence = .timeStepped
        return nil
    }
}
