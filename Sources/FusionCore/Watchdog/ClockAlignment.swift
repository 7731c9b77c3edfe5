import SensorModel

/// Puts what the recorder's clock stamped on the receiver's axis, where the two clocks disagree.
///
/// Estimates follow the times of the fixes. A laptop that is minutes off, or a drive that is fed faster than real time,
/// stamps its ticks elsewhere; what a tick leads to would jump back and forth in time without this.
struct ClockAlignment: Sendable, Hashable {
    /// Seconds up to which the clocks agree: the way of a fix to the recorder takes that long at most.
    private static let agreement = 2.0

    private var offset = 0.0

    /// Takes the time and the arrival of an accepted fix.
    mutating func note(time: Instant, received: Instant) {
        let difference = time - received
        offset = abs(difference) > Self.agreement ? difference : 0
    }

    /// Returns a moment of the recorder's clock as the receiver would have stamped it.
    func place(_ instant: Instant) -> Instant { offset == 0 ? instant : instant + offset }
}
