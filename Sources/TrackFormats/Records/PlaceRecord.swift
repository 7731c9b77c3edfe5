import Geometry
import SensorModel

/// The named values of a position, from an object of a JSON document or an element of an XML document.
///
/// The names are those of table columns (``Column``), so that a name known in one kind of log is known in all.
struct PlaceRecord {
    /// The conventions of programs that use common names with different units.
    enum Dialect {
        case plain
        /// Suunto: angles in radians, frequencies in hertz, temperatures in kelvin.
        case suunto
    }

    /// The kind of record, as stated in a property `kind` or `_gpxType`.
    enum Kind {
        case fix, waypoint, route, track
    }

    private(set) var values: [ColumnRole: Double] = [:]
    private var ranks: [ColumnRole: Int] = [:]
    private(set) var time: Instant?
    private var timeRank = Int.max
    private(set) var name: String?
    /// The name of the device or track that the record belongs to.
    private(set) var receiver: String?
    private(set) var kind: Kind?
    private var trackNumber: Int?
    private(set) var activity: Activity?
    private(set) var isEstimated = false
    /// The pause or lap that the record states, in exports of Odograph; `nil` if it is something else.
    private(set) var span: DeviceSpan?
    private var isNamedAsInFIT = false
    /// The seconds by which times without a zone are ahead of UTC.
    var zone = 0.0

    /// Whether the record has a position and a time.
    var isWhole: Bool { time != nil && coordinate != nil }

    /// Sets a member from a text, which can be a number; ignores names without a meaning.
    mutating func set(_ name: String, _ text: String, column: Column?) {
        if span != nil { return setSpan(name, text) }
        switch name {
        case "name", "title": if !text.isEmpty { self.name = self.name ?? text }
        case "kind", "_gpxType": setKind(text)
        case "Latitude, Longitude": setPlace(text)
        case "activity": activity = activity ?? Activity(foreignName: text)
        case "source": receiver = receiver ?? text
        // The number of the line's track, not the device that recorded it.
        case "trackNumber" where kind != nil:
            trackNumber = Int(text)
            return
        default: break
        }
        guard let column else { return }
        switch column.role {
        case .time, .date:
            let rank = column.role == .date ? Self.rankOfDate : column.rank
            guard rank < timeRank, let instant = Self.instant(text) else { return }
            (time, timeRank) = (Self.hasZone(text) ? instant : instant + -zone, rank)
        case .receiver: receiver = receiver ?? text
        case .isEstimated: isEstimated = text == "true"
        default:
            guard column.rank < ranks[column.role] ?? .max, let value = Double(text.trimmingCharacters()),
                value.isFinite
            else { return }
            ranks[column.role] = column.rank
            values[column.role] = value * column.scale
            if column.role == .latitude { isNamedAsInFIT = column.isAngleOfFIT }
        }
    }

    /// Sets the position, with an altitude and a time if they are known.
    mutating func set(_ coordinate: Coordinate, altitude: Double?, time: Instant?) {
        values[.latitude] = coordinate.latitude
        values[.longitude] = coordinate.longitude
        if let altitude { values[.altitude] = altitude }
        if let time { self.time = time }
    }

    /// Sets the value of a role, unless the value is missing.
    mutating func set(_ role: ColumnRole, _ value: Double?) {
        if let value { values[role] = value }
    }

    /// Sets the time, overriding any time from a member.
    mutating func set(time: Instant) { (self.time, timeRank) = (time, -1) }

    /// Sets the position from a text such as `48.905 ± 39.66 meters, 2.389 ± 39.66 meters` (Snapchat).
    private mutating func setPlace(_ text: String) {
        let halves = text.split(separator: ",")
        let numbers = halves.map { $0.split(separator: " ").compactMap { Double($0) } }
        guard numbers.count == 2, let latitude = numbers[0].first, let longitude = numbers[1].first else { return }
        set(Coordinate(latitude: latitude, longitude: longitude), altitude: nil, time: nil)
        if numbers[0].count > 1 { set(.horizontalAccuracy, numbers[0][1]) }
    }

    private mutating func setKind(_ text: String) {
        switch text {
        case "route", "rte": kind = .route
        case "waypoint", "wpt": kind = .waypoint
        case "track", "trk": kind = .track
        default: span = DeviceSpan.Kind(rawValue: text).map { DeviceSpan($0, name: name, duration: 0) }
        }
    }

