import Geometry
import SensorModel

/// Compares the speeds that a file states with the distances between its points, over the whole file.
///
/// Splits the moving part into windows. In each, the straight line between its ends is a lower bound of the distance;
/// the sum of the chords is an upper bound, apart from bends between two points. Skips points whose distance is
/// mostly noise. Nearly all windows must agree: a mistaken unit affects all of them, a receiver that lags or jumps
/// does not.
struct SpeedCheck {
    /// The limits that define a contradiction.
    struct Bounds {
        /// The minimum duration of a window, in seconds.
        var window = 10.0
        /// The maximum time between two points, in seconds. Over longer intervals, bends hide too much of the
        /// distance.
        var interval = 30.0
        /// The minimum speeds, in m/s, from end to end of a window: if stated speeds may be too low, and if they may be
        /// too high. The noise of a device that stands and says so looks like low ones. High ones need a swimmer's
        /// pace, because a sensor on a treadmill measures a speed, too.
        var movement = (low: 1.0, high: 0.5)
        /// The minimum lengths of a window's line and of a chord, as multiples of the summed accuracies of both ends.
        /// Noise lengthens shorter chords and turns shorter lines.
        var (line, chord) = (6.0, 3.0)
        /// The minimum number of windows needed for a conclusion, and for one that a unit explains in all windows.
        var (count, countOfUnit) = (20, 4)
        /// The minimum fraction of windows that must agree.
        var agreement = 0.8
        /// The plausible range of the ratio of stated speeds to speeds between points. Confused units give 3.6, 2.2,
        /// 1.9, 0.51, 0.45 or 0.28; in 54 files with correct speeds, all ratios are between 0.89 and 1.06.
        var ratio = 0.67...1.5
        /// The range of the median of these ratios at which the speeds have the unit, and that of single windows, of which
        /// the minimum fraction must agree. The medians of miles per hour and knots differ by 15 %.
        var (unit, unitOfWindow) = (0.93...1.07, 0.8...1.25)
    }

    /// A contradiction between the stated speeds and the positions.
    struct Contradiction: Equatable {
        /// The ratio of the stated speeds to the speeds between points.
        var ratio: Double
        /// The unit that explains the ratio; `nil` if none does.
        var unit: Unit?
    }

    /// A unit of speeds other than m/s.
    struct Unit: Equatable {
        var name: String
        /// The size of the unit in m/s.
        var scale: Double

        static let all = [
            Unit(name: "km/h", scale: ForeignUnit.kilometrePerHour), Unit(name: "mph", scale: ForeignUnit.milePerHour),
            Unit(name: "knots", scale: ForeignUnit.knot),
        ]
    }

    private let bounds: Bounds
    private var last: Sample?
    private var start: Sample?
    /// The point at which the last chord ended.
    private var corner: Sample?
    private var chords = 0.0
    private var stated = 0.0
    private var lower: [Double] = []
    private var upper: [Double] = []

    private struct Sample: Equatable {
        let time: Instant
        let coordinate: Coordinate
        let speed: Double
        let accuracy: Double
    }

    /// Creates a check without points.
    init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Adds the next point in order of time. A point without a speed ends the window.
    mutating func consume(_ time: Instant, _ coordinate: Coordinate, speed: Double?, accuracy: Double?) {
        guard let speed else { return cut() }
        let sample = Sample(time: time, coordinate: coordinate, speed: speed, accuracy: accuracy ?? 0)
        guard let last, let start, let corner, 0..<bounds.interval ~= time - last.time else {
            cut()
            begin(sample)
            self.last = sample
            return
        }
        let chord = corner.coordinate.distance(to: coordinate)
        if chord > bounds.chord * (corner.accuracy + sample.accuracy) {
            chords += chord
            self.corner = sample
        }
        stated += (last.speed + speed) / 2 * (time - last.time)
        self.last = sample
        let duration = time - start.time
        guard duration >= bounds.window else { return }
        let line = start.coordinate.distance(to: coordinate)
        // The window grows until noise is a small part of its line. Selecting windows by a noisy line would make the
        // lines too long.
        guard line > bounds.line * (start.accuracy + sample.accuracy) else { return }
        if self.corner == corner { chords += chord }
        if line > bounds.movement.low * duration { lower.append(stated / line) }
        if line > bounds.movement.high * duration { upper.append(stated / chords) }
        begin(sample)
    }

    /// Starts a window.
    private mutating func begin(_ sample: Sample) { (start, corner, chords, stated) = (sample, sample, 0, 0) }

    /// Ends the window, for example at the end of a track.
    mutating func cut() { (last, start, corner, chords, stated) = (nil, nil, nil, 0, 0) }

    /// The contradiction between the stated speeds and the positions; `nil` without one. O(n log n).
    var contradiction: Contradiction? {
        let (lower, upper) = (lower.sorted(), upper.sorted())
        if lower.count >= bounds.count, lower[lastAgreeing(lower)] < bounds.ratio.lowerBound {
            return Contradiction(ratio: lower[lower.count / 2])
        }
        guard upper.count >= bounds.countOfUnit, upper[upper.count - 1 - lastAgreeing(upper)] > bounds.ratio.upperBound
        else { return nil }
        let ratio = upper[upper.count / 2]
        let agreement = upper.count < bounds.count ? 1 : bounds.agreement
        let unit = Unit.all.first { explains(upper, ratio, $0, agreement) }
        return unit != nil || upper.count >= bounds.count ? Contradiction(ratio: ratio, unit: unit) : nil
    }

    /// Returns whether the speeds of a share of all windows, with a median ratio, are right in a unit.
    private func explains(_ ratios: [Double], _ median: Double, _ unit: Unit, _ agreement: Double) -> Bool {
        guard bounds.unit ~= median * unit.scale else { return false }
        let agreeing = ratios.count { bounds.unitOfWindow ~= $0 * unit.scale }
        return Double(agreeing) >= agreement * Double(ratios.count)
    }

    /// Returns the index, counted from the most contradictory ratio, of the last one that has to contradict.
    private func lastAgreeing(_ ratios: [Double]) -> Int {
        min(ratios.count - 1, Int(bounds.agreement * Double(ratios.count)))
    }
}
