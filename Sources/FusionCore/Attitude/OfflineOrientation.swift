import Glibc
public import NavigationMath

/// The attitude in a finished recording, estimated in both directions of time and without phase lag.
///
/// The filter runs forwards and backwards, and the two biases are combined by their uncertainty. The gyroscope is then
/// integrated with that bias, and gravity and heading are low-passed in both directions. Source: Laidig and Seel 2023,
/// section 3.6 (offline variant). Takes O(samples) time and about 250 bytes per sample.
public struct OfflineOrientation: Sendable {
    /// The rotation from the device's axes to an upright frame with the initial heading, for each sample.
    public private(set) var inertialAttitudes: [Quaternion] = []
    /// The rotation about the vertical to magnetic north, in radians, for each sample; empty without a magnetometer.
    public private(set) var headings: [Double] = []
    /// The gyroscope's bias in rad/s, for each sample.
    public private(set) var biases: [Vector3] = []

    /// Processes a recording with a single rate; resample streams with other rates first.
    /// - Parameters:
    ///   - rotation: The angular rates in rad/s.
    ///   - acceleration: The accelerations in m/s^2; as many as the angular rates.
    ///   - magneticField: The fields in microtesla; as many, or empty without a magnetometer.
    ///   - interval: The sample interval in seconds.
    ///   - parameters: The parameters of the filter.
    public init(
        rotation: [Vector3], acceleration: [Vector3], magneticField: [Vector3] = [], interval: Double,
        parameters: OrientationFilter.Parameters = .init()
    ) {
        let count = min(rotation.count, acceleration.count)
        guard count > 0, interval > 0 else { return }
        let samples = Samples(
            rotation: rotation, acceleration: acceleration,
            magneticField: magneticField.count >= count ? magneticField : [], count: count, interval: interval)
        let forward = Self.run(samples, parameters, isBackward: false)
        let backward = Self.run(samples, parameters, isBackward: true)
        biases = zip(forward, backward).map { ahead, back in
            let (weightAhead, weightBack) = (1 / (ahead.sigma * ahead.sigma), 1 / (back.sigma * back.sigma))
            return (ahead.bias * weightAhead + back.bias * weightBack) / (weightAhead + weightBack)
        }
        integrate(samples, parameters)
        guard !samples.magneticField.isEmpty else { return }
        let isDisturbed = zip(forward, backward).map { $0.isDisturbed && $1.isDisturbed }
        align(samples, isDisturbed, parameters)
    }

    /// Returns the rotation from the device's axes to east (magnetic), north (magnetic), up, for a sample. Without a
    /// magnetometer, the heading is relative to the start.
    public func attitude(at index: Int) -> Quaternion {
        headings.isEmpty ? inertialAttitudes[index] : Quaternion(yaw: headings[index]) * inertialAttitudes[index]
    }

    private struct Samples {
        let rotation: [Vector3]
        let acceleration: [Vector3]
        let magneticField: [Vector3]
        let count: Int
        let interval: Double
    }

    private struct Pass {
        var bias: Vector3
        var sigma: Double
        var isDisturbed: Bool
    }

    private static func run(
        _ samples: Samples, _ parameters: OrientationFilter.Parameters, isBackward: Bool
    ) -> [Pass] {
        let interval = samples.interval
        var filter = OrientationFilter(
            parameters: parameters,
            intervals: .init(rotation: interval, acceleration: interval, magneticField: interval))
        let sign = isBackward ? -1.0 : 1.0
        var passes = [Pass](
            repeating: Pass(bias: Vector3(), sigma: 1, isDisturbed: true), count: samples.count)
        for step in 0..<samples.count {
            let index = isBackward ? samples.count - 1 - step : step
            filter.update(rotation: samples.rotation[index] * sign)
            filter.predict(over: interval)
            filter.update(acceleration: samples.acceleration[index])
            if !samples.magneticField.isEmpty { filter.update(magneticField: samples.magneticField[index]) }
            passes[index] = Pass(
                bias: filter.gyroscopeBias * sign, sigma: filter.gyroscopeBiasSigma,
                isDisturbed: filter.isFieldDisturbed)
        }
        return passes
    }

