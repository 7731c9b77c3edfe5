/// An index that finds the smallest and largest value of any range of a series in O(log n).
///
/// Level k holds the bounds of runs of `base x 2^k` values; values that are not finite are ignored.
struct MinMaxPyramid: Sendable {
    /// The smallest and largest value of a stretch.
    struct Bounds: Sendable, Hashable {
        var minimum: Float
        var maximum: Float

        static let empty = Bounds(minimum: .infinity, maximum: -.infinity)
        var isEmpty: Bool { minimum > maximum }

        @inline(__always)
        mutating func include(_ value: Float) {
            if value < minimum { minimum = value }
            if value > maximum { maximum = value }
        }

        @inline(__always)
        mutating func include(_ other: Bounds) {
            if other.minimum < minimum { minimum = other.minimum }
            if other.maximum > maximum { maximum = other.maximum }
        }
    }

    /// The number of values in a run of the lowest level; smaller runs would need as much memory as the series.
    static let base = 16

    private let levels: [[Bounds]]

    /// Creates the pyramid. O(n); n / 8 bounds in all.
    init(_ values: [Float]) {
        guard !values.isEmpty else {
            levels = []
            return
        }
        var level: [Bounds] = []
        level.reserveCapacity(values.count / Self.base + 1)
        for start in stride(from: 0, to: values.count, by: Self.base) {
            var bounds = Bounds.empty
            for index in start..<min(values.count, start + Self.base) where values[index].isFinite {
                bounds.include(values[index])
            }
            level.append(bounds)
        }
        var levels = [level]
        while level.count > 1 {
            var next: [Bounds] = []
            next.reserveCapacity(level.count / 2 + 1)
            for start in stride(from: 0, to: level.count, by: 2) {
                var bounds = level[start]
                if start + 1 < level.count { bounds.include(level[start + 1]) }
                next.append(bounds)
            }
            levels.append(next)
            level = next
        }
        self.levels = levels
    }

    /// Returns the bounds of the values of a range. O(log n + base).
    /// - Parameters:
    ///   - range: The indices in the series.
    ///   - values: The series from which the pyramid was created.
    func bounds(of range: Range<Int>, in values: [Float]) -> Bounds {
        var result = Bounds.empty
        let firstRun = (range.lowerBound + Self.base - 1) / Self.base
        let lastRun = range.upperBound / Self.base
        guard firstRun < lastRun else {
            scan(range, values, into: &result)
            return result
        }
        scan(range.lowerBound..<(firstRun * Self.base), values, into: &result)
        scan((lastRun * Self.base)..<range.upperBound, values, into: &result)
        var low = firstRun
        var high = lastRun
        for level in levels {
            guard low < high else { break }
            if low & 1 == 1 {
                result.include(level[low])
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                result.include(level[high])
            }
            low /= 2
            high /= 2
        }
        return result
    }

    private func scan(_ range: Range<Int>, _ values: [Float], into result: inout Bounds) {
        for index in range where values[index].isFinite { result.include(values[index]) }
    }
}
