import Geodesy
import SensorModel

/// Creates a document of places as they come: a track for each receiver, lines with the pieces of one line joined, routes,
/// and waypoints.
struct PlaceCollector {
    private(set) var document: TrackDocument
    /// The number of points so far.
    private(set) var count = 0
    /// The name of the source of places whose receiver has none.
    let source: String

    private var receivers: [String] = []
    private var places: [String: [TrackDocument.Point]] = [:]

    /// Creates an empty collector.
    init(format: FileFormat, source: String) {
        document = TrackDocument(format: format)
        self.source = source
    }

    /// Sets the document's own name.
    mutating func name(_ name: String) { document.name = document.name ?? name }

    /// Notes something that was left out.
    mutating func note(_ problem: ImportProblem) { document.note(problem) }

    /// Adds a place with a time, a fix of a receiver.
    mutating func add(_ point: TrackDocument.Point, receiver: String?) {
        let key = receiver ?? ""
        if places[key] == nil { receivers.append(key) }
        places[key, default: []].append(point)
        count += 1
    }

    /// Adds a named place.
    mutating func add(_ waypoint: TrackDocument.Waypoint) {
        document.waypoints.append(waypoint)
        count += 1
    }

    /// Adds a line, or a piece of the line before it: exports cut lines where the activity changes and at the antimeridian.
    mutating func add(line: [TrackDocument.Point], of track: TrackDocument.Track, isRoute: Bool = false) {
        guard !line.isEmpty else { return }
        count += line.count
        if isRoute { return Self.append(line, of: track, to: &document.routes) }
        Self.append(line, of: track, to: &document.tracks)
    }

    private static func append(
        _ line: [TrackDocument.Point], of track: TrackDocument.Track, to tracks: inout [TrackDocument.Track]
    ) {
        guard let last = tracks.last, last.name == track.name, last.source == track.source,
            track.name != nil || track.source != nil || Self.continues(line, last)
        else {
            var track = track
            track.segments = [line]
            tracks.append(track)
            return
        }
        if last.activity != track.activity { label(&tracks[tracks.count - 1], by: last.activity) }
        var line = line
        if tracks[tracks.count - 1].activity == nil, let activity = track.activity {
            for index in line.indices { line[index].activity = line[index].activity ?? activity }
        }
        if !join(line, to: &tracks[tracks.count - 1].segments) { tracks[tracks.count - 1].segments.append(line) }
    }

    private static func continues(_ line: [TrackDocument.Point], _ track: TrackDocument.Track) -> Bool {
        var segments = track.segments
        return join(line, to: &segments)
    }

    /// Gives the points of a track its activity, which its next piece does not have.
    private static func label(_ track: inout TrackDocument.Track, by activity: Activity?) {
        track.activity = nil
        guard let activity else { return }
        for segment in track.segments.indices {
            for point in track.segments[segment].indices {
                track.segments[segment][point].activity = track.segments[segment][point].activity ?? activity
            }
        }
    }

    /// Joins a line to the last segment if it begins where that ends, or on the other side of the antimeridian.
    private static func join(_ line: [TrackDocument.Point], to segments: inout [[TrackDocument.Point]]) -> Bool {
        guard let end = segments.last?.last, let start = line.first, end.time == start.time, start.time != nil else {
            return false
        }
        let last = segments.count - 1
        if end.coordinate == start.coordinate {
            // The point stands in both; a measured one is no estimate.
            if end.isEstimated, !start.isEstimated { segments[last][segments[last].count - 1] = start }
            segments[last] += line.dropFirst()
            return true
        }
        guard abs(end.coordinate.longitude) == 180, end.coordinate.longitude == -start.coordinate.longitude,
            end.coordinate.latitude == start.coordinate.latitude
        else { return false }
        segments[last].removeLast()
        segments[last] += line.dropFirst()
        return true
    }

    /// The document, with a track for each receiver, its points in order of time.
    mutating func finish() -> TrackDocument {
        for receiver in receivers {
            guard let points = places[receiver], !points.isEmpty else { continue }
            let sorted = points.enumerated().sorted { left, right in
                guard let first = left.element.time, let second = right.element.time, first != second else {
                    return left.offset < right.offset
                }
                return first < second
            }
            document.tracks.append(
                TrackDocument.Track(
                    source: receiver.isEmpty ? source : receiver, segments: [sorted.map(\.element)]))
        }
        places = [:]
        receivers = []
        return document
    }
}
