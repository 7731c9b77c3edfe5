import Geometry
import SensorModel

/// The highest speed held for some seconds: the maximum of a running median, or minimum of speeds that were inferred from
/// places. A place that is wrong makes the speeds before and after it high, so that two of them prove nothing.
struct SustainedSpeed: Sendable, Hashable {
    /// The highest speed so far, in m/s.
    private(set) var fastest = 0.0
    /// The time of the last of its speeds; `nil` if there is none.
    private(set) var time: Instant?
    private var recent: [(age: Double, speed: Double, isInferred: Bool)] = []

    /// The minimum number of speeds if one was inferred from places.
    private static let leastInferred = 3

    static func == (left: Self, right: Self) -> Bool { left.fastest == right.fastest }

    func hash(into hasher: inout Hasher) { hasher.combine(fastest) }

    /// Adds a speed.
    /// - Parameters:
    ///   - speed: The speed in m/s.
    ///   - time: The time of the speed.
    ///   - interval: The time since the previous speed, in seconds; `nil` if the speeds are not connected.
    ///   - isInferred: Whether the speed was inferred from places, and not stated by the receiver.
    mutating func update(_ speed: Double, at time: Instant, after interval: Double?, isInferred: Bool) {
        guard let interval else { return recent = [(0, speed, isInferred)] }
        recent.append((interval, speed, isInferred))
        var span = recent.reduce(0) { $0 + $1.age }
        let least = recent.contains(where: \.isInferred) ? Self.leastInferred : 1
        while recent.count > least, span - recent[0].age >= DistanceColumn.support {
            span -= recent[0].age
            recent.removeFirst()
        }
        guard span >= DistanceColumn.support, recent.count >= least, recent.contains(where: { $0.speed > fastest })
        else {
            return
        }
        let speeds = recent.map(\.speed)
        let held = least > 1 ? speeds.min() ?? 0 : quantiles([0.5], of: speeds)[0]
        if held > fastest { (fastest, self.time) = (held, time) }
    }
}
