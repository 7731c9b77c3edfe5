import Geometry
import Glibc
import SensorModel

/// Detects that a receiver's signal fell on all satellites together.
///
/// An obstacle weakens each satellite differently; interference and a loose antenna weaken all of them equally. Compares
/// how well both explain the changes between two windows. Guide: docs/estimators/interference.md.
public struct InterferenceDetector: Sendable, Hashable {
    /// A change of the state.
    enum Change: Sendable, Hashable {
        /// The signal fell.
        case fell
        /// The signal has recovered.
        case recovered
    }

    /// A satellite of any constellation.
    private struct Name: Sendable, Hashable {
        var constellation: Int?
        var number: Int
    }

    private typealias Strengths = [Name: Double]

    /// The strengths at an instant, in dB-Hz.
    private struct View: Sendable, Hashable {
        var time: Instant
        var strengths: Strengths
        var strongest: Double
    }

    /// The state before a fall.
    private struct Fall: Sendable, Hashable {
        var strengths: Strengths
        /// The common fall in dB.
        var depth: Double
    }

    var parameters: Parameters
    private var views: [View] = []
    /// The lowest strength that the receiver has reported: weaker satellites are lost.
    private var threshold = Double.infinity
    private var fallen: Fall?

    /// The time in seconds after which satellites of a view are not compared with those of the next one.
    private static let longestPause = 60.0
    /// The maximum number of views that are kept: ten per second in both windows, and as many again.
    private static let mostViews = 400
    /// The minimum number of satellites that have a spread.
    private static let fewest = 3
    /// The minimum time that both windows cover, in windows.
    private static let leastSpan = 1.5
    /// The part of a fall by which the strongest signal has to fall for a comparison, and up to which it has recovered.
    private static let notableShare = 0.5

    init(_ parameters: Parameters = .init()) { self.parameters = parameters }

    /// Processes the satellites that a receiver sees. O(satellites) while the strongest signal does not fall.
    mutating func consume(_ satellites: [Satellite], at time: Instant) -> Change? {
        if let last = views.last, !(0...Self.longestPause).contains(time - last.time) { views = [] }
        append(satellites, at: time)
        let recent = time + -parameters.window
        let split = views.partitionPoint { $0.time <= recent }
        if let fallen {
            let falls = Self.falls(fallen.strengths, Self.mean(of: views[split...]))
            let isOther = falls.isEmpty && views[split...].contains { $0.strengths.count >= Self.fewest }
            guard isOther || !falls.isEmpty && quantiles([0.5], of: falls)[0] < Self.notableShare * fallen.depth else {
                return nil
            }
            self.fallen = nil
            return .recovered
        }
        guard split > 0, time - views[0].time >= Self.leastSpan * parameters.window,
            Self.strongest(in: views[..<split]) - Self.strongest(in: views[split...])
                > Self.notableShare * parameters.fall
        else { return nil }
        let reference = Self.mean(of: views[..<split], inHalf: true)
        fallen = fall(from: reference, to: Self.mean(of: views[split...]))
        return fallen == nil ? nil : .fell
    }

    private mutating func append(_ satellites: [Satellite], at time: Instant) {
        var view = View(time: time, strengths: [:], strongest: 0)
        for satellite in satellites {
            // A satellite has one entry per frequency.
            guard let strength = satellite.signalStrength, strength > 0 else { continue }
            let name = Name(constellation: satellite.constellation, number: satellite.number)
            view.strengths[name] = max(strength, view.strengths[name] ?? 0)
            view.strongest = max(strength, view.strongest)
            threshold = min(threshold, strength)
        }
        views.append(view)
        let oldest = time + -2 * parameters.window
        let old = views.partitionPoint { $0.time < oldest }
        views.removeFirst(max(old, views.count - Self.mostViews))
    }

    /// Returns the fall if a common one explains the changes better than obstacles do; `nil` otherwise.
    private func fall(from reference: Strengths, to now: Strengths) -> Fall? {
        let falls = Self.falls(reference, now)
        guard falls.count >= Self.fewest else { return nil }
        let (common, spread, obstruction) = (quantiles([0.5], of: falls)[0], parameters.spread, parameters.obstruction)
        guard common >= parameters.fall else { return nil }
        // One fall determines the common one, so that it does not count as evidence.
        var evidence = -log(obstruction / spread)
        for fall in falls {
            evidence += log(
                HeavyTail.density(fall - common, spread: spread) / HeavyTail.density(fall - common, spread: obstruction)
            )
        }
        // A lost satellite fell below the threshold, by an unknown amount.
        for strength in reference.filter({ now[$0.key] == nil }).values.sorted() {
            let excess = common - (strength - threshold)
            evidence += log(
                HeavyTail.probability(below: excess, spread: spread)
                    / HeavyTail.probability(below: excess, spread: obstruction))
        }
        return evidence >= parameters.evidence ? Fall(strengths: reference, depth: common) : nil
    }

    /// Returns the falls of the satellites that both windows have, in dB, in ascending order.
    private static func falls(_ reference: Strengths, _ now: Strengths) -> [Double] {
        reference.compactMap { name, strength in now[name].map { strength - $0 } }.sorted()
    }

    /// Returns the mean strength of each satellite.
    /// - Parameter inHalf: True to leave out satellites that fewer than half of the views have.
    private static func mean(of views: ArraySlice<View>, inHalf: Bool = false) -> Strengths {
        var sums: [Name: (sum: Double, count: Double)] = [:]
        for (name, strength) in views.lazy.flatMap(\.strengths) {
            sums[name, default: (0, 0)].sum += strength
            sums[name, default: (0, 0)].count += 1
        }
        let least = inHalf ? Double(views.count) / 2 : 0
        return sums.compactMapValues { $0.count >= least ? $0.sum / $0.count : nil }
    }

    private static func strongest(in views: ArraySlice<View>) -> Double {
        views.reduce(0) { $0 + $1.strongest } / Double(max(1, views.count))
    }
}

/// Student's distribution with three degrees of freedom: multipath makes large deviations frequent.
private enum HeavyTail {
    /// Returns the density of a deviation.
    static func density(_ deviation: Double, spread: Double) -> Double {
        let share = deviation / spread
        let base = 1 + share * share / 3
        return 2 / (.pi * 3.0.squareRoot() * spread * base * base)
    }

    /// Returns the probability of a smaller deviation.
    static func probability(below deviation: Double, spread: Double) -> Double {
        let share = deviation / (spread * 3.0.squareRoot())
        return 0.5 + (share / (1 + share * share) + atan(share)) / .pi
    }
}
