import FusionCore
import Geometry
import SensorModel

extension TrackDocument {
    /// Removes tracks that another track of the file already contains, and times that cannot serve as event times: those
    /// that are all equal or out of order, and those of all bodies but one. Reports each change as a problem. O(n log n).
    mutating func settleTimes() {
        removeRepeatedTracks()
        removeTimes(
            of: \.hasUnusableTimes,
            translatable(
                "the times of {1} points in {2} of {3} tracks are equal or shuffled; these tracks are kept without times"
            ))
        removeTimes(
            of: \.isSlowerThanTravel,
            translatable(
                "the times of {1} points in {2} of {3} tracks are spread so far that nobody travels so slowly; these tracks are kept without times"
            ))
        mendClocks()
        let timed = tracks.count { $0.hasTimes }
        if sensorEvents.isEmpty, pointCount > 0, timed == 0 {
            report(
                .leftOut, translatable("none of its {1} points has a time: they are a drawing, not a recording"),
                "\(pointCount)")
        }
        settleBodies()
        let beside = tracksBesideOthers
        if beside > 0 {
            report(
                .doubled,
                beside == 1
                    ? translatable(
                        "1 track runs at the same time as another; both are kept, as those of two receivers")
                    : translatable(
                        "{1} tracks run at the same time as others; all are kept, as those of several receivers"),
                "\(beside)")
        }
    }

    /// Removes the times of tracks that fulfil a condition, and reports how many there are.
    private mutating func removeTimes(of isFaulty: (Track) -> Bool, _ clause: String) {
        let faulty = tracks.indices.filter { isFaulty(tracks[$0]) }
        guard !faulty.isEmpty else { return }
        let points = faulty.reduce(0) { $0 + tracks[$1].pointCount }
        for index in faulty { tracks[index].removeTimes() }
        report(.doubted, clause, "\(points)", "\(faulty.count)", "\(tracks.count)")
    }

    /// Mends steps of the clock within a segment, and reports them.
    private mutating func mendClocks() {
        let seconds = tracks.indices.reduce(0.0) { $0 + tracks[$1].mendClock() }
        guard seconds > 0 else { return }
        report(
            .doubted,
            translatable(
                "the clock was set back by {1} min within the track; the times before that are moved to match"
            ), "\(Int(nearest: seconds / 60))")
    }

    /// The number of tracks that start while another one is still running.
    private var tracksBesideOthers: Int {
        let spans = tracks.compactMap(\.span).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var end: Instant?
        return spans.count { span in
            defer { end = max(end ?? span.end, span.end) }
            return end.map { span.start < $0 + -Self.sharedTime } ?? false
        }
    }

    /// Removes tracks whose points, including their times, are all in another track. O(n).
    private mutating func removeRepeatedTracks() {
        guard tracks.count > 1 else { return }
        // Longest first, so that the tracks that remain are those that contain the others.
        let order = tracks.indices.sorted {
            (tracks[$1].pointCount, $0) < (tracks[$0].pointCount, $1)
        }
        var owners: [TimedPlace: [Int]] = [:]
        var repeated: Set<Int> = []
        for index in order {
            let places = tracks[index].timedPlaces
            guard places.count == tracks[index].pointCount, let first = places.first else { continue }
            var holders = Set(owners[first] ?? [])
            for place in places.dropFirst() where !holders.isEmpty { holders.formIntersection(owners[place] ?? []) }
            if holders.isEmpty {
                for place in places { owners[place, default: []].append(index) }
            } else {
                repeated.insert(index)
            }
        }
        guard !repeated.isEmpty else { return }
        let points = repeated.reduce(0) { $0 + tracks[$1].pointCount }
        tracks = tracks.indices.filter { !repeated.contains($0) }.map { tracks[$0] }
        report(
            .doubled,
            repeated.count == 1
                ? translatable("1 track with {1} points is a part of another and was left out")
                : translatable("{2} tracks with {1} points are parts of others and were left out"), "\(points)",
            "\(repeated.count)")
    }

    /// A position and its time. Points that agree in both are the same point.
    fileprivate struct TimedPlace: Hashable {
        var time: Int64
        var latitude: Double
        var longitude: Double
    }

    /// Returns the index, time span and source chain of each track that has a time. Tracks of the same source that
    /// overlap get different chain numbers, because one receiver cannot have recorded both. O(n + tracks * chains).
    func sourceChains() -> [(index: Int, span: TimeSpan, chain: SourceChain)] {
        let spans = tracks.indices.compactMap { index in tracks[index].span.map { (index, $0) } }
            .sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
        var ends: [String: [Instant]] = [:]
        return spans.map { index, span in
            let key = tracks[index].source ?? tracks[index].name ?? ""
            var known = ends[key] ?? []
            let chain = known.firstIndex { span.start >= $0 + -Self.sharedTime } ?? known.count
            if chain == known.count { known.append(span.end) }
            known[chain] = max(known[chain], span.end)
            ends[key] = known
            return (index, span, SourceChain(key: key, number: chain))
        }
        .sorted { $0.index < $1.index }
    }

    /// The maximum overlap, in seconds, of two consecutive tracks of a receiver: laps share a point or two.
    private static let sharedTime = 10.0

    /// A receiver, as identified by the tracks of a file.
    struct SourceChain: Hashable {
        /// The source's name; the track's name if it has no source.
        var key: String
        /// The number of the chain, from zero, among overlapping chains of the same name.
        var number: Int
    }
}

