import Geodesy
import SensorModel

/// Compares the speeds that a file states with the ways between its points, over the whole file.
///
/// The moving part is cut into windows. In each, the straight line from end to end is a lower bound of the way, and the sum
/// of the chords an upper bound up to the bends between two points; points whose distance is mostly noise are passed over. Nearly all windows have to agree: a mistaken unit is in all
/// of them, a receiver that lags or jumps is not.
struct SpeedCheck {
    /// The bounds of what counts as a contradiction.
    struct Bounds {
        /// Seconds of a window, at least.
        var window = 10.0
        /// Seconds between two points, at most; over more, bends hide too much of the way.
        var interval = 30.0
        /// Metres per second from end to end of a window in which the device moves, at least.
        var movement = 1.0
        /// The length of a window's line and of a chord as multiples of both ends' accuracies, at least: noise lengthens
        /// chords that are shorter, and turns lines.
        var (line, chord) = (6.0, 3.0)
        /// The number of windows without which nothing is said.
        var count = 20
        /// The share of the windows that have to agree.
        var agreement = 0.8
        /// Ratios of stated speed to way outside of this range are contradictions: mixed up units are 3.6, 2.2, 1.9,
        /// 0.51, 0.45 or 0.28, and of 54 files with right speeds all are between 0.89 and 1.06.
        var ratio = 0.67...1.5
    }

    private let bounds: Bounds
    private var last: Sample?
    private var start: Sample?
    /// The last point at which a chord ended.
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

    /// Starts without points.
    init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Adds the next point in the order of time; one without a speed ends the window.
    mutating func note(_ time: Instant, _ coordinate: Coordinate, speed: Double?, accuracy: Double?) {
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
        // The window grows until noise is a small part of the line: windows picked by a noisy line would all look too long.
        guard line > bounds.line * (start.accuracy + sample.accuracy) else { return }
        if self.corner == corner { chords += chord }
        if line > bounds.movement * duration {
            lower.append(stated / line)
            upper.append(stated / chords)
        }
        begin(sample)
    }

    /// Starts a window.
    private mutating func begin(_ sample: Sample) { (start, corner, chords, stated) = (sample, sample, 0, 0) }

    /// Ends the window, as where a track ends.
    mutating func cut() { (last, start, corner, chords, stated) = (nil, nil, nil, 0, 0) }

    /// How many times the way the stated speeds are, if they contradict it; `nil` if they do not. O(n log n).
    var contradiction: Double? {
        guard lower.count >= bounds.count else { return nil }
        let (lower, upper) = (lower.sorted(), upper.sorted())
        let most = min(lower.count - 1, Int(bounds.agreement * Double(lower.count)))
        if lower[most] < bounds.ratio.lowerBound { return lower[lower.count / 2] }
        return upper[upper.count - 1 - most] > bounds.ratio.upperBound ? upper[upper.count / 2] : nil
    }
}
