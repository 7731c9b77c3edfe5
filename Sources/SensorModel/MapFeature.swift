public import Geometry

/// A planned route, a line without times, or a waypoint from an imported file.
///
/// It is drawn and exported, but never becomes an event, because it has no known time.
public struct MapFeature: Sendable, Hashable {
    /// The meanings that the points of a feature can have.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A planned path.
        case route
        /// A track without times.
        case line
        /// A named place.
        case waypoint
    }

    /// A point of a feature.
    public struct Place: Sendable, Hashable {
        /// The coordinate in degrees on WGS 84.
        public var coordinate: Coordinate
        /// The height in metres; `nil` if it is not known.
        public var altitude: Double?

        /// Creates a point of a feature.
        public init(_ coordinate: Coordinate, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.altitude = altitude
        }
    }

    /// Whether the feature is a route, a line, or a waypoint.
    public var kind: Kind
    /// The name; `nil` if the feature has no name.
    public var name: String?
    /// The points in path order; a waypoint has exactly one.
    public var places: [Place]

    /// Creates a feature from its points.
    public init(_ kind: Kind, name: String? = nil, places: [Place]) {
        self.kind = kind
        self.name = name
        self.places = places
    }
}
