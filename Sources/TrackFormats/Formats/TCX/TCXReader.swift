import Geometry
import SensorModel

/// Reads Training Center XML: activities and courses, with the speed, heart rate and cadence of each point.
///
/// Source: Garmin TrainingCenterDatabase v2 and ActivityExtension v2 (`TPX`). A lap continues the segment of the
/// previous lap; a second `Track` within a lap follows a pause.
final class TCXReader: XMLTrackReader {
    static let format = FileFormat("tcx", "tcx")

    static func certainty(of head: FileHead) -> Certainty { head.root == "TrainingCenterDatabase" ? .certain : .no }

    private var document = TrackDocument(format: format)
    private let limits: ImportLimits
    private let keepsGoodPart: Bool
    private let path: String

    private var track: TrackDocument.Track?
    private var laps: [SensorEvent] = []
    private var lap: (start: Instant?, timer: Double?, distance: Double?, tracks: Int) = (nil, nil, nil, 0)
    private var point = PartialPoint()
    private var isInPoint = false
    private var isInHeartRate = false
    private var isInCreator = false
    private var isCourse = false
    private var isCoursePoint = false
    private var pointName: String?
    private var hasRoot = false
    private var text: [UInt8] = []
    private var pointCount = 0
    private var placeless = PlacelessSamples()

    /// A track point whose position might not have been read yet.
    private struct PartialPoint {
        var latitude: Double?
        var longitude: Double?
        var values = TrackDocument.Point(coordinate: Coordinate(latitude: 0, longitude: 0))
    }

    init(path: String, limits: ImportLimits, keepsGoodPart: Bool) {
        self.path = path
        self.limits = limits
        self.keepsGoodPart = keepsGoodPart
        document.breaksArePauses = true
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) throws {
        text.removeAll(keepingCapacity: true)
        switch name {
        case "TrainingCenterDatabase": hasRoot = true
        case "Activity", "Course":
            endActivity()
            track = TrackDocument.Track(segments: [[]])
            if let sport = attributes["Sport"].flatMap({ ForeignSport(String(decoding: $0, as: UTF8.self)) }) {
                track?.activity = sport.activity
                track?.sport = sport.name
            }
            if case "Course" = name { isCourse = true } else { isCourse = false }
        case "Lap":
            lap = (attributes["StartTime"].flatMap(Timestamp.instant(parsing:)), nil, nil, 0)
        case "Track":
            lap.tracks += 1
            if lap.tracks > 1 { track?.segments.append([]) }
        case "Trackpoint", "CoursePoint":
            if case "CoursePoint" = name { isCoursePoint = true } else { isCoursePoint = false }
            pointCount += 1
            guard pointCount <= limits.pointCount else {
                throw FormatError.tooLarge(path: path, what: Phrase(translatable("points")), limit: limits.pointCount)
            }
            point = PartialPoint()
            pointName = nil
            isInPoint = true
        case "HeartRateBpm": isInHeartRate = true
        case "Creator", "Author": isInCreator = true
        default:
            guard hasRoot else {
                throw FormatError.malformed(
                    path: path,
                    reason: Phrase(translatable("the root element is <{1}>, not <TrainingCenterDatabase>"), name.text))
            }
        }
    }

    func characters(_ bytes: UnsafeRawBufferPointer, line: Int) throws {
        text.append(contentsOf: bytes)
        guard text.count <= limits.lineLength else {
            throw FormatError.badLine(
                path: path, line: line,
                reason: Phrase(translatable("an element has text longer than {1} bytes"), "\(limits.lineLength)"))
        }
    }

