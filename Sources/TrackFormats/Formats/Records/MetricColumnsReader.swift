import Geometry
import JSON
import SensorModel

/// Reads JSON whose values are in columns: the details of an activity of Garmin Connect, which names the columns of its
/// rows, and the streams of Strava, a list for each quantity.
struct MetricColumnsReader {
    private var points: [TrackDocument.Point] = []
    private var hasNoDate = false
    private var source = ""
    private let limit: Int

    /// The maximum size of a document in bytes, because it is in memory as a tree. An activity of a day has a tenth.
    private static let largest = 1 << 26

    /// Returns whether a document is likely to be one: it has a member that only these have.
    static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count <= largest
            && ["\"directLatitude\"", "\"latlng\""].contains { bytes.contains(Array($0.utf8)) }
    }

    /// Reads a document.
    /// - Parameters:
    ///   - value: The document.
    ///   - limit: The maximum number of points.
    init(_ value: JSONValue, limit: Int) throws {
        self.limit = limit
        try find(in: value, start: nil, depth: 0)
    }

    /// Returns the points as one track; `nil` without any.
    func document() -> TrackDocument? {
        guard !points.isEmpty else { return nil }
        var document = TrackDocument(
            format: JSONRecordReader.format, tracks: [TrackDocument.Track(source: source, segments: [points])])
        if hasNoDate {
            document.report(.leftOut, translatable("the times have no date: they count from 1970-01-01"))
        }
        return document
    }

    private mutating func find(in value: JSONValue, start: Instant?, depth: Int) throws {
        guard points.isEmpty, depth < 6 else { return }
        if let rows = value["activityDetailMetrics"]?.array ?? value["metrics"]?.array,
            let columns = value["metricDescriptors"]?.array ?? value["measurements"]?.array
        {
            return try readDetails(rows, columns)
        }
        if let streams = Self.streams(value) { return try readStreams(streams, start: start) }
        guard case .object(let members) = value else { return }
        let start = (members["start_date"] ?? .null).string.flatMap { Timestamp.instant(parsing: $0) } ?? start
        for member in members.sorted(by: { $0.key < $1.key }) {
            try find(in: member.value, start: start, depth: depth + 1)
        }
    }

    private mutating func add(_ point: TrackDocument.Point) throws {
        guard points.count < limit else {
            throw FormatError.tooLarge(path: "", what: Phrase(translatable("points")), limit: limit)
        }
        if !point.coordinate.isNowhere { points.append(point) }
    }

    // MARK: Garmin Connect

    private mutating func readDetails(_ rows: [JSONValue], _ columns: [JSONValue]) throws {
        source = "Garmin Connect"
        var places: [String: (index: Int, scale: Double)] = [:]
        for column in columns {
            guard let index = column["metricsIndex"]?.double.flatMap(Int.init(exactly:)),
                let key = column["key"]?.string
            else { continue }
            let unit = column["unit"]?.string ?? column["unit"]?["key"]?.string ?? ""
            places[key] = (index, Self.scales[unit] ?? 1)
        }
        for row in rows {
            guard let values = row["metrics"]?.array else { continue }
            func value(_ key: String) -> Double? {
                guard let place = places[key], values.indices.contains(place.index) else { return nil }
                return values[place.index].double.map { $0 * place.scale }
            }
            guard let latitude = value("directLatitude"), let longitude = value("directLongitude") else { continue }
            var point = TrackDocument.Point(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                time: value("directTimestamp").map { Instant(seconds: $0 / 1_000) }, altitude: value("directElevation"))
            point.speed = value("directSpeed").notNegative
            point.heartRate = value("directHeartRate")
            point.cadence = value("directBikeCadence") ?? value("directDoubleCadence") ?? value("directRunCadence")
            point.power = value("directPower").notNegative
            point.temperature = value("directAirTemperature")
            try add(point)
        }
    }

    private static let scales = ["centimeter": 0.01, "kph": ForeignUnit.kilometrePerHour, "kilometer": 1_000]

    // MARK: Strava

    /// Returns the lists of a value that is a set of streams; `nil` for others.
    private static func streams(_ value: JSONValue) -> [String: [JSONValue]]? {
        var found: [String: [JSONValue]] = [:]
        switch value {
        case .array(let streams):
            for stream in streams { if let type = stream["type"]?.string { found[type] = stream["data"]?.array } }
        case .object(let members):
            for (name, member) in members { found[name] = member["data"]?.array ?? member.array }
        default: return nil
        }
        return found["latlng"] == nil ? nil : found
    }

    private mutating func readStreams(_ streams: [String: [JSONValue]], start: Instant?) throws {
        source = "Strava"
        hasNoDate = start == nil && streams["time"] != nil
        func value(_ name: String, _ index: Int) -> Double? {
            streams[name].flatMap { $0.indices.contains(index) ? $0[index].double : nil }
        }
        for (index, place) in (streams["latlng"] ?? []).enumerated() {
            guard let pair = place.array, pair.count == 2, let latitude = pair[0].double, let longitude = pair[1].double
            else {
                continue
            }
            var point = TrackDocument.Point(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                time: value("time", index).map { (start ?? Instant(nanoseconds: 0)) + $0 },
                altitude: value("altitude", index))
            point.speed = value("velocity_smooth", index).notNegative
            point.heartRate = value("heartrate", index)
            point.cadence = value("cadence", index)
            point.power = value("watts", index).notNegative
            point.temperature = value("temp", index)
            try add(point)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether bytes occur in the buffer.
    fileprivate func contains(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return true }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: bytes) { return true }
            start = place + 1
        }
        return false
    }
}
