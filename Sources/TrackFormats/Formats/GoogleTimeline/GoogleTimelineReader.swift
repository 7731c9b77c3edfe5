import Geometry
import JSON
import SensorModel

/// Reads exports of Google's Timeline: `Records.json`, the monthly semantic files, and a phone's own `Timeline.json`
/// (Android and iOS).
struct GoogleTimelineReader: JSONListFormat {
    static let format = FileFormat("googleTimeline", "json")

    static func certainty(of head: FileHead) -> Certainty {
        let isDocument =
            head.has("locations", "latitudeE7") || head.has("timelineObjects") || head.has("semanticSegments")
            || head.has("rawSignals")
        let isList =
            head.text.first == "[" && head.has("startTime")
            && (head.has("timelinePath") || head.has("visit") || head.has("activity", "start"))
        return isDocument || isList ? .certain : .no
    }

    private static let source = "Google Timeline"
    static let lists: Set<String> = ["locations", "timelineObjects", "semanticSegments", "rawSignals"]

    private var document = TrackDocument(format: format)
    private var records: [TrackDocument.Point] = []
    /// The number of points so far.
    var count: Int { records.count + segmentCount }

    private var segmentCount = 0
    /// The stays of a phone's export; each holds while no path covers it.
    private var stays: [(coordinate: Coordinate, start: Instant, end: Instant)] = []
    /// The moves of a phone's export, with their ends, and the points of its paths, which know no moves.
    private var moves: [(span: ClosedRange<Instant>, activity: String?, points: [TrackDocument.Point])] = []
    private var paths: [[TrackDocument.Point]] = []

    /// Reads an element of a list; ignores elements without usable data.
    mutating func read(_ element: JSONValue, of list: String) {
        switch list {
        case "locations": Self.append(Self.record(element), to: &records)
        case "rawSignals": Self.append(element["position"].flatMap(Self.signal), to: &records)
        default:
            if let segment = element["activitySegment"] {
                addSemantic(segment)
            } else if let visit = element["placeVisit"] {
                addVisit(visit)
            } else {
                addPhone(element)
            }
        }
    }

    /// Adds the results; the records become one track.
    mutating func finish(into whole: inout TrackDocument) {
        addMoves()
        addStays()
        if !records.isEmpty {
            records.sort(by: Self.isEarlier)
            document.tracks.append(TrackDocument.Track(source: Self.source, segments: [records]))
            records = []
        }
        whole = document
    }

    /// Whether a point has an earlier time than another; all have one.
    private static func isEarlier(_ first: TrackDocument.Point, than second: TrackDocument.Point) -> Bool {
        (first.time ?? Instant(nanoseconds: 0)) < (second.time ?? Instant(nanoseconds: 0))
    }

    /// Adds the moves with the points of paths between their ends, and the other points of paths.
    private mutating func addMoves() {
        moves.sort { $0.span.lowerBound < $1.span.lowerBound }
        paths.sort { $0.lexicographicallyPrecedes($1, by: Self.isEarlier) }
        var first = moves.startIndex
        for path in paths {
            var others: [TrackDocument.Point] = []
            while first < moves.count, let start = path.first?.time, moves[first].span.upperBound < start { first += 1 }
            var next = first
            for point in path {
                guard let time = point.time else { continue }
                while next < moves.count, moves[next].span.upperBound < time { next += 1 }
                if next < moves.count, moves[next].span.contains(time) {
                    moves[next].points.append(point)
                    add(others, activity: nil)
                    others = []
                } else {
                    others.append(point)
                }
            }
            add(others, activity: nil)
        }
        for move in moves {
            add(move.points.sorted(by: Self.isEarlier), activity: move.activity)
        }
        moves = []
    }

    /// The longest time in seconds between two points of a path of which it covers what is between.
    private static let longestSilence = 600.0

    /// The times that paths cover, in order and without overlap.
    private var covered: [ClosedRange<Instant>] {
        var spans: [ClosedRange<Instant>] = []
        for path in paths {
            let times = path.compactMap(\.time)
            var first = times.startIndex
            for index in times.indices
            where index + 1 == times.count || times[index + 1] - times[index] > Self.longestSilence {
                spans.append(times[first]...times[index])
                first = index + 1
            }
        }
        return spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, span in
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
    }

