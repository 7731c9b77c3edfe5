import Glibc
public import SensorModel

/// The user's own usual speeds, which tell a fast runner from a slow rider.
///
/// People differ by a factor of two, and one person hardly from day to day. A pace that differs from that of the average
/// person therefore moves the levels of its mode, and narrows them.
public struct OwnPaces: Sendable, Hashable {
    /// The usual speed of walking in m/s.
    public var walking = 1.35
    /// The usual speed of running in m/s.
    public var running = 2.8
    /// The usual speed of cycling in m/s.
    public var cycling = 5.0

    /// Creates the paces of the average person: the levels of even stretches.
    public init() {}

    /// The spreads of the logarithm of a pace, between people and from session to session of one of them.
    private struct Spreads {
        var between: Double
        var within: Double
    }

    private static let average = OwnPaces()
    private static let walkingSpreads = Spreads(between: 0.14, within: 0.08)
    private static let runningSpreads = Spreads(between: 0.25, within: 0.1)
    private static let cyclingSpreads = Spreads(between: 0.38, within: 0.2)

    /// The modes whose pace differs from that of the average person, and by which factor.
    var known: [(state: TravelModel.State, ratio: Double)] {
        let paces = [(TravelModel.State.walk, \Self.walking), (.run, \Self.running), (.cycle, \Self.cycling)]
        return paces.map { ($0, self[keyPath: $1] / Self.average[keyPath: $1]) }.filter { $1 != 1 && $1 > 0 }
    }

    /// Learns the paces from sessions that state, or were corrected to, an activity: the posterior mean of a normal
    /// distribution of the logarithm.
    /// - Parameter sessions: The mean speed in m/s of an activity in each session.
    public init(sessions: [(activity: Activity, speed: Double)]) {
        func learn(_ pace: WritableKeyPath<Self, Double>, _ activity: Activity, _ spreads: Spreads) {
            let usual = Self.average[keyPath: pace]
            let logarithms = sessions.filter { $0.activity == activity && $0.speed > 0 }.map { log($0.speed / usual) }
            guard !logarithms.isEmpty else { return }
            let ratio = spreads.within / spreads.between
            self[keyPath: pace] = usual * exp(logarithms.reduce(0, +) / (Double(logarithms.count) + ratio * ratio))
        }
        self.init()
        learn(\.walking, .walking, Self.walkingSpreads)
        learn(\.running, .running, Self.runningSpreads)
        learn(\.cycling, .cycling, Self.cyclingSpreads)
    }

    static let table: [ParameterEntry<Self>] = [
        .number(
            "walking", \.walking, title: "Own walking pace", unit: "m/s", range: 0.5...2.5,
            meaning:
                "The user's usual speed of walking. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
        .number(
            "running", \.running, title: "Own running pace", unit: "m/s", range: 1.5...6.5,
            meaning:
                "The user's usual speed of running. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
        .number(
            "cycling", \.cycling, title: "Own cycling pace", unit: "m/s", range: 2...14,
            meaning:
                "The user's usual speed of cycling. It counts if it differs from the default, that of the average person.",
            source: "learned from the sessions of a library"),
    ]
}

extension TravelModel {
    /// The fraction of the spread of a mode's levels that is that of one person.
    private static let ownSpread: Float = 0.4

    /// Returns the model with the levels of a user. Those of uneven stretches stay: they are as wide as all users' together.
    func adapted(to paces: OwnPaces) -> TravelModel {
        var model = self
        for (state, ratio) in paces.known {
            for place in model.modes[state.rawValue].indices.dropLast() {
                model.modes[state.rawValue][place].level *= Float(ratio)
                model.modes[state.rawValue][place].spread *= Self.ownSpread
            }
        }
        return model
    }
}
