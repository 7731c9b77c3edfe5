import Geometry
import Glibc

/// Learns by how much the lag of a receiver's velocity varies, from how its errors grow with the change of the velocity.
///
/// A phone that filters its velocity reports it later in one manoeuvre than in another. The error is then the deviation of
/// the lag times the change of the velocity, so the squared residuals are regressed on the squared changes: the slope is the
/// variance of the lag. Over a second, a deviation that soon ends shows; over a manoeuvre, one that lasts shows better, since
/// the changes add up and the noise of the fixes does not. The larger one counts. Guide: docs/estimators/position.md.
struct LagVariation: Sendable, Hashable {
    private var short = SquaredRegression()
    private var long = SquaredRegression()
    /// The chord at the start of the current manoeuvre, and the time since then in seconds; `nil` after an interruption.
    private var begin: VelocityIdentification.Chord?
    private var elapsed = 0.0

    /// The posterior mean of the variance of the lag, in s^2.
    var variance: Double { max(short.slope, long.slope) }

    /// Forgets the current manoeuvre.
    mutating func interrupt() { begin = nil }

    /// Adds a step of the identification.
    /// - Parameters:
    ///   - residual: The part of the step's error that lag and scale do not explain, in metres.
    ///   - change: The change of the velocity in m/s.
    ///   - keep: The fraction of the earlier steps that is remembered.
    mutating func noteStep(_ residual: SIMD2<Double>, change: SIMD2<Double>, keep: Double) {
        short.add((residual * residual).sum(), at: (change * change).sum(), keep: keep)
    }

    /// Adds the chord to a fix.
    /// - Parameters:
    ///   - chord: The path of the fixes minus that of the velocity, the velocity, and its path, each since a start.
    ///   - lag: The mean lag of the velocity, in seconds.
    ///   - scale: The error of the velocity's scale.
    ///   - dt: The time since the previous fix, in seconds.
    ///   - manoeuvre: The duration of a manoeuvre, in seconds.
    ///   - memory: The time constant of forgetting, in seconds.
    mutating func noteChord(
        _ chord: VelocityIdentification.Chord, lag: Double, scale: Double, dt: Double, manoeuvre: Double,
        memory: Double
    ) {
        guard let begin else {
            (self.begin, elapsed) = (chord, 0)
            return
        }
        elapsed += dt
        guard elapsed >= manoeuvre else { return }
        let change = chord.velocity - begin.velocity
        let residual = chord.error - begin.error - lag * change - scale * (chord.displacement - begin.displacement)
        long.add((residual * residual).sum(), at: (change * change).sum(), keep: exp(-elapsed / memory))
        (self.begin, elapsed) = (chord, 0)
    }
}

/// The slope of squared errors over squared changes of the velocity, which is zero or normally distributed, as in
/// ``VelocityIdentification/Belief``.
private struct SquaredRegression: Sendable, Hashable {
    /// The faded sums of 1, x, x^2, y, x y, and y^2, for the squared change x in m^2/s^2 and the squared error y in m^2.
    private var (ones, x, xx, y, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    /// The number of pairs before which the slope counts as zero.
    private static let start = 15.0
    /// The maximum squared error, as a multiple of the mean one; a larger one is a jump of the place.
    private static let mostUnusual = 400.0
    /// The prior 1-sigma of a slope that is not zero, in s^2, and the prior odds that it is not.
    private static let (prior, odds) = (1.0, 0.005)
    /// The maximum slope, in s^2.
    private static let most = 4.0

    /// Adds a squared error at a squared change, and fades the earlier ones.
    mutating func add(_ square: Double, at change: Double, keep: Double) {
        let square = ones > 0 ? min(square, Self.mostUnusual * y / ones) : square
        ones = ones * keep + 1
        x = x * keep + change
        xx = xx * keep + change * change
        y = y * keep + square
        xy = xy * keep + change * square
        yy = yy * keep + square * square
    }

    /// The posterior mean of the slope, in s^2.
    var slope: Double {
        guard ones > Self.start else { return 0 }
        let spread = xx - x * x / ones
        let joint = xy - x * y / ones
        guard spread > 0, joint > 0 else { return 0 }
        let slope = joint / spread
        let rest = max(yy - y * y / ones - slope * joint, 1e-9) / ones
        let (ofSlope, ofPrior) = (spread / rest, 1 / (Self.prior * Self.prior))
        let belief = VelocityIdentification.Belief(
            slope * ofSlope / (ofSlope + ofPrior), sigma: 1 / (ofSlope + ofPrior).squareRoot(), prior: Self.prior,
            odds: Self.odds)
        return min(belief.mean, Self.most)
    }
}
