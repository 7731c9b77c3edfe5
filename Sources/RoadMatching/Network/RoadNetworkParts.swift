import Geometry
import SensorModel

/// The parts of a network that is being built.
struct RoadNetworkParts {
    private(set) var roads: [Road] = []
    private(set) var edges: [RoadNetwork.Edge] = []
    private(set) var points: [PlanePoint] = []
    private(set) var alongs: [Double] = []
    private var roadNumbers: [Road: Int32] = [:]
    private var known: Set<Shape> = []

    /// The ends of an edge, its length in decimetres, and the mean of its vertices in metres: a road along the edge of a
    /// tile is in both tiles, but the halves of a roundabout differ.
    private struct Shape: Hashable {
        let low: Int32
        let high: Int32
        let length: Int
        let road: Int32
        let east: Int
        let north: Int
    }

    mutating func add(_ line: ArraySlice<PlanePoint>, from: Int32, to: Int32, of source: RoadLine) {
        var length = 0.0
        for (first, second) in zip(line, line.dropFirst()) { length += first.distance(to: second) }
        let count = Double(max(1, line.count))
        let middle = line.reduce(SIMD2(0, 0)) { $0 + SIMD2($1.east, $1.north) } / count
        guard length > 0, let decimetres = Int(exactly: (length * 10).rounded()),
            let east = Int(exactly: middle.x.rounded()), let north = Int(exactly: middle.y.rounded())
        else { return }
        let road = number(of: source.road)
        let shape = Shape(
            low: min(from, to), high: max(from, to), length: decimetres, road: road, east: east, north: north)
        guard known.insert(shape).inserted else { return }
        let start = Int32(truncatingIfNeeded: points.count)
        var along = 0.0
        var last: PlanePoint?
        for point in line {
            if let last { along += last.distance(to: point) }
            points.append(point)
            alongs.append(along)
            last = point
        }
        edges.append(
            RoadNetwork.Edge(
                from: from, to: to, road: road, direction: source.direction,
                shape: start..<Int32(truncatingIfNeeded: points.count), length: length))
    }

    private mutating func number(of road: Road) -> Int32 {
        if let number = roadNumbers[road] { return number }
        let number = Int32(truncatingIfNeeded: roads.count)
        roads.append(road)
        roadNumbers[road] = number
        return number
    }
}

/// The numbers of nodes by the keys of their vertices. Ends on both sides of a tile's edge share one.
struct NodeNumbering {
    private var numbers: [UInt64: Int32] = [:]
    private(set) var count = 0
    /// The key of an end at a tile's edge.
    private var partners: [UInt64: UInt64] = [:]

    mutating func node(_ key: UInt64) -> Int32 {
        let key = partners[key] ?? key
        if let number = numbers[key] { return number }
        let number = Int32(truncatingIfNeeded: count)
        numbers[key] = number
        count += 1
        return number
    }

    /// Joins each end to the nearest other end on the same edge of a tile.
    /// - Parameters:
    ///   - ends: The ends on edges of tiles.
    ///   - reach: The maximum distance in metres.
    mutating func join(_ ends: [(key: UInt64, point: PlanePoint, grid: GridPoint)], within reach: Double) {
        // Along an edge, ends that belong together are adjacent.
        for isUpright in [true, false] {
            let onEdge = ends.filter { isUpright ? $0.grid.x.isTileEdge : $0.grid.y.isTileEdge }
            let sorted = onEdge.sorted { first, second in
                isUpright
                    ? (first.grid.x, first.grid.y) < (second.grid.x, second.grid.y)
                    : (first.grid.y, first.grid.x) < (second.grid.y, second.grid.x)
            }
            for (end, next) in zip(sorted, sorted.dropFirst()) {
                guard end.key != next.key, end.point.distance(to: next.point) <= reach,
                    isUpright ? end.grid.x == next.grid.x : end.grid.y == next.grid.y
                else { continue }
                partners[next.key] = partners[end.key] ?? end.key
            }
        }
    }
}

extension Int32 {
    /// True if a coordinate of the grid is that of an edge between tiles.
    fileprivate var isTileEdge: Bool { self & (1 << GridPoint.bits - 1) == 0 }
}
