import Geometry

/// The rules for silences of a receiver, which the distance, the activities, and the day share: what was a gap, and what
/// was a ride.
public struct SilenceParameters: Sendable, Hashable {
    /// The minimum time without a fix, in seconds, that interrupts the track.
    public var gap = 600.0
    /// The maximum duration of a silence, in seconds, that is bridged as an estimated ride, such as a metro or a long
    /// tunnel.
    public var longestBridge = 2_700.0
    /// The minimum straight-line speed, in m/s, of a silence that was a ride.
    public var bridgeSpeed = 2.5
    /// The maximum distance between the ends of a silence that was spent in one place, in metres.
    public var gapStayDistance = 500.0
    /// The maximum duration of a silence, in seconds, of which anything is known: that it was a stay if it ends where it began,
    /// and otherwise that it led at least straight to its end.
    public var longestSilentStay = 86_400.0
    /// The minimum duration of another activity, in seconds, that divides a move.
    public var shortestStretch = 60.0

    /// Creates parameters with default values.
    public init() {}

    /// The minimum silence of a receiver, in median intervals between fixes.
    private static let silentIntervals = 5.0

    /// The minimum number of intervals that show how often a receiver samples.
    static let fewestIntervals = 5

    /// Returns the minimum silence, in seconds, of a receiver with a median interval between its fixes, in seconds; at least
    /// ``gap``.
    func silence(usual interval: Double?) -> Double { max(gap, Self.silentIntervals * (interval ?? 0)) }

    /// Returns whether the user rode between two fixes, given their distance in metres and the seconds between them.
    func isRide(of metres: Double, in seconds: Double) -> Bool {
        seconds <= longestBridge && metres >= bridgeSpeed * seconds
    }

    /// Returns whether the ends of a silence are too far apart for one place, so that the user moved on in an unknown way.
    func isMove(of metres: Double, in seconds: Double) -> Bool {
        metres > gapStayDistance && seconds <= longestSilentStay
    }

    /// Returns whether a receiver was silent for some seconds, given the median interval between its fixes, in seconds. One
    /// that samples rarely is not silent.
    func isSilence(of seconds: Double, usual interval: Double?) -> Bool {
        interval.map { seconds >= max(shortestStretch, Self.silentIntervals * $0) } ?? false
    }

    /// Returns whether a silence was a ride, such as one between metro stations, given the median interval between the fixes,
    /// in seconds.
    func isCrossing(of metres: Double, in seconds: Double, usual interval: Double?) -> Bool {
        isSilence(of: seconds, usual: interval) && isRide(of: metres, in: seconds)
    }

    /// Returns the median of the intervals between the fixes of a receiver, in seconds; `nil` if there are too few to show it.
    /// O(intervals).
    static func usualInterval(among intervals: [Double]) -> Double? {
        intervals.count >= fewestIntervals ? quantiles([0.5], of: intervals)[0] : nil
    }
}
