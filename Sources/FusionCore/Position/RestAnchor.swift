import Geodesy
import Glibc
import SensorModel

/// Keeps the shown position in place at rest, so that no receiver's wandering draws a knot.
///
/// It gives way only where the filter's estimate lies too far off to be the same place, and then only so far: like a
/// dog on a lead. The accuracy shown is that of the place shown: its 95 % circle holds the truth as surely as the
/// filter's own does.
struct RestAnchor: Sendable, Hashable {
    private var shown: Coordinate?

    /// Standard deviations of a planar normal error that hold 95 % of it.
    private static let circle = 2.448

    /// Returns what to show in place of an estimate.
    /// - Parameters:
    ///   - estimate: The filter's.
    ///   - isStill: True while nothing moves.
    ///   - firmness: 1 to hold, 0 to follow the filter.
    ///   - parameters: How far the shown place may lie off.
    mutating func hold(
        _ estimate: PositionEstimate, isStill: Bool, firmness: Double, _ parameters: PositionFilter.Parameters
    ) -> PositionEstimate {
        guard isStill else {
            shown = nil
            return estimate
        }
        guard let place = shown else {
            shown = estimate.coordinate
            return estimate
        }
        let plane = LocalPlane(origin: estimate.coordinate)
        let point = plane.point(place)
        let off = hypot(point.east, point.north)
        let length = firmness * max(parameters.restCircle * estimate.accuracy, parameters.restSlack)
        var held = estimate
        var distance = off
        if off > length {
            distance = length
            let share = length / off
            held.coordinate = plane.coordinate(PlanePoint(east: point.east * share, north: point.north * share))
        } else {
            held.coordinate = place
        }
        shown = held.coordinate
        held.accuracy = Self.accuracy(estimate.accuracy, off: distance)
        held.covariance = SIMD3(held.accuracy * held.accuracy, 0, held.accuracy * held.accuracy)
        held.eastVelocity = estimate.eastVelocity.map { _ in 0 }
        held.northVelocity = estimate.northVelocity.map { _ in 0 }
        return held
    }

    /// The 1-sigma accuracy of a place that lies `off` metres from an estimate: the 95 % quantile of the distance to the
    /// truth, which is Rician, within 2 %.
    private static func accuracy(_ sigma: Double, off: Double) -> Double {
        guard sigma > 1e-6 else { return max(sigma, off / circle) }
        let ratio = off / sigma
        return sigma * (ratio + 1.645 + 0.803 * exp(-0.9 * ratio)) / circle
    }
}
