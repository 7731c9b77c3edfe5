public import Geodesy

/// Drops the points that a line does not need: Ramer-Douglas-Peucker with the distance to the segment.
///
/// Source: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", Cartographica 10 (1973). Guide: docs/estimators/simplifier.md.
public struct Simplifier: Sendable, Hashable {
    /// How much may be dropped.
    public struct Parameters: Sendable, Hashable {
        /// Metres that a dropped point may lie off the line.
        public var tolerance = 3.0

        /// Makes the defaults.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "tolerance", \.tolerance, title: "Tolerance", unit: "m", range: 0...1000,
                meaning: "How far a dropped point may lie off the line. Small: hardly simplifies. Large: "
                    + "bends are cut.",
                source: "SPEC 5")
        ]
    }

    /// How much may be dropped.
    public var parameters: Parameters

    /// Makes a simplifier.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Returns the indices of the coordinates to keep, ascending, the ends always among them.
    public func keptIndices(of track: [Coordinate]) -> [Int] {
        guard let first = track.first else { return [] }
        let plane = LocalPlane(sphericalAt: first)
        return Self.keptIndices(of: track.map(plane.point), tolerance: parameters.tolerance)
    }

    /// Returns the indices of the points to keep. O(n log n) on real tracks, O(n^2) at worst; no recursion.
    public static func keptIndices(of points: [PlanePoint], tolerance: Double) -> [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var stack = [(0, points.count - 1)]
        while let (first, last) = stack.popLast() {
            guard last - first > 1 else { continue }
            var farthest = first
            var farthestSquare = tolerance * tolerance
            for index in (first + 1)..<last {
                let square = squaredDistance(of: points[index], toSegmentFrom: points[first], to: points[last])
                if square > farthestSquare {
                    farthestSquare = square
                    farthest = index
                }
            }
            guard farthest != first else { continue }
            isKept[farthest] = true
            stack.append((first, farthest))
            stack.append((farthest, last))
        }
        return points.indices.filter { isKept[$0] }
    }

    /// Returns the squared distance of a point to a segment, its ends included, in m^2.
    static func squaredDistance(
        of point: PlanePoint, toSegmentFrom start: PlanePoint, to end: PlanePoint
    ) -> Double {
        let alongEast = end.east - start.east
        let alongNorth = end.north - start.north
        let square = alongEast * alongEast + alongNorth * alongNorth
        var east = point.east - start.east
        var north = point.north - start.north
        if square > 0 {
            let share = min(1, max(0, (east * alongEast + north * alongNorth) / square))
            east -= share * alongEast
            north -= share * alongNorth
        }
        return east * east + north * north
    }
}
