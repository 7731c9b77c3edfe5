import Geometry
import JSON
import SensorModel

/// Reads any JSON document whose objects have a position and a time: GeoJSON, OwnTracks, Overland, Dawarich, Suunto,
/// GoPro, and exports of other trackers and their servers.
///
/// An object in a list is a record. Its values are its members and those of the objects nested in it. A record with a
/// position and a time is a fix. A list of objects with one member each is a record, too (Endomondo). GeoJSON geometries
/// are also read, with times in `coordTimes` or in a fourth coordinate. A record with a time but no position adds samples
/// of heart rate, cadence and power; a member `value` is that of the list's name (Polar Flow). Only one record at a time
/// is in memory as an object.
struct JSONRecordReader: FormatReader {
    static let format = FileFormat("records", "geojson", "json")

    static func certainty(of head: FileHead) -> Certainty { head.holdsValues ? .possible : .no }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        let bytes = try source.readAll(limit: importer.limits.documentSize)
        let limit = importer.limits.pointCount
        if let columns = try loadColumns(bytes, limit: limit) { return document = columns }
        var reader = JSONRecordReader(head: bytes, limit: limit)
        try bytes.withUnsafeBytes { bytes in
            do {
                try reader.read(bytes)
            } catch let error as JSONError {
                let line = JSONDocument.line(of: error.offset, in: bytes)
                guard importer.keepsGoodPart else {
                    throw FormatError.badLine(path: source.name, line: line, reason: error.reason)
                }
                reader.collector.report(
                    ImportProblem(
                        line: line, reason: Phrase(translatable("{1}; the rest was left out"), [error.reason])))
            }
        }
        document = reader.collector.finish()
        try document.checkPlaces(from: source)
    }

    /// Reads values in columns; `nil` if the document has none.
    private static func loadColumns(_ bytes: [UInt8], limit: Int) throws -> TrackDocument? {
        try bytes.withUnsafeBytes { bytes in
            guard MetricColumnsReader.matches(bytes) else { return nil }
            var scanner = JSONScanner(bytes.withoutByteOrderMark)
            // What is broken is found, and named, by the reader of records.
            guard let value = try? JSONValue(&scanner) else { return nil }
            return try MetricColumnsReader(value, limit: limit).document()
        }
    }

    var collector: PlaceCollector
    private let dialect: PlaceRecord.Dialect
    private let limit: Int
    private var names = ColumnNames()
    /// The seconds by which the document says that its times are ahead of UTC.
    private var zone = 0.0

    /// Creates a reader.
    /// - Parameters:
    ///   - head: The first bytes of the document, from which the dialect is inferred.
    ///   - limit: The maximum number of points.
    init(head: some Sequence<UInt8>, limit: Int) {
        let text = String(decoding: Array(head.prefix(1 << 12)), as: UTF8.self)
        dialect = text.contains("\"DeviceLog\"") || text.contains("suunto/sml") ? .suunto : .plain
        collector = PlaceCollector(
            format: Self.format,
            source: dialect == .suunto ? "Suunto" : text.contains("\"_type\"") ? "OwnTracks" : "location log")
        self.limit = limit
    }

    /// The context of an object, derived from its position in the document.
    private struct Context {
        /// The name of the stream that contains the object.
        var stream = ""
        /// The name of the member that contains the object.
        var member = ""
        var depth = 0

        func within(_ name: String) -> Context {
            // GoPro names its streams in an object that encloses the samples.
            Context(stream: ["GPS5", "GPS9"].contains(name) ? name : stream, member: name, depth: depth + 1)
        }
    }

    /// The lines of an object and their times.
    private struct Shape {
        var lines: [[TrackDocument.Point]] = []
        var isArea = false
        var isPoint = false
        var times: [Instant?] = []

        var isEmpty: Bool { lines.isEmpty && times.isEmpty && !isArea }

        mutating func merge(_ other: Shape) {
            lines += other.lines
            times += other.times
            isArea = isArea || other.isArea
            isPoint = isPoint || other.isPoint
        }
    }

    /// Reads all values in a string.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        var scanner = JSONScanner(bytes.withoutByteOrderMark)
        while scanner.peek() != nil { _ = try readElement(&scanner, Context()) }
    }

    /// Reads an element of a list, or a whole document.
    /// - Returns: The values of an object with one member, which belong to a record of the list; `nil` for others.
    private mutating func readElement(_ scanner: inout JSONScanner, _ context: Context) throws -> PlaceRecord? {
        switch scanner.peek() {
        case UInt8(ascii: "{"):
            let (record, shape, isPiece) = try readObject(&scanner, context)
            if isPiece, shape.isEmpty, !record.isWhole { return record }
            try emit(record, shape)
            return nil
        case UInt8(ascii: "["):
            guard context.depth < JSONScanner.maximumDepth else { throw scanner.error(.isTooDeep) }
            var inner = context
            inner.depth += 1
            return try readPieces(&scanner, inner)
        default:
            try scanner.skip()
            return nil
        }
    }

    /// Reads a list, whose elements are records or the pieces of one.
    /// - Returns: The values of pieces that are no record together; `nil` without pieces.
    private mutating func readPieces(_ scanner: inout JSONScanner, _ context: Context) throws -> PlaceRecord? {
        var joined: PlaceRecord?
        try scanner.array { scanner in
            guard let piece = try readElement(&scanner, context) else { return }
            joined = joined ?? PlaceRecord()
            joined?.merge(piece)
        }
        guard let record = joined, record.isWhole else { return joined }
        try emit(record, Shape())
        return nil
    }

    private mutating func readObject(
        _ scanner: inout JSONScanner, _ context: Context
    ) throws -> (PlaceRecord, Shape, isPiece: Bool) {
        guard context.depth < JSONScanner.maximumDepth else { throw scanner.error(.isTooDeep) }
        var record = PlaceRecord()
        record.zone = zone
        var shape = Shape()
        var pieces: PlaceRecord?
        var members = 0
        let count = collector.count
        try scanner.object { scanner, key in
            let name = key.text
            members += 1
            // Polar's weight and age of the user, with the time at which they were noted.
            guard name != "physicalInformationSnapshot" else { return try scanner.skip() }
            switch scanner.peek() {
            case UInt8(ascii: "{"):
                let (inner, innerShape, _) = try readObject(&scanner, context.within(name))
                // A complete record in a member is a separate record, as in an object of named records.
                if inner.isWhole, innerShape.isEmpty {
                    try emit(inner, innerShape)
                } else {
                    record.merge(inner)
                    shape.merge(innerShape)
                }
            case UInt8(ascii: "["): pieces = try readList(&scanner, name, context.within(name), &record, &shape)
            case UInt8(ascii: "\""): record.set(name, try scanner.string().text, column: names.column(name))
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                let isTrue = scanner.word("true")
                guard isTrue || scanner.word("false") || scanner.word("null") else {
                    throw scanner.error(.noValue)
                }
                if isTrue { record.set(name, "true", column: names.column(name)) }
            default:
                let number = try scanner.number()
                if ["timezoneOffset", "timeZoneOffset"].contains(name), abs(number.double) <= 1_440 {
                    zone = number.double * 60
                    record.zone = zone
                }
                let column = names.column(name == "value" ? context.member : name)
                guard column != nil || record.span != nil else { break }
                record.set(name, String(decoding: number.text, as: UTF8.self), column: column)
            }
        }
        if members == 1, let pieces { record.merge(pieces) }
        // The place and the time of an object that holds others are their summary.
        if collector.count > count, shape.isEmpty { record = PlaceRecord() }
        return (record, shape, members == 1)
    }

    private mutating func readList(
        _ scanner: inout JSONScanner, _ name: String, _ context: Context, _ record: inout PlaceRecord,
        _ shape: inout Shape
    ) throws -> PlaceRecord? {
        switch name {
        case "coordinates": try readCoordinates(&scanner, &shape)
        case "coordTimes", "times", "datetimes": try readTimes(&scanner, &shape, depth: context.depth)
        case "value" where !context.stream.isEmpty: try readGoPro(&scanner, context.stream, &record)
        default: return try readPieces(&scanner, context)
        }
        return nil
    }

    // MARK: Lists of numbers

    /// Reads a position, or lists of positions; deeper lists are areas.
    private mutating func readCoordinates(_ scanner: inout JSONScanner, _ shape: inout Shape) throws {
        var depth = 0
        let point = try readPositions(&scanner, &shape.lines, depth: 0, deepest: &depth)
        if let point {
            shape.lines.append([point])
            shape.isPoint = true
        }
        if depth > Self.deepestLine { (shape.lines, shape.isArea) = ([], true) }
    }

    /// The maximum nesting depth of positions in a list of lines.
    private static let deepestLine = 2

    private mutating func readPositions(
        _ scanner: inout JSONScanner, _ lines: inout [[TrackDocument.Point]], depth: Int, deepest: inout Int
    ) throws -> TrackDocument.Point? {
        guard depth < 8 else { throw scanner.error(.isTooDeep) }
        deepest = max(deepest, depth)
        var numbers: [Double] = []
        var line: [TrackDocument.Point] = []
        try scanner.array { scanner in
            if scanner.peek() == UInt8(ascii: "[") {
                if let point = try readPositions(&scanner, &lines, depth: depth + 1, deepest: &deepest) {
                    guard collector.count + line.count < limit else {
                        throw FormatError.tooLarge(path: "", what: Phrase(translatable("points")), limit: limit)
                    }
                    line.append(point)
                }
            } else if scanner.peek() == UInt8(ascii: "\"") {
                numbers.append(Double(try scanner.string().text) ?? .nan)
            } else if scanner.word("null") {
                numbers.append(.nan)
            } else {
                let number = try scanner.number().double
                if numbers.count < 8 { numbers.append(number) }
            }
        }
        if !line.isEmpty { lines.append(line) }
        return Self.point(numbers)
    }

    private static func point(_ numbers: [Double]) -> TrackDocument.Point? {
        guard numbers.count >= 2, numbers[0].isFinite, numbers[1].isFinite else { return nil }
        let height = numbers.count > 2 && numbers[2].isFinite ? numbers[2] : nil
        var point = TrackDocument.Point(
            coordinate: Coordinate(latitude: numbers[1], longitude: numbers[0]), altitude: height)
        // A fourth coordinate contains seconds or milliseconds since 1970.
        if numbers.count > 3, 1e8..<1e14 ~= numbers[3] {
            point.time = Instant(seconds: numbers[3] > 1e11 ? numbers[3] / 1_000 : numbers[3])
        }
        return point
    }

    private mutating func readTimes(_ scanner: inout JSONScanner, _ shape: inout Shape, depth: Int) throws {
        guard depth < JSONScanner.maximumDepth else { throw scanner.error(.isTooDeep) }
        var times: [Instant?] = []
        try scanner.array { scanner in
            switch scanner.peek() {
            case UInt8(ascii: "["): try readTimes(&scanner, &shape, depth: depth + 1)
            case UInt8(ascii: "\""): times.append(Timestamp.instant(parsing: try scanner.string().text))
            case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "{"):
                try scanner.skip()
                times.append(nil)
            default:
                // Small numbers are seconds since the start of a plan, not times.
                let time = UnixTime.instant(try scanner.number().text)
                times.append(time.flatMap { $0 > PlaceRecord.earliest ? $0 : nil })
            }
        }
        shape.times += times
    }

    /// Reads GPS5 (latitude, longitude, height, speed over ground, 3D speed) or GPS9, which adds days since 2000,
    /// seconds of the day, the dilution and the kind of fix.
    private mutating func readGoPro(_ scanner: inout JSONScanner, _ stream: String, _ record: inout PlaceRecord) throws
    {
        var numbers: [Double] = []
        try scanner.array { scanner in
            if scanner.peek() == UInt8(ascii: "[") || scanner.peek() == UInt8(ascii: "\"") { return try scanner.skip() }
            let number = scanner.word("null") ? .nan : try scanner.number().double
            if numbers.count < 9 { numbers.append(number) }
        }
        guard numbers.count >= 4, numbers.allSatisfy(\.isFinite) else { return }
        record.set(
            Coordinate(latitude: numbers[0], longitude: numbers[1]), altitude: numbers[2], time: nil)
        record.set(.speed, numbers[3])
        guard stream == "GPS9", numbers.count >= 7, abs(numbers[5]) < 1e5, abs(numbers[6]) < 1e6 else { return }
        record.set(time: Instant(seconds: 946_684_800 + numbers[5] * 86_400 + numbers[6]))
        if numbers.count > 7 { record.set(.dilution, numbers[7]) }
    }

    // MARK: Conversion of objects

    private mutating func emit(_ record: PlaceRecord, _ shape: Shape) throws {
        guard collector.count <= limit else {
            throw FormatError.tooLarge(path: "", what: Phrase(translatable("points")), limit: limit)
        }
        if shape.isEmpty {
            guard let time = record.time else { return }
            if let span = record.span { return collector.add(span, at: time) }
            guard let point = record.point(dialect) else { return emit(samplesOf: record, at: time) }
            return point.coordinate.isNowhere ? () : collector.add(point, receiver: record.receiver)
        }
        var record = record
        guard !shape.isPoint || shape.lines.count > 1 else {
            guard let place = shape.lines.first?.first else { return }
            record.set(place.coordinate, altitude: place.altitude, time: shape.times.first ?? place.time)
            guard let point = record.point(.plain) else { return }
            return emit(point, record, isLine: !shape.times.isEmpty)
        }
        var next = 0
        let hasTimes = shape.times.count == shape.lines.reduce(0) { $0 + $1.count }
        for line in shape.lines {
            var line = line
            for index in line.indices {
                if hasTimes { line[index].time = shape.times[next + index] }
                line[index].isEstimated = record.isEstimated
            }
            next += line.count
            collector.add(line: line, of: Self.track(record), at: record.linePlace, isRoute: record.kind == .route)
        }
    }

    /// Emits the samples of a record without a position.
    private mutating func emit(samplesOf record: PlaceRecord, at time: Instant) {
        let values = record.point(at: Coordinate(latitude: 0, longitude: 0), dialect)
        guard values.heartRate ?? values.cadence ?? values.power != nil else { return }
        collector.add(heartRate: values.heartRate, cadence: values.cadence, power: values.power, at: time)
    }

    /// Emits a point of a geometry: a fix if it has a time and no name, otherwise a waypoint.
    private mutating func emit(_ point: TrackDocument.Point, _ record: PlaceRecord, isLine: Bool) {
        if record.kind == .track || record.kind == .route || isLine {
            collector.add(line: [point], of: Self.track(record), at: record.linePlace, isRoute: record.kind == .route)
        } else if point.time != nil, record.kind != .waypoint, record.name == nil {
            collector.add(point, receiver: record.receiver)
        } else {
            collector.add(
                TrackDocument.Waypoint(
                    coordinate: point.coordinate, name: record.name, time: point.time, altitude: point.altitude))
        }
    }

    private static func track(_ record: PlaceRecord) -> TrackDocument.Track {
        TrackDocument.Track(name: record.name, source: record.receiver, activity: record.activity)
    }
}
