/// The assumptions of one lane of the bank about the receiver.
struct ReceiverHypothesis: Sendable {
    /// The assumed quality of the receiver's velocity.
    enum Velocity: Sendable {
        /// The velocity has no errors beyond its jitter.
        case right
        /// The velocity also has slowly varying errors, from a scale or lag that changes.
        case slowlyWrong
        /// The velocity may also have a wrong scale, with the variance that the chords leave it.
        case suspected
        /// The velocity carries no information; some receivers always report zero.
        case useless
    }

    /// The prior assumption about how often the motion changes.
    enum Agility: Sendable {
        case calm
        case usual
        case lively

        /// The prior probability of each of the ``BankTable/modeDensities``.
        var frequencies: SIMD4<Double> {
            switch self {
            case .calm: SIMD4(0.80, 0.17, 0.02, 0.01)
            case .usual: SIMD4(0.40, 0.25, 0.20, 0.15)
            case .lively: SIMD4(0.05, 0.10, 0.35, 0.50)
            }
        }
    }

    /// The white error, as a fraction of the stated accuracy.
    var white: Double
    /// The wandering error, as a fraction of the stated accuracy; 0 if there is none.
    var wander: Double
    /// The time constant of the wandering error, in seconds.
    var memory: Double
    var velocity: Velocity
    var agility: Agility

    /// The logarithm of the prior odds. An ordinary receiver needs less evidence than an unusual one; otherwise, the
    /// looser filter would win near ties.
    var logPrior: Double {
        (velocity == .right && agility != .lively && !isUnusual ? 0 : -3) + (memory > Self.longMemory ? -2 : 0)
    }

    /// True for a receiver like a common one, but with errors that last for a different time.
    var isUnusual = false

    /// True for the hypothesis that assumes a ``SettlingStart`` while a track starts. Its own error is a rare one that needs
    /// minutes to tell from others.
    var startsUnsettled = false

    /// The kind of error that the hypothesis stands for.
    var kind: FixAssessment.Hypothesis {
        if velocity == .slowlyWrong || velocity == .suspected { return .late }
        return wander == 0 ? .clean : memory < Self.slowMemory ? .multipath : .wandering
    }

    /// The time constants, in seconds, from which a wandering error is that of the signal's way, and not of reflections, and from
    /// which it is rare.
    private static let (slowMemory, longMemory) = (30.0, 100.0)

    /// The hypotheses, one per lane; the remaining lanes stay empty.
    static let all: [ReceiverHypothesis] = [
        // White as stated: simulators, raw receivers.
        .init(white: 1, wander: 0, memory: 1, velocity: .right, agility: .usual),
        // The same in traffic, or with infrequent fixes.
        .init(white: 1, wander: 0, memory: 1, velocity: .right, agility: .lively),
        // The common receiver: most of the error wanders.
        .init(white: 0.32, wander: 0.95, memory: 40, velocity: .right, agility: .usual),
        // Rapid multipath.
        .init(white: 0.1, wander: 1, memory: 12, velocity: .right, agility: .usual),
        // The common receiver, with errors that last shorter or longer.
        .init(
            white: 0.32, wander: 0.95, memory: 12, velocity: .right, agility: .usual, isUnusual: true,
            startsUnsettled: true),
        .init(white: 0.32, wander: 0.95, memory: 120, velocity: .right, agility: .usual, isUnusual: true),
        // A phone that smooths; errors of ionosphere and ephemeris.
        .init(white: 0.1, wander: 1, memory: 120, velocity: .right, agility: .usual),
        // Noisy and slow.
        .init(white: 0.6, wander: 0.8, memory: 120, velocity: .right, agility: .usual),
        // A slightly wrong velocity; without a velocity, a walker under white noise.
        .init(white: 1, wander: 0, memory: 1, velocity: .slowlyWrong, agility: .calm),
        // Positions that are better than the velocity.
        .init(white: 0.2, wander: 0, memory: 1, velocity: .slowlyWrong, agility: .usual),
        // A speed that is wrong by a factor, until the factor is known.
        .init(white: 0.3, wander: 0, memory: 1, velocity: .suspected, agility: .usual),
        // Between tall buildings, positions only.
        .init(white: 0.3, wander: 1, memory: 8, velocity: .useless, agility: .calm),
        // White, without a velocity.
        .init(white: 1, wander: 0, memory: 1, velocity: .useless, agility: .usual),
        // The same in a car in a town.
        .init(white: 1, wander: 0, memory: 1, velocity: .useless, agility: .lively),
        // A wandering error, without a velocity.
        .init(white: 0.32, wander: 0.95, memory: 40, velocity: .useless, agility: .calm),
        // A speed that is always zero, in a car.
        .init(white: 0.2, wander: 1, memory: 40, velocity: .useless, agility: .lively),
    ]
}
