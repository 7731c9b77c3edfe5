import Glibc
import SensorModel

/// Infers the errors of receivers that are carried together from the differences between their positions.
///
/// Each receiver has a variance that its filter expects, and a factor by which the true one exceeds it. A squared
/// difference of two positions has the sum of both true variances as its mean. Three receivers therefore have one
/// solution, the three-cornered hat (Gray and Allan 1974); two share the difference in the ratio that their filters expect.
/// No difference shows the errors that all receivers have in common, under one sky: they remain part of ``Fusion/variance``.
struct ReceiverAgreement: Sendable, Hashable {
    /// A position of a receiver at a time that all share.
    struct Position: Sendable, Hashable {
        var device: DeviceID
        /// The position in metres, east and north.
        var position: SIMD2<Double>
        /// The velocity in m/s, east and north.
        var velocity = SIMD2<Double>(0, 0)
        /// The variance of one axis that the receiver's filter expects, in m^2.
        var variance: Double
        /// The factor of its weight, from 0 to 1.
        var share = 1.0
    }

    /// The mean of several positions.
    struct Fusion: Sendable, Hashable {
        var position: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// The variance of one axis, in m^2.
        var variance: Double
        /// The variance as a fraction of that of the first receiver alone.
        var ratio: Double
    }

    /// The sums of two receivers, weighted by time.
    private struct Pair: Sendable, Hashable {
        var devices: SIMD2<UInt16>
        var seconds = 0.0
        /// The squared differences, per axis.
        var squared = 0.0
        /// The expected variances.
        var expected = SIMD2<Double>(0, 0)
    }

    private var pairs: [Pair] = []

    /// The time, in seconds, for which the expected variances count as if they had been observed.
    private let prior: Double
    /// The longest time, in seconds, for which a difference stands.
    private static let longest = 10.0
    /// The number of steps towards the solution, enough for the weight of a receiver with a hundredfold variance, and for the
    /// errors themselves.
    private static let (fewSteps, manySteps) = (40, 2_000)
    /// The same time as the prior for the variance of a mean, which has to show soon that receivers disagree.
    private static let shortPrior = 60.0

    /// Creates an agreement without differences.
    init(prior: Double) { self.prior = prior }

    /// Adds the differences between positions.
    /// - Parameters:
    ///   - positions: The positions of two or more receivers.
    ///   - seconds: The time since the previous call.
    ///   - memory: The time constant with which the past is forgotten, in seconds; `nil` to forget nothing.
    mutating func update(_ positions: [Position], after seconds: Double, memory: Double?) {
        if let memory {
            let kept = exp(-seconds / memory)
            for index in pairs.indices {
                pairs[index].seconds *= kept
                pairs[index].squared *= kept
                pairs[index].expected *= kept
            }
        }
        let weight = min(seconds, Self.longest)
        for (place, first) in positions.enumerated() {
            for second in positions[(place + 1)...] {
                let isOrdered = first.device < second.device
                let (low, high) = isOrdered ? (first, second) : (second, first)
                let devices = SIMD2(low.device.rawValue, high.device.rawValue)
                let index = pairs.firstIndex { $0.devices == devices } ?? pairs.endIndex
                if index == pairs.endIndex { pairs.append(Pair(devices: devices)) }
                let difference = first.position - second.position
                pairs[index].seconds += weight
                pairs[index].squared += weight * (difference * difference).sum() / 2
                pairs[index].expected += weight * SIMD2(low.variance, high.variance)
            }
        }
    }

    /// Returns the factors by which the variances of receivers exceed those that their filters expect; 1 for a receiver
    /// without differences.
    ///
    /// Multiplicative steps, which keep every factor positive (Richardson 1972; Lucy 1974).
    func factors(of devices: [DeviceID], prior seconds: Double, steps: Int = fewSteps) -> [Double] {
        let codes = devices.map(\.rawValue)
        let known = pairs.compactMap { pair -> (first: Int, second: Int, squared: Double, expected: SIMD2<Double>)? in
            guard let first = codes.firstIndex(of: pair.devices.x), let second = codes.firstIndex(of: pair.devices.y),
                pair.seconds > 0, pair.expected.min() > 0
            else { return nil }
            // The prior: as if the differences had been as expected for a while.
            let prior = seconds / pair.seconds
            return (first, second, pair.squared + prior * pair.expected.sum(), pair.expected * (1 + prior))
        }
        var factors = [Double](repeating: 1, count: devices.count)
        for _ in 0..<steps {
            var sums = [SIMD2<Double>](repeating: SIMD2(0, 0), count: devices.count)
            for pair in known {
                let sum = factors[pair.first] * pair.expected.x + factors[pair.second] * pair.expected.y
                sums[pair.first] += pair.expected.x * SIMD2(pair.squared / sum, 1)
                sums[pair.second] += pair.expected.y * SIMD2(pair.squared / sum, 1)
            }
            for index in factors.indices where sums[index].y > 0 { factors[index] *= sums[index].x / sums[index].y }
        }
        return factors
    }

    /// Returns the true variance of one axis of a receiver, in m^2, averaged over its differences; `nil` without any.
    func variance(of device: DeviceID, among devices: [DeviceID]) -> Double? {
        guard let place = devices.firstIndex(of: device) else { return nil }
        let own = pairs.filter { $0.devices.x == device.rawValue || $0.devices.y == device.rawValue }
        let seconds = own.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else { return nil }
        let expected = own.reduce(0) { $0 + ($1.devices.x == device.rawValue ? $1.expected.x : $1.expected.y) }
        return factors(of: devices, prior: prior, steps: Self.manySteps)[place] * expected / seconds
    }

    /// Returns the mean of positions, weighted by the inverse of their true variances.
    /// - Parameter positions: The positions; the first is that of the primary receiver.
    func fuse(_ positions: [Position]) -> Fusion {
        let devices = positions.map(\.device)
        let weights = zip(positions, factors(of: devices, prior: prior)).map { $0.share / max($1 * $0.variance, 1e-6) }
        let total = weights.reduce(0, +)
        var fusion = Fusion(position: SIMD2(0, 0), velocity: SIMD2(0, 0), variance: 0, ratio: 1)
        let shown = factors(of: devices, prior: Self.shortPrior)
        for (index, place) in positions.enumerated() {
            let weight = weights[index] / total
            fusion.position += weight * place.position
            fusion.velocity += weight * place.velocity
            // What a filter expects but no difference shows may be the error that all have in common.
            fusion.variance += weight * (weight * shown[index] + max(0, 1 - shown[index])) * place.variance
        }
        let own = positions[0].variance * max(1, shown[0])
        if own > 0 { fusion.ratio = min(1, fusion.variance / own) }
        return fusion
    }
}
