import FusionCore
import Geometry
import SensorModel

/// Creates a track document from the messages of a FIT file.
///
/// Source: FIT protocol and profile, Garmin: messages `file_id` (0), `sport` (12), `session` (18), `lap` (19),
/// `record` (20), `event` (21), `device_info` (23), `location` (29), `course` (31), `course_point` (32). Ignores all
/// other messages, and developer fields.
struct FITReader {
    private enum Message {
        static let fileID = 0
        static let sport = 12
        static let session = 18
        static let lap = 19
        static let record = 20
        static let event = 21
        static let deviceInfo = 23
        static let location = 29
        static let course = 31
        static let coursePoint = 32
    }

    /// The number of points, waypoints and samples without a position so far.
    var count: Int { places + placeless.count }
    private var places = 0
    private var placeless = PlacelessSamples()

    private var document = TrackDocument(format: format)
    private var segments: [[TrackDocument.Point]] = [[]]
    private var statements: [ActivityStatement] = []
    private var sport: FITSport?
    private var spans: [SensorEvent] = []
    private var lapEnd: Instant?
    private var manufacturer: Int?
    private var product: Int?
    private var productName: String?
    /// The time at which the timer was stopped; `nil` while it runs.
    private var pauseStart: Instant?
    private var isCourse = false
    private var courseName: String?

    /// Processes a message. O(fields).
    mutating func read(_ message: FITMessage) {
        switch message.number {
        case Message.record: readRecord(message)
        case Message.session: readSession(message)
        case Message.lap: readLap(message)
        case Message.event: readEvent(message)
        case Message.course: courseName = message.text(5) ?? courseName
        case Message.sport: sport = FITSport(message, sport: 0, subSport: 1) ?? sport
        case Message.fileID: readFileID(message)
        case Message.deviceInfo:
            // Device 0 is the one that wrote the file.
            if message.integer(0) == 0 { productName = message.text(27) ?? productName }
        case Message.location: readWaypoint(message, latitude: 1, longitude: 2, altitude: 4, name: 0)
        case Message.coursePoint: readWaypoint(message, latitude: 2, longitude: 3, altitude: nil, name: 6)
        default: break
        }
    }

    /// Returns the document of all messages read so far.
    consuming func finish() -> TrackDocument {
        segments.removeAll(where: \.isEmpty)
        document.creator = creator
        let track = TrackDocument.Track(name: isCourse ? courseName : nil, segments: segments)
        if !segments.isEmpty {
            if isCourse { document.add(course: track) } else { document.tracks = [track] }
        }
        if statements.isEmpty, let sport, let span = document.tracks.first?.span {
            statements = [sport.statement(from: span.start, until: span.end)]
        }
        document.insert(statements)
        // Laps and samples alone do not make a track.
        guard !segments.isEmpty else { return document }
        document.sensorEvents = (spans + placeless.events).sorted { $0.time < $1.time }
        return document
    }

    private mutating func readRecord(_ message: FITMessage) {
        guard let coordinate = Self.coordinate(message, latitude: 0, longitude: 1) else {
            document.recordsWithoutPlace += 1
            guard let time = message.timestamp.map(Self.instant) else { return }
            return placeless.add(
                at: time, heartRate: message.number(3), cadence: Self.cadence(message), power: message.number(7),
                speed: Self.speed(message))
        }
        var point = TrackDocument.Point(
            coordinate: coordinate, time: message.timestamp.map(Self.instant),
            altitude: Self.altitude(message.number(78) ?? message.number(2)))
        point.speed = Self.speed(message)
        point.odometer = message.number(5).map { $0 / 100 }
        point.heartRate = message.number(3)
        point.cadence = Self.cadence(message)
        point.power = message.number(7)
        point.temperature = message.number(13)
        // Some devices write zero for an unknown accuracy.
        point.accuracy = message.number(31).positive
        segments[segments.count - 1].append(point)
        places += 1
    }

    private mutating func readSession(_ message: FITMessage) {
        guard let start = message.number(2).map(Self.instant) else { return }
        let elapsed = message.number(7).map { start + $0 / 1_000 }
        guard let end = [elapsed, message.timestamp.map(Self.instant)].compactMap(\.self).max(), end > start,
            let sport = FITSport(message, sport: 5, subSport: 6) ?? (FITSport.isTransition(message) ? nil : sport)
        else { return }
        var statement = sport.statement(from: start, until: end)
        statement.distance = message.number(9).map { $0 / 100 }
        statements.append(statement)
    }

