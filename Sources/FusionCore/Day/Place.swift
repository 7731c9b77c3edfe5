public import Geodesy
public import SensorModel

/// One stop of a session, as a library of places knows it.
public struct Visit: Sendable, Hashable, Codable {
    /// When it began and ended.
    public var span: TimeSpan
    /// The middle of it.
    public var coordinate: Coordinate
    /// Metres around the middle.
    public var radius: Double
    /// The name that the user gave in the session.
    public var name: String?

    /// Creates a visit.
    public init(span: TimeSpan, coordinate: Coordinate, radius: Double, name: String? = nil) {
        self.span = span
        self.coordinate = coordinate
        self.radius = radius
        self.name = name
    }

    /// Takes a stop.
    public init(_ stop: StorylineItem.Stop) {
        self.init(
            span: TimeSpan(start: stop.start, end: stop.end), coordinate: stop.coordinate, radius: stop.radius,
            name: stop.name)
    }
}

/// A name that the user gave to a place; it holds for every visit there, earlier and later ones.
public struct PlaceName: Sendable, Hashable, Codable {
    /// The name; empty where the user took it away.
    public var name: String
    /// Where.
    public var coordinate: Coordinate
    /// When it was given.
    public var given: Instant

    /// Creates a name.
    public init(name: String, coordinate: Coordinate, given: Instant) {
        self.name = name
        self.coordinate = coordinate
        self.given = given
    }
}

/// Somewhere the user was at least once.
public struct Place: Sendable, Hashable {
    /// The middle of it.
    public var coordinate: Coordinate
    /// Metres around the middle.
    public var radius: Double
    /// Its name; nil if nobody gave one.
    public var name: String?
    /// How many stops were made there.
    public var visits = 0
    /// For how many seconds altogether.
    public var duration = 0.0
    /// When the first stop began; nil if there was none yet.
    public var first: Instant?
    /// When the last stop ended.
    public var last: Instant?
}
