import SensorModel

/// The coefficients of the decision, from places alone, how the user moved.
///
/// Each stretch of a way has a texture: the level of its speed, and how evenly it keeps it. A mode is a prior over
/// textures, and textures say what speeds are likely. So the speeds of an even way of an hour are not a thousand words
/// about its mode: they make its texture known, and the texture is one word.
struct TravelModel: Sendable, Hashable {
    /// The modes that it distinguishes, and rest.
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

    /// The stretches of a mode that are equally even.
    struct Stretches: Sendable, Hashable {
        /// The median of their levels in m/s.
        var level: Float
        /// The spread of the logarithm of the level from stretch to stretch.
        var spread: Float
        /// The share of the mode's stretches that are of this kind.
        var share: Float
    }

    /// The stretches of each mode in the order of ``State``: its even, its usual and its uneven ones.
    var modes: [[Stretches]]
    /// How often one stands for a moment within an even, a usual and an uneven stretch.
    var pauses: [Float]
    /// Mean seconds of a way in one mode, the same for all: how long a way is says nothing about it.
    var way: Float
    /// Mean seconds of a rest.
    var rest: Float
    /// Mean seconds until a way's texture changes.
    var texture: Float
    /// How often a recording begins with each state.
    var start: [Float]
    /// How often each state (outer) is followed by each other (inner).
    var follows: [[Float]]
    /// Seconds for which a speed says nothing new.
    var memory: Float
    /// Weight of a word of evidence.
    var weight: Float
    /// The exponent by whose inverse probabilities are reported less surely (temperature scaling, Guo et al. 2017).
    var doubt: Float

    /// The spreads of the logarithm of the speed within an even, a usual and an uneven stretch.
    static let withinSpreads: [Float] = [0.13, 0.3, 0.65]
    /// The logarithms of the levels in m/s.
    static let levels: [Float] = (0..<22).map { -0.5978 + 0.22 * Float($0) }
}
