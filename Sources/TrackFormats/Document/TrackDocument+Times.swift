import FusionCore
import Geodesy
import SensorModel

extension TrackDocument {
    /// Cleans up what makes times unusable as events: times that are equal everywhere or shuffled, and tracks that
    /// another track of the file holds already. What was changed is noted. O(n log n).
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

    /// The number of tracks that begin while another one continues.
    private var tracksBesideOthers: Int {
        let spans = tracks.compactMap(\.span).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var end: Instant?
        return spans.count { span in
            defer { end = max(end ?? span.end, span.end) }
            return end.map { span.start < $0 + -Self.sharedTime } ?? false
        }
    }

    /// Removes tracks whose every point, with its time, is in another track. O(n).
    private mutating func removeRepeatedTracks() {
        guard tracks.count > 1 else { return }
        // The longest first, so that what is left is what holds the others.
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

    /// A place and its time: what makes a point the same as another.
    fileprivate struct TimedPlace: Hashable {
        var time: Int64
        var latitude: Double
        var longitude: Double
    }

    /// Returns, for each track with a time, its span and the number of tracks of the same source that run beside it and
    /// come before it: tracks that overlap are no story of one receiver. O(n + tracks * chains).
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

    /// Seconds that one track of a receiver may reach into the next: laps share a point or two.
    private static let sharedTime = 10.0

    /// A receiver as the tracks of a file have it.
    struct SourceChain: Hashable {
        /// The source's name, or else the track's.
        var key: String
        /// The number of the chain among those of the same name that overlap, from zero.
        var number: Int
    }
}

extension TrackDocument.Track {
    /// The share of points with a time of their own below which times are no times.
    private static let leastOwnTimes = 0.1
    /// The share of steps back in time above which times may be shuffled.
    private static let leastStepsBack = 0.2
    /// How much longer the line through shuffled times is than the line through the points as they are.
    private static let shuffledLength = 2.0

    /// True if nearly all points have the same time, or if the times are in no order that fits the line.
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
    /// The points with a time.
    fileprivate var timedPlaces: [TrackDocument.TimedPlace] {
        segments.joined().compactMap { point in
            point.time.map {
                TrackDocument.TimedPlace(
                    time: $0.nanoseconds, latitude: point.coordinate.latitude, longitude: point.coordinate.longitude)
            }
        }
    }
}
