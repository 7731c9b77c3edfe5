import Geometry

/// The gyroscope's bias, as a Kalman filter with three states.
///
/// In motion, the bias appears as a steady correction of inclination by the accelerometer. At rest, it is the whole
/// output of the gyroscope. Source: Laidig and Seel 2023, section 3.3. The measurement noise is diagonal, so the
/// components are updated one after the other, which has the same result as the matrix inverse with less work.
struct GyroscopeBias: Sendable {
    /// The values that depend on parameters and on the accelerometer's sample interval.
    struct Coefficients: Sendable {
        let startVariance: Double
        let growth: Double
        let motionNoise: Vector3
        let restNoise: Double
        let limit: Double
        /// The largest innovation in motion, in rad/s.
        let step: Double

        /// Computes the coefficients. Variances are in (0.01 deg/s)^2, since only their ratios matter.
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
            step = min(parameters.biasStep, parameters.biasLimit) * .pi / 180
        }
    }

    /// The bias in rad/s, in the device's axes.
    private(set) var value = Vector3()
    /// The diagonal of the covariance.
    private(set) var variance: Vector3
    /// The xy, xz, and yz elements of the covariance.
    private var covariance = Vector3()
    /// The rows of the rotation matrix, low-passed like the acceleration, each with its product with the bias.
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

    /// Starts from a bias in rad/s with its 1-sigma uncertainty, from an earlier session.
    mutating func begin(at bias: Vector3, sigma: Double, _ coefficients: Coefficients) {
        value = bias
        clampValue(coefficients.limit)
        let degrees = sigma * 180 / .pi
        variance = Vector3(repeating: min(degrees * degrees * 1e4, coefficients.startVariance))
        covariance = Vector3()
    }

    /// Clears the filtered attitude after a gap, in seconds, and increases the variance accordingly.
    mutating func restart(after gap: Double, interval: Double, _ coefficients: Coefficients) {
        rows = (.init(), .init(), .init())
        grow(by: coefficients.growth * gap / interval, coefficients)
    }

    mutating func retune(_ lowPass: ButterworthCoefficients) {
        rows.0.retune(lowPass)
        rows.1.retune(lowPass)
        rows.2.retune(lowPass)
    }

    /// Filters the attitude; call it once per acceleration, after the update of the bias.
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

    /// Updates the bias in motion, with the attitude up to the previous sample: the low-pass hardly notices a sample,
    /// and the processor need not wait for the attitude. `driftEast` and `driftNorth` are the angular rates, in rad/s,
    /// that gravity indicates.
    @inline(__always)
    mutating func updateInMotion(driftEast: Double, driftNorth: Double, _ coefficients: Coefficients) {
        predict(coefficients)
        let step = coefficients.step
        let noise = coefficients.motionNoise
        let east = lowRow(rows.0.value)
        let north = lowRow(rows.1.value)
        let up = lowRow(rows.2.value)
        let innovation = Vector3(
            Self.clip(driftEast + rows.0.value.w - east.dot(value), step),
            Self.clip(driftNorth + rows.1.value.w - north.dot(value), step),
            Self.clip(-up.dot(value), step))
        // Eliminates the 3x3 covariance of the innovation, row by row.
        let spreadEast = spread(along: east)
        let scaleEast = 1 / (east.dot(spreadEast) + noise.x)
        let (northEast, upEast) = (north.dot(spreadEast) * scaleEast, up.dot(spreadEast) * scaleEast)
        let spreadNorth = spread(along: north) - spreadEast * northEast
        let scaleNorth = 1 / (north.dot(spreadNorth) + noise.y)
        let upNorth = up.dot(spreadNorth) * scaleNorth
        let spreadUp = (spread(along: up) - spreadEast * upEast) - spreadNorth * upNorth
        let scaleUp = 1 / (up.dot(spreadUp) + noise.z)
        let innovationNorth = innovation.y - northEast * innovation.x
        let innovationUp = innovation.z - upEast * innovation.x - upNorth * innovationNorth
        apply(spreadEast, scaleEast, innovation.x)
        apply(spreadNorth, scaleNorth, innovationNorth)
        apply(spreadUp, scaleUp, innovationUp)
        clampValue(coefficients.limit)
    }

    @inline(__always)
    private func lowRow(_ row: SIMD4<Double>) -> Vector3 { Vector3(row.x, row.y, row.z) }

    @inline(__always)
    private static func clip(_ value: Double, _ limit: Double) -> Double { min(limit, max(-limit, value)) }

    /// Returns the product of the covariance and a row.
    @inline(__always)
    private func spread(along row: Vector3) -> Vector3 {
        Vector3(
            variance.x * row.x + covariance.x * row.y + covariance.y * row.z,
            covariance.x * row.x + variance.y * row.y + covariance.z * row.z,
            covariance.y * row.x + covariance.z * row.y + variance.z * row.z)
    }

    @inline(__always)
    private mutating func apply(_ spread: Vector3, _ scale: Double, _ innovation: Double) {
        let gain = spread * scale
        value += gain * innovation
        variance -= gain * spread
        covariance -= Vector3(gain.x * spread.y, gain.x * spread.z, gain.y * spread.z)
    }

    /// Updates the bias at rest, where it equals the low-passed angular rate.
    mutating func updateAtRest(rate: Vector3, _ coefficients: Coefficients) {
        predict(coefficients)
        let limit = coefficients.limit
        let before = value
        for axis in 0..<3 {
            let spread = column(axis)
            let innovation = Self.clip(rate[axis] - before[axis], limit) - (value[axis] - before[axis])
            apply(spread, 1 / (spread[axis] + coefficients.restNoise), innovation)
        }
        clampValue(limit)
    }

    private func column(_ axis: Int) -> Vector3 {
        switch axis {
        case 0: Vector3(variance.x, covariance.x, covariance.y)
        case 1: Vector3(covariance.x, variance.y, covariance.z)
        default: Vector3(covariance.y, covariance.z, variance.z)
        }
    }

    /// Increases the variance over a sample without an update.
    mutating func predict(_ coefficients: Coefficients) { grow(by: coefficients.growth, coefficients) }

    @inline(__always)
    private mutating func grow(by growth: Double, _ coefficients: Coefficients) {
        let ceiling = coefficients.startVariance
        if variance.x < ceiling { variance.x += growth }
        if variance.y < ceiling { variance.y += growth }
        if variance.z < ceiling { variance.z += growth }
    }

    @inline(__always)
    private mutating func clampValue(_ limit: Double) {
        value = Vector3(
            min(limit, max(-limit, value.x)), min(limit, max(-limit, value.y)), min(limit, max(-limit, value.z)))
    }
}
