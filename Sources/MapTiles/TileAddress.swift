public import Geometry
import SensorModel

/// The place of a tile in the pyramid of a map.
public struct TileAddress: Sendable, Hashable {
    /// The zoom level: it has 2^zoom columns and rows.
    public let zoom: Int
    /// The column from the west.
    public let x: Int
    /// The row from the north.
    public let y: Int

    /// Creates an address; `nil` if there is no such tile.
    public init?(zoom: Int, x: Int, y: Int) {
        guard (0...MapTileBounds.zoom).contains(zoom), (0..<(1 << zoom)).contains(x), (0..<(1 << zoom)).contains(y)
        else { return nil }
        (self.zoom, self.x, self.y) = (zoom, x, y)
    }

    /// Returns the tile that covers this one at a level coarser by the given number.
    public func ancestor(levels: Int) -> TileAddress? {
        guard levels >= 0, levels <= zoom else { return nil }
        return TileAddress(zoom: zoom - levels, x: x >> levels, y: y >> levels)
    }

    /// The number of the tile along the Hilbert curves of all levels, starting with the coarsest.
    ///
    /// Source: PMTiles version 3, "Tile IDs".
    public var hilbertNumber: UInt64 {
        // The levels above have 1 + 4 + 16 ... tiles.
        var number = ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3
        var (x, y) = (x, y)
        var side = (1 << zoom) >> 1
        while side > 0 {
            let right = x & side > 0 ? 1 : 0
            let down = y & side > 0 ? 1 : 0
            number += UInt64(side) * UInt64(side) * UInt64((3 * right) ^ down)
            if down == 0 {
                if right == 1 { (x, y) = (side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))) }
                (x, y) = (y, x)
            }
            side >>= 1
        }
        return number
    }
}

extension TileAddress {
    /// Returns whether a place lies in the tile. Its western and its northern edge belong to it.
    public func contains(_ place: UnitMercator) -> Bool {
        let side = Double(1 << zoom)
        return (place.x * side).rounded(.down) == Double(x) && (place.y * side).rounded(.down) == Double(y)
    }

    /// Returns the place of a point, whose coordinates are fractions of the tile's side.
    func place(of point: SIMD2<Float>) -> UnitMercator {
        let side = Double(1 << zoom)
        return UnitMercator(x: (Double(x) + Double(point.x)) / side, y: (Double(y) + Double(point.y)) / side)
    }
}
