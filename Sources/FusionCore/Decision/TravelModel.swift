import Glibc
import SensorModel

/// The coefficients for inferring, from places alone, how the user moved.
///
/// Each stretch of a movement has a texture: the level of its speed and its evenness. A mode is a prior over textures,
/// and a texture is a distribution of speeds. The speeds of an even hour are therefore not a thousand independent
/// pieces of evidence for its mode: they determine its texture, which is a single piece of evidence.
struct TravelModel: Sendable, Hashable {
    /// The modes that the model distinguishes, and rest.
    enum State: Int, CaseIterable, Sendable {
        case walk, run, cycle, car, train, rest

        var activity: Activity {
            switch self {
            case .walk: .walking
            case .run: .running
            case .cycle: .cycling
            case .car, .train: .automotive
            case .rest: .stationary
            }
        }
    }

    /// The stretches of a mode with the same evenness.
    struct Stretches: Sendable, Hashable {
        /// The median of the levels, in m/s.
        var level: Float
        /// The spread of the logarithm of the level from stretch to stretch.
        var spread: Float
        /// The fraction of the mode's stretches that are of this kind.
        var share: Float
    }

    /// The stretches of each mode, in the order of ``State``: even, usual, and uneven ones.
    var modes: [[Stretches]]
    /// The fraction of the stretches of each mode whose speed responds to the gradient, if heights are known.
    var responding: [Float]
    /// How momentary stops within an even, a usual, and an uneven stretch lower the mean speed of an interval.
    let shares: MovingShares
    /// The mean duration of a movement in one mode, in seconds. It is the same for all modes, so the duration is not
    /// evidence.
    var way: Float
    /// The mean duration of a halt, in seconds.
    var rest: Float
    /// The probability that the motion sensors are carried in a way that the model has not learned. Without places, nothing
    /// would show it, and a recording is then as likely of any activity.
    static let unfamiliar = 0.13
    /// The mean duration of a stay, in seconds, and the fractions of halts and of stays among rests, if motion is recorded.
    /// Places show whether a rest continues; motion does not, since a smooth ride looks like rest. Without places the
    /// duration decides, and rests are halts of seconds or stays of hours: a mixture of two exponential distributions.
    static let stay: Float = 3_600
    static let restShares = SIMD2<Float>(0.9, 0.1)
    /// The mean time until the texture changes, in seconds.
    var texture: Float
    /// The probability of each state at the start of a recording.
    var start: [Float]
    /// The probability of each state (inner index) after each state (outer index).
    var follows: [[Float]]
    /// The time, in seconds, over which the variations of a speed average out.
    var memory: Float
    /// The time, in seconds, after which a speed is new evidence.
    var novelty: Float
    /// The weight of a piece of independent evidence.
    var weight: Float
    /// The exponent whose inverse flattens the reported probabilities (temperature scaling, Guo et al. 2017).
    var temperature: Float

    /// The spreads of the logarithm of the speed within an even, a usual, and an uneven stretch.
    static let withinSpreads: [Float] = [0.13, 0.3, 0.65]
    /// The logarithms of the levels in m/s.
    static let levels: [Float] = (0..<22).map { -0.5978 + levelStep * Float($0) }
    /// The difference between adjacent levels.
    static let levelStep: Float = 0.22

    /// The range of the levels of each mode, in m/s. The highest are the records over 20 km of walking and 10 km of running,
    /// and a bunch of riders on a long descent. Below the lowest, a run is a walk, and a bicycle falls over.
    static let ranges: [ClosedRange<Float>] = [
        0...4.4, 1.4...6.4, 1.2...19, 0...(.infinity), 0...(.infinity),
    ]

    /// How the speed of each mode changes with the gradient; none for vehicles, whose engines hide it. Medians of the
    /// files for tuning that state their sport and heights; the second one of cycling is for those who push harder
    /// uphill, and for poor heights.
    static let responses: [[GradeResponse]] = [
        [GradeResponse(up: 1.2, lowest: 0.3, down: 0, highest: 0)],
        [GradeResponse(up: 3.7, lowest: 0.8, down: 0, highest: 0)],
        [
            GradeResponse(up: 13.5, lowest: 1.2, down: 8.5, highest: 0.47),
            GradeResponse(up: 6, lowest: 0.9, down: 4, highest: 0.35),
        ], [], [],
    ]

    /// The mean time, in seconds, until a fix shows a way under the open sky. A vehicle can hide the sky for longer.
    private static let openSky: Float = 600

    /// Returns the likelihoods of a silence of some seconds in which the user moved on, by state.
    static func silence(seconds: Float) -> SIMD8<Float> {
        var states = SIMD8<Float>(repeating: exp(-seconds / openSky))
        (states[State.car.rawValue], states[State.train.rawValue]) = (1, 1)
        return states
    }

    /// Creates a model.
    /// - Parameters:
    ///   - pauses: The fraction of the time of momentary stops within an even, a usual, and an uneven stretch.
    ///   - halts: The mean duration of these stops, in seconds.
    init(
        modes: [[Stretches]], pauses: [Float], halts: [Float], way: Float, rest: Float, texture: Float, start: [Float],
        follows: [[Float]], responding: [Float], memory: Float, novelty: Float, weight: Float, temperature: Float
    ) {
        self.modes = modes
        shares = MovingShares(pauses: pauses, halts: halts)
        (self.way, self.rest, self.texture) = (way, rest, texture)
        (self.start, self.follows, self.responding) = (start, follows, responding)
        (self.memory, self.novelty, self.weight, self.temperature) = (memory, novelty, weight, temperature)
    }
}
