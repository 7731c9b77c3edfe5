import Geodesy
import SensorModel

/// Reads GPX 1.0 and 1.1 with the extensions that devices write.
///
/// A member is known by its local name wherever it stands in a point, so that speed, course, heart rate and the like
/// are found in GPX 1.0, in Garmin's and in other extensions alike.
final class GPXReader: XMLConsumer {
    private(set) var document = TrackDocument(format: .gpx)
    private let limits: ImportLimits
    private let keepsGoodPart: Bool
    private let path: String

    private var point: TrackDocument.Point?
    private var pointName: String?
    private var isWaypoint = false
    private var track: TrackDocument.Track?
    private var segment: [TrackDocument.Point] = []
    private var hasRoot = false
    private var text: [UInt8] = []
    private var pointCount = 0
    private var depth = 0
    /// The depth of an element that is passed over with all that is in it; zero outside one.
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
        case "trkpt", "rtept": try startPoint(attributes, isWaypoint: false, line: line)
        case "wpt": try startPoint(attributes, isWaypoint: true, line: line)
        case "trk", "rte": track = TrackDocument.Track()
        case "gpx": hasRoot = true
        // They have names of their own, which are not the track's.
        case "author", "copyright", "link": skippedDepth = depth
        default:
            guard hasRoot else {
                throw FormatError.malformed(path: path, reason: "the root element is <\(name.text)>, not <gpx>")
            }
        }
    }

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
        guard skippedDepth == 0 else { return }
        text.append(contentsOf: bytes)
        // Read in pieces, a text has no bound of libxml2's.
        guard text.count <= limits.lineLength else {
            throw FormatError.badLine(
                path: path, line: line, reason: "a text is longer than \(limits.lineLength) bytes")
        }
    }

    func end(_ name: XMLName, line: Int) throws {
        depth -= 1
        if skippedDepth > 0 {
            if depth < skippedDepth { skippedDepth = 0 }
            return
        }
        if point != nil {
            switch name {
            case "trkpt", "rtept", "wpt": endPoint()
            default: try endMember(name, line: line)
            }
            return
        }
        switch name {
        case "trkseg": endSegment()
        case "trk", "rte": endTrack()
        case "name":
            if track == nil { document.name = string } else { track?.name = string }
        case "src": track?.source = string
        case "type": track?.activity = string.flatMap(Activity.init(foreignName:))
        default: break
        }
    }

    /// Takes what was read when a file breaks off in the middle.
    func finish() -> TrackDocument {
        endPoint()
        endTrack()
        return document
    }

    /// Notes a broken place, or throws it where the good part is not wanted without it.
    func note(_ reason: String, line: Int) throws {
        guard keepsGoodPart else { throw FormatError.badLine(path: path, line: line, reason: reason) }
        document.note(ImportProblem(line: line, reason: reason))
    }

    private func startPoint(_ attributes: XMLAttributes, isWaypoint: Bool, line: Int) throws {
        pointCount += 1
        guard pointCount <= limits.pointCount else {
            throw FormatError.tooLarge(path: path, what: "points", limit: limits.pointCount)
        }
        guard let latitude = attributes["lat"].flatMap(Self.number),
            let longitude = attributes["lon"].flatMap(Self.number)
        else { return try skipPoint("a point has no latitude or no longitude", line: line) }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else {
            return try skipPoint("latitude \(latitude), longitude \(longitude) is not on Earth", line: line)
        }
        point = TrackDocument.Point(coordinate: coordinate)
        self.isWaypoint = isWaypoint
    }

    private func skipPoint(_ reason: String, line: Int) throws {
        skippedDepth = depth
        try note(reason, line: line)
    }

    private func endPoint() {
        guard let point else { return }
        if isWaypoint {
            document.waypoints.append(
                TrackDocument.Waypoint(
                    coordinate: point.coordinate, name: pointName, time: point.time, altitude: point.altitude))
        } else {
            segment.append(point)
        }
        self.point = nil
        pointName = nil
    }

    private func endSegment() {
        if !segment.isEmpty { track?.segments.append(segment) }
        segment = []
    }

    private func endTrack() {
        endSegment()
        if let track { document.tracks.append(track) }
        track = nil
    }

    private func endMember(_ name: XMLName, line: Int) throws {
        switch name {
        case "time":
            point?.time = text.withUnsafeBytes { Timestamp.instant(parsing: $0) }
            if point?.time == nil { try note("\"\(string ?? "")\" is not a time", line: line) }
        case "ele": point?.altitude = try number("ele", line: line)
        case "hdop": point?.horizontalDilution = try number("hdop", line: line)
        case "sat": point?.satellites = try number("sat", line: line).flatMap { Int(exactly: $0.rounded()) }
        case "speed": point?.speed = try number("speed", line: line)
        case "course", "bearing": point?.courseDegrees = try number("course", line: line).map(Self.normalizedDegrees)
        case "hr", "heartrate": point?.heartRate = try number("hr", line: line)
        case "cad", "cadence", "RunCadence": point?.cadence = try number("cad", line: line)
        case "atemp", "temp": point?.temperature = try number("atemp", line: line)
        case "accuracy", "accuracy_horizontal", "hacc": point?.accuracy = try number("accuracy", line: line)
        case "verticalAccuracy", "accuracy_vertical", "vacc":
            point?.verticalAccuracy = try number("verticalAccuracy", line: line)
        case "activity": point?.activity = string.flatMap(Activity.init(foreignName:))
        case "estimated": point?.isEstimated = string == "true"
        case "fix": point?.mode = Self.mode(string)
        case "name": pointName = string
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    private static func normalizedDegrees(_ degrees: Double) -> Double {
        0..<360 ~= degrees ? degrees : degrees - 360 * (degrees / 360).rounded(.down)
    }

    private static func mode(_ text: String?) -> FixMode? {
        switch text {
        case "none": .noFix
        case "2d": .twoDimensional
        case "3d", "dgps", "pps": .threeDimensional
        default: nil
        }
    }

    /// The text of the member that ends; nil where there is none.
    private var string: String? {
        let trimmed = Substring(String(decoding: text, as: UTF8.self)).trimmingCharacters()
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The number that a member holds; an empty one and NaN are missing values, not errors.
    private func number(_ name: String, line: Int) throws -> Double? {
        let value = text.withUnsafeBytes { Self.number($0) }
        if let value { return value }
        guard let string, string.lowercased() != "nan" else { return nil }
        try note("\(name) \"\(string)\" is not a number", line: line)
        return nil
    }

    /// Reads a text that is one number, with white space around it or not.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 32 { start += 1 }
        while end > start, bytes[end - 1] <= 32 { end -= 1 }
        let trimmed = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        guard let number = DecimalNumber(prefixOf: trimmed), number.text.count == trimmed.count else { return nil }
        let value = number.double
        return value.isFinite ? value : nil
    }
}
