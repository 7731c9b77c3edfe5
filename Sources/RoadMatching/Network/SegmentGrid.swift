import Geometry
import SensorModel

/// Straight segments of a plane in a grid of square cells, to find those near a point.
struct SegmentGrid {
    /// A segment between two points, in metres.
    struct Segment {
        let from: PlanePoint
        let to: PlanePoint
    }

    private let cells: Cells
    /// The first entry of each cell, and one more at the end.
    private let starts: [Int32]
    private let entries: [Int32]

    /// The smallest side of a cell in metres, and the largest number of columns or rows.
    private static let smallestSide = 50.0
    private static let mostCells = 512

    /// Sorts segments into cells. O(n) for short segments; a long one is in every cell that it crosses.
    init(_ segments: [Segment]) {
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for segment in segments {
            for point in [segment.from, segment.to] {
                low = pointwiseMin(low, SIMD2(point.east, point.north))
                high = pointwiseMax(high, SIMD2(point.east, point.north))
            }
        }
        if segments.isEmpty { (low, high) = (SIMD2(0, 0), SIMD2(0, 0)) }
        let extent = max(high.x - low.x, high.y - low.y)
        let cells = Cells(
            from: low, to: high, side: max(Self.smallestSide, extent / Double(Self.mostCells - 1)), most: Self.mostCells
        )
        var starts = [Int32](repeating: 0, count: cells.columns * cells.rows + 1)
        for segment in segments { cells.forEach(of: segment) { starts[$0 + 1] += 1 } }
        for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
        var entries = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
        var next = starts
        for (index, segment) in segments.enumerated() {
            cells.forEach(of: segment) { cell in
                entries[Int(next[cell])] = Int32(truncatingIfNeeded: index)
                next[cell] += 1
            }
        }
        (self.cells, self.starts, self.entries) = (cells, starts, entries)
    }

    /// Calls back with each segment that may be within a radius of a point, some of them several times.
    func forEach(near point: PlanePoint, within radius: Double, _ body: (Int) -> Void) {
        cells.forEach(near: point, within: radius) { cell in
            for entry in entries[Int(starts[cell])..<Int(starts[cell + 1])] { body(Int(entry)) }
        }
    }

    /// Calls back with each segment in the cells that a segment crosses, some of them several times.
    func forEach(along segment: Segment, _ body: (Int) -> Void) {
        cells.forEach(of: segment) { cell in
            for entry in entries[Int(starts[cell])..<Int(starts[cell + 1])] { body(Int(entry)) }
        }
    }
}

/// The cells of a grid.
private struct Cells {
    let west: Double
    let south: Double
    let side: Double
    let columns: Int
    let rows: Int

    init(from low: SIMD2<Double>, to high: SIMD2<Double>, side: Double, most: Int) {
        (west, south, self.side) = (low.x, low.y, side)
        columns = Self.cell(high.x - low.x, side, below: most) + 1
        rows = Self.cell(high.y - low.y, side, below: most) + 1
    }

    /// Calls back with the cells of the square around a point.
    func forEach(near point: PlanePoint, within radius: Double, _ body: (Int) -> Void) {
        let (east, north) = (point.east - west, point.north - south)
        guard east + radius >= 0, north + radius >= 0, east - radius <= Double(columns) * side,
            north - radius <= Double(rows) * side
        else { return }
        let (left, right) = (column(east - radius), column(east + radius))
        for row in row(north - radius)...row(north + radius) {
            for cell in (row * columns + left)...(row * columns + right) { body(cell) }
        }
    }

    /// Calls back with the cells that a segment crosses, row by row.
    func forEach(of segment: SegmentGrid.Segment, _ body: (Int) -> Void) {
        let (low, high) =
            segment.from.north <= segment.to.north ? (segment.from, segment.to) : (segment.to, segment.from)
        let (first, last) = (row(low.north - south), row(high.north - south))
        for row in first...last {
            var (from, to) = (low.east, high.east)
            let rise = high.north - low.north
            if first < last, rise > 0 {
                let slope = (high.east - low.east) / rise
                let bottom = max(low.north, south + Double(row) * side)
                let top = min(high.north, south + Double(row + 1) * side)
                (from, to) = (low.east + (bottom - low.north) * slope, low.east + (top - low.north) * slope)
            }
            for column in column(min(from, to) - west)...column(max(from, to) - west) { body(row * columns + column) }
        }
    }

    private func column(_ metres: Double) -> Int { Self.cell(metres, side, below: columns) }

    private func row(_ metres: Double) -> Int { Self.cell(metres, side, below: rows) }

    private static func cell(_ metres: Double, _ side: Double, below limit: Int) -> Int {
        guard metres > 0 else { return 0 }
        return min(limit - 1, Int(exactly: (metres / side).rounded(.down)) ?? limit - 1)
    }
}
