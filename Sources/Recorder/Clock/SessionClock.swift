import SensorModel

/// Decides whose clock is right, once for each receiver, and brings the times of receivers onto the recorder's clock.
///
/// A receiver that is off by a multiple of 1024 weeks is recognized by its first fix. For any other difference, several
/// fixes have to agree, because a cached fix is old too; the recorder holds what arrives in the meantime.
struct SessionClock {
    /// A decision, and what it changes in events that were passed on before.
    struct Verdict {
        /// The decision.
        var decision: ClockDecision
        /// The arrival of the first fix that it is based on.
        var since: Instant
        /// The nanoseconds to add to the times of what arrived from the receiver since then.
        var change: Int64
    }

    /// The knowledge about a receiver's clock.
    private struct Receiver {
        /// The nanoseconds from its clock to the recorder's.
        var shift: Int64 = 0
        /// Whether its clock has agreed with the recorder's, or was decided about.
        var isKnown = false
        var doubt: Doubt?
        /// The arrival of the first fix that disagreed.
        var doubted: Instant?
        var decisionCount = 0
    }

    /// Successive fixes that disagree with the recorder's clock by the same amount.
    private struct Doubt {
        let since: Instant
        let first: Int64
        /// The lead of the receiver at its least delayed and its most delayed fix, in nanoseconds.
        var (most, least): (Int64, Int64)
        var time: Instant
        var count = 1
    }

    /// The maximum difference, in seconds, of clocks that agree. Cached fixes apart, nothing is delayed for longer.
    static let agreement = 15.0
    /// The time, in seconds, for which fixes have to disagree by the same amount; longer if the clock was known.
    static let (proof, longProof) = (3.0, 30.0)
    /// The maximum difference, in seconds, between these amounts: the jitter of a slow link.
    static let jitter = 2.0
    /// The maximum rate at which these amounts change: a backlog comes in faster than it was measured.
    static let drift = 0.25
    /// The longest time, in seconds, for which the events of a recording wait for a decision.
    static let patience = 10.0
    /// The number of decisions about a receiver after which its clock is not looked at any more.
    static let mostDecisions = 16
    /// The number of times 1024 weeks that fit into the range of instants.
    private static let mostEras = 14.0
    private static let day: Int64 = 86_400_000_000_000

    /// The release of this program: no clock that is earlier is right.
    let release: Instant
    /// Whether the kernel says that the system's clock is synchronized.
    var isSystemSynchronized = true
    /// The nanoseconds by which the system's clock is ahead of the recorder's, because it was set.
    var systemLead: Int64 = 0
    private var receivers: [DeviceID: Receiver] = [:]
    /// The nanoseconds from the recorder's clock to the session's date; `nil` until the first fix that decides it.
    private var translation: Int64?

    /// The nanoseconds from the recorder's clock to the session's date.
    var dateOffset: Int64 { translation ?? 0 }

    /// Creates a clock of a session without fixes.
    init(release: Instant) { self.release = release }

    /// Returns the arrival of the first event that waits for a decision; `nil` if none has to wait.
    func undecided(at now: Instant) -> Instant? {
        receivers.values.compactMap { receiver in
            guard !receiver.isKnown, let doubt = receiver.doubt, let doubted = receiver.doubted else { return nil }
            return now - doubted <= Self.patience ? doubt.since : nil
        }.min()
    }

    /// Moves the time of an event of a receiver to the recorder's clock. Returns a decision, if the event led to one.
    mutating func consume(_ event: inout SensorEvent) -> Verdict? {
        switch event.payload {
        case .fix(let fix) where !fix.timeIsArrival && fix.mode != .unknown:
            let verdict = fix.coordinate == nil ? nil : judge(fix.device, event.time, received: event.received)
            place(&event, of: fix.device)
            return verdict
        case .sky(let sky) where event.time != event.received: place(&event, of: sky.device)
        default: break
        }
        return nil
    }

    private func place(_ event: inout SensorEvent, of device: DeviceID) {
        event.time = event.time.moved(by: receivers[device]?.shift ?? 0)
    }

