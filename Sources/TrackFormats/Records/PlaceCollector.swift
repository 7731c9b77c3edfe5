import Geometry
import SensorModel

/// Builds a document from positions in any order: one track per receiver, lines with their pieces joined, routes and
/// waypoints.
struct PlaceCollector {
    private(set) var document: TrackDocument
    /// The number of points and samples so far.
    private(set) var count = 0
    /// The source name for positions without a receiver.
    let source: String

    private var lines = LineTracks()
    private var routes = LineTracks()
    private var receivers: [String] = []
    private var places: [String: [TrackDocument.Point]] = [:]
    private var placeless = PlacelessSamples()
    private var spans: [SensorEvent] = []

    /// Creates an empty collector.
    init(format: FileFormat, source: String) {
        document = TrackDocument(format: format)
        self.source = source
    }

    /// Sets the document's title, unless it already has one.
    mutating func name(_ name: String) { document.name = document.name ?? name }

    /// Adds a problem to the document.
    mutating func report(_ problem: ImportProblem) { document.report(problem) }

    /// Adds a position with a time, as a receiver's fix.
    mutating func add(_ point: TrackDocument.Point, receiver: String?) {
        let key = receiver ?? ""
        if places[key] == nil { receivers.append(key) }
        places[key, default: []].append(point)
        count += 1
    }

    /// Adds the samples of a record without a position.
    mutating func add(heartRate: Double?, cadence: Double?, power: Double?, at time: Instant) {
        placeless.add(at: time, heartRate: heartRate, cadence: cadence, power: power)
        count += 1
    }

    /// Adds a pause or a lap.
    mutating func add(_ span: DeviceSpan, at time: Instant) {
        spans.append(SensorEvent(time: time, payload: .span(span)))
        count += 1
    }

    /// Adds a waypoint.
    mutating func add(_ waypoint: TrackDocument.Waypoint) {
        document.waypoints.append(waypoint)
        count += 1
    }

    /// Adds a line, or a piece that continues the previous line. Exports cut lines where the activity changes and at
    /// the antimeridian.
    /// - Parameters:
    ///   - line: The points.
    ///   - track: The known properties of the line's track.
    ///   - place: The line's track and segment. If `nil`, they are inferred from the names of the tracks and the ends
    ///     of the lines.
    ///   - isRoute: Whether the line is a plan.
    mutating func add(
        line: [TrackDocument.Point], of track: TrackDocument.Track, at place: LinePlace? = nil, isRoute: Bool = false
    ) {
        count += line.count
        if isRoute { routes.add(line, of: track, at: place) } else { lines.add(line, of: track, at: place) }
    }

    /// Returns the document, with one track per receiver and its points in order of time. Samples without any track are left
    /// out.
    mutating func finish() -> TrackDocument {
        document.tracks = lines.tracks
        document.routes = routes.tracks
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
        if !document.tracks.isEmpty { document.sensorEvents = placeless.events + spans }
        return document
    }
}