    /// Sets a member of a pause or a lap, whose kind comes first.
    private mutating func setSpan(_ member: String, _ text: String) {
        let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
        switch member {
        case "name": span?.name = text
        case "time": if let instant = Self.instant(text) { set(time: instant) }
        case "duration": span?.duration = max(0, number ?? 0)
        case "timerTime": span?.timerTime = number
        case "distance": span?.distance = number
        default: break
        }
    }

    /// Adds the values of a nested record that this record does not have.
    mutating func merge(_ other: PlaceRecord) {
        values.merge(other.values) { own, _ in own }
        if other.timeRank < timeRank { (time, timeRank) = (other.time, other.timeRank) }
        name = name ?? other.name
        receiver = receiver ?? other.receiver
        kind = kind ?? other.kind
        span = span ?? other.span
        trackNumber = trackNumber ?? other.trackNumber
        activity = activity ?? other.activity
        isEstimated = isEstimated || other.isEstimated
        isNamedAsInFIT = isNamedAsInFIT || other.isNamedAsInFIT
    }

    /// Returns whether a time is a number since 1970, or names its zone.
    private static func hasZone(_ text: String) -> Bool {
        Double(text) != nil
            || text.dropFirst(10).contains { "Zz+-".contains($0) || ("A"..."Z").contains($0) && $0 != "T" }
    }

    /// Parses a date, or a number that counts from 1970; `nil` for smaller numbers, which count from another start.
    private static func instant(_ text: String) -> Instant? {
        var text = text.trimmingCharacters()
        guard !text.isEmpty else { return nil }
        let instant = text.withUTF8 { UnixTime.instant(UnsafeRawBufferPointer($0)) }
        return instant.flatMap { $0 > earliest ? $0 : nil } ?? Timestamp.instant(loose: text)
    }

    /// The rank of a member named `date`, which is the time only if there is no better one.
    private static let rankOfDate = 10_000

    /// A time in 1973; numbers of seconds before it more likely count from another start.
    static let earliest = Instant(seconds: 1e8)

    /// The position; `nil` if it is incomplete.
    var coordinate: Coordinate? {
        guard let latitude = values[.latitude], let longitude = values[.longitude] else { return nil }
        return FITAngle.coordinate(latitude, longitude, isNamedAsInFIT: isNamedAsInFIT)
    }

    /// The track and the segment that a line belongs to; `nil` unless the record states both.
    var linePlace: LinePlace? {
        guard let trackNumber, let segment = values[.segment].flatMap(Int.init(exactly:)) else { return nil }
        return LinePlace(track: trackNumber, segment: segment)
    }

    /// Returns the record as a point; `nil` if it has no position.
    func point(_ dialect: Dialect) -> TrackDocument.Point? {
        guard var coordinate else { return nil }
        if dialect == .suunto {
            coordinate = Coordinate(
                latitude: coordinate.latitude * Self.degrees, longitude: coordinate.longitude * Self.degrees)
        }
        return point(at: coordinate, dialect)
    }

    /// Returns the record's values as a point at a position.
    func point(at coordinate: Coordinate, _ dialect: Dialect) -> TrackDocument.Point {
        var point = TrackDocument.Point(
            coordinate: coordinate, time: time, altitude: values[.seaLevelAltitude] ?? values[.altitude])
        point.accuracy = values[.horizontalAccuracy].positive
        point.verticalAccuracy = values[.verticalAccuracy].positive
        point.speed = values[.speed].notNegative
        point.courseDegrees = values[.course].map { dialect == .suunto ? $0 * Self.degrees : $0 }
            .flatMap { 0...360 ~= $0 ? $0.truncatingRemainder(dividingBy: 360) : nil }
        point.horizontalDilution = values[.dilution].notNegative
        point.satellites = values[.satellites].notNegative.flatMap { Int(exactly: $0.rounded()) }
        point.heartRate = values[.heartRate].map { dialect == .suunto ? $0 * 60 : $0 }
        point.cadence = values[.cadence].map { dialect == .suunto ? $0 * 60 : $0 }
        point.power = values[.power].notNegative
        point.temperature = values[.temperature].map { dialect == .suunto ? $0 - Self.freezing : $0 }
        point.activity = activity
        point.isEstimated = isEstimated
        return point
    }

    private static let degrees = 180 / Double.pi
    private static let freezing = 273.15
}
