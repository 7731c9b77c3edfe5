public import Geodesy

/// A name on the map, before it is known whether there is room for it.
public struct MapLabel: Sendable, Hashable {
    /// The kind of thing that is named.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A place, from the largest to the smallest.
        case country, region, city, town, village, hamlet
        /// A street or a path.
        case road
    }

    /// The name, not yet made safe for showing.
    public var text: String
    /// The kind of thing that is named.
    public var kind: Kind
    /// The middle of the name.
    public var place: UnitMercator
    /// The direction of the name in radians clockwise from the right; between -pi/2 and pi/2.
    public var angle: Double
    /// The room along the line as a share of the world's width; infinite for a place.
    public var room: Double
    /// The lowest zoom at which it is shown.
    public var lowestZoom: Double
    /// The smaller, the more important.
    public var rank: Double
}
