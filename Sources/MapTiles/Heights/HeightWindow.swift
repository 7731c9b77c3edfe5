import Glibc

/// A part of a square of heights in memory, averaged where it is finer than what is drawn.
struct HeightWindow {
    let square: HeightSquare
    /// The heights averaged into one, along an edge.
    private let step: Int
    private let firstRow: Int
    private let firstColumn: Int
    private let rowCount: Int
    private let columnCount: Int
    private let heights: [Float]

    /// The maximum number of rows that are averaged into one: more would only be read.
    private static let mostRows = 4
    /// The share of the distance between two heights within which a place counts as on one of them.
    private static let onHeight = 1e-6

    /// Reads the part of a square within bounds in degrees; `nil` if they lie outside.
    init?(
        _ square: HeightSquare, south: Double, north: Double, west: Double, east: Double, step: Int,
        _ read: HeightSquare.Read
    ) throws {
        let last = square.side - 1
        let rows = Self.range(square.row(latitude: north), square.row(latitude: south), last)
        let columns = Self.range(square.column(longitude: west), square.column(longitude: east), last)
        guard let rows, let columns else { return nil }
        self.square = square
        self.step = max(1, step)
        let step = self.step
        // Whole blocks from the corner, so that neighbouring parts have the same averages.
        firstRow = rows.lowerBound / step
        firstColumn = columns.lowerBound / step
        rowCount = rows.upperBound / step - firstRow + 1
        columnCount = columns.upperBound / step - firstColumn + 1
        var heights: [Float] = []
        heights.reserveCapacity(rowCount * columnCount)
        let wanted = firstColumn * step...min(last, (firstColumn + columnCount) * step - 1)
        for block in 0..<rowCount {
            let first = (firstRow + block) * step
            let end = min(last + 1, first + step)
            var sums = [Float](repeating: 0, count: columnCount)
            var counts = [Float](repeating: 0, count: columnCount)
            for row in stride(from: first, to: end, by: max(1, step / Self.mostRows)) {
                for (place, height) in try square.heights(row: row, columns: wanted, read).enumerated() {
                    sums[place / step] += height
                    counts[place / step] += 1
                }
            }
            for column in 0..<columnCount { heights.append(sums[column] / counts[column]) }
        }
        self.heights = heights
    }

    /// Returns the places around a span, with one more on either side; `nil` if there are none.
    private static func range(_ first: Double, _ end: Double, _ last: Int) -> ClosedRange<Int>? {
        guard first.isFinite, end.isFinite, end >= 0, first <= Double(last) else { return nil }
        return max(0, Int(max(0, first)) - 1)...min(last, Int(min(Double(last), end)) + 2)
    }

    /// Returns the height at a place within the square, between the four nearest; `nil` if one of those is missing.
    func height(latitude: Double, longitude: Double) -> Float? {
        let middle = Double(step - 1) / 2
        let row = (square.row(latitude: latitude) - middle) / Double(step) - Double(firstRow)
        let column = (square.column(longitude: longitude) - middle) / Double(step) - Double(firstColumn)
        let (upper, down) = Self.parts(row, rowCount)
        let (left, right) = Self.parts(column, columnCount)
        // A height without weight may be missing, or lie beyond the window.
        func part(_ line: Int, _ place: Int, _ weight: Float) -> Float {
            weight > 0 ? weight * heights[line * columnCount + place] : 0
        }
        let height =
            part(upper, left, (1 - down) * (1 - right)) + part(upper, left + 1, (1 - down) * right)
            + part(upper + 1, left, down * (1 - right)) + part(upper + 1, left + 1, down * right)
        return height.isFinite ? height : nil
    }

    /// Splits a place into the one before it and the share of the way to the next, held within the window.
    private static func parts(_ place: Double, _ count: Int) -> (Int, Float) {
        let held = min(Double(count - 1), max(0, place))
        let whole = Int(held)
        let share = held - Double(whole)
        // A place on a height does not need the next one.
        guard share < 1 - onHeight else { return (min(count - 1, whole + 1), 0) }
        return (whole, share < onHeight ? 0 : Float(share))
    }
}
