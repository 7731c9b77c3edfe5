import Geometry
import JSON
import SensorModel

/// Reads an event log line by line.
struct EventLogReader: LineFormat {
    static let format = FileFormat("eventLog", "ndjson", "json")

    static func certainty(of head: FileHead) -> Certainty {
        if head.hasWholeObject(where: { $0.hasMember("type") && $0.hasMember("time") && !$0.contains("\"Feature") }) {
            return .certain
        }
        // Such a file is treated as an event log even if its first line is broken, so that the error can name the
        // line number. The first line of a document over several lines has no type yet.
        guard head.text.first == "{", head.text.prefix(while: { !$0.isNewline }).hasMember("type"),
            !head.text.contains("\"Feature"), head.has("type", "time"), !head.has("DeviceLog")
        else { return .no }
        return .likely
    }

    var count: Int { events.count + features.count }

    private var events: [SensorEvent] = []
    private var features: [MapFeature] = []
    /// The number of lines of each unknown type.
    private var unknownTypes: [String: Int] = [:]
    /// The session's title, if a line of type `session` states it.
    private var title: String?
    /// Whether a line of type `session` states that the lines are in session order.
    private var isInOrder = false
    private var devices = DeviceNumbers()

    /// Reads a line; throws a ``JSONError`` or ``LineError`` that describes what is wrong with it.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        let line = try EventLine(bytes)
        guard let type = line.type else { throw LineError(translatable("\"{1}\" is missing"), "type") }
        switch type {
        case "acceleration": try append(line, .acceleration) { .acceleration(try Self.vector(line, $0)) }
        case "rotation": try append(line, .rotation) { .rotation(try Self.vector(line, $0)) }
        case "magneticField": try append(line, .magneticField) { .magneticField(try Self.vector(line, $0)) }
        // What `simulate --truth` writes is a track without errors.
        case "fix", "truth": try append(line, .fix) { .fix(try Self.fix(line, $0)) }
        case "sky": try append(line, .sky) { .sky(Self.sky(line, $0)) }
        default:
            guard let quantity = Quantity(rawValue: type.text) else { return try readRare(line, type) }
            try append(line, .scalar(quantity)) { .scalar(quantity, try Self.scalar(line, $0)) }
        }
    }

    /// Adds the events, preceded by a report of each device that the log does not report itself, and numbers them in this
    /// order.
    mutating func finish(into document: inout TrackDocument) {
        var all = devices.reports
        all.append(contentsOf: events)
        events = []
        for index in all.indices { all[index].sequence = UInt64(index) }
        document.sensorEvents = all
        document.add(features)
        document.name = title
        document.isInOrder = isInOrder
        document.checks = .doubts
        for (type, count) in unknownTypes.sorted(by: { $0.key < $1.key }) {
            document.report(
                .leftOut,
                count == 1
                    ? translatable("1 line of the unknown type \"{1}\" was passed over")
                    : translatable("{2} lines of the unknown type \"{1}\" were passed over"), type, "\(count)")
        }
    }

    @inline(__always)
    private mutating func append(
        _ line: EventLine, _ stream: StreamKind, _ payload: (DeviceID) throws -> SensorEvent.Payload
    ) throws {
        let time = try Self.time(of: line)
        let device = try device(of: line)
        let event = SensorEvent(
            time: time, received: line.received, isLate: line.isLate, payload: try payload(device))
        devices.consume(device, delivers: stream, at: time, received: event.received)
        events.append(event)
    }

    private mutating func readRare(_ line: EventLine, _ type: JSONScanner.RawString) throws {
        let payload: SensorEvent.Payload
        switch type {
        case "tick": payload = .tick
        case "reset": payload = .reset
        case "marker": payload = try line.span().map(SensorEvent.Payload.span) ?? .marker(line.text?.text ?? "")
        case "parameters": payload = .parameters(try line.parameters())
        case "clockStep": payload = .clockStep(try line.number("seconds"))
        case "clock": payload = .clock(try line.clockDecision(device: try device(of: line)))
        case "drop": payload = .drop(try line.drop(device: try device(of: line)))
        case "correction": payload = .correction(try line.correction())
        case "statement": payload = .statement(try line.statement())
        case "note": payload = .note(try line.note())
        case "learned": payload = .learned(try line.learned())
        case "route", "line", "waypoint":
            if let kind = MapFeature.Kind(rawValue: type.text) { features.append(try line.feature(kind)) }
            return
        case "session":
            title = line.others["title"]?.string
            isInOrder = line.others["inOrder"] == .bool(true)
            return
        case "source":
            let name = try line.string("name")
            guard let number = devices.number(of: line.device?.text ?? name) else { throw LineError.tooManyDevices }
            devices.noteReport(of: number)
            payload = .source(try line.sourceReport(device: number, name: name))
        default:
            _ = try Self.time(of: line)
            unknownTypes[type.text, default: 0] += 1
            return
        }
        events.append(
            SensorEvent(
                time: try Self.time(of: line), received: line.received, isLate: line.isLate, payload: payload))
    }

    @inline(__always)
    private mutating func device(of line: EventLine) throws -> DeviceID {
        guard let name = line.device else { return DeviceNumbers.nameless }
        guard let number = devices.number(of: name) else { throw LineError.tooManyDevices }
        return number
    }

    private static func time(of line: EventLine) throws -> Instant {
        guard let time = line.time else { throw LineError(translatable("\"{1}\" is missing"), "time") }
        return time
    }

    private static func vector(_ line: EventLine, _ device: DeviceID) throws -> VectorSample {
        guard let x = line.x, let y = line.y, let z = line.z else {
            throw LineError(translatable("x, y or z is missing"))
        }
        return VectorSample(device: device, x: x, y: y, z: z)
    }

    private static func scalar(_ line: EventLine, _ device: DeviceID) throws -> ScalarSample {
        guard let value = line.value else { throw LineError(translatable("\"{1}\" is missing"), "value") }
        return ScalarSample(device: device, value: value)
    }

    private static func fix(_ line: EventLine, _ device: DeviceID) throws -> Fix {
        var coordinate: Coordinate?
        switch (line.latitude, line.longitude) {
        case (let latitude?, let longitude?): coordinate = Coordinate(latitude: latitude, longitude: longitude)
        case (nil, nil): coordinate = nil
        default: throw LineError(translatable("only one of latitude and longitude is present"))
        }
        let isDerived = line.accuracyOrigin.map { $0.text == "dilutionOfPrecision" } ?? false
        return Fix(
            device: device, mode: try mode(line, hasCoordinate: coordinate != nil), coordinate: coordinate,
            altitude: line.altitude, horizontalAccuracy: line.horizontalAccuracy,
            accuracyOrigin: isDerived ? .dilutionOfPrecision : .receiver, verticalAccuracy: line.verticalAccuracy,
            speed: line.speed.notNegative, speedAccuracy: line.speedAccuracy, courseDegrees: line.course,
            courseAccuracyDegrees: line.courseAccuracy, climb: line.climb,
            satellites: line.satellites.flatMap { Int(exactly: $0.rounded()) },
            horizontalDilution: line.horizontalDilution, timeIsArrival: line.isTimeOfArrival)
    }

    private static func mode(_ line: EventLine, hasCoordinate: Bool) throws -> FixMode {
        guard let number = line.mode else {
            guard hasCoordinate else { return .noFix }
            return line.altitude == nil ? .twoDimensional : .threeDimensional
        }
        guard let mode = Int(exactly: number).flatMap(FixMode.init) else {
            throw LineError(translatable("mode is {1}, not 0, 1, 2 or 3"), "\(number)")
        }
        return mode
    }

    private static func sky(_ line: EventLine, _ device: DeviceID) -> Sky {
        let satellites = (line.others["satellites"]?.array ?? []).compactMap { value -> Satellite? in
            guard let number = value["number"]?.double.flatMap({ Int(exactly: $0) }) else { return nil }
            return Satellite(
                number: number, constellation: value["constellation"]?.double.flatMap { Int(exactly: $0) },
                elevationDegrees: value["elevation"]?.double, azimuthDegrees: value["azimuth"]?.double,
                signalStrength: value["signalStrength"]?.double, isUsed: value["used"] == .bool(true))
        }
        return Sky(
            device: device, satellites: satellites, horizontalDilution: line.horizontalDilution,
            verticalDilution: line.others["verticalDilution"]?.double,
            positionDilution: line.others["positionDilution"]?.double)
    }
}

/// An error in a line of a file.
struct LineError: PhrasedError, Hashable {
    /// The reason, without the line number.
    let phrase: Phrase

    /// Creates an error from a clause and what varies in it.
    init(_ clause: String, _ arguments: String...) { phrase = Phrase(clause, arguments.map(Phrase.init(plain:))) }

    static let tooManyDevices = LineError(translatable("there are more than 65535 device names"))
}