extension TrackDocument.Track {
    /// The minimum fraction of points with distinct times for usable times.
    private static let leastOwnTimes = 0.1
    /// The minimum fraction of backward steps in time that suggests that the times are out of order.
    private static let leastStepsBack = 0.2
    /// The minimum ratio of the line's length in order of time to its length in file order for times that are out of
    /// order.
    private static let shuffledLength = 2.0

    /// Whether nearly all points have the same time, or the order of the times does not fit the line.
    var hasUnusableTimes: Bool {
        // Most are in order, which is quick to see.
        let times = segments.lazy.joined().compactMap(\.time)
        guard zip(times, times.dropFirst()).contains(where: { $0 >= $1 }) else { return false }
        let points = segments.joined().compactMap { point in point.time.map { (time: $0, place: point.coordinate) } }
        let distinct = Set(points.map(\.time)).count
        if distinct == 1 { return Set(points.map(\.place)).count > 1 }
        if Double(distinct) < Self.leastOwnTimes * Double(points.count) { return true }
        let back = zip(points, points.dropFirst()).count { $1.time < $0.time }
        guard Double(back) > Self.leastStepsBack * Double(points.count) else { return false }
        let sorted = points.sorted { $0.time < $1.time }
        return Self.length(sorted.map(\.place)) > Self.shuffledLength * Self.length(points.map(\.place))
    }

    private static func length(_ line: [Coordinate]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    /// Removes the times of all points.
    mutating func removeTimes() { forEachPoint { $0.time = nil } }

    /// Changes each point in place.
    mutating func forEachPoint(_ change: (inout TrackDocument.Point) -> Void) {
        for segment in segments.indices {
            for point in segments[segment].indices { change(&segments[segment][point]) }
        }
    }

    /// The bounds of steps of a clock, and of times that no traveller needs.
    private enum ClockBounds {
        /// The least step back of a clock in seconds, and the greatest number of steps of one recording.
        static let (step, steps) = (60.0, 3)
        /// The greatest way between two successive points, as a multiple of the usual one; it is at least some metres.
        static let (usualWays, way) = (10.0, 30.0)
        /// The greatest speed in m/s of a line that was not travelled, the least number of points that shows this or a step,
        /// and the share of its intervals that have to be so slow.
        static let (slowest, points, share) = (0.02, 20, 0.9)
        /// The number of intervals over which a line has to be straighter than the places of a receiver that rests, and
        /// the least ratio of the straight way to that along the line.
        static let (stretch, straightness) = (10, 0.5)
    }

    /// Moves what was recorded before a clock was set back by a minute or more, if the places continue across the step.
    /// - Returns: The seconds of all steps; zero if there are none.
    mutating func mendClock() -> Double {
        var mended = 0.0
        for segment in segments.indices {
            let points = segments[segment]
            func interval(_ step: Int) -> Double? {
                points[step].time.flatMap { start in points[step + 1].time.map { $0 - start } }
            }
            let steps = points.indices.dropLast().filter { interval($0).map { $0 <= -ClockBounds.step } ?? false }
            guard !steps.isEmpty, steps.count <= ClockBounds.steps, points.count > ClockBounds.points else { continue }
            let ways = zip(points, points.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
            let intervals = points.indices.dropLast().map(interval)
            let usual = intervals.compactMap { $0 }.filter { $0 > 0 }.sorted()
            guard !usual.isEmpty else { continue }
            let limit = max(ClockBounds.way, ClockBounds.usualWays * ways.sorted()[ways.count / 2])
            for step in steps where ways[step] <= limit {
                guard let interval = intervals[step] else { continue }
                let shift = interval - usual[usual.count / 2]
                for index in 0...step {
                    segments[segment][index].time = segments[segment][index].time.map { $0 + shift }
                }
                mended -= shift
            }
        }
        return mended
    }

    /// Whether the line continues steadily at a speed that no traveller has, such as a plan whose times are spread over
    /// months. The places of a receiver that rests are as slow, and go nowhere.
    fileprivate var isSlowerThanTravel: Bool {
        let timed = segments.lazy.joined().filter { $0.time != nil }
        var (count, slow) = (0, 0)
        for (start, end) in zip(timed, timed.dropFirst()) {
            count += 1
            guard let from = start.time, let until = end.time, until > from else { continue }
            let way = start.coordinate.distance(to: end.coordinate)
            if way > 0, way < ClockBounds.slowest * (until - from) { slow += 1 }
        }
        guard count + 1 >= ClockBounds.points, Double(slow) >= ClockBounds.share * Double(count) else { return false }
        let points = Array(timed)
        let ways = zip(points, points.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
        let stretches = stride(from: 0, to: ways.count - ClockBounds.stretch + 1, by: ClockBounds.stretch)
        let straight = stretches.reduce(0) {
            $0 + points[$1].coordinate.distance(to: points[$1 + ClockBounds.stretch].coordinate)
        }
        let along = stretches.reduce(0) { $0 + ways[$1..<($1 + ClockBounds.stretch)].reduce(0, +) }
        return straight > ClockBounds.straightness * along
    }
}

extension TrackDocument.Track {
    /// The points that have a time.
    fileprivate var timedPlaces: [TrackDocument.TimedPlace] {
        segments.joined().compactMap { point in
            point.time.map {
                TrackDocument.TimedPlace(
                    time: $0.nanoseconds, latitude: point.coordinate.latitude, longitude: point.coordinate.longitude)
            }
        }
    }
}
