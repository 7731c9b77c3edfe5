import Geometry
import Glibc

/// The heading from the magnetic field, and the decision whether to trust the field.
///
/// Source: Laidig and Seel 2023, sections 3.1 and 3.4.
struct MagneticHeading: Sendable {
    /// The values that depend on parameters and on the magnetometer's sample interval.
    struct Coefficients: Sendable {
        let lowPass: ButterworthCoefficients
        let gain: Double
        let referenceGain: Double
        let interval: Double

        init(_ parameters: OrientationFilter.Parameters, interval: Double) {
            lowPass = ButterworthCoefficients(timeConstant: parameters.fieldFilterTime, interval: interval)
            gain = 1 - exp(-interval / parameters.magnetometerTime)
            referenceGain = 1 - exp(-interval / parameters.fieldReferenceTime)
            self.interval = interval
        }
    }

    /// A field strength in microtesla and a dip in radians, positive downwards.
    typealias Field = SIMD2<Double>

    /// The rotation about the vertical from the inertial estimate to magnetic north, in radians.
    private(set) var heading = 0.0 {
        didSet { turn = Quaternion(yaw: heading) }
    }
    /// The heading as a rotation, stored because it is read with every sample but changes only with the magnetometer's.
    private(set) var turn = Quaternion(yaw: 0)
    /// True after a field determined the heading.
    private(set) var isAligned = false
    /// True if the field differs from the reference field.
    private(set) var isDisturbed = true
    private var field = ButterworthLowPass<Field>()
    private var reference = Field()
    private var candidate = Field(-1, 0)
    private var candidateTime = 0.0
    private var undisturbedTime = 0.0
    /// The time for which disturbances have been ignored, in seconds; infinite at the start, when any field is useful.
    private var rejectionTime = Double.infinity
    /// The gain while the first samples are averaged: 1, 1/2, 1/3, and so on; zero once the regular gain is larger.
    private var startGain = 1.0

    mutating func retune(_ coefficients: Coefficients) { field.retune(coefficients.lowPass) }

    /// Restarts the averaging of the heading after a gap, during which the device may have rotated.
    mutating func realign() { startGain = 1 }

    /// Processes a field in microtesla, in the inertial frame (z is up), and the angular rate of the device in rad/s.
    mutating func update(
        _ vector: Vector3, rate: Double, _ coefficients: Coefficients, _ parameters: OrientationFilter.Parameters
    ) {
        let strength = vector.length
        guard strength > 0 else { return }
        if parameters.rejectsDisturbances {
            let sample = Field(strength, -asin(min(1, max(-1, vector.z / strength))))
            judge(field.update(sample, coefficients.lowPass), rate: rate, coefficients, parameters)
        }
        let disagreement = wrapAngle(atan2(vector.x, vector.y) - heading)
        var gain = parameters.rejectsDisturbances ? regularGain(coefficients, parameters) : coefficients.gain
        if startGain > 0 {
            gain = max(gain, startGain)
            startGain /= startGain + 1
            if startGain * parameters.magnetometerTime < coefficients.interval { startGain = 0 }
        }
        heading = wrapAngle(heading + gain * disagreement)
        isAligned = true
    }

    private func agrees(
        _ field: Field, with other: Field, _ parameters: OrientationFilter.Parameters
    ) -> Bool {
        abs(field.x - other.x) < parameters.fieldStrengthTolerance * other.x
            && abs(field.y - other.y) < parameters.fieldDipTolerance * .pi / 180
    }

    private mutating func judge(
        _ smooth: Field, rate: Double, _ coefficients: Coefficients, _ parameters: OrientationFilter.Parameters
    ) {
        if agrees(smooth, with: reference, parameters) {
            undisturbedTime += coefficients.interval
            if undisturbedTime >= parameters.undisturbedTime {
                isDisturbed = false
                reference += coefficients.referenceGain * (smooth - reference)
            }
        } else {
            undisturbedTime = 0
            isDisturbed = true
        }
        guard agrees(smooth, with: candidate, parameters) else {
            candidateTime = 0
            candidate = smooth
            return
        }
        if rate >= parameters.newFieldRotation * .pi / 180 { candidateTime += coefficients.interval }
        candidate += coefficients.referenceGain * (smooth - candidate)
        let isFirst = reference.x == 0 && candidateTime >= parameters.firstFieldTime
        if isDisturbed, candidateTime >= parameters.newFieldTime || isFirst {
            reference = candidate
            isDisturbed = false
            undisturbedTime = parameters.undisturbedTime
        }
    }

    private mutating func regularGain(
        _ coefficients: Coefficients, _ parameters: OrientationFilter.Parameters
    ) -> Double {
        guard isDisturbed else {
            rejectionTime = max(
                0, min(rejectionTime, parameters.longestRejection) - parameters.rejectionFactor * coefficients.interval)
            return coefficients.gain
        }
        if rejectionTime <= parameters.longestRejection {
            rejectionTime += coefficients.interval
            return 0
        }
        return coefficients.gain / parameters.rejectionFactor
    }
}
