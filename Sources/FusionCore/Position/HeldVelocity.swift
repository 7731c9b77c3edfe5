import Glibc
import NavigationMath
import SensorModel

/// Learns how far a held velocity leads astray, so that the accuracy grows through an outage as errors really do.
///
/// Every half minute the position is compared with the one that the velocity of half a minute before led to, at rest and on
/// the move apart. White acceleration makes the variance grow with the cube of the time.
public struct HeldVelocity: Sendable, Hashable {
    private var anchor: (time: Instant, position: SIMD2<Double>, velocity: SIMD2<Double>)?
    /// The squared errors at rest and on the move.
    private var rest = HoldingError(50)
    private var move = HoldingError.move
    /// The last estimate, and the sum of the shifts of its plane's origin, in metres.
    private(set) var latest: PlaneEstimate?
    private(set) var shifted = SIMD2<Double>(0, 0)
    /// How often the estimates began again.
    private(set) var interruptions = 0

    /// The least speed in m/s of something that moves.
    static let moving = 1.0

    /// Returns whether both have learnt the same.
    public static func == (left: Self, right: Self) -> Bool { left.rest == right.rest && left.move == right.move }

    /// Feeds what was learnt into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rest)
        hasher.combine(move)
    }

    /// Creates one that has learnt nothing.
    public init() {}

    mutating func interrupt() {
        (anchor, latest) = (nil, nil)
        interruptions += 1
    }

    mutating func shiftOrigin(by offset: SIMD2<Double>) {
        anchor?.position -= offset
        latest?.position -= offset
        shifted += offset
    }

    /// Uses the estimate at a fix.
    mutating func note(_ estimate: PlaneEstimate) {
        latest = estimate
        guard let anchor else {
            self.anchor = (estimate.time, estimate.position, estimate.velocity)
            return
        }
        let time = estimate.time - anchor.time
        guard time > HoldingError.enough else { return }
        defer { self.anchor = (estimate.time, estimate.position, estimate.velocity) }
        guard time <= HoldingError.horizon else { return }
        let error = estimate.position - anchor.position - anchor.velocity * time
        if anchor.velocity.length > Self.moving {
            move.add(error, after: time)
        } else {
            rest.add(error, after: time)
        }
    }

    /// The variance of one axis in m^2, if the last velocity has been held for some seconds.
    /// - Parameters:
    ///   - time: Those seconds.
    ///   - learned: What another way of carrying on has cost; `nil` for holding.
    func variance(after time: Double, by learned: HoldingError? = nil) -> Double {
        guard let latest else { return 0 }
        let error = learned ?? (latest.velocity.length > Self.moving ? move : rest)
        return latest.variance + latest.velocityVariance * time * time + error.variance(after: time)
    }
}

/// How far a way of carrying on leads astray: the mean squared error of one axis after half a minute, with forgetting.
struct HoldingError: Sendable, Hashable {
    /// The sum of squared errors in m^2 s, and the sum of the time they came in.
    private var sum: Double
    private var time: Double

    /// Seconds for which a way is carried on to learn from, and those that are enough.
    static let (horizon, enough) = (30.0, 24.0)
    /// Seconds in which what was learned is forgotten, and that the first guess weighs.
    private static let (memory, first) = (900.0, 5.0)
    /// How many times the mean the variance is: few errors make most of the mean.
    private static let margin = 1.25
    /// Seconds for which a velocity lasts.
    private static let lasting = 40.0

    /// What is assumed of a velocity on the move, before anything is known.
    static let move = HoldingError(8_000)

    /// Creates one that assumes a mean squared error in m^2.
    init(_ square: Double) { (sum, time) = (Self.first * square, Self.first) }

    /// The mean squared error of one axis after ``horizon``, in m^2.
    var square: Double { sum / time }

    /// Adds an error in metres, east and north, after so many seconds.
    mutating func add(_ error: SIMD2<Double>, after seconds: Double) {
        let ratio = Self.growth(Self.horizon) / max(Self.growth(seconds), 1e-9)
        let keep = exp(-seconds / Self.memory)
        sum = sum * keep + seconds * (error * error).sum() / 2 * ratio
        time = time * keep + seconds
    }

    /// The variance of one axis in m^2 after so many seconds.
    func variance(after seconds: Double) -> Double {
        Self.margin * square * Self.growth(seconds) / Self.growth(Self.horizon)
    }

    /// The mean squared error of holding a velocity that is an Ornstein-Uhlenbeck process, up to a factor: it grows with the
    /// cube of the time at first, and with its square once the velocity is another one.
    private static func growth(_ seconds: Double) -> Double {
        let share = seconds / lasting
        // Nearly all of it cancels at first.
        guard share > 0.01 else { return share * share * share * (2.0 / 3) }
        return share * share - 2 + 2 * (1 + share) * exp(-share)
    }
}
