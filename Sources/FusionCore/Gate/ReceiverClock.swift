import SensorModel

/// Tells a receiver whose clock, or whose laptop's clock, is simply off from one that delivers old fixes.
///
/// A cached fix does not advance; a late one comes alone; a wrong clock is wrong by the same amount, fix after fix.
struct ReceiverClock: Sendable, Hashable {
    /// Seconds that the recorder's clock is ahead of the receiver's, once that is established.
    private(set) var offset: Double?
    private var lastTime: Instant?
    private var lastOffset = 0.0
    private var streak = 0
    private var hasAgreed = false

    /// How many times longer the clocks must disagree after they have agreed.
    private static let doubt = 3.0
    /// Seconds by which successive offsets may differ: jitter of a slow link.
    private static let tolerance = 2.0

    /// Returns how old a fix is, in seconds, by a clock that is right.
    func age(time: Instant, received: Instant) -> Double { received - time - (offset ?? 0) }

    /// Takes a fix whose age is beyond the limit; returns true at the moment in which its clock is understood.
    mutating func considerStale(time: Instant, received: Instant, fixes: Double) -> Bool {
        let current = received - time
        if let lastTime, time > lastTime, abs(current - lastOffset) <= Self.tolerance {
            streak += 1
        } else {
            streak = 1
        }
        lastTime = time
        lastOffset = current
        guard Double(streak) >= (hasAgreed ? Self.doubt : 1) * fixes else { return false }
        offset = current
        streak = 0
        return true
    }

    /// Takes a fix that is not old; one that is fresh by the plain clocks ends the disagreement.
    mutating func considerFresh(time: Instant, received: Instant, maximumAge: Double) {
        streak = 0
        lastTime = nil
        if offset == nil { hasAgreed = true }
        if offset != nil, abs(received - time) <= maximumAge { offset = nil }
    }
}

/// The clocks of all receivers: each has its own.
struct ReceiverClocks: Sendable, Hashable {
    /// That of the receiver turned to.
    var clock = ReceiverClock()
    private var device: DeviceID?
    private var others: [DeviceID: ReceiverClock] = [:]

    /// Turns to a receiver, and keeps what is known of the one before.
    mutating func turn(to device: DeviceID) {
        guard device != self.device else { return }
        if let before = self.device { others[before] = clock }
        clock = others.removeValue(forKey: device) ?? ReceiverClock()
        self.device = device
    }
}
