/// The rank of a road, which determines its drawing.
public enum RoadClass: String, Sendable, Hashable, CaseIterable, Codable {
    /// A road by its rank in OpenStreetMap, with its ramps.
    case motorway, trunk, primary, secondary, tertiary
    /// A street of a town, or a small country road.
    case minor
    /// A driveway, or a lane of a car park.
    case service
    /// A road of farms and forests.
    case track
    /// A path for walkers, cyclists, or riders.
    case path

    /// Creates the rank for a word of OpenMapTiles, Protomaps or Shortbread; `nil` if it is not a road.
    public init?(word: String) {
        switch word {
        case "motorway", "motorway_link", "highway": self = .motorway
        case "trunk", "trunk_link": self = .trunk
        case "primary", "primary_link", "major_road": self = .primary
        case "secondary", "secondary_link", "medium_road": self = .secondary
        case "tertiary", "tertiary_link": self = .tertiary
        case "minor", "minor_road", "street", "street_limited", "residential", "unclassified", "living_street", "road",
            "busway", "raceway":
            self = .minor
        case "service": self = .service
        case "track": self = .track
        case "path", "footway", "cycleway", "bridleway", "steps", "pedestrian", "corridor": self = .path
        default: return nil
        }
    }

    /// The paint of a road of this rank.
    var paint: MapPaint {
        switch self {
        case .motorway: .motorway
        case .trunk: .trunkRoad
        case .primary: .primaryRoad
        case .secondary: .secondaryRoad
        case .tertiary: .tertiaryRoad
        case .minor, .service: .minorRoad
        case .track: .track
        case .path: .path
        }
    }
}
