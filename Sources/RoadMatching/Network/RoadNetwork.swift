import Geometry
import SensorModel

/// Roads as a graph: nodes at junctions and ends, edges with their shapes between them, on one plane.
struct RoadNetwork {
    /// The part of a road between two nodes.
    struct Edge {
        var from: Int32
        var to: Int32
        let road: Int32
        let direction: RoadDirection
        /// The vertices, in ``RoadNetwork/points``.
        let shape: Range<Int32>
        /// The length in metres.
        let length: Double
    }

    /// An edge as it leaves a node.
    struct Exit {
        let edge: Int32
        let isForward: Bool
    }

    /// The place on an edge that is nearest to a point.
    struct Place {
        let edge: Int
        /// The distance from the start of the edge, in metres.
        let along: Double
        let point: PlanePoint
        /// The distance from the point, in metres.
        let distance: Double
    }

    let roads: [Road]
    private(set) var edges: [Edge]
    /// The vertices of all edges, one edge after another.
    let points: [PlanePoint]
    /// The distance of each vertex from the start of its edge, in metres.
    let alongs: [Double]
    let nodeCount: Int
    private var exitStarts: [Int32] = []
    private var exits: [Exit] = []
    private let grid: SegmentGrid
    /// The edge of each segment of the grid, and the vertex at which it begins.
    private let segments: [(edge: Int32, vertex: Int32)]

    init(roads: [Road], edges: [Edge], points: [PlanePoint], alongs: [Double], nodeCount: Int) {
        (self.roads, self.edges, self.points, self.alongs) = (roads, edges, points, alongs)
        self.nodeCount = nodeCount
        var segments: [(edge: Int32, vertex: Int32)] = []
        var lines: [SegmentGrid.Segment] = []
        for (number, edge) in edges.enumerated() {
            for vertex in edge.shape.dropLast() {
                segments.append((Int32(truncatingIfNeeded: number), vertex))
                lines.append(SegmentGrid.Segment(from: points[Int(vertex)], to: points[Int(vertex) + 1]))
            }
        }
        self.segments = segments
        grid = SegmentGrid(lines)
        connect()
    }

    private mutating func connect() {
        exitStarts = [Int32](repeating: 0, count: nodeCount + 1)
        for edge in edges {
            exitStarts[Int(edge.from) + 1] += 1
            exitStarts[Int(edge.to) + 1] += 1
        }
        for node in 0..<nodeCount { exitStarts[node + 1] += exitStarts[node] }
        exits = [Exit](repeating: Exit(edge: 0, isForward: true), count: edges.count * 2)
        var next = exitStarts
        for (number, edge) in edges.enumerated() {
            for (node, isForward) in [(Int(edge.from), true), (Int(edge.to), false)] {
                exits[Int(next[node])] = Exit(edge: Int32(truncatingIfNeeded: number), isForward: isForward)
                next[node] += 1
            }
        }
    }

    /// Returns the edges that leave a node.
    func exits(of node: Int) -> ArraySlice<Exit> { exits[Int(exitStarts[node])..<Int(exitStarts[node + 1])] }

    /// Returns the places within a radius of a point, the nearest first: one for each stretch of an edge that passes.
    func places(near point: PlanePoint, within radius: Double, atMost limit: Int) -> [Place] {
        var found: [(segment: Int, place: Place)] = []
        grid.forEach(near: point, within: radius) { index in
            let (edge, vertex) = segments[index]
            let place = place(of: point, onEdge: Int(edge), segmentAt: Int(vertex))
            if place.distance <= radius { found.append((index, place)) }
        }
        // Segments of an edge have consecutive numbers. The nearest of neighbouring segments represents them.
        found.sort { $0.segment < $1.segment }
        var places: [Place] = []
        var last: Int?
        for (segment, place) in found {
            defer { last = segment }
            if let last, let before = places.last, before.edge == place.edge, segment - last <= 1 {
                if place.distance < before.distance { places[places.count - 1] = place }
            } else {
                places.append(place)
            }
        }
        places.sort { $0.distance < $1.distance }
        return places.count > limit ? Array(places[..<limit]) : places
    }

    private func place(of point: PlanePoint, onEdge edge: Int, segmentAt vertex: Int) -> Place {
        let (start, end) = (points[vertex], points[vertex + 1])
        let (foot, share) = Self.foot(of: point, from: start, to: end)
        return Place(
            edge: edge, along: alongs[vertex] + share * (alongs[vertex + 1] - alongs[vertex]), point: foot,
            distance: foot.distance(to: point))
    }

    /// Returns the point of a segment that is nearest to a point, and its share of the segment.
    static func foot(
        of point: PlanePoint, from start: PlanePoint, to end: PlanePoint
    ) -> (point: PlanePoint, share: Double) {
        let (east, north) = (end.east - start.east, end.north - start.north)
        let square = east * east + north * north
        guard square > 0 else { return (start, 0) }
        let raw = ((point.east - start.east) * east + (point.north - start.north) * north) / square
        let share = min(1, max(0, raw))
        return (PlanePoint(east: start.east + share * east, north: start.north + share * north), share)
    }

    /// Returns the line along an edge between two distances from its start, in the direction from the first to the
    /// second.
    func line(ofEdge number: Int, from first: Double, to second: Double) -> [PlanePoint] {
        let shape = edges[number].shape
        let (low, high) = (min(first, second), max(first, second))
        var line = [point(ofEdge: number, at: low)]
        for vertex in shape where alongs[Int(vertex)] > low && alongs[Int(vertex)] < high {
            line.append(points[Int(vertex)])
        }
        line.append(point(ofEdge: number, at: high))
        return first <= second ? line : line.reversed()
    }

    private func point(ofEdge number: Int, at along: Double) -> PlanePoint {
        let shape = edges[number].shape
        var vertex = Int(shape.lowerBound)
        while vertex < Int(shape.upperBound) - 2, alongs[vertex + 1] < along { vertex += 1 }
        let length = alongs[vertex + 1] - alongs[vertex]
        let share = length > 0 ? min(1, max(0, (along - alongs[vertex]) / length)) : 0
        let (start, end) = (points[vertex], points[vertex + 1])
        return PlanePoint(
            east: start.east + share * (end.east - start.east), north: start.north + share * (end.north - start.north))
    }
}

extension PlanePoint {
    /// Returns the distance to another point, in metres.
    func distance(to other: PlanePoint) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return (east * east + north * north).squareRoot()
    }
}
