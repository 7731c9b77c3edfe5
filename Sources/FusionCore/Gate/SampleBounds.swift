import Geometry
import SensorModel

/// Physical limits of sensor values. A value outside them comes from a broken sensor or file and reaches no stage.
///
/// The limits are far beyond every available part (an accelerometer of 400 g, a gyroscope of 4000 degrees per second,
/// the field of a magnet held to the sensor, the pressure from orbit to 100 m under water), so that no real value is
/// lost.
enum SampleBounds {
    /// The maximum of each component, in m/s^2.
    static let acceleration = 10_000.0
    /// The maximum of each component, in rad/s.
    static let rotation = 1_000.0
    /// The maximum of each component, in microtesla.
    static let magneticField = 1_000_000.0
    /// The possible pressures, in kilopascals.
    static let pressure = 0.0...1_100.0
    /// The possible speeds, in m/s. Only objects in orbit are faster.
    static let speed = 0.0...1_000.0
    /// The possible altitudes, in metres. Only orbits are higher, and no ground is as deep.
    static let altitude = -100_000.0...100_000.0

    /// Returns whether a sample is possible. Always true for payloads without a limit.
    @inline(__always)
    static func hold(_ payload: SensorEvent.Payload) -> Bool {
        switch payload {
        case .acceleration(let sample): isWithin(sample.vector, acceleration)
        case .rotation(let sample): isWithin(sample.vector, rotation)
        case .magneticField(let sample): isWithin(sample.vector, magneticField)
        case .scalar(.pressure, let sample): pressure.contains(sample.value)
        case .scalar(.sensorSpeed, let sample): speed.contains(sample.value)
        default: true
        }
    }

    /// Returns a fix without its impossible values, which become `nil`; the position is kept.
    ///
    /// The horizontal accuracy is not changed, because the gate rejects a fix with a bad one.
    @inline(__always)
    static func possible(_ fix: Fix) -> Fix {
        let isPossible =
            (fix.speed.map(speed.contains) ?? true) && (fix.altitude.map(altitude.contains) ?? true)
            && isFinite(fix.speedAccuracy) && isFinite(fix.verticalAccuracy) && isFinite(fix.courseDegrees)
            && isFinite(fix.courseAccuracyDegrees) && isFinite(fix.climb)
        return isPossible ? fix : stripped(fix)
    }

    private static func stripped(_ fix: Fix) -> Fix {
        var fix = fix
        if let value = fix.speed, !speed.contains(value) { fix.speed = nil }
        if let value = fix.altitude, !altitude.contains(value) { fix.altitude = nil }
        if !isFinite(fix.speedAccuracy) { fix.speedAccuracy = nil }
        if !isFinite(fix.verticalAccuracy) { fix.verticalAccuracy = nil }
        if !isFinite(fix.courseDegrees) { fix.courseDegrees = nil }
        if !isFinite(fix.courseAccuracyDegrees) { fix.courseAccuracyDegrees = nil }
        if !isFinite(fix.climb) { fix.climb = nil }
        return fix
    }

    @inline(__always)
    private static func isFinite(_ value: Double?) -> Bool { value?.isFinite ?? true }

    @inline(__always)
    private static func isWithin(_ vector: SIMD3<Double>, _ bound: Double) -> Bool {
        // Written so that NaN counts as outside.
        abs(vector.x) <= bound && abs(vector.y) <= bound && abs(vector.z) <= bound
    }
}
