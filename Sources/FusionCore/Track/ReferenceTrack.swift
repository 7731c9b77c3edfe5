public import Geometry
import SensorModel

/// One or several lines that a track should have followed, for measuring the distance from the nearest.
public struct ReferenceTrack: Sendable {
    private let plane: LocalPlane
    private let segments: [PlaneSegment]

    /// Creates a reference from the corners of lines; `nil` if none has two.
    public init?(_ lines: [[Coordinate]]) {
        guard let first = lines.first(where: { $0.count > 1 })?.first else { return nil }
        let plane = LocalPlane(origin: first)
        self.plane = plane
        segments = lines.flatMap { line in
            let points = line.map(plane.point)
            return zip(points, points.dropFirst()).map(PlaneSegment.init)
        }
    }

    /// Returns the distance from a coordinate to the nearest line, in metres. O(corners).
    public func distance(to coordinate: Coordinate) -> Double {
        let point = plane.point(coordinate)
        var nearest = Double.infinity
        for segment in segments { nearest = min(nearest, segment.squaredDistance(to: point)) }
        return nearest.squareRoot()
    }

    /// Returns the mean distance from the measured points of a track to the nearest line, in metres; infinite for an empty
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
