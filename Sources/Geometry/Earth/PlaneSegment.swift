/// A line segment between two points of a plane, prepared for computing the distances of many points.
public struct PlaneSegment: Sendable, Hashable {
    /// The first end.
    public let start: PlanePoint
    @usableFromInline let east: Double
    @usableFromInline let north: Double
    /// The factor that converts a dot product into a fraction of the segment; zero for a segment without length.
    @usableFromInline let scale: Double

    /// Creates a segment from its ends.
    @inlinable public init(from start: PlanePoint, to end: PlanePoint) {
        self.start = start
        east = end.east - start.east
        north = end.north - start.north
        let square = east * east + north * north
        scale = square > 0 ? 1 / square : 0
    }

    /// Returns the squared distance from a point to the nearest point of the segment, in m^2.
    @inlinable @inline(__always)
    public func squaredDistance(to point: PlanePoint) -> Double {
        let offEast = point.east - start.east
        let offNorth = point.north - start.north
        let share = min(1, max(0, (offEast * east + offNorth * north) * scale))
        let awayEast = offEast - share * east
        let awayNorth = offNorth - share * north
        return awayEast * awayEast + awayNorth * awayNorth
    }

    /// Returns the squared distances of four points, to the bit those of ``squaredDistance(to:)``.
    /// - Parameters:
    ///   - pointsEast: The distances of the points eastward, in metres.
    ///   - pointsNorth: Those northward.
    @inlinable @inline(__always)
    public func squaredDistances(east pointsEast: SIMD4<Double>, north pointsNorth: SIMD4<Double>) -> SIMD4<Double> {
        let offEast = pointsEast - start.east
        let offNorth = pointsNorth - start.north
        let share = ((offEast * east + offNorth * north) * scale)
            .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        let awayEast = offEast - share * east
        let awayNorth = offNorth - share * north
        return awayEast * awayEast + awayNorth * awayNorth
    }
}
