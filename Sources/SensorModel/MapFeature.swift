public import Geodesy

/// A planned route, a line without times, or a waypoint that an imported file holds: drawn and exported, and never an
/// event, because nobody was there at a known time.
public struct MapFeature: Sendable, Hashable {
    /// The kinds of features.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A planned path.
        case route
        /// A track without times.
        case line
        /// A named place.
        case waypoint
    }

    /// A place of a feature.
    public struct Place: Sendable, Hashable {
        /// The coordinate in degrees on WGS 84.
        public var coordinate: Coordinate
        /// The height in metres; `nil` if it is not known.
        public var altitude: Double?

        /// Creates a place.
        public init(_ coordinate: Coordinate, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.altitude = altitude
        }
    }

    /// The kind.
    public var kind: Kind
    /// The name; `nil` if it has none.
    public var name: String?
    /// The places in the order of the path; one for a waypoint.
    public var places: [Place]

    /// Creates a feature.
    public init(_ kind: Kind, name: String? = nil, places: [Place]) {
        self.kind = kind
        self.name = name
        self.places = places
    }
}
