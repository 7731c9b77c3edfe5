import Geometry

/// Detects that a device rests: neither sensor deviates from its low-pass. Source: Laidig and Seel 2023, section 3.2.
struct RestDetector: Sendable {
    /// The low-passed angular rate, rad/s.
    private(set) var rotation = ButterworthLowPass<Vector3>()
    private var acceleration = ButterworthLowPass<Vector3>()
    /// The duration of the rest so far, in seconds.
    private(set) var duration = 0.0

    /// Clears all state after a gap.
    mutating func restart() { self = RestDetector() }

    mutating func retune(rotation: ButterworthCoefficients) { self.rotation.retune(rotation) }

    mutating func retune(acceleration: ButterworthCoefficients) { self.acceleration.retune(acceleration) }

    /// Processes an angular rate in rad/s.
    @inline(__always)
    mutating func update(
        rotation rate: Vector3, _ lowPass: ButterworthCoefficients, tolerance: Double, limit: Double
    ) {
        let smooth = rotation.update(rate, lowPass)
        let deviation = rate - smooth
        if deviation.dot(deviation) >= tolerance * tolerance || abs(smooth.x) > limit || abs(smooth.y) > limit
            || abs(smooth.z) > limit
        {
            duration = 0
        }
    }

    /// Processes an acceleration in m/s^2 that applies for `interval` seconds.
    @inline(__always)
    mutating func update(
        acceleration sample: Vector3, _ lowPass: ButterworthCoefficients, tolerance: Double, interval: Double
    ) {
        let deviation = sample - acceleration.update(sample, lowPass)
        if deviation.dot(deviation) >= tolerance * tolerance { duration = 0 } else { duration += interval }
    }
}
