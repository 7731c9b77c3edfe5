import FusionCore
public import Geometry
public import Replay
public import SensorModel

/// The accepted fixes of a run with the places of the smoothed track at their times, for a map that is zoomed in.
public struct FixWhiskers: Sendable {
    /// A fix and the estimate at its time.
    public struct Whisker: Sendable, Hashable {
        /// The time of both.
        public var time: Instant
        /// The position of the fix.
        public var fix: UnitMercator
        /// The position of the estimate.
        public var estimate: UnitMercator
        /// The receiver's 1-sigma accuracy in metres; `nil` if it states none.
        public var accuracy: Double?
    }

    /// The median distance between consecutive fixes in motion, in metres; 0 if none moved.
    public let spacing: Double
    /// From west to east.
    private let whiskers: [Whisker]

    /// The minimum distance in metres between two fixes in motion.
    private static let moving = 0.5

    /// Joins fixes with the points of the smoothed track, or of the filtered one if there is none, at exactly their times.
    /// O(n log n).
    public init(_ run: SessionRun) {
        var found: [Whisker] = []
        found.reserveCapacity(run.core.fixes.count)
        var steps: [Double] = []
        var last: Coordinate?
        run.forEachFix { fix, time, accuracy, estimate in
            found.append(
                Whisker(
                    time: time, fix: UnitMercator(fix), estimate: UnitMercator(estimate), accuracy: accuracy))
            if let step = last?.distance(to: fix), step > Self.moving { steps.append(step) }
            last = fix
        }
        spacing = quantiles([0.5], of: steps)[0]
        whiskers = found.sorted { $0.fix.x < $1.fix.x }
    }

    /// Returns the whiskers whose fixes are in a box. O(log n + fixes in a strip as wide as the box).
    /// - Parameters:
    ///   - bounds: The box.
    ///   - span: The times to show; `nil` for all.
    ///   - limit: The maximum number of whiskers worth drawing.
    /// - Returns: `nil` if there are more.
    public func whiskers(
        in bounds: MercatorBounds, during span: ClosedRange<Instant>?, atMost limit: Int
    ) -> [Whisker]? {
        var shown: [Whisker] = []
        var place = whiskers.partitionPoint { $0.fix.x < bounds.minimumX }
        while place < whiskers.count, whiskers[place].fix.x <= bounds.maximumX {
            let whisker = whiskers[place]
            place += 1
            guard whisker.fix.y >= bounds.minimumY, whisker.fix.y <= bounds.maximumY,
                span?.contains(whisker.time) ?? true
            else { continue }
            if shown.count == limit { return nil }
            shown.append(whisker)
        }
        return shown
    }
}

extension SessionRun {
    /// Calls a closure with the place, time, and accuracy in metres of each accepted fix, and with the place of the smoothed track,
    /// or of the filtered one if there is none, at exactly its time. O(n).
    func forEachFix(_ body: (Coordinate, Instant, Double?, Coordinate) -> Void) {
        let track = smoothed.isEmpty ? positions : smoothed
        var place = 0
        for fix in core.fixes where fix.hasTrackPoint {
            while place < track.count, track.time(of: place) < fix.time { place += 1 }
            guard place < track.count, track.time(of: place) == fix.time else { continue }
            body(fix.coordinate, fix.time, fix.accuracy, track.coordinate(of: place))
        }
    }
}
