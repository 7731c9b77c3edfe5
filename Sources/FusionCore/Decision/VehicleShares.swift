import Glibc
import SensorModel

/// The time in vehicles of each kind, by which the kind of a whole ride is inferred.
struct VehicleShares: Sendable, Hashable {
    /// The time in a motor vehicle, in seconds, weighted by its probability.
    private var seconds = 0.0
    /// The fractions of that time on rails and in the air, in seconds.
    private var (rail, air) = (0.0, 0.0)

    /// The minimum fraction of a ride for a kind.
    static let sure = 0.7
    /// The factor of the odds of a train. The model was trained on the labels of one city, with about half as many trains as
    /// cars; in the European Union, people travel about a tenth as far by rail as by road.
    private static let railOdds = 0.2
    /// The speed, in m/s, that no vehicle on the ground reaches in regular service.
    static let fastestOnGround = 125.0

    /// Creates shares of no time.
    init() {}

    /// Creates the shares of an interval.
    /// - Parameters:
    ///   - interval: The interval.
    ///   - states: The probability of each ``TravelModel/State``.
    ///   - doubt: ``TravelModel/doubt``, the root that calibrates a probability.
    init(_ interval: TravelInterval, _ states: SIMD8<Float>, doubt: Float) {
        let car = Double(states[TravelModel.State.car.rawValue])
        let train = Double(states[TravelModel.State.train.rawValue])
        seconds = interval.duration * pow(car + train, 1 / Double(doubt))
        let onRails = Self.railOdds * train / max(car + Self.railOdds * train, .leastNormalMagnitude)
        let isFlying = interval.speed ?? 0 > Self.fastestOnGround
        (rail, air) = isFlying ? (0, seconds) : (seconds * onRails, 0)
    }

    /// The kind that takes the minimum fraction of the time; `nil` if none does.
    var likeliest: VehicleKind? {
        // An aircraft also taxies, climbs, and descends.
        if air > seconds / 2 { return .aircraft }
        return rail > Self.sure * seconds ? .train : nil
    }

    static func += (left: inout Self, right: Self) {
        left.seconds += right.seconds
        left.rail += right.rail
        left.air += right.air
    }
}
