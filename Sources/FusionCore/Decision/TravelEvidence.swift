import Glibc
import SensorModel

/// The likelihood of the speed of each interval, for each texture and for rest.
struct TravelEvidence {
    typealias Eight = FastPower.Eight

    let model: TravelModel
    /// The logarithms of the levels, in ascending order, in groups of eight.
    private let levels: [Eight]
    /// The prior of each texture for each mode. The outer index is the mode; the inner one goes by evenness, then by
    /// groups of eight levels.
    let priors: [[Eight]]

    /// The fraction of speeds that are outliers, and the range, in m/s, over which they are distributed.
    private static let outliers: Float = 0.01
    private static let outlierRange: Float = 40
    /// The highest level, in m/s. Higher speeds are as likely as this one: they distinguish no modes.
    private static let fastest = exp(TravelModel.levels[TravelModel.levels.count - 1])
    /// The speed of a receiver at rest, in m/s, even if its places have no error.
    private static let restSpeed: Float = 0.2

    init(model: TravelModel) {
        self.model = model
        levels = stride(from: 0, to: TravelModel.levels.count, by: 8).map { start in
            var eight = Eight(repeating: 0)
            for lane in 0..<8 where start + lane < TravelModel.levels.count {
                eight[lane] = TravelModel.levels[start + lane]
            }
            return eight
        }
        priors = model.modes.map { stretches in stretches.flatMap(Self.prior) }
    }

    /// The number of groups of eight textures.
    var width: Int { levels.count * TravelModel.withinSpreads.count }

    private static func prior(of stretches: TravelModel.Stretches) -> [Eight] {
        let shares = TravelModel.levels.map { level -> Float in
            let distance = (level - log(stretches.level)) / stretches.spread
            return exp(-0.5 * distance * distance)
        }
        let scale = stretches.share / max(shares.reduce(0, +), Float.leastNormalMagnitude)
        return stride(from: 0, to: shares.count, by: 8).map { start in
            var eight = Eight(repeating: 0)
            for lane in 0..<8 where start + lane < shares.count { eight[lane] = shares[start + lane] * scale }
            return eight
        }
    }

    /// Appends the likelihoods of all textures for an interval.
    /// - Returns: The likelihood of rest.
    func append(_ interval: TravelInterval, to likelihoods: inout [Eight]) -> Float {
        let seconds = Float(interval.duration)
        let speed = min(Float(interval.speed), Self.fastest)
        let ratio = seconds / model.memory
        let average = ratio > 1e-3 ? (ratio - 1 + exp(-ratio)) / (ratio * ratio) : 0.5
        let narrowing = 0.4 + 1.2 * average
        let scale = Self.restSpeed + Float(interval.wobble)
        let standing =
            1.5 / (scale * 2.5066) * exp(-0.5 * (speed / scale) * (speed / scale))
            + 0.25 / (2.2 * scale) * exp(-speed / (2.2 * scale))
        let outlier = 1 / Self.outlierRange
        let weight = (1 - exp(-seconds / model.novelty)) * model.weight
        for (evenness, spread) in TravelModel.withinSpreads.enumerated() {
            let variance = spread * spread * narrowing + min(1, Float(interval.logVariance))
            let row = model.shares.row(evenness: evenness, seconds: seconds)
            let floor = row.none * standing + Self.outliers * outlier
            densities(of: speed, variance: variance).withUnsafeBytes { densities in
                for group in levels.indices {
                    var density = Eight(repeating: 0)
                    for (index, weight) in row.weights.enumerated() {
                        let first = group * 8 + MovingShares.count - 1 - index
                        density += weight * densities.loadUnaligned(fromByteOffset: 4 * first, as: Eight.self)
                    }
                    likelihoods.append(FastPower.power((1 - Self.outliers) * density + floor, weight))
                }
            }
        }
        return pow(0.9 * standing + 0.07 / 0.6 * exp(-speed / 0.6) + 0.03 * outlier, weight)
    }

    /// Returns the densities of a speed for mean speeds from ``MovingShares/count`` - 1 steps below the first level to
    /// the last level, and for some above it that fill the last group of eight.
    private func densities(of speed: Float, variance: Float) -> [Float] {
        let narrowness = 0.5 / variance * 1.442_695
        let peak = 1 / ((6.283_185 * variance).squareRoot() * max(speed, 0.1))
        let lowest = levels[0][0] - Float(MovingShares.count - 1) * TravelModel.levelStep
        let level = log(max(speed, 0.05)) - lowest
        let groups = levels.count + (MovingShares.count + 6) / 8
        var densities: [Float] = []
        densities.reserveCapacity(8 * groups)
        for group in 0..<groups {
            let distance = level - TravelModel.levelStep * (Self.lanes + Float(8 * group))
            let eight = peak * FastPower.exp2(-narrowness * distance * distance)
            for lane in 0..<8 { densities.append(eight[lane]) }
        }
        return densities
    }

    private static let lanes = Eight(0, 1, 2, 3, 4, 5, 6, 7)
}

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
        Mode(mean: 56, spread: 8, none: 0.10), Mode(mean: 83, spread: 7, none: 0.05),
        Mode(mean: 78, spread: 16, none: 0.25),
    ]
    /// The time for which a cadence adds no evidence, in seconds, and the weight of independent evidence.
    private static let memory: Float = 60
    private static let weight: Float = 0.5
    /// The minimum cadence per minute of a turning sensor, and the maximum of strides; higher values are steps.
    private static let turning: Float = 20
    private static let steps: Float = 125
    /// The range of false values, in turns per minute, and their fraction.
    private static let range: Float = 120
    private static let errors: Float = 0.05
    /// The changes of the log-likelihood of vehicles and rest if a sensor turns.
    private static let turningVehicle: Float = -4
    private static let turningRest: Float = -2

    /// Returns the likelihood of each ``TravelModel/State``.
    static func likelihoods(of interval: TravelInterval) -> SIMD8<Float> {
        var likelihoods = SIMD8<Float>(repeating: 1)
        guard let cadence = interval.cadence.map(Float.init) else { return likelihoods }
        let share = min(1, Float(interval.duration) / memory) * weight
        let isTurning = cadence > turning
        let strides = cadence > steps ? cadence / 2 : cadence
        for (index, mode) in modes.enumerated() {
            let distance = (strides - mode.mean) / mode.spread
            let density = (1 - errors) * exp(-0.5 * distance * distance) / (mode.spread * 2.5066) + errors / range
            likelihoods[index] = pow(isTurning ? (1 - mode.none) * density * range : mode.none / 0.3, share)
        }
        guard isTurning else { return likelihoods }
        likelihoods[TravelModel.State.car.rawValue] = exp(turningVehicle * share)
        likelihoods[TravelModel.State.train.rawValue] = exp(turningVehicle * share)
        likelihoods[TravelModel.State.rest.rawValue] = exp(turningRest * share)
        return likelihoods
    }
}
