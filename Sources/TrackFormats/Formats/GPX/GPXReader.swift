import Geometry
import SensorModel

/// Reads GPX 1.0 and 1.1, including the extensions that devices write.
///
/// Finds sensor values anywhere in a point by their local names, so that speed, course, heart rate and others are
/// read in GPX 1.0, in Garmin's extensions and in others (``GPXMember``). A route is a plan: its points keep their
/// times but do not become fixes.
final class GPXReader: XMLTrackReader {
    static let format = FileFormat("gpx", "gpx")

    static func certainty(of head: FileHead) -> Certainty { head.root == "gpx" ? .certain : .no }

    private(set) var document = TrackDocument(format: format)
    private let limits: ImportLimits
    private let keepsGoodPart: Bool
    private let path: String

    private enum PointKind { case track, route, waypoint }

    private var point = TrackDocument.Point(coordinate: Coordinate(latitude: 0, longitude: 0))
    /// The depth of the current point; zero outside points.
    private var pointDepth = 0
    private var pointKind = PointKind.track
    private var pointSpace: UnsafePointer<UInt8>?
    private var pointName: String?
    /// The points between two points of a route, from Garmin's extension.
    private var bends: [TrackDocument.Point] = []
    private var track: TrackDocument.Track?
    private var isRoute = false
    private var segment: [TrackDocument.Point] = []
    private var isInSpan = false
    private var hasRoot = false
    private var text: [UInt8] = []
    private var pointCount = 0
    private var depth = 0
    /// The depth of the element being skipped with its contents; zero if none is.
    private var skippedDepth = 0

    init(path: String, limits: ImportLimits, keepsGoodPart: Bool) {
        self.path = path
        self.limits = limits
        self.keepsGoodPart = keepsGoodPart
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws {
        depth += 1
        if skippedDepth > 0 { return }
        text.removeAll(keepingCapacity: true)
        switch name {
        case "trkpt": try startPoint(name, .track, attributes, line: line)
        case "rtept": try startPoint(name, .route, attributes, line: line)
        case "wpt": try startPoint(name, .waypoint, attributes, line: line)
        case "rpt" where pointDepth > 0 && pointKind == .route: try addBend(attributes, line: line)
        case "trk", "rte":
            track = TrackDocument.Track()
            isRoute = "rte" ~= name
        case "span" where pointDepth == 0: addSpan(attributes)
        case "gpx":
            hasRoot = true
            document.creator = attributes["creator"].flatMap(GPXMember.string)
            // Odograph cuts a line at every silence, and writes the pauses themselves.
            document.breaksArePauses = document.creator != "Odograph"
        // Their names are not the track's name.
        case "author", "copyright", "link": skippedDepth = depth
        default:
            guard hasRoot else {
                throw FormatError.malformed(
                    path: path, reason: Phrase(translatable("the root element is <{1}>, not <gpx>"), name.text))
            }
        }
    }

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
        guard skippedDepth == 0 else { return }
        text.append(contentsOf: bytes)
        // Because a text arrives in pieces, libxml2's limit on its length does not apply.
        guard text.count <= limits.lineLength else {
            throw FormatError.badLine(
                path: path, line: line,
                reason: Phrase(translatable("an element has text longer than {1} bytes"), "\(limits.lineLength)"))
        }
    }

    func end(_ name: XMLName, line: Int) throws {
        depth -= 1
        if skippedDepth > 0 {
            if depth < skippedDepth { skippedDepth = 0 }
            return
        }
        if pointDepth > 0 {
            switch name {
            case "trkpt", "rtept", "wpt": endPoint()
            default: try endMember(name, line: line)
            }
            return
        }
        switch name {
        case "trkseg": endSegment()
        case "trk", "rte": endTrack()
        case "span": endSpan()
        case "name":
            if track == nil { document.name = string } else { track?.name = string }
        case "src": track?.source = string
        // Garmin's statistics of the track.
        case "Distance": track?.statedDistance = text.withUnsafeBytes(GPXMember.number).notNegative
        // A link also has a type, which does not describe the activity.
        case "type":
            guard let sport = string.flatMap({ ForeignSport($0, creator: document.creator) }), !sport.name.contains("/")
            else { break }
            track?.activity = sport.activity
            track?.sport = sport.name
        default: break
        }
    }

