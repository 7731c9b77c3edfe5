public import Geometry
import SensorModel

/// A candidate for a name on the map, for which there might not be room.
public struct MapLabel: Sendable, Hashable {
    /// The kind of the named object.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A place, from the largest to the smallest.
        case country, region, city, town, village, hamlet
        /// A street or a path.
        case road
    }

    /// The name, not sanitized for display yet.
    public var text: String
    /// The kind of the named object.
    public var kind: Kind
    /// The middle of the name.
    public var place: UnitMercator
    /// The direction of the name in radians clockwise from the right; between -pi/2 and pi/2.
    public var angle: Double
    /// The available length along the line, as a fraction of the world's width; infinite for a place.
    public var room: Double
    /// The lowest zoom at which it is shown.
    public var lowestZoom: Double
    /// The rank; a lower one is more important.
    public var rank: Double
    /// Whether the line is straight over all of its room, so that its name can be repeated there.
    public var isStraight = false
}
