import Geodesy
import SensorModel

/// The named values of one place: an object of a JSON document or an element of an XML document.
///
/// The names are those of a table's columns (``Column``), so that what one kind of log calls a value is known in all.
struct PlaceRecord {
    /// The conventions of a program that names values like others and means other units.
    enum Dialect {
        case plain
        /// Suunto: angles in radians, frequencies in hertz, temperatures in kelvin.
        case suunto
    }

    /// What a record says that it is, in a property `kind` or `_gpxType`.
    enum Kind {
        case fix, waypoint, route, track
    }

    private(set) var values: [ColumnRole: Double] = [:]
    private var ranks: [ColumnRole: Int] = [:]
    private(set) var time: Instant?
    private var timeRank = Int.max
    private(set) var name: String?
    /// The device or the track that the record belongs to.
    private(set) var receiver: String?
    private(set) var kind: Kind?
    private var trackNumber: Int?
    private(set) var activity: Activity?
    private(set) var isEstimated = false

    /// True if nothing was set.
    var isEmpty: Bool { values.isEmpty && time == nil && name == nil && kind == nil }

    /// True if there is a place and its time.
    var isWhole: Bool { time != nil && coordinate != nil }

    /// Sets a member that is a text or a number in a text; a name without a meaning is ignored.
    mutating func set(_ name: String, _ text: String, column: Column?) {
        switch name {
        case "name", "title": self.name = self.name ?? text
        case "kind", "_gpxType": setKind(text)
        case "activity": activity = activity ?? Activity(foreignName: text)
        case "source": receiver = receiver ?? text
        // The track of a line, not what recorded it.
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
            (time, timeRank) = (instant, rank)
        case .receiver: receiver = receiver ?? text
        case .isEstimated: isEstimated = text == "true"
        default:
            guard column.rank < ranks[column.role] ?? .max, let value = Double(text.trimmingCharacters()),
                value.isFinite
            else { return }
            ranks[column.role] = column.rank
            values[column.role] = value * column.scale
        }
    }

    /// Sets a place that is known by more than its names.
    mutating func set(_ coordinate: Coordinate, altitude: Double?, time: Instant?) {
        values[.latitude] = coordinate.latitude
        values[.longitude] = coordinate.longitude
        if let altitude { values[.altitude] = altitude }
        if let time { self.time = time }
    }

    /// Sets a value by its meaning.
    mutating func set(_ role: ColumnRole, _ value: Double?) {
        if let value { values[role] = value }
    }

    /// Sets the time.
    mutating func set(time: Instant) { (self.time, timeRank) = (time, -1) }

    private mutating func setKind(_ text: String) {
        switch text {
        case "route", "rte": kind = .route
        case "waypoint", "wpt": kind = .waypoint
        case "track", "trk": kind = .track
        default: break
        }
    }

    /// Adds what a nested record says and this one does not.
    mutating func merge(_ other: PlaceRecord) {
        values.merge(other.values) { own, _ in own }
        if other.timeRank < timeRank { (time, timeRank) = (other.time, other.timeRank) }
        name = name ?? other.name
        receiver = receiver ?? other.receiver
        kind = kind ?? other.kind
        trackNumber = trackNumber ?? other.trackNumber
        activity = activity ?? other.activity
        isEstimated = isEstimated || other.isEstimated
    }

    /// A time since 1970 as a date or as a number; a small number counts from something else.
    private static func instant(_ text: String) -> Instant? {
        var text = text.trimmingCharacters()
        guard !text.isEmpty else { return nil }
        let instant = text.withUTF8 { UnixTime.instant(UnsafeRawBufferPointer($0)) }
        return instant.flatMap { $0 > earliest ? $0 : nil } ?? Timestamp.instant(dayFirst: text)
    }

    /// A member named `date` is a time where there is no better one.
    private static let rankOfDate = 100

    /// 1973; seconds before it are rather those since a start.
    private static let earliest = Instant(seconds: 1e8)

    /// The place.
    var coordinate: Coordinate? {
        guard let latitude = values[.latitude], let longitude = values[.longitude] else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The track and the segment that a line belongs to; `nil` unless the record states both.
    var linePlace: LinePlace? {
        guard let trackNumber, let segment = values[.segment].flatMap(Int.init(exactly:)) else { return nil }
        return LinePlace(track: trackNumber, segment: segment)
    }

    /// Returns the record as a point; `nil` without a place.
    func point(_ dialect: Dialect) -> TrackDocument.Point? {
        guard var coordinate else { return nil }
        if dialect == .suunto {
            coordinate = Coordinate(
                latitude: coordinate.latitude * Self.degrees, longitude: coordinate.longitude * Self.degrees)
        }
        var point = TrackDocument.Point(
            coordinate: coordinate, time: time, altitude: values[.seaLevelAltitude] ?? values[.altitude])
        point.accuracy = values[.horizontalAccuracy].flatMap { $0 > 0 ? $0 : nil }
        point.verticalAccuracy = values[.verticalAccuracy].flatMap { $0 > 0 ? $0 : nil }
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