    private mutating func judge(_ device: DeviceID, _ time: Instant, received: Instant) -> Verdict? {
        var receiver = receivers[device] ?? Receiver()
        defer { receivers[device] = receiver }
        let (lead, overflow) = time.nanoseconds.subtractingReportingOverflow(received.nanoseconds)
        guard !overflow, receiver.decisionCount < Self.mostDecisions else { return nil }
        if Self.agree(Double(lead) + Double(receiver.shift)) {
            (receiver.isKnown, receiver.doubt) = (true, nil)
            translation = translation ?? 0
            return nil
        }
        let weeks = weeks(in: lead, at: received)
        let shift: Int64
        let reason: ClockDecision.Reason
        var since = received
        if Self.agree(Double(lead)) {
            (shift, reason) = (0, .agreement)
        } else if weeks != 0, Self.agree(Double(lead &- weeks)) {
            (shift, reason) = (-weeks, .weekRollover)
        } else {
            receiver.doubt = Self.doubt(receiver.doubt, time, lead, at: received)
            receiver.doubted = receiver.doubted ?? received
            guard let doubt = receiver.doubt,
                Self.isProven(doubt, lead, at: received, after: receiver.isKnown ? Self.longProof : Self.proof)
            else { return nil }
            since = doubt.since
            shift = 0 &- doubt.most
            if translation == nil {
                let believed = believed(doubt.most &- weeks, at: received)
                (translation, reason) = (believed.translation, believed.reason)
            } else {
                reason = .decidedBefore
            }
        }
        let change = shift &- receiver.shift
        translation = translation ?? 0
        (receiver.shift, receiver.isKnown, receiver.doubt) = (shift, true, nil)
        receiver.decisionCount += 1
        let decision = ClockDecision(device: device, reason: reason, shift: shift, translation: translation ?? 0)
        return Verdict(decision: decision, since: since, change: change)
    }

    private static func agree(_ nanoseconds: Double) -> Bool { abs(nanoseconds) <= agreement * 1e9 }

    private static func doubt(_ known: Doubt?, _ time: Instant, _ lead: Int64, at received: Instant) -> Doubt {
        guard var doubt = known, time > doubt.time,
            Double(max(doubt.most, lead)) - Double(min(doubt.least, lead)) <= jitter * 1e9
        else { return Doubt(since: received, first: lead, most: lead, least: lead, time: time) }
        (doubt.most, doubt.least) = (max(doubt.most, lead), min(doubt.least, lead))
        doubt.time = time
        doubt.count += 1
        return doubt
    }

    private static func isProven(_ doubt: Doubt, _ lead: Int64, at received: Instant, after seconds: Double) -> Bool {
        let span = received - doubt.since
        return doubt.count > 2 && span >= seconds && abs(Double(lead) - Double(doubt.first)) <= drift * span * 1e9
    }

    /// Returns the multiple of 1024 weeks that a receiver is off by, in nanoseconds: judged by the system's clock or, if
    /// that is not set either, by the release.
    private func weeks(in lead: Int64, at received: Instant) -> Int64 {
        if received.moved(by: systemLead) >= release { return GPSWeekEra.rollovers(within: lead &- systemLead) }
        let early = release - received.moved(by: lead)
        let eras = min((early * 1e9 / Double(GPSWeekEra.nanoseconds)).rounded(.up), Self.mostEras)
        return early <= 0 ? 0 : -Int64(eras) * GPSWeekEra.nanoseconds
    }

    /// Returns the nanoseconds from the recorder's clock to the one that is believed, and why, for a receiver that is
    /// ahead by `lead`.
    private func believed(_ lead: Int64, at received: Instant) -> (translation: Int64, reason: ClockDecision.Reason) {
        let (receiver, system) = (received.moved(by: lead), received.moved(by: systemLead))
        // Tomorrow is known only if the system's clock is; a receiver's date is one of the weeks that it can count.
        let latest = isSystemSynchronized ? system.moved(by: Self.day) : release.moved(by: GPSWeekEra.nanoseconds)
        let isImpossible = receiver < release || receiver > latest
        let isSystemRight =
            system >= release
            && (isImpossible || isSystemSynchronized && !Self.agree(Double(lead) - Double(systemLead)))
        guard isSystemRight else { return (lead, .systemUnsynchronized) }
        return (Self.agree(Double(systemLead)) ? 0 : systemLead, isImpossible ? .impossibleDate : .systemSynchronized)
    }
}
