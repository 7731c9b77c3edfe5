import Geometry
import Glibc

/// Gravity and attitude without a gyroscope: low-passes of the accelerometer and magnetometer in the device's axes.
///
/// Uses a Butterworth low-pass of 0.3 Hz by default (the choice of Anguita et al. 2013 for phone accelerometers). It
/// cannot distinguish a tilt from a push, so its samples have ``DeviceMotion/Source/accelerometerOnly``.
struct AccelerometerGravity: Sendable {
    private var gravity = ButterworthLowPass<Vector3>()
    private var field = ButterworthLowPass<Vector3>()
    private var rest = RestDetector()
    private var accelerationCoefficients: ButterworthCoefficients
    private var fieldCoefficients: ButterworthCoefficients
    private var restCoefficients: ButterworthCoefficients

    init(cutoff: Double, restTime: Double, interval: Double, fieldInterval: Double) {
        accelerationCoefficients = .init(cutoff: cutoff, interval: interval)
        fieldCoefficients = .init(cutoff: cutoff, interval: fieldInterval)
        restCoefficients = .init(timeConstant: restTime, interval: interval)
    }

    /// Adapts to another cut-off in hertz, rest filter in seconds, or sample intervals in seconds.
    mutating func retune(cutoff: Double, restTime: Double, interval: Double, fieldInterval: Double) {
        accelerationCoefficients = .init(cutoff: cutoff, interval: interval)
        fieldCoefficients = .init(cutoff: cutoff, interval: fieldInterval)
        restCoefficients = .init(timeConstant: restTime, interval: interval)
        gravity.retune(accelerationCoefficients)
        field.retune(fieldCoefficients)
        rest.retune(acceleration: restCoefficients)
    }

    /// Clears all state after a gap.
    mutating func restart() {
        gravity = .init()
        field = .init()
        rest.restart()
    }

    /// Continues from a gravity vector of another source when a gyroscope becomes silent.
    mutating func seed(gravity known: Vector3) { gravity.settle(at: known, accelerationCoefficients) }

    /// The time for which the acceleration has not deviated from its low-pass, in seconds.
    var restDuration: Double { rest.duration }

    /// Processes an acceleration that applies for `elapsed` seconds. Returns the upward unit vector in the device's
    /// axes.
    mutating func update(acceleration: Vector3, elapsed: Double, restTolerance: Double) -> Vector3 {
        rest.update(acceleration: acceleration, restCoefficients, tolerance: restTolerance, interval: elapsed)
        return Self.direction(gravity.update(acceleration, accelerationCoefficients))
    }

    /// Processes a magnetic field.
    mutating func update(magneticField: Vector3) { field.update(magneticField, fieldCoefficients) }

    var hasHeading: Bool { field.hasStarted && field.value.cross(gravity.value).length > 0 }

    /// The rotation from the device's axes to east, north, up. Without a field, the rotation is the shortest one to
    /// upright.
    var attitude: Quaternion {
        let up = Self.direction(gravity.value)
        let lift = Quaternion(liftingToUp: up)
        guard hasHeading else { return lift }
        let north = lift.rotate(field.value)
        return Quaternion(yaw: heading(of: north)) * lift
    }

    private func heading(of field: Vector3) -> Double { atan2(field.x, field.y) }

    private static func direction(_ vector: Vector3) -> Vector3 {
        let length = vector.length
        return length > 0 ? vector / length : Vector3(0, 0, 1)
    }
}