    private mutating func integrate(_ samples: Samples, _ parameters: OrientationFilter.Parameters) {
        var strapdown = Quaternion.identity
        var strapdowns: [Quaternion] = []
        strapdowns.reserveCapacity(samples.count)
        for index in 0..<samples.count {
            let turn = (samples.rotation[index] - biases[index]) * samples.interval
            strapdown = strapdown.renormalized * Quaternion(rotationVector: turn)
            strapdowns.append(strapdown)
        }
        var gravity = (0..<samples.count).map { strapdowns[$0].rotate(samples.acceleration[$0]) }
        let lowPass = ButterworthCoefficients(timeConstant: parameters.accelerometerTime, interval: samples.interval)
        Self.smooth(&gravity, lowPass)
        var inclination = Quaternion.identity
        inertialAttitudes = zip(gravity, strapdowns).map { direction, strapdown in
            let length = direction.length
            if length > 0 {
                let lifted = inclination.rotate(direction) * (1 / length)
                inclination = Quaternion(liftingToUp: lifted) * inclination.renormalized
            }
            return inclination * strapdown
        }
    }

    /// Applies a low-pass in both directions, each initialised with the mean over its first time constant.
    private static func smooth(_ values: inout [Vector3], _ lowPass: ButterworthCoefficients) {
        let settling = min(values.count, max(1, Int(lowPass.startCount)))
        for _ in 0..<2 {
            let start = values.prefix(settling).reduce(Vector3(), +) / Double(settling)
            var filter = ButterworthLowPass<Vector3>(settledAt: start, lowPass)
            for index in values.indices { values[index] = filter.update(values[index], lowPass) }
            values.reverse()
        }
    }

    private mutating func align(
        _ samples: Samples, _ isDisturbed: [Bool], _ parameters: OrientationFilter.Parameters
    ) {
        headings = (0..<samples.count).map { index in
            let field = inertialAttitudes[index].rotate(samples.magneticField[index])
            return atan2(field.x, field.y)
        }
        for isBackward in [false, true] {
            var heading = HeadingSmoother(parameters, interval: samples.interval)
            if isBackward, let last = headings.last { heading.start(at: last) }
            for step in 0..<samples.count {
                let index = isBackward ? samples.count - 1 - step : step
                headings[index] = heading.update(headings[index], isDisturbed: isDisturbed[index], parameters)
            }
        }
    }
}

/// The heading filter, with an external decision about the field.
private struct HeadingSmoother {
    private let gain: Double
    private let interval: Double
    private var heading = 0.0
    private var startGain = 1.0
    private var rejectionTime: Double

    init(_ parameters: OrientationFilter.Parameters, interval: Double) {
        gain = 1 - exp(-interval / parameters.magnetometerTime)
        self.interval = interval
        rejectionTime = parameters.longestRejection
    }

    mutating func start(at known: Double) {
        heading = known
        startGain = 0
    }

    mutating func update(
        _ measured: Double, isDisturbed: Bool, _ parameters: OrientationFilter.Parameters
    ) -> Double {
        var gain = self.gain
        if parameters.rejectsDisturbances {
            if !isDisturbed {
                rejectionTime = max(0, rejectionTime - parameters.rejectionFactor * interval)
            } else if rejectionTime <= parameters.longestRejection {
                rejectionTime += interval
                gain = 0
            } else {
                gain /= parameters.rejectionFactor
            }
        }
        if startGain > 0 {
            gain = max(gain, startGain)
            startGain /= startGain + 1
            if startGain * parameters.magnetometerTime < interval { startGain = 0 }
        }
        heading = wrapAngle(heading + gain * wrapAngle(measured - heading))
        return heading
    }
}
