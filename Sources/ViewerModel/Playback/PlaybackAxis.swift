import FusionCore
import Geometry
public import SensorModel

/// The replay slider's axis: seconds of a session with its long gaps cut short.
///
/// Between gaps, a second of event time is a second of the axis. A gap takes a few seconds regardless of its length, so
/// that a night without data does not fill most of the slider. ``gaps`` lists the shortened gaps, for drawing them.
public struct PlaybackAxis: Sendable, Hashable {
    /// The parameters for shortening gaps.
    public struct Compression: Sendable, Hashable {
        /// The minimum time without data, in seconds, that is shortened.
        public var threshold = 60.0
        /// The length of a shortened gap, in seconds.
        public var shown = 4.0
        /// The minimum gap of a session whose data are usually farther apart than ``threshold``, in median intervals. Its
        /// gaps are shown one interval long.
        public var intervals = 5.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// A gap that was cut short.
    public struct Gap: Sendable, Hashable {
        /// The last instant with data.
        public var start: Instant
        /// The next instant with data.
        public var end: Instant
        /// Its range on the axis, in seconds.
        public var positions: ClosedRange<Double>

        /// Seconds of event time.
        public var duration: Double { end - start }
    }

    /// The instant at position 0.
    public let start: Instant
    /// The instant at position ``length``.
    public let end: Instant
    /// The gaps that were cut, in order.
    public let gaps: [Gap]
    /// The axis' length in seconds.
    public let length: Double

    /// Creates an axis of a stretch of time without shortened gaps. An end before the start counts as the start.
    public init(start: Instant, end: Instant) {
        self.init(start: start, end: max(start, end), gaps: [])
    }

    /// Creates the axis of instants with data.
    /// - Parameters:
    ///   - instants: The instants with data, ascending; those out of order are ignored.
    ///   - compression: The parameters for shortening gaps; `nil` to keep them.
    public init(instants: some Sequence<Instant>, compression: Compression? = Compression()) {
        var iterator = instants.makeIterator()
        guard let first = iterator.next() else {
            self.init(start: Instant(nanoseconds: 0), end: Instant(nanoseconds: 0), gaps: [])
            return
        }
        var gaps: [TimeSpan] = []
        var (last, steps) = (first, 0)
        while let next = iterator.next() {
            guard next > last else { continue }
            if let compression, next - last > max(compression.threshold, compression.shown) {
                gaps.append(TimeSpan(start: last, end: next))
            }
            (last, steps) = (next, steps + 1)
        }
        var shown = compression?.shown ?? 0
        if let compression, 2 * gaps.count > steps {
            let median = gaps.map(\.duration).sorted()[steps / 2 + gaps.count - steps]
            gaps.removeAll { $0.duration <= compression.intervals * median }
            shown = median
        }
        self.init(
            start: first, end: last,
            gaps: gaps.map { Gap(start: $0.start, end: $0.end, positions: 0...shown) })
    }

    private init(start: Instant, end: Instant, gaps: [Gap]) {
        self.start = start
        self.end = end
        // Relative to the last gap, so that sums of a million steps do not drift.
        var length = 0.0
        var from = start
        var exact: [Gap] = []
        for gap in gaps {
            let opens = length + (gap.start - from)
            length = opens + (gap.positions.upperBound - gap.positions.lowerBound)
            exact.append(Gap(start: gap.start, end: gap.end, positions: opens...length))
            from = gap.end
        }
        self.length = length + (end - from)
        self.gaps = exact
    }

    /// Returns the position of an instant on the axis in seconds, 0 ... ``length``. O(log gaps).
    public func position(of instant: Instant) -> Double {
        if instant <= start { return 0 }
        if instant >= end { return length }
        guard let index = lastGap(where: { $0.start <= instant }) else { return instant - start }
        let gap = gaps[index]
        if instant >= gap.end { return gap.positions.upperBound + (instant - gap.end) }
        let width = gap.positions.upperBound - gap.positions.lowerBound
        return gap.positions.lowerBound + width * (instant - gap.start) / gap.duration
    }

    /// Returns the instant at a place on the axis in seconds; places outside count as the ends. O(log gaps).
    public func instant(at position: Double) -> Instant {
        guard position > 0 else { return start }
        guard position < length else { return end }
        guard let index = lastGap(where: { $0.positions.lowerBound <= position }) else { return start + position }
        let gap = gaps[index]
        if position >= gap.positions.upperBound { return gap.end + (position - gap.positions.upperBound) }
        let width = gap.positions.upperBound - gap.positions.lowerBound
        return gap.start + gap.duration * (position - gap.positions.lowerBound) / width
    }

    private func lastGap(where isBefore: (Gap) -> Bool) -> Int? {
        let next = gaps.partitionPoint(where: isBefore)
        return next == 0 ? nil : next - 1
    }
}
