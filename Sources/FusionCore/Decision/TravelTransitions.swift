import Glibc

/// The probabilities of a change of the state over intervals of any length.
///
/// The states are a Markov process in continuous time: each lasts for an exponentially distributed time, and another one
/// follows. Over a long interval it can change several times and return, so the probabilities are those of the exponential
/// of its generator (Norris 1997, chapter 2), and an interval of an hour says the same as sixty of a minute.
struct TravelTransitions: Sendable, Hashable {
    typealias Eight = FastPower.Eight

    /// The number of states.
    private let count: Int
    /// The rate at which each state ends, in 1/s.
    private let rates: Eight
    /// By duration, then by the state at the start: the probability of each state at the end, apart from that of a state that
    /// never ended.
    private let changed: [Eight]

    /// The shortest duration, in seconds, and the number of durations: eight per octave up to three days.
    private static let shortest: Float = 1 / 16
    private static let (perOctave, durations) = (8, 178)
    /// The number of terms of the exponential over the shortest durations.
    private static let terms = 6

    /// Creates the transitions of a process.
    /// - Parameters:
    ///   - seconds: The mean duration of each state, in seconds.
    ///   - follows: The probability of each state (lane) after each state (index).
    init(seconds: Eight, follows: [Eight]) {
        count = follows.count
        var rates = Eight(repeating: 0)
        for state in follows.indices { rates[state] = 1 / seconds[state] }
        self.rates = rates
        let identity = follows.indices.map { state in
            var row = Eight(repeating: 0)
            row[state] = 1
            return row
        }
        let generator = follows.indices.map { rates[$0] * (follows[$0] - identity[$0]) }
        var powers: [[Eight]] = []
        for place in 0..<Self.durations {
            guard place >= Self.perOctave else {
                powers.append(Self.exponential(of: generator, over: Self.seconds(at: place), identity))
                continue
            }
            // Rounding doubles with each square, so each row is made to add up to one again.
            let half = powers[place - Self.perOctave]
            powers.append(Self.product(half, half).map { $0 / $0.sum() })
        }
        changed = powers.enumerated().flatMap { place, power in
            let seconds = Self.seconds(at: place)
            return power.enumerated().map { state, row in
                var row = row
                row[state] = max(0, row[state] - exp(-rates[state] * seconds))
                return row
            }
        }
    }

    /// Returns the index of the closest duration for which there are probabilities. O(1).
    func duration(seconds: Float) -> Int {
        let place = (log2(max(seconds, Self.shortest) / Self.shortest) * Float(Self.perOctave)).rounded()
        return Int(min(place, Float(Self.durations - 1)))
    }

    /// Returns the probability that each state does not end within a time in seconds.
    func staying(seconds: Float) -> Eight {
        var staying = Eight(repeating: 0)
        for state in 0..<count { staying[state] = exp(-rates[state] * seconds) }
        return staying
    }

    /// Returns the probability of each state after an interval in which the state at its start ended. O(states).
    /// - Parameters:
    ///   - states: The probability of each state at the start.
    ///   - duration: The index of the interval's duration.
    @inline(__always)
    func entered(from states: Eight, duration: Int) -> Eight {
        var entered = Eight(repeating: 0)
        for state in 0..<count { entered += states[state] * changed[duration * count + state] }
        return entered
    }

    /// Returns the likelihood of the evidence after an interval for each state that ends within it. O(states).
    /// - Parameters:
    ///   - likelihoods: The likelihood for each state after the interval.
    ///   - duration: The index of the interval's duration.
    @inline(__always)
    func ahead(_ likelihoods: Eight, duration: Int) -> Eight {
        var ahead = Eight(repeating: 0)
        for state in 0..<count { ahead[state] = (changed[duration * count + state] * likelihoods).sum() }
        return ahead
    }

    private static func seconds(at place: Int) -> Float { shortest * exp2(Float(place) / Float(perOctave)) }

    private static func exponential(of generator: [Eight], over seconds: Float, _ identity: [Eight]) -> [Eight] {
        var (sum, term) = (identity, identity)
        for order in 1...terms {
            term = product(term, generator).map { $0 * (seconds / Float(order)) }
            sum = zip(sum, term).map { $0 + $1 }
        }
        return sum
    }

    private static func product(_ left: [Eight], _ right: [Eight]) -> [Eight] {
        left.map { row in
            right.indices.reduce(Eight(repeating: 0)) { $0 + row[$1] * right[$1] }
        }
    }
}
