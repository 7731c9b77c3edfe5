import Geometry
import SensorModel

/// Accumulates the length of a finished track, fix by fix.
///
/// A single chord between noisy positions cannot distinguish slow motion from noise, but a longer stretch can: noise
/// stays within its spread, while motion adds up. A step therefore counts with the fraction of it that is not noise,
/// and in full if a stretch around it has clearly moved. Guide: docs/estimators/distance.md.
struct TrackLength {
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

    private let trail: FixTrail
    private let fixes: [SmoothedFix]
    /// The distance to each fix from the previous one without further information, in metres.
    private var metres: [Double] = []
    /// The expected length of the track to each fix from the previous one, in metres, if it follows only from their
    /// positions; negative otherwise.
    private var expected: [Double] = []
    /// The position of each fix in metres, including all shifts of the plane's origin.
    private var positions: [SIMD2<Double>] = []
    private var last: TrackDistance.Point?
    private var shift = SIMD2<Double>(0, 0)

    /// Creates an empty length of the track of smoothed fixes.
    init(_ trail: FixTrail, _ fixes: [SmoothedFix]) {
        self.trail = trail
        self.fixes = fixes
        metres.reserveCapacity(trail.count)
        expected.reserveCapacity(trail.count)
        positions.reserveCapacity(trail.count)
    }

    /// Adds a fix.
    /// - Parameters:
    ///   - point: The fix with its posterior.
    ///   - path: The length of the curve from the previous fix, in metres; `nil` if the track is straight there.
    ///   - isMeasured: False if nothing was measured since the previous fix.
    mutating func append(_ point: TrackDistance.Point, along path: Double?, isMeasured: Bool) {
        shift += point.shift
        var measure = TrackDistance.Measure.metres(0)
        if let last, isMeasured { measure = TrackDistance.measure(from: last, to: point, along: path) }
        metres.append(measure.metres)
        expected.append(measure.isByPlace ? measure.expectedPath : -1)
        positions.append(point.position + shift)
        last = point
    }

    /// Returns the distance to each fix from the previous one, in metres. O(n).
    consuming func lengths() -> [Double] {
        var first = 0
        while first < expected.count {
            guard expected[first] >= 0 else {
                first += 1
                continue
            }
            let end = expected[first...].firstIndex { $0 < 0 } ?? expected.count
            let shares = shares(of: (first - 1)..<end)
            for index in first..<end {
                metres[index] = max(metres[index], expected[index] * shares[index - first + 1])
            }
            first = end
        }
        return metres
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
        guard trail.times[last] - trail.times[first] <= Self.longestStretch else { return 0 }
        let square = squaredChord(first, last)
        let noise = max(2 * (fixes[first].variance + fixes[last].variance), 1e-9)
        let share = min(1, square / (noise * Self.clearMotion) - 1)
        guard share > 0 else { return 0 }
        let parts = min(Self.parts, last - first)
        let size = (last - first) / parts
        let least = square * (Self.leastPart / Double(parts)) * (Self.leastPart / Double(parts))
        for part in 0..<parts where squaredChord(first + part * size, first + (part + 1) * size) < least { return 0 }
        return share
    }

    private func squaredChord(_ first: Int, _ last: Int) -> Double {
        let chord = positions[last] - positions[first]
        return (chord * chord).sum()
    }
}
