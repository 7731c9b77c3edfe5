import Geometry
import Glibc
import SensorModel

/// Learns the position error of holding a velocity, so that the stated accuracy grows through an outage as the errors
/// do.
///
/// Every half minute, compares the position with the one predicted by the velocity half a minute before, separately at
/// rest and on the move. White acceleration makes the variance grow with the cube of the time.
public struct HeldVelocity: Sendable, Hashable {
    private var anchor: (time: Instant, position: SIMD2<Double>, velocity: SIMD2<Double>)?
    /// The squared errors at rest and on the move.
    private var rest = HoldingError(50)
    private var move = HoldingError.move
    /// The last estimate, and the sum of the shifts of its plane's origin, in metres.
    private(set) var latest: PlaneEstimate?
    private(set) var shifted = SIMD2<Double>(0, 0)
    /// The number of interruptions of the estimates.
    private(set) var interruptions = 0

    /// The minimum speed on the move, in m/s.
    static let moving = 1.0

    /// Returns whether both have learned the same errors.
    public static func == (left: Self, right: Self) -> Bool { left.rest == right.rest && left.move == right.move }

    /// Hashes the learned errors.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rest)
        hasher.combine(move)
    }

    /// Creates an instance with the initial guesses.
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

    /// Adds the estimate at a fix.
    mutating func update(_ estimate: PlaneEstimate) {
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

    /// Returns the variance of one axis, in m^2, after a velocity has been held for a time.
    /// - Parameters:
    ///   - time: The time in seconds.
    ///   - learned: The learned errors of another method; `nil` for holding the velocity.
    func variance(after time: Double, by learned: HoldingError? = nil) -> Double {
        guard let latest else { return 0 }
        let error = learned ?? (latest.velocity.length > Self.moving ? move : rest)
        return latest.variance + latest.velocityVariance * time * time + error.variance(after: time)
    }
}

/// The error of a method of continuing without fixes: the mean squared error of one axis after half a minute, with
/// forgetting.
struct HoldingError: Sendable, Hashable {
    /// The sum of squared errors in m^2 s, and the total time in seconds.
    private var sum: Double
    private var time: Double

    /// The time, in seconds, for which a method is tried to learn its error, and the minimum time that suffices.
    static let (horizon, enough) = (30.0, 24.0)
    /// The time constant of forgetting, and the weight of the initial guess, both in seconds.
    private static let (memory, first) = (900.0, 5.0)
    /// The ratio of the stated variance to the mean, since a few large errors dominate the mean.
    private static let margin = 1.25
    /// The correlation time of a velocity, in seconds.
    private static let lasting = 40.0

    /// The initial guess for a velocity on the move.
    static let move = HoldingError(8_000)

    /// Creates an error with an initial guess of the mean squared error, in m^2.
    init(_ square: Double) { (sum, time) = (Self.first * square, Self.first) }

    /// The mean squared error of one axis after ``horizon``, in m^2.
    var square: Double { sum / time }

    /// Adds an error in metres, east and north, after the given number of seconds.
    mutating func add(_ error: SIMD2<Double>, after seconds: Double) {
        let ratio = Self.growth(Self.horizon) / max(Self.growth(seconds), 1e-9)
        let keep = exp(-seconds / Self.memory)
        sum = sum * keep + seconds * (error * error).sum() / 2 * ratio
        time = time * keep + seconds
    }

    /// Returns the variance of one axis, in m^2, after the given number of seconds.
    func variance(after seconds: Double) -> Double {
        Self.margin * square * Self.growth(seconds) / Self.growth(Self.horizon)
    }

    /// Returns the mean squared error, up to a factor, of holding a velocity that follows an Ornstein-Uhlenbeck
    /// process. It grows with the cube of the time at first, and with the square of the time once the velocity is
    /// unrelated.
    private static func growth(_ seconds: Double) -> Double {
        let share = seconds / lasting
        // Series expansion, because most of the exact expression cancels for small arguments.
        guard share > 0.01 else { return share * share * share * (2.0 / 3) }
        return share * share - 2 + 2 * (1 + share) * exp(-share)
    }
}