    /// Adds the parts of the stays that no path covers. A stay can last for days, and the points of a path for an hour of
    /// these.
    private mutating func addStays() {
        stays.sort { $0.start < $1.start }
        var passed = covered[...]
        var end: Instant?
        for stay in stays {
            // A visit within a visit is at a part of its place.
            var start = max(stay.start, end.map { $0 + Self.resolution } ?? stay.start)
            end = max(stay.end, end ?? stay.end)
            passed = passed.drop { $0.upperBound < start }
            for path in passed.prefix(while: { $0.lowerBound <= stay.end }) where path.upperBound >= start {
                addStay(at: stay.coordinate, from: start, to: path.lowerBound + -Self.resolution)
                start = path.upperBound + Self.resolution
            }
            addStay(at: stay.coordinate, from: start, to: stay.end)
        }
        (stays, paths) = ([], [])
    }

    /// The resolution of the times of a phone's export, in seconds: a stay ends this long before a path begins.
    private static let resolution = 1.0

    private mutating func addStay(at coordinate: Coordinate, from start: Instant, to end: Instant) {
        guard start <= end else { return }
        add(Self.points(at: coordinate, start) + (start < end ? Self.points(at: coordinate, end) : []), activity: nil)
    }

    private static func append(_ point: TrackDocument.Point?, to points: inout [TrackDocument.Point]) {
        if let point { points.append(point) }
    }

    private static func record(_ value: JSONValue) -> TrackDocument.Point? {
        guard let coordinate = place(value),
            let time = Timestamp.instant(parsing: value["timestamp"]) ?? milliseconds(value["timestampMs"])
        else { return nil }
        var point = TrackDocument.Point(coordinate: coordinate, time: time, altitude: value["altitude"]?.double)
        point.accuracy = value["accuracy"]?.double
        point.verticalAccuracy = value["verticalAccuracy"]?.double
        point.speed = (value["velocity"]?.double).notNegative
        point.courseDegrees = value["heading"]?.double
        return point
    }

    private static func signal(_ value: JSONValue) -> TrackDocument.Point? {
        guard let coordinate = coordinate(value["LatLng"]), let time = Timestamp.instant(parsing: value["timestamp"])
        else { return nil }
        var point = TrackDocument.Point(coordinate: coordinate, time: time, altitude: value["altitudeMeters"]?.double)
        point.accuracy = value["accuracyMeters"]?.double
        point.speed = (value["speedMetersPerSecond"]?.double).notNegative
        return point
    }

    private mutating func addSemantic(_ segment: JSONValue) {
        let (start, end) = Self.span(segment)
        var points: [TrackDocument.Point] = []
        for value in segment["simplifiedRawPath"]?["points"]?.array ?? [] {
            guard let coordinate = Self.waypoint(value) else { continue }
            var point = TrackDocument.Point(
                coordinate: coordinate,
                time: Timestamp.instant(parsing: value["timestamp"]) ?? Self.milliseconds(value["timestampMs"]))
            point.accuracy = value["accuracyMeters"]?.double
            Self.append(point, to: &points)
        }
        // Old exports leave out the ends. The way along roads has no times, but its ends are those of the segment.
        let way = segment["waypointPath"]?["waypoints"]?.array ?? []
        let first = Self.place(segment["startLocation"]) ?? way.first.flatMap(Self.waypoint)
        let last = Self.place(segment["endLocation"]) ?? way.last.flatMap(Self.waypoint)
        add(
            Self.points(at: first, start) + points + Self.points(at: last, end),
            activity: segment["activityType"]?.string)
    }

    /// Returns a point, or none if the place or the time is missing.
    private static func points(at place: Coordinate?, _ time: Instant?) -> [TrackDocument.Point] {
        guard let place, let time else { return [] }
        return [TrackDocument.Point(coordinate: place, time: time)]
    }

