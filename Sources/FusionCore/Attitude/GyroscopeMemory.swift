import Geometry
import SensorModel

/// The gyroscope biases that earlier sessions learned, with an uncertainty that grows with age.
///
/// A bias changes with each power-up, with temperature, and over months. Guide: docs/estimators/attitude.md.
struct GyroscopeMemory: Sendable {
    /// The known biases, one per sensor.
    private(set) var gyroscopes: [Learned.Gyroscope] = []
    /// The biases that have not been passed to a sensor of this session.
    private var unused: [Learned.Gyroscope] = []

    /// The 1-sigma difference from one power-up to the next, in rad/s.
    private static let powerUp = 0.3 * Double.pi / 180
    /// The 1-sigma ageing in rad/s per root of a day.
    private static let ageing = 0.1 * Double.pi / 180
    /// The maximum number of stored biases; entries beyond it, as in a damaged file, are dropped.
    private static let most = 64

    /// True if no bias remains to be passed to a sensor.
    @inline(__always)
    var isEmpty: Bool { unused.isEmpty }

    /// Adds learned biases, which replace those of the same sensors. Ignores invalid values.
    mutating func add(_ learned: [Learned.Gyroscope]) {
        for gyroscope in learned {
            guard gyroscope.bias.isFinite, gyroscope.sigma.isFinite, gyroscope.sigma > 0 else { continue }
            let isSame = { (other: Learned.Gyroscope) in other.name == gyroscope.name && other.label == gyroscope.label
            }
            gyroscopes.removeAll(where: isSame)
            unused.removeAll(where: isSame)
            guard gyroscopes.count < Self.most else { continue }
            gyroscopes.append(gyroscope)
            unused.append(gyroscope)
        }
    }

    /// Returns the known bias of a sensor on the first request for it; `nil` if there is none, and on later requests.
    mutating func take(name: String, label: String?, at time: Instant) -> (bias: Vector3, sigma: Double)? {
        guard let index = unused.firstIndex(where: { $0.name == name && $0.label == label }) else { return nil }
        let known = unused.remove(at: index)
        let days = max(0, time - known.time) / 86_400
        let variance = known.sigma * known.sigma + Self.powerUp * Self.powerUp + Self.ageing * Self.ageing * days
        return (known.bias, variance.squareRoot())
    }
}

extension Learned.Gyroscope {
    /// The bias in rad/s, in the sensor's axes.
    var bias: Vector3 { Vector3(x, y, z) }
}