    /// Returns the document, with the open point and track ended, even if the file breaks off.
    func finish() -> TrackDocument {
        endPoint()
        endTrack()
        return document
    }

    /// Reports an invalid part as a problem; throws it as an error instead if `keepsGoodPart` is `false`.
    func report(_ reason: Phrase, line: Int) throws {
        guard keepsGoodPart else { throw FormatError.badLine(path: path, line: line, reason: reason) }
        document.report(ImportProblem(line: line, reason: reason))
    }

    private func count() throws {
        pointCount += 1
        guard pointCount <= limits.pointCount else {
            throw FormatError.tooLarge(path: path, what: Phrase(translatable("points")), limit: limits.pointCount)
        }
    }

    private func startPoint(_ name: XMLName, _ kind: PointKind, _ attributes: XMLAttributes, line: Int) throws {
        try count()
        guard let latitude = attributes["lat"].flatMap(GPXMember.number),
            let longitude = attributes["lon"].flatMap(GPXMember.number)
        else { return try skipPoint(Phrase(translatable("a point has no latitude or no longitude")), line: line) }
        if kind == .track, Self.pauseLatitudes.contains(latitude) {
            skippedDepth = depth
            return endSegment()
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else {
            return try skipPoint(coordinate.offEarth, line: line)
        }
        point = TrackDocument.Point(coordinate: coordinate)
        pointDepth = depth
        pointKind = kind
        pointSpace = name.space
    }

    /// The latitudes that marked a pause and its end in exports of My Tracks and its successors.
    private static let pauseLatitudes = [100.0, 200.0]

    private func addBend(_ attributes: XMLAttributes, line: Int) throws {
        try count()
        guard let latitude = attributes["lat"].flatMap(GPXMember.number),
            let longitude = attributes["lon"].flatMap(GPXMember.number)
        else { return }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else { return try report(coordinate.offEarth, line: line) }
        bends.append(TrackDocument.Point(coordinate: coordinate))
    }

    /// Adds a pause or a lap from Odograph's own extension.
    private func addSpan(_ attributes: XMLAttributes) {
        guard let kind = attributes["kind"].flatMap(GPXMember.string).flatMap(DeviceSpan.Kind.init),
            let time = attributes["time"].flatMap(Timestamp.instant(parsing:)),
            let duration = attributes["duration"].flatMap(GPXMember.number), duration >= 0
        else { return }
        let span = DeviceSpan(
            kind, duration: duration,
            timerTime: attributes["timerTime"].flatMap(GPXMember.number),
            distance: attributes["distance"].flatMap(GPXMember.number))
        document.sensorEvents.append(SensorEvent(time: time, payload: .span(span)))
        isInSpan = true
    }

    /// Sets the name of the last span to the text of its element.
    private func endSpan() {
        guard isInSpan, let last = document.sensorEvents.indices.last,
            case .span(var span) = document.sensorEvents[last].payload
        else { return }
        isInSpan = false
        span.name = string
        document.sensorEvents[last].payload = .span(span)
    }

    private func skipPoint(_ reason: Phrase, line: Int) throws {
        skippedDepth = depth
        try report(reason, line: line)
    }

    private func endPoint() {
        guard pointDepth > 0 else { return }
        if pointKind == .waypoint {
            document.waypoints.append(
                TrackDocument.Waypoint(
                    coordinate: point.coordinate, name: pointName, time: point.time, altitude: point.altitude))
        } else {
            segment.append(point)
            segment += bends
        }
        bends = []
        pointDepth = 0
        pointName = nil
    }

    private func endSegment() {
        if !segment.isEmpty { track?.segments.append(segment) }
        segment = []
    }

    private func endTrack() {
        endSegment()
        if let track, isRoute { document.routes.append(track) } else if let track { document.tracks.append(track) }
        track = nil
    }

    private func endMember(_ name: XMLName, line: Int) throws {
        let isOwn = depth == pointDepth && name.space == pointSpace
        if isOwn, case "name" = name { pointName = string }
        let problem = text.withUnsafeBytes { GPXMember.set(name, to: $0, of: &point, isOwn: isOwn) }
        text.removeAll(keepingCapacity: true)
        if let problem { try report(problem, line: line) }
    }

    /// The text of the member that ends; `nil` if it is empty.
    private var string: String? { text.withUnsafeBytes { GPXMember.string($0) } }
}
