public import Geometry
public import SensorModel

/// A stop of a session, as a library of places stores it.
public struct Visit: Sendable, Hashable, Codable {
    /// The time of the stop.
    public var span: TimeSpan
    /// The centre.
    public var coordinate: Coordinate
    /// The radius around the centre, in metres.
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

    /// Creates a visit from a stop.
    public init(_ stop: StorylineItem.Stop) {
        self.init(
            span: TimeSpan(start: stop.start, end: stop.end), coordinate: stop.coordinate, radius: stop.radius,
            name: stop.name)
    }
}

/// A name that the user gave to a place; it applies to all visits there, earlier and later ones.
public struct PlaceName: Sendable, Hashable, Codable {
    /// The name; empty if the user removed it.
    public var name: String
    /// The position of the place.
    public var coordinate: Coordinate
    /// The time at which the user gave the name.
    public var given: Instant

    /// Creates a name for a place.
    public init(name: String, coordinate: Coordinate, given: Instant) {
        self.name = name
        self.coordinate = coordinate
        self.given = given
    }
}

/// A place that the user visited or named.
public struct Place: Sendable, Hashable {
    /// The centre.
    public var coordinate: Coordinate
    /// The radius around the centre, in metres.
    public var radius: Double
    /// The name; `nil` if the user did not give one.
    public var name: String?
    /// The number of visits.
    public var visits = 0
    /// The total duration of the visits, in seconds.
    public var duration = 0.0
    /// The start time of the first visit; `nil` without a visit.
    public var first: Instant?
    /// The end time of the last visit; `nil` without a visit.
    public var last: Instant?
}
