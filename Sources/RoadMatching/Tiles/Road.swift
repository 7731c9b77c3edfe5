public import MapTiles

/// The properties that all parts of a road share.
public struct Road: Sendable, Hashable {
    /// The rank.
    public let kind: RoadClass
    /// The name, as stated by the map and unchecked; `nil` if the map states none.
    public let name: String?

    /// Creates a road.
    public init(kind: RoadClass, name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

/// The directions in which a road may be travelled.
enum RoadDirection: Int8 {
    case both, forward, backward
}

/// A line of a road within one tile.
struct RoadLine {
    /// The vertices on the grid of the whole map.
    var points: [GridPoint]
    var road: Road
    var direction = RoadDirection.both
    /// The level: 0 on the ground, 1 on a bridge, -1 in a tunnel, or more; `nil` if the map does not state levels.
    var level: Int8?
}

/// A point on the grid of a zoom level: 2^14 units per side of a tile, from the north-western corner of the map.
struct GridPoint: Hashable {
    static let unitsPerTile: Float = 16_384
    static let bits = 14

    let x: Int32
    let y: Int32

    /// The point as one number.
    var key: UInt64 { UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)) }

    /// True if the point is on an edge of a tile, where lines are cut.
    var isOnTileEdge: Bool { x & (1 << Self.bits - 1) == 0 || y & (1 << Self.bits - 1) == 0 }
}
