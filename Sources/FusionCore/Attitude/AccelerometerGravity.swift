import Glibc
import NavigationMath

/// Gravity and attitude where there is no gyroscope: low-passes of accelerometer and magnetometer in the device's axes.
///
/// A Butterworth low-pass of 0.3 Hz (the choice of Anguita et al. 2013 for phone accelerometers). It cannot tell a tilt
/// from a push, and says so by ``DeviceMotion/Source/accelerometerOnly``.
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

    /// Forgets everything, after a gap.
    mutating func restart() {
        gravity = .init()
        field = .init()
        rest.restart()
    }

    /// Goes on from gravity known otherwise, when a gyroscope falls silent.
    mutating func seed(gravity known: Vector3) { gravity.settle(at: known, accelerationCoefficients) }

    /// Seconds for which the acceleration has not deviated from its low-pass.
    var restDuration: Double { rest.duration }

    /// Processes an acceleration that stands for `elapsed` seconds; returns up in the device's axes, length one.
    mutating func update(acceleration: Vector3, elapsed: Double, restTolerance: Double) -> Vector3 {
        rest.update(acceleration: acceleration, restCoefficients, tolerance: restTolerance, interval: elapsed)
        return Self.direction(gravity.update(acceleration, accelerationCoefficients))
    }

    /// Processes a magnetic field.
    mutating func update(magneticField: Vector3) { field.update(magneticField, fieldCoefficients) }

    var hasHeading: Bool { field.hasStarted && field.value.cross(gravity.value).length > 0 }

    /// Turns the device's axes to east, north, up; without a field yaw is what the shortest way up leaves.
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