    private mutating func readLap(_ message: FITMessage) {
        guard let written = message.timestamp.map(Self.instant) else { return }
        // The last lap of an activity can be written hours after its end.
        let end = min(
            message.number(7).flatMap { elapsed in message.number(2).map { Self.instant($0) + elapsed / 1_000 } }
                ?? written, written)
        let begun = message.number(2).map(Self.instant) ?? lapEnd ?? segments.first?.first?.time
        let start = min(begun ?? end, end)
        lapEnd = end
        let timer = message.number(8).map { $0 / 1_000 }
        // The laps of a course can end where they start.
        let lap = DeviceSpan(
            .lap, duration: end > start ? end - start : timer ?? 0, timerTime: timer,
            distance: message.number(9).map { $0 / 100 })
        spans.append(SensorEvent(time: start, payload: .span(lap)))
    }

    /// Handles a timer event. A restart after a stop ends a pause and begins a new segment.
    private mutating func readEvent(_ message: FITMessage) {
        let timer = 0
        guard message.integer(0) == timer, let time = message.timestamp.map(Self.instant) else { return }
        switch message.integer(1) {
        case 0:
            guard let start = pauseStart else { return }
            if segments.last?.isEmpty == false { segments.append([]) }
            pauseStart = nil
            if start < time { spans.append(SensorEvent(pause: TimeSpan(start: start, end: time))) }
        case 1, 4, 8, 9: pauseStart = pauseStart ?? time
        default: break
        }
    }

    private mutating func readFileID(_ message: FITMessage) {
        // The type of the file; 6 is a course.
        isCourse = message.integer(0) == 6
        manufacturer = message.integer(1) ?? manufacturer
        product = message.integer(2) ?? product
        productName = message.text(8) ?? productName
    }

    private mutating func readWaypoint(
        _ message: FITMessage, latitude: Int, longitude: Int, altitude: Int?, name: Int
    ) {
        guard let coordinate = Self.coordinate(message, latitude: latitude, longitude: longitude) else { return }
        document.waypoints.append(
            TrackDocument.Waypoint(
                coordinate: coordinate, name: message.text(name),
                altitude: Self.altitude(altitude.flatMap(message.number))))
        places += 1
    }

    /// The name of the device, or its manufacturer and product number.
    private var creator: String? {
        let maker = manufacturer.flatMap { FITSport.manufacturers[$0] }
        if let productName { return maker.map { "\($0) \(productName)" } ?? productName }
        guard let maker else { return nil }
        return product.map { "\(maker) \($0)" } ?? maker
    }

    /// Returns a position; `nil` if a number is missing, or if both are zero, which some devices write before their
    /// first fix.
    private static func coordinate(_ message: FITMessage, latitude: Int, longitude: Int) -> Coordinate? {
        guard let latitude = message.number(latitude), let longitude = message.number(longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        return Coordinate(latitude: latitude * FITAngle.semicircle, longitude: longitude * FITAngle.semicircle)
    }

    /// Returns the cadence per minute.
    private static func cadence(_ message: FITMessage) -> Double? {
        message.number(4).map { $0 + (message.number(53) ?? 0) / 128 }
    }

    private static func altitude(_ stored: Double?) -> Double? { stored.map { $0 / 5 - 500 } }

    private static func instant(_ timestamp: UInt32) -> Instant { instant(Double(timestamp)) }

    private static func instant(_ timestamp: Double) -> Instant {
        Instant(seconds: FITMessage.epoch + timestamp)
    }

    /// Returns the speed of a record in m/s.
    private static func speed(_ message: FITMessage) -> Double? {
        (message.number(73).map { $0 / 1_000 } ?? message.number(6).map { $0 / 1_000 } ?? compressedSpeed(message))
            .notNegative
    }

    /// Returns the speed of `compressed_speed_distance`: the lower 12 of its 24 bits, in hundredths of a metre per
    /// second.
    private static func compressedSpeed(_ message: FITMessage) -> Double? {
        guard let (bytes, _) = message.raw(8), bytes.count >= 3, let first = bytes.first,
            let second = bytes.dropFirst().first, bytes.contains(where: { $0 != 0xFF })
        else { return nil }
        return Double(Int(first) | Int(second & 0xF) << 8) / 100
    }
}
