import Geometry
import SensorModel

/// A builder that joins the lines of roads into a network.
///
/// Lines are joined at common vertices, and if one ends at another, because a map may have dropped the vertex of a
/// straight road. If the map states levels, roads on one level that cross are joined as well; otherwise a crossing
/// without a vertex counts as a bridge.
struct RoadNetworkBuilder {
    /// A line with its vertices on the plane, and a number for each vertex that those of other lines can share.
    private struct Line {
        var keys: [UInt64]
        var points: [PlanePoint]
        let source: RoadLine
    }

    /// A vertex that is added to a line.
    private struct Insertion {
        let line: Int
        let segment: Int
        let share: Double
        let key: UInt64
        let point: PlanePoint
    }

    /// The use of a vertex by all lines.
    private struct Use {
        var count: Int32 = 0
        var hasEnd = false
        var level: Int8?
        var isMixed = false
    }

    private let plane: LocalPlane
    private let zoom: Int
    private let statesLevels: Bool
    private var lines: [Line] = []
    private var uses: [UInt64: Use] = [:]
    /// The ends on an edge of a tile, at which the road continues in the neighbouring tile.
    private var borderEnds: [(key: UInt64, point: PlanePoint, grid: GridPoint)] = []

    /// The width of a unit of 1/4096 of a tile's side, to which the vertices of most maps are rounded, in metres.
    private let unit: Double
    /// The maximum distance, in units, at which an end belongs to another line or to an end in the next tile.
    private static let reach = 2.0
    private static let borderReach = 4.0

    /// Builds the network. O(n) for the usual number of crossings.
    static func network(of lines: [RoadLine], zoom: Int, statesLevels: Bool, on plane: LocalPlane) -> RoadNetwork {
        var builder = Self(zoom: zoom, statesLevels: statesLevels, plane: plane)
        for line in lines { builder.add(line) }
        builder.countUses()
        builder.insertJunctions()
        return builder.cut()
    }

    private init(zoom: Int, statesLevels: Bool, plane: LocalPlane) {
        (self.zoom, self.statesLevels, self.plane) = (zoom, statesLevels, plane)
        unit = UnitMercator.metresPerUnit(atLatitude: plane.origin.latitude) / Double(1 << zoom) / 4_096
    }

    private mutating func add(_ line: RoadLine) {
        let scale = 1 / Double(1 << (zoom + GridPoint.bits))
        let points = line.points.map { point in
            plane.point(UnitMercator(x: Double(point.x) * scale, y: Double(point.y) * scale).coordinate)
        }
        lines.append(Line(keys: line.points.map(\.key), points: points, source: line))
    }

    private func level(of line: Line) -> Int8? { line.source.level ?? (statesLevels ? 0 : nil) }

    private mutating func countUses() {
        uses.reserveCapacity(lines.reduce(0) { $0 + $1.keys.count })
        for line in lines {
            let level = self.level(of: line)
            for (index, key) in line.keys.enumerated() {
                let isEnd = index == 0 || index == line.keys.count - 1
                var use = uses[key] ?? Use(level: level)
                use.count += 1
                if isEnd { use.hasEnd = true }
                if use.level != level { use.isMixed = true }
                uses[key] = use
            }
            for (key, point, grid) in [
                (line.keys.first, line.points.first, line.source.points.first),
                (line.keys.last, line.points.last, line.source.points.last),
            ] {
                if let key, let point, let grid, grid.isOnTileEdge { borderEnds.append((key, point, grid)) }
            }
        }
    }

    /// Adds vertices where a line ends at another one, or crosses one on its level.
    private mutating func insertJunctions() {
        var segments: [(line: Int, index: Int)] = []
        var shapes: [SegmentGrid.Segment] = []
        for (number, line) in lines.enumerated() {
            for index in 0..<(line.points.count - 1) {
                segments.append((number, index))
                shapes.append(SegmentGrid.Segment(from: line.points[index], to: line.points[index + 1]))
            }
        }
        let grid = SegmentGrid(shapes)
        var insertions = looseEnds(segments, grid)
        if statesLevels { insertions += crossings(segments, shapes, grid) }
        insert(insertions)
    }

    private func looseEnds(_ segments: [(line: Int, index: Int)], _ grid: SegmentGrid) -> [Insertion] {
        var found: [Insertion] = []
        var comparisons = 0
        for (number, line) in lines.enumerated() where comparisons < RoadMatchingBounds.comparisons {
            for index in [0, line.keys.count - 1]
            where uses[line.keys[index]]?.count == 1 && !line.source.points[index].isOnTileEdge {
                let end = line.points[index]
                var best: (distance: Double, insertion: Insertion)?
                grid.forEach(near: end, within: Self.reach * unit) { candidate in
                    let (other, segment) = segments[candidate]
                    comparisons += 1
                    guard other != number else { return }
                    let (start, stop) = (lines[other].points[segment], lines[other].points[segment + 1])
                    let (foot, share) = RoadNetwork.foot(of: end, from: start, to: stop)
                    let distance = foot.distance(to: end)
                    guard distance <= Self.reach * unit, distance < best?.distance ?? .infinity else { return }
                    best = (
                        distance,
                        Insertion(line: other, segment: segment, share: share, key: line.keys[index], point: end)
                    )
                }
                if let best { found.append(best.insertion) }
            }
        }
        return found
    }

