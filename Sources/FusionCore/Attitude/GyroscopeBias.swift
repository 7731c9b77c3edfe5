import NavigationMath

/// The gyroscope's bias, as a Kalman filter with three states.
///
/// In motion it is seen in how the accelerometer keeps pulling inclination one way; at rest it is all that the
/// gyroscope measures. Source: Laidig and Seel 2023, section 3.3. The measurement noise is diagonal, so that the update
/// is done one component at a time: the same result as with the matrix inverse, in a third of the work.
struct GyroscopeBias: Sendable {
    /// What depends on parameters and on the accelerometer's sample interval.
    struct Coefficients: Sendable {
        let startVariance: Double
        let growth: Double
        let motionNoise: Vector3
        let restNoise: Double
        let limit: Double

        /// Variances are in (0.01 deg/s)^2: only their ratios count.
        init(_ parameters: OrientationFilter.Parameters, interval: Double) {
            func square(_ degrees: Double) -> Double { degrees * degrees * 1e4 }
            startVariance = square(parameters.biasSigmaStart)
            growth = square(0.1) * interval / parameters.biasForgettingTime
            let motion = square(parameters.biasSigmaMotion)
            let horizontal = motion * motion / growth + motion
            motionNoise = Vector3(
                horizontal, horizontal, horizontal / max(parameters.verticalBiasForgetting, 1e-10))
            let rest = square(parameters.biasSigmaRest)
            restNoise = rest * rest / growth + rest
            limit = parameters.biasLimit * .pi / 180
        }
    }

    /// The bias in rad/s, in the device's axes.
    private(set) var value = Vector3()
    /// The covariance's diagonal.
    private(set) var variance: Vector3
    /// The covariance's xy, xz and yz elements.
    private var covariance = Vector3()
    /// The rotation matrix's rows, low-passed as the acceleration is, each with its product with the bias.
    private var rows:
        (
            ButterworthLowPass<SIMD4<Double>>, ButterworthLowPass<SIMD4<Double>>, ButterworthLowPass<SIMD4<Double>>
        )

    init(_ coefficients: Coefficients) {
        variance = Vector3(repeating: coefficients.startVariance)
        rows = (.init(), .init(), .init())
    }

    /// The 1-sigma uncertainty in rad/s, about the least known axis.
    var sigma: Double { variance.max().squareRoot() * 0.01 * .pi / 180 }

    /// Starts from a bias known otherwise.
    mutating func seed(_ bias: Vector3) { value = bias }

    /// Forgets what was filtered of the attitude, after a gap of some seconds.
    mutating func restart(after gap: Double, interval: Double, _ coefficients: Coefficients) {
        rows = (.init(), .init(), .init())
        grow(by: coefficients.growth * gap / interval, coefficients)
    }

    mutating func retune(_ lowPass: ButterworthCoefficients) {
        rows.0.retune(lowPass)
        rows.1.retune(lowPass)
        rows.2.retune(lowPass)
    }

    /// Follows the attitude; must be called once for each acceleration.
    @inline(__always)
    mutating func follow(_ attitude: Quaternion, _ lowPass: ButterworthCoefficients) {
        rows.0.update(Self.extended(attitude.firstRow, value), lowPass)
        rows.1.update(Self.extended(attitude.secondRow, value), lowPass)
        rows.2.update(Self.extended(attitude.up, value), lowPass)
    }

    @inline(__always)
    private static func extended(_ row: Vector3, _ bias: Vector3) -> SIMD4<Double> {
        SIMD4(row.x, row.y, row.z, row.dot(bias))
    }

    /// Learns from motion: `drift` is the angular rate about east and north, in rad/s, that gravity shows.
    @inline(__always)
    mutating func updateInMotion(driftEast: Double, driftNorth: Double, _ coefficients: Coefficients) {
        predict(coefficients)
        let before = value
        let east = rows.0.value
        let north = rows.1.value
        let up = rows.2.value
        let limit = coefficients.limit
        learn(
            along: Vector3(east.x, east.y, east.z), driftEast + east.w, from: before,
            noise: coefficients.motionNoise.x, limit: limit)
        learn(
            along: Vector3(north.x, north.y, north.z), driftNorth + north.w, from: before,
            noise: coefficients.motionNoise.y, limit: limit)
        learn(along: Vector3(up.x, up.y, up.z), 0, from: before, noise: coefficients.motionNoise.z, limit: limit)
        clampValue(limit)
    }

    /// Learns from rest: the gyroscope's low-passed rate is the bias.
    mutating func updateAtRest(rate: Vector3, _ coefficients: Coefficients) {
        predict(coefficients)
        let before = value
        let limit = coefficients.limit
        learn(along: Vector3(1, 0, 0), rate.x, from: before, noise: coefficients.restNoise, limit: limit)
        learn(along: Vector3(0, 1, 0), rate.y, from: before, noise: coefficients.restNoise, limit: limit)
        learn(along: Vector3(0, 0, 1), rate.z, from: before, noise: coefficients.restNoise, limit: limit)
        clampValue(limit)
    }

    /// Lets time pass without learning.
    mutating func predict(_ coefficients: Coefficients) { grow(by: coefficients.growth, coefficients) }

    @inline(__always)
    private mutating func grow(by growth: Double, _ coefficients: Coefficients) {
        let ceiling = coefficients.startVariance
        if variance.x < ceiling { variance.x += growth }
        if variance.y < ceiling { variance.y += growth }
        if variance.z < ceiling { variance.z += growth }
    }

    /// One scalar Kalman update: `measured` is the bias along `row`; the innovation is clipped as it was before the
    /// other components of the same sample were used.
    @inline(__always)
    private mutating func learn(
        along row: Vector3, _ measured: Double, from before: Vector3, noise: Double, limit: Double
    ) {
        let clipped = min(limit, max(-limit, measured - row.dot(before)))
        let innovation = clipped - row.dot(value - before)
        let spread = Vector3(
            variance.x * row.x + covariance.x * row.y + covariance.y * row.z,
            covariance.x * row.x + variance.y * row.y + covariance.z * row.z,
            covariance.y * row.x + covariance.z * row.y + variance.z * row.z)
        let gain = spread * (1 / (row.dot(spread) + noise))
        value += gain * innovation
        variance -= gain * spread
        covariance -= Vector3(gain.x * spread.y, gain.x * spread.z, gain.y * spread.z)
    }

    @inline(__always)
    private mutating func clampValue(_ limit: Double) {
        value.clamp(lowerBound: Vector3(repeating: -limit), upperBound: Vector3(repeating: limit))
    }
}
