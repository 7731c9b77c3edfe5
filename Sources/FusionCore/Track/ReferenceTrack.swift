public import Geometry
public import SensorModel

/// A line that a track should have followed, for measuring the distance from it.
public struct ReferenceTrack: Sendable {
    private let plane: LocalPlane
    private let segments: [PlaneSegment]

    /// Creates a reference from the corners of a line; `nil` if there are fewer than two.
    public init?(_ line: [Coordinate]) {
        guard line.count > 1, let first = line.first else { return nil }
        plane = LocalPlane(origin: first)
        let points = line.map(plane.point)
        segments = zip(points, points.dropFirst()).map(PlaneSegment.init)
    }

    /// Returns the distance from a coordinate to the line, in metres. O(corners).
    public func distance(to coordinate: Coordinate) -> Double {
        let point = plane.point(coordinate)
        var nearest = Double.infinity
        for segment in segments { nearest = min(nearest, segment.squaredDistance(to: point)) }
        return nearest.squareRoot()
    }

    /// Returns the mean distance from the measured points of a track to the line, in metres; infinite for an empty
    /// track.
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
