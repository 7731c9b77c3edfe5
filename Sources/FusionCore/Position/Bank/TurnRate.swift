import Glibc

/// The rate of a turn that lasts, such as a glider's circle, of which three fixes predict the fourth.
///
/// The rate is a mean-reverting state, observed through the angle between two successive chords. Noise turns a path as
/// often left as right, so the rate counts only as far as it has predicted the turns of the last minutes: its
/// coefficient is the slope of their regression on it. Source: Y. Bar-Shalom, X. R. Li, T. Kirubarajan, "Estimation with
/// Applications to Tracking and Navigation" (2001), 11.7 (nearly coordinated turns), with the rate estimated apart from
/// the position.
struct TurnRate: Sendable, Hashable {
    /// The straight line between two fixes.
    private struct Chord: Sendable, Hashable {
        /// The distance in metres, east and north, and its square.
        var displacement: SIMD2<Double>
        var squared: Double
        /// The time between the fixes, in seconds.
        var seconds: Double
    }

    /// The expected rate in rad/s, anticlockwise, and its variance.
    private var rate = 0.0
    private var variance = Self.spread * Self.spread
    /// The sums of the products of predicted and observed rates, and of the squared predicted rates, over the variances
    /// of what was observed.
    private var (product, square) = (0.0, 0.0)
    private var place = SIMD2<Double>(0, 0)
    private var chord: Chord?

    /// The standard deviation of the rates of turns, in rad/s, and the time for which a turn lasts, in seconds.
    private static let (spread, duration) = (0.15, 20.0)
    /// The time over which the predictions are judged, in seconds.
    private static let memory = 120.0
    /// The information about the coefficient beforehand, which is expected to be zero.
    private static let prior = 4.0
    /// The maximum angle between two chords, in radians; a larger one may be a turn to the other side.
    private static let widest = 2.5
    /// The maximum variance of an angle that is used, in rad^2.
    private static let mostNoise = 1.0

    init() {}

    /// Creates a rate of zero at the first fix, in metres east and north.
    init(at place: SIMD2<Double>) { self.place = place }

    mutating func shiftOrigin(by offset: SIMD2<Double>) { place -= offset }

    /// Returns the angle, in radians, that the velocity is expected to turn in a time in seconds. O(1).
    func angle(over seconds: Double) -> Double {
        let share = min(1, max(0, product / (square + Self.prior)))
        let angle = share * rate * Double.exponential(-seconds / Self.duration) * seconds
        return abs(angle) <= Self.widest ? angle : 0
    }

    /// Updates the rate with a fix. O(1).
    /// - Parameters:
    ///   - position: The place in metres, east and north.
    ///   - accuracy: The stated 1-sigma accuracy, in metres.
    ///   - interval: The time since the last fix, in seconds.
    mutating func update(position: SIMD2<Double>, accuracy: Double, interval: Double) {
        let kept = Double.exponential(-interval / Self.duration)
        let prior = Self.spread * Self.spread
        rate *= kept
        variance = prior + kept * kept * (variance - prior)
        let displacement = position - place
        let (before, now) = (
            chord, Chord(displacement: displacement, squared: (displacement * displacement).sum(), seconds: interval)
        )
        place = position
        guard now.seconds > 0, now.squared > 0 else { return }
        chord = now
        if let before { update(before, now, accuracy: accuracy) }
    }

    private mutating func update(_ before: Chord, _ now: Chord, accuracy: Double) {
        let (first, second) = (before.displacement, now.displacement)
        let angle = atan2(first.x * second.y - first.y * second.x, (first * second).sum())
        // The chords share the fix between them.
        let shared = 1 / (before.squared * now.squared).squareRoot()
        let noise = 2 * accuracy * accuracy * (1 / before.squared + 1 / now.squared + shared)
        guard abs(angle) <= Self.widest, noise <= Self.mostNoise else { return }
        let seconds = (before.seconds + now.seconds) / 2
        let observed = angle / seconds
        let information = 1 / (variance + noise / (seconds * seconds))
        let faded = Double.exponential(-now.seconds / Self.memory)
        product = faded * product + rate * observed * information
        square = faded * square + rate * rate * information
        let gain = variance * information
        rate += gain * (observed - rate)
        variance *= 1 - gain
    }
}
