import Glibc
import SensorModel

/// How likely the speed of each interval is in each texture of each mode, and at rest.
struct TravelEvidence {
    typealias Eight = FastPower.Eight

    /// Eight textures of one mode that are equally even, by rising level.
    struct Octet {
        var mode: Int
        /// Which of ``TravelModel/withinSpreads`` they have.
        var evenness: Int
        /// The logarithms of their levels.
        var levels: Eight
        /// How often a stretch of the mode has each of them.
        var prior: Eight
    }

    let model: TravelModel
    /// All textures that a mode has now and then, mode by mode.
    let octets: [Octet]
    /// How often each mode stands for a moment.
    private let pauses: Eight

    /// How much rarer than a mode's most frequent texture one may be that counts.
    private static let rarest: Float = 1e-4
    /// Share of speeds that are errors, and the range in m/s over which those are spread.
    private static let outliers: Float = 0.01
    private static let outlierRange: Float = 40
    /// Metres a second by which a receiver at rest moves even without an error of its places.
    private static let restSpeed: Float = 0.2

    init(model: TravelModel) {
        self.model = model
        var octets: [Octet] = []
        for (index, mode) in model.modes.enumerated() { octets += Self.octets(of: mode, index) }
        self.octets = octets
        var pauses = Eight(repeating: 0)
        for (index, mode) in model.modes.enumerated() { pauses[index] = mode.pause }
        self.pauses = pauses
    }

    private static func octets(of mode: TravelModel.Mode, _ index: Int) -> [Octet] {
        mode.stretches.enumerated().flatMap { evenness, stretches -> [Octet] in
            let levels = TravelModel.levels
            let shares = levels.map { level -> Float in
                let distance = (level - log(stretches.level)) / stretches.spread
                return exp(-0.5 * distance * distance)
            }
            let sum = shares.reduce(0, +)
            guard let largest = shares.max(), let first = shares.firstIndex(where: { $0 > rarest * largest }),
                let last = shares.lastIndex(where: { $0 > rarest * largest })
            else { return [] }
            return stride(from: first, through: last, by: 8).map { start -> Octet in
                var octet = Octet(
                    mode: index, evenness: evenness, levels: Eight(repeating: levels[start]), prior: Eight(repeating: 0))
                for lane in 0..<8 where start + lane <= last {
                    octet.levels[lane] = levels[start + lane]
                    octet.prior[lane] = stretches.share * shares[start + lane] / sum
                }
                return octet
            }
        }
    }

    /// What an interval says of all textures.
    struct Word {
        /// The logarithm of the speed.
        var level: Float
        /// By evenness: the factor of the square in the exponent, to base two, and the density at the level itself.
        var narrowness = SIMD3<Float>(repeating: 0)
        var peak = SIMD3<Float>(repeating: 0)
        /// By mode: what a speed that is no level's has for a density.
        var floor: Eight
        /// The weight of the word.
        var weight: Float
        /// The likelihood of the cadence, by state.
        var cadence: Eight
        /// The likelihood of rest.
        var rest: Float
    }

    /// Returns what an interval says.
    func word(_ interval: TravelInterval) -> Word {
        let seconds = Float(interval.duration)
        let speed = Float(interval.speed)
        let ratio = seconds / model.memory
        let average = ratio > 1e-3 ? (ratio - 1 + exp(-ratio)) / (ratio * ratio) : 0.5
        let narrowing = 0.4 + 1.2 * average
        let scale = Self.restSpeed + Float(interval.wobble)
        let standing =
            1.5 / (scale * 2.5066) * exp(-0.5 * (speed / scale) * (speed / scale))
            + 0.25 / (2.2 * scale) * exp(-speed / (2.2 * scale))
        let outlier = 1 / Self.outlierRange
        let weight = min(1, ratio) * model.weight
        var word = Word(
            level: log(max(speed, 0.05)),
            floor: pauses * standing + Self.outliers * outlier, weight: weight,
            cadence: CadenceEvidence.likelihoods(of: interval),
            rest: pow(0.9 * standing + 0.07 / 0.6 * exp(-speed / 0.6) + 0.03 * outlier, weight))
        for (index, spread) in TravelModel.withinSpreads.enumerated() {
            let variance = spread * spread * narrowing + min(1, Float(interval.logVariance))
            word.narrowness[index] = 0.5 / variance * 1.442_695
            word.peak[index] = 1 / ((6.283_185 * variance).squareRoot() * max(speed, 0.1))
        }
        return word
    }

    /// Returns the likelihoods of eight textures.
    @inline(__always)
    func likelihoods(of word: Word, _ octet: Octet) -> Eight {
        let distance = word.level - octet.levels
        let density = word.peak[octet.evenness] * FastPower.exp2(-word.narrowness[octet.evenness] * distance * distance)
        let share = 1 - pauses[octet.mode] - Self.outliers
        return word.cadence[octet.mode] * FastPower.power(share * density + word.floor[octet.mode], word.weight)
    }
}

/// What the cadence in a file says of how one moved.
enum CadenceEvidence {
    private struct Mode {
        var mean: Float
        var spread: Float
        /// How often there is none although one moves.
        var none: Float
    }

    /// Strides a minute of a walk and a run, turns a minute on a bicycle.
    private static let modes = [
        Mode(mean: 56, spread: 8, none: 0.10), Mode(mean: 83, spread: 7, none: 0.05),
        Mode(mean: 78, spread: 16, none: 0.25),
    ]
    /// Seconds for which a cadence says nothing new, and the weight of a word.
    private static let memory: Float = 60
    private static let weight: Float = 0.5
    /// Turns a minute from which on something turns, and above which steps were counted, not strides.
    private static let turning: Float = 20
    private static let steps: Float = 125
    /// Turns a minute over which a false value is spread, and how often there is one.
    private static let range: Float = 120
    private static let errors: Float = 0.05
    /// Logarithms by which a vehicle and rest are less likely where something turns.
    private static let turningVehicle: Float = -4
    private static let turningRest: Float = -2

    /// Returns the likelihood of each of ``TravelModel/State``.
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
