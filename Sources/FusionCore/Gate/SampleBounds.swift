import NavigationMath
import SensorModel

/// What a sample can be at all: what is beyond is a broken sensor or a broken file, and no stage gets to see it.
///
/// Far outside every part on sale (an accelerometer of 400 g, a gyroscope of 4000 degrees a second, the field of a
/// magnet held to the sensor, the pressure from orbit to 100 m under water), so that nothing real is lost.
enum SampleBounds {
    /// m/s^2.
    static let acceleration = 10_000.0
    /// rad/s.
    static let rotation = 1_000.0
    /// Microtesla.
    static let magneticField = 1_000_000.0
    /// Kilopascal.
    static let pressure = 0.0...1_100.0
    /// m/s: more than anything does that does not orbit.
    static let speed = 0.0...1_000.0
    /// Metres: above it no receiver flies that does not orbit, and no ground is as deep.
    static let altitude = -100_000.0...100_000.0

    /// Returns false for a sample of a sensor that cannot be.
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

    /// Returns a fix without the values that cannot be: such a value is missing, and the place stands for itself.
    ///
    /// What is stated of the place's own accuracy stays as it is: a fix is refused for a bad one.
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
        // Written so that what is no number is outside.
        abs(vector.x) <= bound && abs(vector.y) <= bound && abs(vector.z) <= bound
    }
}
