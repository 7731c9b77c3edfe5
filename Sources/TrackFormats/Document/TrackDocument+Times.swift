import FusionCore
import SensorModel

extension TrackDocument {
    /// Removes tracks that another track of the file already contains, and times that cannot serve as event times: those
    /// that are all equal or out of order, and those of all bodies but one. Reports each change as a problem. O(n log n).
    mutating func settleTimes() {
        removeRepeatedTracks()
        var untimed = (tracks: 0, points: 0)
        for index in tracks.indices where tracks[index].hasUnusableTimes {
            untimed.tracks += 1
            untimed.points += tracks[index].pointCount
            tracks[index].removeTimes()
        }
        if untimed.tracks > 0 {
            note(
                ImportProblem(
                    .doubted,
                    "the times of \(untimed.points) points in \(untimed.tracks) of \(tracks.count) tracks are "
                        + "equal or shuffled; these tracks are kept without times"))
        }
        let timed = tracks.count { $0.hasTimes }
        if sensorEvents.isEmpty, pointCount > 0, timed == 0 {
            note(
                ImportProblem(
                    reason: "none of its \(pointCount) points has a time: they are a drawing, not a recording"))
        }
        settleBodies()
        let beside = tracksBesideOthers
        if beside > 0 {
            note(
                ImportProblem(
                    .doubled,
                    beside == 1
                        ? "1 track runs at the same time as another; both are kept, and one is followed at a time"
                        : "\(beside) tracks run at the same time as others; all are kept, and one is followed at a time"
                ))
        }
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
        note(
            ImportProblem(
                .doubled,
                repeated.count == 1
                    ? "1 track with \(points) points is a part of another and was left out"
                    : "\(repeated.count) tracks with \(points) points are parts of others and were left out"))
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
        let points = segments.joined().compactMap { point in point.time.map { (time: $0, place: point.coordinate) } }
        guard points.count > 1 else { return false }
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
    mutating func removeTimes() {
        for segment in segments.indices {
            for point in segments[segment].indices { segments[segment][point].time = nil }
        }
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
