import NavigationMath
import SensorModel

/// The biases of gyroscopes that earlier sessions learned, with an uncertainty that grows with their age.
///
/// A bias differs from one power-up to the next, and with temperature; over months it ages. Guide: docs/estimators/attitude.md.
struct GyroscopeMemory: Sendable {
    /// What is known, each of another sensor.
    private(set) var gyroscopes: [Learned.Gyroscope] = []
    /// Those that a sensor of this session was not told of yet.
    private var untold: [Learned.Gyroscope] = []

    /// The 1-sigma difference from one power-up to the next, in rad/s.
    private static let powerUp = 0.3 * Double.pi / 180
    /// The 1-sigma ageing in rad/s per root of a day.
    private static let ageing = 0.1 * Double.pi / 180
    /// More than the gyroscopes of a desk: what a damaged file says beyond is not kept.
    private static let most = 64

    /// True if no sensor waits for what is known of it.
    @inline(__always)
    var isEmpty: Bool { untold.isEmpty }

    /// Adds what was learned, in place of what was known of the same sensor. Ignores values that are no bias.
    mutating func add(_ learned: [Learned.Gyroscope]) {
        for gyroscope in learned {
            guard gyroscope.bias.isFinite, gyroscope.sigma.isFinite, gyroscope.sigma > 0 else { continue }
            let isSame = { (other: Learned.Gyroscope) in other.name == gyroscope.name && other.label == gyroscope.label
            }
            gyroscopes.removeAll(where: isSame)
            untold.removeAll(where: isSame)
            guard gyroscopes.count < Self.most else { continue }
            gyroscopes.append(gyroscope)
            untold.append(gyroscope)
        }
    }

    /// Returns what is known of a sensor the first time it is asked for; `nil` if nothing is, and from then on.
    mutating func take(name: String, label: String?, at time: Instant) -> (bias: Vector3, sigma: Double)? {
        guard let index = untold.firstIndex(where: { $0.name == name && $0.label == label }) else { return nil }
        let known = untold.remove(at: index)
        let days = max(0, time - known.time) / 86_400
        let variance = known.sigma * known.sigma + Self.powerUp * Self.powerUp + Self.ageing * Self.ageing * days
        return (known.bias, variance.squareRoot())
    }
}

extension Learned.Gyroscope {
    /// The bias in rad/s, in the sensor's axes.
    var bias: Vector3 { Vector3(x, y, z) }
}
