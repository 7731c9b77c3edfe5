public import Geometry
import Glibc

/// Attitude from a gyroscope, an accelerometer, and optionally a magnetometer.
///
/// The gyroscope is integrated into an almost inertial frame. In that frame, a low-pass of the acceleration averages
/// motion out and leaves gravity. Inclination and heading are then corrected separately, so that a disturbed magnetic
/// field never causes a tilt. Implemented from D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation
/// with bias estimation and magnetic disturbance rejection", Information Fusion 91 (2023). O(1) per sample, without
/// allocation; a copy is a checkpoint. Guide: docs/estimators/attitude.md.
public struct OrientationFilter: Sendable {
    /// The weights of the sensors.
    public var parameters: Parameters {
        didSet { design() }
    }
    /// The sample intervals, in seconds, that the filters are designed for.
    public private(set) var intervals: Intervals
    /// The rotation from the device's axes to the almost inertial frame.
    public private(set) var strapdown = Quaternion.identity
    /// The rotation from the almost inertial frame to an upright one.
    public private(set) var inclination = Quaternion.identity

    private var gravity = ButterworthLowPass<Vector3>()
    private var rest = RestDetector()
    private var bias: GyroscopeBias
    private var magnetic = MagneticHeading()
    private var coefficients: Coefficients
    /// The angular rate used for prediction, in rad/s, including the bias.
    private(set) var measuredRate = Vector3()

    /// The sample intervals of the sensors, in seconds.
    public struct Intervals: Sendable, Hashable {
        /// The interval of the gyroscope.
        public var rotation: Double
        /// The interval of the accelerometer.
        public var acceleration: Double
        /// The interval of the magnetometer.
        public var magneticField: Double

        /// Creates intervals in seconds.
        public init(rotation: Double, acceleration: Double, magneticField: Double) {
            (self.rotation, self.acceleration, self.magneticField) = (rotation, acceleration, magneticField)
        }
    }

    /// The values that depend only on parameters and intervals.
    struct Coefficients: Sendable {
        let gravity: ButterworthCoefficients
        let restRotation: ButterworthCoefficients
        let restAcceleration: ButterworthCoefficients
        let bias: GyroscopeBias.Coefficients
        let magnetic: MagneticHeading.Coefficients
        let rotationTolerance: Double
        let watchesRest: Bool

        init(_ parameters: Parameters, _ intervals: Intervals) {
            gravity = .init(timeConstant: parameters.accelerometerTime, interval: intervals.acceleration)
            restRotation = .init(timeConstant: parameters.restFilterTime, interval: intervals.rotation)
            restAcceleration = .init(timeConstant: parameters.restFilterTime, interval: intervals.acceleration)
            bias = .init(parameters, interval: intervals.acceleration)
            magnetic = .init(parameters, interval: intervals.magneticField)
            rotationTolerance = parameters.restRotation * .pi / 180
            watchesRest = parameters.estimatesBiasAtRest || parameters.rejectsDisturbances
        }
    }

    /// Creates a filter without samples.
    public init(parameters: Parameters = .init(), intervals: Intervals) {
        self.parameters = parameters
        self.intervals = intervals
        coefficients = Coefficients(parameters, intervals)
        bias = GyroscopeBias(coefficients.bias)
    }

    // MARK: State

    /// The rotation from the device's axes to an upright frame with an arbitrary initial heading.
    public var inertialAttitude: Quaternion {
        @inline(__always) get { inclination * strapdown }
    }

    /// The rotation from the device's axes to east (magnetic), north (magnetic), up; ``inertialAttitude`` before a
    /// field.
    public var attitude: Quaternion {
        @inline(__always) get {
            let inertial = inertialAttitude
            return magnetic.isAligned ? magnetic.turn * inertial : inertial
        }
    }

    /// True after a magnetic field determined the heading.
    public var hasHeading: Bool { magnetic.isAligned }

    /// True if the device has been at rest for long enough.
    public var isResting: Bool { rest.duration >= parameters.restTime }

    /// The gyroscope's bias in rad/s.
    public var gyroscopeBias: Vector3 { bias.value }

    /// The 1-sigma uncertainty of the bias about the least known axis, in rad/s.
    public var gyroscopeBiasSigma: Double { bias.sigma }

