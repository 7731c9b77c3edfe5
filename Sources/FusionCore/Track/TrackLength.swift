import NavigationMath
import SensorModel

/// Accumulates the length of a finished track, fix by fix.
///
/// A single chord between noisy positions cannot distinguish slow motion from noise, but a longer stretch can: noise
/// stays within its spread, while motion adds up. A step therefore counts with the fraction of it that is not noise,
/// and in full if a stretch around it has clearly moved. Guide: docs/estimators/distance.md.
struct TrackLength {
    /// The distance to a fix from the previous one.
    private struct Step {
        var measure: TrackDistance.Measure
        var time: Instant
        /// The position of the fix in metres, including all shifts of the plane's origin.
        var position: SIMD2<Double>
        /// The variance of one axis of the position in m^2.
        var variance: Double
    }

    /// The minimum ratio of a stretch's squared chord to its noise at which its steps begin to count in full. At twice
    /// this ratio, they do.
    private static let clearMotion = 4.0
    /// The maximum duration of a stretch, in seconds. A rest of some minutes is not part of the motion before and after
    /// it.
    private static let longestStretch = 120.0
    /// The maximum number of steps in a stretch.
    private static let mostSteps = 64
    /// The number of parts of a stretch, and the minimum move of each as a fraction of their mean chord. A stretch with
    /// a rest in it does not count as motion.
    private static let parts = 4
    private static let leastPart = 0.5

    private var steps: [Step] = []
    private var last: TrackDistance.Point?
    private var shift = SIMD2<Double>(0, 0)

    /// Creates an empty length with room for a number of fixes.
    init(fixes: Int) { steps.reserveCapacity(fixes) }

    /// Adds a fix.
    /// - Parameters:
    ///   - point: The fix with its posterior.
    ///   - path: The length of the curve from the previous fix, in metres; `nil` if the track is straight there.
    ///   - isMeasured: False if nothing was measured since the previous fix.
    mutating func append(_ point: TrackDistance.Point, along path: Double?, isMeasured: Bool) {
        shift += point.shift
        var measure = TrackDistance.Measure.metres(0)
        if let last, isMeasured { measure = TrackDistance.measure(from: last, to: point, along: path) }
        steps.append(
            Step(measure: measure, time: point.time, position: point.position + shift, variance: point.variance))
        last = point
    }

    /// Returns the distance to each fix from the previous one, in metres. O(n).
    func lengths() -> [Double] {
        var lengths = steps.map(\.measure.metres)
        var first = 0
        while first < steps.count {
            guard steps[first].measure.isByPlace else {
                first += 1
                continue
            }
            let end = steps[first...].firstIndex { !$0.measure.isByPlace } ?? steps.count
            let shares = shares(of: (first - 1)..<end)
            for index in first..<end {
                let expected = steps[index].measure.expectedPath * shares[index - first + 1]
                lengths[index] = max(lengths[index], expected)
            }
            first = end
        }
        return lengths
    }

    /// Returns the fraction of each step that counts, determined by the stretches around it.
    /// - Parameter run: The indices of the fixes of consecutive steps by position, including the fix before the first
    ///   step.
    private func shares(of run: Range<Int>) -> [Double] {
        var shares = [Double](repeating: 0, count: run.count)
        var size = 2
        while size <= Self.mostSteps, size < run.count {
            for first in stride(from: run.lowerBound, to: run.upperBound - size, by: size / 2) {
                let share = share(of: first, first + size)
                guard share > 0 else { continue }
                for step in (first + 1)...(first + size) {
                    shares[step - run.lowerBound] = max(shares[step - run.lowerBound], share)
                }
            }
            size *= 2
        }
        return shares
    }

    /// Returns the certainty, from 0 to 1, that a stretch between two fixes was in motion throughout.
    private func share(of first: Int, _ last: Int) -> Double {
        guard steps[last].time - steps[first].time <= Self.longestStretch else { return 0 }
        let square = squaredChord(first, last)
        let noise = max(2 * (steps[first].variance + steps[last].variance), 1e-9)
        let share = min(1, square / (noise * Self.clearMotion) - 1)
        guard share > 0 else { return 0 }
        let parts = min(Self.parts, last - first)
        let size = (last - first) / parts
        let least = square * (Self.leastPart / Double(parts)) * (Self.leastPart / Double(parts))
        for part in 0..<parts where squaredChord(first + part * size, first + (part + 1) * size) < least { return 0 }
        return share
    }

    private func squaredChord(_ first: Int, _ last: Int) -> Double {
        let chord = steps[last].position - steps[first].position
        return (chord * chord).sum()
    }
}