    /// Adds a stay as a waypoint and, since it has a start and an end, as a part of the track.
    private mutating func addVisit(_ visit: JSONValue) {
        guard let coordinate = Self.place(visit["location"]) else { return }
        let (start, end) = Self.span(visit)
        document.waypoints.append(
            TrackDocument.Waypoint(coordinate: coordinate, name: visit["location"]?["name"]?.string, time: start))
        add(Self.points(at: coordinate, start) + Self.points(at: coordinate, end), activity: nil)
    }

    /// Returns the start and the end of a segment, as dates or, in old exports, in milliseconds.
    private static func span(_ segment: JSONValue) -> (start: Instant?, end: Instant?) {
        let duration = segment["duration"]
        return (
            Timestamp.instant(parsing: duration?["startTimestamp"]) ?? milliseconds(duration?["startTimestampMs"]),
            Timestamp.instant(parsing: duration?["endTimestamp"]) ?? milliseconds(duration?["endTimestampMs"])
        )
    }

    private static func place(_ location: JSONValue?) -> Coordinate? {
        guard let latitude = location?["latitudeE7"]?.double, let longitude = location?["longitudeE7"]?.double else {
            return nil
        }
        return Coordinate(latitude: latitude / 1e7, longitude: longitude / 1e7)
    }

    private static func waypoint(_ value: JSONValue) -> Coordinate? {
        guard let latitude = value["latE7"]?.double, let longitude = value["lngE7"]?.double else { return nil }
        return Coordinate(latitude: latitude / 1e7, longitude: longitude / 1e7)
    }

    /// Adds a segment of a phone's own export, from Android or iOS.
    private mutating func addPhone(_ segment: JSONValue) {
        let start = Timestamp.instant(parsing: segment["startTime"])
        if let place = segment["visit"]?["topCandidate"]?["placeLocation"] {
            if let coordinate = Self.coordinate(place["latLng"] ?? place) {
                document.waypoints.append(TrackDocument.Waypoint(coordinate: coordinate, time: start))
                if let start {
                    stays.append((coordinate, start, Timestamp.instant(parsing: segment["endTime"]) ?? start))
                }
            }
            return
        }
        var points: [TrackDocument.Point] = []
        for value in segment["timelinePath"]?.array ?? [] {
            guard let coordinate = Self.coordinate(value["point"]) else { continue }
            let minutes = value["durationMinutesOffsetFromStartTime"]?.double
            let time =
                Timestamp.instant(parsing: value["time"])
                ?? minutes.flatMap { minutes in start.map { $0 + minutes * 60 } }
            Self.append(TrackDocument.Point(coordinate: coordinate, time: time), to: &points)
        }
        points.removeAll { $0.time == nil }
        // The points and ends are counted before they are put together.
        segmentCount += points.count + 2
        if !points.isEmpty { paths.append(points.sorted(by: Self.isEarlier)) }
        guard let activity = segment["activity"], let start else { return }
        let end = Timestamp.instant(parsing: segment["endTime"]) ?? start
        let ends = [(activity["start"], start), (activity["end"], end)].flatMap { place, time in
            Self.points(at: Self.coordinate(place?["latLng"] ?? place), time)
        }
        moves.append((start...max(start, end), activity["topCandidate"]?["type"]?.string, ends))
    }

    private mutating func add(_ points: [TrackDocument.Point], activity: String?) {
        guard !points.isEmpty else { return }
        segmentCount += points.count
        document.tracks.append(
            TrackDocument.Track(
                source: Self.source, activity: activity.flatMap(Activity.init(foreignName:)), segments: [points]))
    }

    /// Parses a position such as `50.1°, 14.4°` or `geo:50.1,14.4`.
    private static func coordinate(_ value: JSONValue?) -> Coordinate? {
        guard var text = value?.string else { return nil }
        if text.hasPrefix("geo:") { text.removeFirst(4) }
        let parts = text.split(separator: ",").map { part in Double(part.filter { !"° ".contains($0) }) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func milliseconds(_ value: JSONValue?) -> Instant? {
        (value?.double ?? value?.string.flatMap(Double.init)).flatMap {
            abs($0) < 9e12 ? Instant(nanoseconds: Int64($0) * 1_000_000) : nil
        }
    }
}
