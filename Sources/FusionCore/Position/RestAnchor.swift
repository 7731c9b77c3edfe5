import Geodesy
import SensorModel

/// Keeps the shown position in place at rest, so that no receiver's wandering draws a knot.
///
/// The place is that of the moment of rest; once, when it is known far better, it is set right; later it moves only
/// when the estimate leaves the anchor's own 95 % circle.
struct RestAnchor: Sendable, Hashable {
    private var since: Instant?
    private var shown: PositionEstimate?
    private var isSettled = false

    /// Seconds after which the place is set right, once.
    private static let settling = 20.0
    /// Standard deviations of a planar normal error that hold 95 % of it.
    private static let circle = 2.448

    /// Returns what to show in place of an estimate.
    /// - Parameters:
    ///   - estimate: The filter's.
    ///   - isStill: True while nothing moves.
    ///   - firmness: 1 to hold within the anchor's 95 % circle, 0 to follow the filter.
    mutating func hold(_ estimate: PositionEstimate, isStill: Bool, firmness: Double) -> PositionEstimate {
        guard isStill else {
            self = RestAnchor()
            return estimate
        }
        guard let shown, let since else {
            self.since = estimate.time
            self.shown = estimate
            return estimate
        }
        let moved = estimate.coordinate.distance(to: shown.coordinate)
        let isDue = !isSettled && estimate.time - since >= Self.settling
        if moved > firmness * Self.circle * max(shown.accuracy, 1) {
            self.shown = estimate
        } else if isDue {
            isSettled = true
            if estimate.accuracy < 0.8 * shown.accuracy { self.shown = estimate }
        }
        var held = estimate
        held.coordinate = self.shown?.coordinate ?? estimate.coordinate
        held.accuracy = self.shown?.accuracy ?? estimate.accuracy
        held.covariance = self.shown?.covariance
        held.eastVelocity = estimate.eastVelocity.map { _ in 0 }
        held.northVelocity = estimate.northVelocity.map { _ in 0 }
        return held
    }
}
