import Glibc
import NavigationMath
import SensorModel

/// Learns how far a held velocity leads astray, so that the accuracy grows through an outage as errors really do.
///
/// Every half minute the position is compared with the one that the velocity of half a minute before led to, at rest and on
/// the move apart. White acceleration makes the variance grow with the cube of the time.
public struct HeldVelocity: Sendable, Hashable {
    private var anchor: (time: Instant, position: SIMD2<Double>, velocity: SIMD2<Double>)?
    /// Sums of squared errors of one axis after ``horizon`` in m^2 s, and of the time, at rest and on the move.
    private var rest = SIMD2(5 * 50.0, 5.0)
    private var move = SIMD2(5 * 8_000.0, 5.0)
    private var latest: PlaneEstimate?

    /// Seconds over which a velocity is held to learn from, and the share of them that is enough.
    private static let (horizon, enough) = (30.0, 0.8)
    /// Seconds in which what was learnt is forgotten.
    private static let memory = 900.0
    /// The m/s from which on something moves.
    private static let moving = 1.0
    /// How many times the mean the variance is: few errors make most of the mean.
    private static let margin = 1.5

    /// Returns whether both have learnt the same.
    public static func == (left: Self, right: Self) -> Bool { left.rest == right.rest && left.move == right.move }

    /// Feeds what was learnt into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rest)
        hasher.combine(move)
    }

    /// Creates one that has learnt nothing.
    public init() {}

    mutating func interrupt() { (anchor, latest) = (nil, nil) }

    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        anchor?.position -= offset
        latest?.position -= offset
    }

    /// Uses the estimate at a fix.
    mutating func note(_ estimate: PlaneEstimate) {
        latest = estimate
        guard let anchor else {
            self.anchor = (estimate.time, estimate.position, estimate.velocity)
            return
        }
        let time = estimate.time - anchor.time
        guard time > Self.enough * Self.horizon else { return }
        defer { self.anchor = (estimate.time, estimate.position, estimate.velocity) }
        guard time <= Self.horizon else { return }
        let error = estimate.position - anchor.position - anchor.velocity * time
        let ratio = Self.horizon / time
        let square = (error * error).sum() / 2 * ratio * ratio * ratio
        let keep = exp(-time / Self.memory)
        if anchor.velocity.length > Self.moving {
            move = move * keep + time * SIMD2(square, 1)
        } else {
            rest = rest * keep + time * SIMD2(square, 1)
        }
    }

    /// The variance of one axis in m^2, if the last velocity has been held for some seconds.
    func variance(after time: Double) -> Double {
        guard let latest else { return 0 }
        let sums = latest.velocity.length > Self.moving ? move : rest
        let share = time / Self.horizon
        return latest.variance + latest.velocityVariance * time * time
            + Self.margin * sums.x / sums.y * share * share * share
    }
}
