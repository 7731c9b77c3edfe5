import Glibc

/// The evidence of the cadence in a file, for each mode.
enum CadenceEvidence {
    private struct Mode {
        var mean: Float
        var spread: Float
        /// The fraction of the time without a cadence while moving.
        var none: Float
    }

    /// Strides per minute of walking and running, and turns per minute of cycling.
    private static let modes = [
        Mode(mean: 56, spread: 8, none: 0.10),
        Mode(mean: 83, spread: 7, none: 0.05),
        Mode(mean: 78, spread: 16, none: 0.25),
    ]
    /// The time for which the level of a cadence adds no evidence, in seconds: a user who has chosen a pace keeps it.
    private static let levelMemory: Float = 300
    /// The time for which a sensor that turns adds no evidence, in seconds, and the weight of independent evidence.
    private static let memory: Float = 60
    private static let weight: Float = 0.5

    /// Returns the weight of an interval's evidence that is repeated within a time, by default that of a sensor.
    static func share(of interval: TravelInterval, memory: Float = memory) -> Float {
        min(1, Float(interval.duration) / memory) * weight
    }

    /// The minimum cadence per minute of a turning sensor, and the maximum of strides; higher values are steps.
    private static let turning = 20.0
    private static let steps = 125.0
    /// The range of false values, in turns per minute, and their fraction.
    private static let range: Float = 120
    private static let errors: Float = 0.05
    /// The fraction of the time without a cadence in other states.
    private static let noneOfOthers: Float = 0.3
    /// The changes of the log-likelihood of vehicles and rest if a sensor turns.
    private static let turningVehicle: Float = -4
    private static let turningRest: Float = -2

    /// Returns the change from one cadence to the next, in strides or turns per minute; `nil` if the sensor stands.
    static func change(from first: Double, to last: Double) -> Double? {
        min(first, last) > turning ? strides(last) - strides(first) : nil
    }

    /// Returns the number of strides or turns per minute: some devices count both steps of a stride.
    private static func strides(_ cadence: Double) -> Double { cadence > steps ? cadence / 2 : cadence }

    /// Returns the likelihood of each ``TravelModel/State``.
    static func likelihoods(of interval: TravelInterval) -> SIMD8<Float> {
        var likelihoods = SIMD8<Float>(repeating: 1)
        guard let cadence = interval.cadence else { return likelihoods }
        let (share, levelShare) = (Self.share(of: interval), Self.share(of: interval, memory: levelMemory))
        let isTurning = cadence > turning
        let strides = Float(strides(cadence))
        for (index, mode) in modes.enumerated() {
            let density = (1 - errors) * Normal.density(strides, mean: mode.mean, spread: mode.spread) + errors / range
            likelihoods[index] = pow(
                isTurning ? (1 - mode.none) * density * range : mode.none / noneOfOthers, levelShare)
        }
        if isTurning {
            likelihoods[TravelModel.State.car.rawValue] = exp(turningVehicle * share)
            likelihoods[TravelModel.State.train.rawValue] = exp(turningVehicle * share)
            likelihoods[TravelModel.State.rest.rawValue] = exp(turningRest * share)
        }
        return likelihoods
    }
}
