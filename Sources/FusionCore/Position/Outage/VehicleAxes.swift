import Geometry
import Glibc
import SensorModel

/// Learns how a device is mounted in a vehicle: up from the mean specific force, forward from the vehicle's
/// acceleration.
///
/// In axes that level the device, the horizontal specific force of a wheeled vehicle is its change of speed in the
/// forward direction, and its speed times its turn rate in the lateral one. While there are fixes, both are known, so
/// only one angle is unknown: that of the sum of their products. No attitude is needed, so its lag or drift cannot
/// affect the result. Guide: docs/estimators/vehicle.md.
struct VehicleAxes: Sendable, Hashable {
    /// The mean specific force in m/s^2, over a minute and over some seconds, in the device's axes.
    private var mean = Vector3()
    private var recent = Vector3()
    /// The total duration of the samples, in seconds.
    private var felt = 0.0
    /// The device's axis that the horizontal axes are derived from.
    private var reference = Vector3(1, 0, 0)
    /// The sum of specific force times conjugate acceleration, as complex numbers, and the sums of their squares, in
    /// m^2/s^4.
    private var product = SIMD2<Double>(0, 0)
    private var forceSquare = 0.0
    private var accelerationSquare = 0.0
    /// The specific force and the angular rate, integrated since the last speed.
    private var force = Vector3()
    private var turn = Vector3()
    private var time = 0.0
    private var last: (time: Instant, speed: Double)?

    /// The averaging time for the up direction, and that for detecting that the device was moved by hand, in seconds.
    private static let (meanTime, recentTime) = (60.0, 8.0)
    /// The minimum duration, in seconds, before the up direction is reliable.
    private static let least = 20.0
    /// The cosine of the angle, 20 degrees, by which the up direction can differ from its mean on a road.
    private static let steady = 0.94
    /// The minimum and the maximum time between two speeds that are compared, in seconds.
    private static let (shortest, longest) = (1.9, 4.0)
    /// The fraction of the sums that is kept from one comparison to the next.
    private static let keep = 0.995
    /// The minimum sum of squared accelerations, in m^2/s^4, and the minimum correlation of force and acceleration.
    private static let (enough, agreement) = (8.0, 0.6)

    static func == (left: Self, right: Self) -> Bool {
        left.mean == right.mean && left.product == right.product && left.felt == right.felt
            && left.force == right.force && left.last?.time == right.last?.time
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(mean)
        hasher.combine(product)
        hasher.combine(felt)
    }

    /// True if the device was turned by hand since it was mounted, so that nothing learned is valid any longer.
    var wasMoved: Bool {
        felt > Self.least && mean.dot(recent) < Self.steady * mean.length * recent.length
    }

    /// The correlation of specific force and acceleration, from 0 to 1.
    var coherence: Double {
        let energy = forceSquare * accelerationSquare
        guard energy > 0 else { return 0 }
        return ((product * product).sum() / energy).squareRoot()
    }

    /// The rotation from the vehicle's axes (forward, left, up) to the device's; `nil` until the vehicle has
    /// accelerated enough to determine it.
    var mounting: Quaternion? {
        guard felt > Self.least, accelerationSquare > Self.enough, coherence > Self.agreement else { return nil }
        let up = mean / mean.length
        let (first, second) = horizontal(up)
        let angle = atan2(product.y, product.x)
        let forward = first * cos(angle) + second * sin(angle)
        return Quaternion(columns: forward, up.cross(forward), up)
    }

    /// Adds the motion after all motion so far.
    mutating func add(_ motion: MotionIncrement) {
        let sample = motion.force / motion.duration
        if felt == 0 { begin(sample) }
        felt += motion.duration
        mean += (sample - mean) * (motion.duration / min(felt, Self.meanTime))
        recent += (sample - recent) * min(1, motion.duration / min(felt, Self.recentTime))
        force += motion.force
        turn += motion.angle
        time += motion.duration
    }

    private mutating func begin(_ sample: Vector3) {
        (mean, recent) = (sample, sample)
        let size = Vector3(abs(sample.x), abs(sample.y), abs(sample.z))
        if size.x <= size.y, size.x <= size.z {
            reference = Vector3(1, 0, 0)
        } else {
            reference = size.y <= size.z ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
        }
    }

    /// Compares the samples since the last speed with the speed of a fix, in m/s.
    mutating func add(speed: Double, at instant: Instant) {
        guard let last, instant - last.time <= Self.longest, instant > last.time else {
            restartComparison(speed, at: instant)
            return
        }
        let elapsed = instant - last.time
        guard elapsed >= Self.shortest, time > elapsed / 2 else { return }
        let up = mean / mean.length
        let (first, second) = horizontal(up)
        let acceleration = SIMD2((speed - last.speed) / elapsed, (speed + last.speed) / 2 * turn.dot(up) / time)
        let felt = SIMD2(force.dot(first), force.dot(second)) / time
        if self.felt > Self.least / 2 {
            // The force times the conjugate of the acceleration.
            product =
                product * Self.keep
                + SIMD2(
                    felt.x * acceleration.x + felt.y * acceleration.y, felt.y * acceleration.x - felt.x * acceleration.y
                )
            forceSquare = forceSquare * Self.keep + (felt * felt).sum()
            accelerationSquare = accelerationSquare * Self.keep + (acceleration * acceleration).sum()
        }
        restartComparison(speed, at: instant)
    }

    private mutating func restartComparison(_ speed: Double, at instant: Instant) {
        last = (instant, speed)
        (force, turn, time) = (Vector3(), Vector3(), 0)
    }

    /// Returns two horizontal axes, perpendicular to up.
    private func horizontal(_ up: Vector3) -> (Vector3, Vector3) {
        let across = reference - up * reference.dot(up)
        let first = across / max(across.length, 1e-9)
        return (first, up.cross(first))
    }
}
