public import Geodesy
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
        /// Fixes in a row, old by the same amount, after which the clocks are taken to disagree.
        public var clockFixes = 10.0
        /// Seconds of silence after which another receiver takes the lead.
        public var leaderSilence = 5.0
        /// What can follow the fix before.
        public var continuity = ContinuityGate.Parameters()

        /// Creates parameters with default values.
        public init() {}
    }

    /// What the gate remembers.
    public struct State: Sendable, Hashable {
        /// The arrival of the session's first event.
        public var start: Instant?
        /// The newest fix time taken.
        public var newestTime: Instant?
        /// The receiver whose fixes are taken, and when one was.
        var leader: DeviceID?
        var leaderHeard: Instant?
        /// True until the track takes a fix after another receiver took the lead, or a clock was put right.
        var startsAgain = false
        /// The last accuracy that a receiver stated, and the receiver.
        var lastStated: Double?
        var lastStatedBy: DeviceID?
        /// Fixes in a row that are older than the newest and advance among themselves.
        var stepStreak = 0
        /// The last fix that was older than the newest.
        var steppedTime: Instant?
    }

    /// What the gate asks of a fix.
    public var parameters: Parameters {
        didSet { continuity.parameters = parameters.continuity }
    }
    /// What the gate remembers.
    public private(set) var state = State()
    private var clocks = ReceiverClocks()
    private var continuity: ContinuityGate
    /// What the last verdict changed beyond the fix itself.
    private(set) var consequence: Consequence?
    /// Seconds by which the receiver's clock is off, where the last fix was the one that made it sure: it is read so
    /// from now on.
    private(set) var understoodOffset: Double?

    /// What a verdict changes beyond the fix itself.
    enum Consequence: Hashable {
        /// The receiver's time stepped back: what was known of the motion no longer joins.
        case timeStepped
        /// The track starts again where nobody can have got, or with another receiver, which errs otherwise.
        case leapt
    }

    /// Creates a gate that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        continuity = ContinuityGate(parameters: parameters.continuity)
    }

    /// Notes the arrival of the session's first event; later calls change nothing.
    public mutating func start(at arrival: Instant) {
        if state.start == nil { state.start = arrival }
    }

    /// Returns the 1-sigma accuracy of a fix in metres: stated, derived from its dilution of precision, the last that its
    /// receiver stated, or assumed.
    public func accuracy(of fix: Fix) -> Double {
        if let stated = stated(by: fix) { return stated }
        if let last = state.lastStated, state.lastStatedBy == fix.device { return last }
        return parameters.assumedAccuracy
    }

    private func stated(by fix: Fix) -> Double? {
        fix.horizontalAccuracy ?? fix.horizontalDilution.map { $0 * parameters.rangeError }
    }

    /// Judges one fix attempt.
    /// - Parameters:
    ///   - fix: The fix.
    ///   - time: Its own time.
    ///   - received: Its arrival.
    public mutating func judge(_ fix: Fix, time: Instant, received: Instant) -> FixVerdict {
        start(at: received)
        (consequence, understoodOffset) = (nil, nil)
        let accuracy = accuracy(of: fix)
        if let stated = stated(by: fix), stated > 0, stated <= parameters.accuracyCeiling {
            (state.lastStated, state.lastStatedBy) = (stated, fix.device)
        }
        if let rejection = reject(fix, accuracy: accuracy, time: time, received: received) {
            return FixVerdict(time: time, rejection: rejection, servesSpeed: false)
        }
        state.newestTime = time
        let isHandedOver = state.leader.map { $0 != fix.device } ?? false
        (state.leader, state.leaderHeard) = (fix.device, received)
        // Another receiver errs otherwise, and another time joins nothing: the track starts again with the next fix
        // that it takes, which need not be this one.
        if isHandedOver || consequence == .timeStepped { state.startsAgain = true }
        guard accuracy <= parameters.trackAccuracyCeiling, let coordinate = fix.coordinate else {
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
        guard fix.mode != .noFix, fix.mode != .unknown, let coordinate = fix.coordinate else { return .noFix }
        guard coordinate.isValid else { return .invalidCoordinate }
        // What arrives at its own time, to the nanosecond, comes from a file: no receiver warms up there.
        let isLive = received != time || fix.timeIsArrival
        if isLive, sinceStart < parameters.warmUp { return .warmUp }
        if isLed(byAnotherThan: fix.device, at: received) { return .otherReceiver }
        if let rejection = rejectByTime(of: fix.device, time, received: received) { return rejection }
        let ceiling =
            sinceStart < parameters.startAccuracyPeriod ? parameters.startAccuracyCeiling : parameters.accuracyCeiling
        guard accuracy > 0, accuracy <= ceiling else { return .accuracy }
        if isLive, sinceStart < parameters.startSpeedPeriod, let speed = fix.speed, speed > parameters.startSpeedCeiling
        {
            return .implausibleSpeed
        }
        return nil
    }

    /// Two receivers err differently: taken by turns they would draw a zigzag, and their clocks would fight.
    private func isLed(byAnotherThan device: DeviceID, at received: Instant) -> Bool {
        guard let leader = state.leader, leader != device, let heard = state.leaderHeard else { return false }
        return received - heard <= parameters.leaderSilence
    }

    private mutating func rejectByTime(
        of device: DeviceID, _ time: Instant, received: Instant
    ) -> FixVerdict.Rejection? {
        clocks.turn(to: device)
        if clocks.clock.age(time: time, received: received) > parameters.maximumAge {
            guard clocks.clock.considerStale(time: time, received: received, fixes: parameters.clockFixes) else {
                return .stale
            }
            understoodOffset = received - time
        } else {
            clocks.clock.considerFresh(time: time, received: received, maximumAge: parameters.maximumAge)
        }
        guard let newest = state.newestTime, time <= newest else {
            state.stepStreak = 0
            state.steppedTime = nil
            return nil
        }
        if time == newest { return .duplicate }
        // One fix out of order is a straggler; a row of them that advances is a clock that was put right.
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