    /// Returns the crossings of segments without a vertex in common, at most as many as there are segments.
    private func crossings(
        _ segments: [(line: Int, index: Int)], _ shapes: [SegmentGrid.Segment], _ grid: SegmentGrid
    ) -> [Insertion] {
        var found: [Insertion] = []
        var seen: Set<UInt64> = []
        var comparisons = 0
        for (number, shape) in shapes.enumerated() where comparisons < RoadMatchingBounds.comparisons {
            let (line, index) = segments[number]
            let level = self.level(of: lines[line])
            grid.forEach(along: shape) { other in
                comparisons += 1
                guard other > number, segments[other].line != line, found.count < 2 * shapes.count,
                    let (share, otherShare, point) = Self.crossing(shape, shapes[other])
                else { return }
                let (otherLine, otherIndex) = segments[other]
                guard level == self.level(of: lines[otherLine]),
                    seen.insert(UInt64(number) << 32 | UInt64(other)).inserted
                else { return }
                // Above all keys of the grid, whose numbers are below 2^63.
                let key = UInt64(1) << 63 | UInt64(found.count)
                found.append(Insertion(line: line, segment: index, share: share, key: key, point: point))
                found.append(
                    Insertion(line: otherLine, segment: otherIndex, share: otherShare, key: key, point: point))
            }
        }
        return found
    }

    /// Returns the inner crossing of two segments, as shares of each; `nil` if they do not cross between their ends.
    private static func crossing(
        _ first: SegmentGrid.Segment, _ second: SegmentGrid.Segment
    ) -> (Double, Double, PlanePoint)? {
        let (ax, ay) = (first.to.east - first.from.east, first.to.north - first.from.north)
        let (bx, by) = (second.to.east - second.from.east, second.to.north - second.from.north)
        let (cx, cy) = (second.from.east - first.from.east, second.from.north - first.from.north)
        let cross = ax * by - ay * bx
        guard abs(cross) > 1e-9 else { return nil }
        let (share, otherShare) = ((cx * by - cy * bx) / cross, (cx * ay - cy * ax) / cross)
        let inner = 1e-6...(1 - 1e-6)
        guard inner.contains(share), inner.contains(otherShare) else { return nil }
        return (
            share, otherShare, PlanePoint(east: first.from.east + share * ax, north: first.from.north + share * ay)
        )
    }

    private mutating func insert(_ insertions: [Insertion]) {
        let sorted = insertions.sorted { ($0.line, $0.segment, $0.share) < ($1.line, $1.segment, $1.share) }
        var start = 0
        while start < sorted.count {
            var end = start
            while end < sorted.count, sorted[end].line == sorted[start].line { end += 1 }
            insert(sorted[start..<end], intoLine: sorted[start].line)
            start = end
        }
    }

    private mutating func insert(_ insertions: ArraySlice<Insertion>, intoLine number: Int) {
        var (keys, points): ([UInt64], [PlanePoint]) = ([], [])
        var rest = insertions
        for index in lines[number].keys.indices {
            keys.append(lines[number].keys[index])
            points.append(lines[number].points[index])
            while let next = rest.first, next.segment == index {
                keys.append(next.key)
                points.append(next.point)
                uses[next.key, default: Use()].count += 1
                rest.removeFirst()
            }
        }
        (lines[number].keys, lines[number].points) = (keys, points)
    }

    /// Cuts the lines at their nodes.
    private func cut() -> RoadNetwork {
        var numbering = NodeNumbering()
        numbering.join(borderEnds, within: Self.borderReach * unit)
        var parts = RoadNetworkParts()
        for line in lines {
            var start = 0
            for index in 1..<max(1, line.keys.count) {
                let use = uses[line.keys[index]] ?? Use()
                guard index == line.keys.count - 1 || use.count > 1 else { continue }
                let (first, last) = (node(line, start, &numbering), node(line, index, &numbering))
                parts.add(line.points[start...index], from: first, to: last, of: line.source)
                start = index
            }
        }
        return RoadNetwork(
            roads: parts.roads, edges: parts.edges, points: parts.points, alongs: parts.alongs,
            nodeCount: numbering.count)
    }

    /// Returns the node at a vertex. Lines on different levels that only pass through a vertex do not meet there.
    private func node(_ line: Line, _ index: Int, _ numbering: inout NodeNumbering) -> Int32 {
        let key = line.keys[index]
        guard let use = uses[key], use.isMixed, !use.hasEnd, let level = self.level(of: line) else {
            return numbering.node(key)
        }
        // The level is in the three bits that the coordinates do not use.
        let bits = UInt64(min(7, max(0, Int(level) + 3)))
        return numbering.node(key | (bits & 1) << 30 | (bits >> 1 & 1) << 31 | (bits >> 2) << 62)
    }
}
