import SensorModel

/// Joins the two axes of time of a session where the receiver's clock and the recorder's disagree.
///
/// Fixes carry the receiver's time; samples, steps and ticks carry the recorder's. What is made of fixes (position, way,
/// the way carried on, the saved track) lives on the receiver's axis; what is made of samples (rest, shaking, steps,
/// activity, height) lives on the recorder's. Whatever goes from one side to the other goes through here, and nowhere
/// else: a fix tells and asks the sensors' stages at ``sensorTime(of:)``, and what the recorder stamped reaches the
/// stages of fixes at ``place(_:)``. Where the clocks agree both change nothing.
struct ClockAlignment: Sendable, Hashable {
    /// Seconds up to which the clocks agree: the way of a fix to the recorder takes that long at most.
    private static let agreement = 2.0

    /// Seconds by which the receiver's clock is ahead; zero where the clocks agree.
    private(set) var offset = 0.0

    /// Records a fix that serves the speed.
    mutating func note(_ fix: SensorEvent) {
        offset = Self.agree(on: fix) ? 0 : fix.time - fix.received
    }

    /// Returns a moment of the recorder's clock as the receiver would have stamped it.
    @inline(__always)
    func place(_ instant: Instant) -> Instant { offset == 0 ? instant : instant + offset }

    /// Returns when an event was as the receiver would have stamped it.
    @inline(__always)
    func place(of event: SensorEvent) -> Instant {
        if case .fix = event.payload { event.time } else { place(event.time) }
    }

    /// Returns when a fix was measured as the recorder would have stamped it: as it says where the clocks agree, else
    /// when it came. Nothing is measured after it has come.
    static func sensorTime(of fix: SensorEvent) -> Instant {
        agree(on: fix) ? min(fix.time, fix.received) : fix.received
    }

    private static func agree(on fix: SensorEvent) -> Bool { abs(fix.time - fix.received) <= agreement }
}
