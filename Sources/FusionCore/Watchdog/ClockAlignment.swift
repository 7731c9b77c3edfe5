import SensorModel

/// Converts between the two time axes of a session if the receiver's clock and the recorder's disagree.
///
/// Fixes carry the receiver's time; samples, steps, and ticks carry the recorder's. Everything derived from fixes
/// (position, distance, dead reckoning, the saved track) is on the receiver's axis; everything derived from samples
/// (rest, shaking, steps, activity, height) is on the recorder's. All conversion happens here: a fix addresses the
/// stages of sensors at ``sensorTime(of:)``, and what the recorder stamped reaches the stages of fixes at
/// ``place(_:)``. If the clocks agree, neither changes anything.
struct ClockAlignment: Sendable, Hashable {
    /// The maximum difference, in seconds, at which the clocks agree: the longest delay from the receiver to the
    /// recorder.
    private static let agreement = 2.0

    /// The lead of the receiver's clock, in seconds; zero if the clocks agree.
    private(set) var offset = 0.0

    /// Updates the offset from a fix that serves the speed.
    mutating func update(_ fix: SensorEvent) {
        offset = Self.agree(on: fix) ? 0 : fix.time - fix.received
    }

    /// Converts an instant of the recorder's clock to the receiver's axis.
    @inline(__always)
    func place(_ instant: Instant) -> Instant { offset == 0 ? instant : instant + offset }

    /// Returns the time of an event on the receiver's axis.
    @inline(__always)
    func place(of event: SensorEvent) -> Instant {
        if case .fix = event.payload { event.time } else { place(event.time) }
    }

    /// Returns the time at which a fix was measured, on the recorder's axis: its own time if the clocks agree,
    /// otherwise its arrival time. It is never later than the arrival.
    static func sensorTime(of fix: SensorEvent) -> Instant {
        agree(on: fix) ? min(fix.time, fix.received) : fix.received
    }

    private static func agree(on fix: SensorEvent) -> Bool { abs(fix.time - fix.received) <= agreement }
}
