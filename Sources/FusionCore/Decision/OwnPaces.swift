import Glibc
public import SensorModel

/// The user's own usual speeds, which tell a fast runner from a slow rider.
///
/// People differ by a factor of two, and one person hardly from day to day. A pace that differs from that of the average
/// person therefore moves the levels of its mode, and narrows them.
public struct OwnPaces: Sendable, Hashable {
    /// The usual speed of walking in m/s.
    public var walking = Self.average[.walking] ?? 0
    /// The usual speed of running in m/s.
    public var running = Self.average[.running] ?? 0
    /// The usual speed of cycling in m/s.
    public var cycling = Self.average[.cycling] ?? 0

    /// Creates the paces of the average person.
    public init() {}

    /// The usual speeds of the average person in m/s: the levels of even stretches.
    static let average: [Activity: Double] = [.walking: 1.35, .running: 2.8, .cycling: 5]
    /// The spreads of the logarithm of the pace between people (`scripts/bench measure people` draws them so), and from
    /// session to session of a person.
    private static let between: [Activity: Double] = [.walking: 0.14, .running: 0.25, .cycling: 0.38]
    private static let within: [Activity: Double] = [.walking: 0.08, .running: 0.1, .cycling: 0.2]

    /// The pace of each mode of the decision, in m/s, if it differs from that of the average person.
    var known: [(state: TravelModel.State, ratio: Double)] {
        [(.walk, Activity.walking, walking), (.run, .running, running), (.cycle, .cycling, cycling)].compactMap {
            let usual = Self.average[$1] ?? $2
            return $2 == usual || $2 <= 0 ? nil : ($0, $2 / usual)
        }
    }

    /// Learns the paces from sessions that state, or were corrected to, an activity: the posterior mean of a normal
    /// distribution of the logarithm.
    /// - Parameter sessions: The mean speed, in m/s, of an activity in each session.
    public init(sessions: [(activity: Activity, speed: Double)]) {
        func pace(_ activity: Activity, _ usual: Double) -> Double {
            let logarithms = sessions.filter { $0.activity == activity && $0.speed > 0 }.map { log($0.speed / usual) }
            guard !logarithms.isEmpty, let between = Self.between[activity], let within = Self.within[activity] else {
                return usual
            }
            let ratio = within / between
            return usual * exp(logarithms.reduce(0, +) / (Double(logarithms.count) + ratio * ratio))
        }
        self.init()
        (walking, running) = (pace(.walking, walking), pace(.running, running))
        cycling = pace(.cycling, cycling)
    }

    static let table: [ParameterEntry<Self>] = [
        .number(
            "walking", \.walking, tier: .tunable, title: "Own walking pace", unit: "m/s", range: 0.5...2.5,
            meaning: "The user's usual speed of walking. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
        .number(
            "running", \.running, tier: .tunable, title: "Own running pace", unit: "m/s", range: 1.5...6.5,
            meaning: "The user's usual speed of running. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
        .number(
            "cycling", \.cycling, tier: .tunable, title: "Own cycling pace", unit: "m/s", range: 2...14,
            meaning: "The user's usual speed of cycling. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
    ]
}

extension TravelModel {
    /// The fraction of the spread of a mode's levels that is that of one person.
    private static let ownSpread: Float = 0.6

    /// Returns the model with the levels of a user.
    func adapted(to paces: OwnPaces) -> TravelModel {
        var model = self
        for (state, ratio) in paces.known {
            for place in model.modes[state.rawValue].indices {
                model.modes[state.rawValue][place].level *= Float(ratio)
                model.modes[state.rawValue][place].spread *= Self.ownSpread
            }
        }
        return model
    }
}
