import Glibc
public import NavigationMath

/// Attitude from gyroscope, accelerometer and, where there is one, magnetometer.
///
/// The gyroscope is integrated into a frame that is almost inertial; in that frame the acceleration is low-passed, which
/// averages motion away and leaves gravity; a correction of inclination alone and one of heading alone follow, so that a
/// disturbed magnetic field never tilts anything. Written from D. Laidig and T. Seel, "VQF: Highly accurate IMU
/// orientation estimation with bias estimation and magnetic disturbance rejection", Information Fusion 91 (2023).
/// O(1) a sample, no allocation; a copy is a checkpoint. Guide: docs/estimators/attitude.md.
public struct OrientationFilter: Sendable {
    /// How the filter weighs its sensors.
    public var parameters: Parameters {
        didSet { design() }
    }
    /// Seconds between samples of each sensor, as the filters are designed for.
    public private(set) var intervals: Intervals
    /// Turns the device's axes to the almost inertial frame.
    public private(set) var strapdown = Quaternion.identity
    /// Turns the almost inertial frame upright.
    public private(set) var inclination = Quaternion.identity

    private var gravity = ButterworthLowPass<Vector3>()
    private var rest = RestDetector()
    private var bias: GyroscopeBias
    private var magnetic = MagneticHeading()
    private var coefficients: Coefficients
    /// The angular rate that time passes with, rad/s, bias included.
    private(set) var measuredRate = Vector3()

    /// Seconds between samples, sensor by sensor.
    public struct Intervals: Sendable, Hashable {
        /// Of the gyroscope.
        public var rotation: Double
        /// Of the accelerometer.
        public var acceleration: Double
        /// Of the magnetometer.
        public var magneticField: Double

        /// Names intervals in seconds.
        public init(rotation: Double, acceleration: Double, magneticField: Double) {
            self.rotation = rotation
            self.acceleration = acceleration
            self.magneticField = magneticField
        }
    }

    /// What follows from parameters and intervals alone.
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

    /// Creates a filter that has seen nothing.
    public init(parameters: Parameters = .init(), intervals: Intervals) {
        self.parameters = parameters
        self.intervals = intervals
        coefficients = Coefficients(parameters, intervals)
        bias = GyroscopeBias(coefficients.bias)
    }

    // MARK: What it knows

    /// Turns the device's axes to a frame whose z is up and whose heading started anywhere.
    public var inertialAttitude: Quaternion {
        @inline(__always) get { inclination * strapdown }
    }

    /// Turns the device's axes to east (magnetic), north (magnetic), up; as ``inertialAttitude`` until a field was seen.
    public var attitude: Quaternion {
        @inline(__always) get {
            let inertial = inertialAttitude
            return magnetic.isAligned ? magnetic.turn * inertial : inertial
        }
    }

    /// True once a magnetic field gave a heading.
    public var hasHeading: Bool { magnetic.isAligned }

    /// Radians about up between ``inertialAttitude`` and ``attitude``.
    public var heading: Double { magnetic.heading }

    /// True if the magnetic field is not believed.
    public var isFieldDisturbed: Bool { magnetic.isDisturbed }

    /// True if the device has rested for long enough.
    public var isResting: Bool { rest.duration >= parameters.restTime }

    /// The gyroscope's bias, rad/s.
    public var gyroscopeBias: Vector3 { bias.value }

    /// 1-sigma of the bias about the least known axis, rad/s.
    public var gyroscopeBiasSigma: Double { bias.sigma }

    /// The last angular rate with the bias removed, rad/s.
    public var rotationRate: Vector3 { measuredRate - bias.value }

    /// Up in the device's axes, length one.
    public var up: Vector3 { inertialAttitude.up }

    /// Starts from a bias in rad/s and its 1-sigma that an earlier session left.
    mutating func expect(bias expected: Vector3, sigma: Double) {
        guard expected.isFinite, sigma > 0 else { return }
        bias.begin(at: expected, sigma: sigma, coefficients.bias)
    }

    // MARK: Samples

    /// Processes an angular rate, rad/s, before the time that it stands for is passed by ``predict(over:)``.
    @inline(__always)
    public mutating func update(rotation sample: Vector3) {
        measuredRate = sample
        guard coefficients.watchesRest else { return }
        rest.update(
            rotation: sample, coefficients.restRotation, tolerance: coefficients.rotationTolerance,
            limit: coefficients.bias.limit)
    }

    /// Lets time pass at another angular rate, rad/s, than the last sample's, where samples in between were lost.
    mutating func hold(rate: Vector3) { measuredRate = rate }

    /// Lets `interval` seconds pass at the last angular rate.
    @inline(__always)
    public mutating func predict(over interval: Double) {
        strapdown = strapdown.renormalized * Quaternion(rotationVector: (measuredRate - bias.value) * interval)
    }

    /// Processes an acceleration, m/s^2, at the moment up to which the filter was predicted; returns up in the device's
    /// axes, length one.
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

    /// Processes a magnetic field, microtesla, at the moment up to which the filter was predicted.
    public mutating func update(magneticField sample: Vector3) {
        magnetic.update(
            inertialAttitude.rotate(sample), rate: rest.rotation.value.length, coefficients.magnetic, parameters)
    }

    // MARK: Rates and gaps

    /// Adapts the filters to other sample intervals; levels, attitude and bias stay.
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

    /// Starts inclination and heading again after `gap` seconds in which the device may have moved unseen; bias and
    /// reference field are kept.
    public mutating func resume(after gap: Double) {
        strapdown = inertialAttitude.normalized
        inclination = .identity
        gravity = .init()
        rest.restart()
        bias.restart(after: gap, interval: intervals.acceleration, coefficients.bias)
        magnetic.realign()
    }
}
