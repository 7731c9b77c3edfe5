public import Geodesy

/// A line that a track should have followed: how far off it is.
public struct ReferenceTrack: Sendable {
    private let plane: LocalPlane
    private let points: [PlanePoint]

    /// Takes the line's corners; nil where there are fewer than two.
    public init?(_ line: [Coordinate]) {
        guard line.count > 1, let first = line.first else { return nil }
        plane = LocalPlane(origin: first)
        points = line.map(plane.point)
    }

    /// Returns the distance of a coordinate to the line in metres. O(corners).
    public func distance(to coordinate: Coordinate) -> Double {
        let point = plane.point(coordinate)
        var nearest = Double.infinity
        for index in points.indices.dropFirst() {
            nearest = min(
                nearest, LineSimplification.squaredDistance(of: point, from: points[index - 1], to: points[index]))
        }
        return nearest.squareRoot()
    }

    /// Returns the mean distance of a track's measured points to the line in metres; infinite for an empty track.
    public func meanDistance(of track: [PositionEstimate]) -> Double {
        var sum = 0.0
        var count = 0.0
        for estimate in track where !estimate.isEstimated {
            sum += distance(to: estimate.coordinate)
            count += 1
        }
        return count > 0 ? sum / count : .infinity
    }
}

extension LineSimplification {
    /// Returns the squared distance of a point to a segment, its ends included, in m^2.
    static func squaredDistance(of point: PlanePoint, from start: PlanePoint, to end: PlanePoint) -> Double {
        let alongEast = end.east - start.east
        let alongNorth = end.north - start.north
        let square = alongEast * alongEast + alongNorth * alongNorth
        var east = point.east - start.east
        var north = point.north - start.north
        let share = square > 0 ? min(1, max(0, (east * alongEast + north * alongNorth) / square)) : 0
        east -= share * alongEast
        north -= share * alongNorth
        return east * east + north * north
    }
}