    func end(_ name: XMLName, line: Int) throws {
        defer { text.removeAll(keepingCapacity: true) }
        switch name {
        case "Trackpoint", "CoursePoint": endPoint()
        case "Activity", "Course": endActivity()
        case "Lap": endLap()
        case "HeartRateBpm": isInHeartRate = false
        case "Creator", "Author": isInCreator = false
        case "Name":
            if isInCreator, track != nil {
                document.creator = string
            } else if isInPoint {
                pointName = string
            } else if !isInCreator, document.name == nil {
                document.name = string
            }
        case "DistanceMeters" where !isInPoint: lap.distance = try number("DistanceMeters", line)
        case "TotalTimeSeconds" where !isInPoint: lap.timer = try number("TotalTimeSeconds", line)
        default: if isInPoint { try endMember(name, line: line) }
        }
    }

    func finish() -> TrackDocument {
        endPoint()
        endActivity()
        guard !document.tracks.isEmpty else { return document }
        document.sensorEvents = (laps + placeless.events).sorted { $0.time < $1.time }
        return document
    }

    private func endMember(_ name: XMLName, line: Int) throws {
        switch name {
        case "Time":
            point.values.time = text.withUnsafeBytes { Timestamp.instant(parsing: $0) }
            if point.values.time == nil {
                try report(Phrase(translatable("\"{1}\" is not a time"), string ?? ""), line)
            }
        case "LatitudeDegrees": point.latitude = try number("LatitudeDegrees", line)
        case "LongitudeDegrees": point.longitude = try number("LongitudeDegrees", line)
        case "AltitudeMeters": point.values.altitude = try number("AltitudeMeters", line)
        case "Value" where isInHeartRate: point.values.heartRate = try number("HeartRateBpm", line)
        case "DistanceMeters": point.values.odometer = try number("DistanceMeters", line)
        case "Speed": point.values.speed = try number("Speed", line).notNegative
        case "Cadence", "RunCadence": point.values.cadence = try number("Cadence", line)
        case "Watts": point.values.power = try number("Watts", line).notNegative
        default: break
        }
    }

    private func endPoint() {
        guard isInPoint else { return }
        isInPoint = false
        guard let latitude = point.latitude, let longitude = point.longitude, latitude != 0 || longitude != 0 else {
            document.recordsWithoutPlace += 1
            guard let time = point.values.time else { return }
            let values = point.values
            return placeless.add(
                at: time, heartRate: values.heartRate, cadence: values.cadence, power: values.power)
        }
        point.values.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        if isCoursePoint {
            document.waypoints.append(
                TrackDocument.Waypoint(
                    coordinate: point.values.coordinate, name: pointName, altitude: point.values.altitude))
        } else if let last = track?.segments.indices.last {
            track?.segments[last].append(point.values)
        }
    }

    private func endLap() {
        if let distance = lap.distance, let stated = track.map({ ($0.statedDistance ?? 0) + distance }) {
            track?.statedDistance = stated
        }
        guard !isCourse, let start = lap.start, let last = track?.segments.last?.last?.time else { return }
        let end = max(last, start + max(0, lap.timer ?? 0))
        let span = DeviceSpan(.lap, duration: end - start, timerTime: lap.timer, distance: lap.distance)
        laps.append(SensorEvent(time: start, payload: .span(span)))
    }

    private func endActivity() {
        guard var ended = track else { return }
        ended.segments.removeAll(where: \.isEmpty)
        track = nil
        guard !ended.segments.isEmpty else { return }
        if isCourse { document.add(course: ended) } else { document.tracks.append(ended) }
    }

    /// Returns the number in the element that ends; `nil` if its text is empty.
    private func number(_ name: String, _ line: Int) throws -> Double? {
        if let value = text.withUnsafeBytes({ GPXMember.number($0) }) { return value }
        guard let string, string.lowercased() != "nan" else { return nil }
        try report(Phrase(translatable("{1} \"{2}\" is not a number"), name, string), line)
        return nil
    }

    private func report(_ reason: Phrase, _ line: Int) throws {
        guard keepsGoodPart else { throw FormatError.badLine(path: path, line: line, reason: reason) }
        document.report(ImportProblem(line: line, reason: reason))
    }

    private var string: String? { text.withUnsafeBytes { GPXMember.string($0) } }
}