    /// The last angular rate without the bias, in rad/s.
    public var rotationRate: Vector3 { measuredRate - bias.value }

    /// The upward unit vector in the device's axes.
    public var up: Vector3 { inertialAttitude.up }

    /// Sets the initial bias, in rad/s, and its 1-sigma uncertainty from an earlier session.
    mutating func expect(bias expected: Vector3, sigma: Double) {
        guard expected.isFinite, sigma > 0 else { return }
        bias.begin(at: expected, sigma: sigma, coefficients.bias)
    }

    // MARK: Samples

    /// Processes an angular rate, in rad/s. Call it before ``predict(over:)`` with the time that the rate applies to.
    @inline(__always)
    public mutating func update(rotation sample: Vector3) {
        measuredRate = sample
        guard coefficients.watchesRest else { return }
        rest.update(
            rotation: sample, coefficients.restRotation, tolerance: coefficients.rotationTolerance,
            limit: coefficients.bias.limit)
    }

    /// Sets the angular rate for the next prediction, in rad/s, if samples were lost.
    mutating func hold(rate: Vector3) { measuredRate = rate }

    /// Predicts the attitude over `interval` seconds with the last angular rate.
    @inline(__always)
    public mutating func predict(over interval: Double) {
        strapdown = strapdown.renormalized * Quaternion(rotationVector: (measuredRate - bias.value) * interval)
    }

    /// Processes an acceleration, in m/s^2, at the time that the filter was predicted to. Returns the upward unit
    /// vector in the device's axes.
    @inline(__always)
    @discardableResult
    public mutating func update(acceleration sample: Vector3, elapsed: Double? = nil) -> Vector3 {
        guard sample.dot(sample) > 0 else { return up }
        if coefficients.watchesRest {
            rest.update(
                acceleration: sample, coefficients.restAcceleration, tolerance: parameters.restAcceleration,
                interval: elapsed ?? intervals.acceleration)
        }
        let smooth = gravity.update(strapdown.rotate(sample), coefficients.gravity)
        let length = smooth.length
        let drift = length > 0 ? inclination.rotate(smooth) * (1 / length) : Vector3(0, 0, 1)
        learnBias(drift)
        inclination = Quaternion(liftingToUp: drift) * inclination.renormalized
        let attitude = inertialAttitude
        if parameters.estimatesBiasInMotion { bias.follow(attitude, coefficients.gravity) }
        return attitude.up
    }

    @inline(__always)
    private mutating func learnBias(_ drift: Vector3) {
        if parameters.estimatesBiasAtRest, isResting {
            bias.updateAtRest(rate: rest.rotation.value, coefficients.bias)
        } else if parameters.estimatesBiasInMotion {
            let scale = 1 / intervals.acceleration
            bias.updateInMotion(driftEast: -drift.y * scale, driftNorth: drift.x * scale, coefficients.bias)
        } else {
            bias.predict(coefficients.bias)
        }
    }

    /// Processes a magnetic field, in microtesla, at the time that the filter was predicted to.
    public mutating func update(magneticField sample: Vector3) {
        magnetic.update(
            inertialAttitude.rotate(sample), rate: rest.rotation.value.length, coefficients.magnetic, parameters)
    }

    // MARK: Rates and gaps

    /// Adapts the filters to other sample intervals; their levels, the attitude, and the bias are kept.
    public mutating func retune(_ intervals: Intervals) {
        guard intervals != self.intervals else { return }
        self.intervals = intervals
        design()
    }

    private mutating func design() {
        coefficients = Coefficients(parameters, intervals)
        gravity.retune(coefficients.gravity)
        rest.retune(rotation: coefficients.restRotation)
        rest.retune(acceleration: coefficients.restAcceleration)
        bias.retune(coefficients.gravity)
        magnetic.retune(coefficients.magnetic)
    }

    /// Restarts inclination and heading after a gap of `gap` seconds, during which the device may have moved. The bias
    /// and the reference field are kept.
    public mutating func resume(after gap: Double) {
        strapdown = inertialAttitude.normalized
        inclination = .identity
        gravity = .init()
        rest.restart()
        bias.restart(after: gap, interval: intervals.acceleration, coefficients.bias)
        magnetic.realign()
    }
}
