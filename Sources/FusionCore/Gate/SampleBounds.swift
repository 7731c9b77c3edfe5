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

    /// Returns false for a sample of a motion sensor or barometer that cannot be.
    @inline(__always)
    static func hold(_ payload: SensorEvent.Payload) -> Bool {
        switch payload {
        case .acceleration(let sample): isWithin(sample.vector, acceleration)
        case .rotation(let sample): isWithin(sample.vector, rotation)
        case .magneticField(let sample): isWithin(sample.vector, magneticField)
        case .pressure(let sample): pressure.contains(sample.value)
        default: true
        }
    }

    @inline(__always)
    private static func isWithin(_ vector: SIMD3<Double>, _ bound: Double) -> Bool {
        // Written so that what is no number is outside.
        abs(vector.x) <= bound && abs(vector.y) <= bound && abs(vector.z) <= bound
    }
}
