/// A straight line between two points of a plane, for the distances of many points to it.
public struct PlaneSegment: Sendable, Hashable {
    /// Where it starts.
    public let start: PlanePoint
    @usableFromInline let east: Double
    @usableFromInline let north: Double
    /// Turns a product of lengths into a share of the way along; zero where the segment has no length.
    @usableFromInline let scale: Double

    /// Joins two points.
    @inlinable public init(from start: PlanePoint, to end: PlanePoint) {
        self.start = start
        east = end.east - start.east
        north = end.north - start.north
        let square = east * east + north * north
        scale = square > 0 ? 1 / square : 0
    }

    /// Returns the squared distance in m^2 of a point to the nearest of the segment's, its ends included.
    @inlinable @inline(__always)
    public func squaredDistance(to point: PlanePoint) -> Double {
        let offEast = point.east - start.east
        let offNorth = point.north - start.north
        let share = min(1, max(0, (offEast * east + offNorth * north) * scale))
        let awayEast = offEast - share * east
        let awayNorth = offNorth - share * north
        return awayEast * awayEast + awayNorth * awayNorth
    }
}
