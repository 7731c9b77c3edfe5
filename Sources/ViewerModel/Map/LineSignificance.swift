import Geometry
import Glibc
import SensorModel

/// Computes the error of a line without each of its points.
///
/// Without all points of a significance of at most `t`, the line deviates by at most `t`. The significance is the split
/// distance of Douglas and Peucker (1973), limited to that of the enclosing split, so that coarser levels are subsets
/// of finer ones.
enum LineSignificance {
    /// The number of points between two that are always kept. It limits the worst case of the search to a few million
    /// steps.
    static let blockLength = 4_096

    /// The tolerances of the levels of detail double from half a pixel at zoom 22 to half a pixel at zoom 0.
    static let stepCount = 23
    private static let finestTolerance = 0.5 / (256 * exp2(22))

    /// Returns the tolerance of a step, in units of the square.
    static func tolerance(ofStep step: Int) -> Double { finestTolerance * exp2(Double(step)) }

    /// Returns the number of steps, starting with the finest, whose tolerance is below a significance. This byte is all
    /// that levels of detail need to know about a point.
    static func rank(of significance: Float) -> UInt8 {
        // The finest tolerance is a power of two, so that the quotient is exact.
        let ratio = significance / Float(finestTolerance)
        guard ratio > 1 else { return 0 }
        guard ratio.isFinite else { return UInt8(stepCount) }
        let steps = Int(ratio.exponent) + (ratio.significand > 1 ? 1 : 0)
        return UInt8(min(stepCount, steps))
    }

    /// Returns the significance of each point, in the units of the columns; infinite for ends and block ends.
    ///
    /// O(n log n) on real tracks, O(n x blockLength) at worst.
    static func values(x: [Double], y: [Double]) -> [Float] {
        var significance = [Float](repeating: 0, count: x.count)
        guard let last = x.indices.last else { return [] }
        var stack: [(first: Int, last: Int, limit: Float)] = []
        significance.withUnsafeMutableBufferPointer { significance in
            x.withUnsafeBufferPointer { x in
                y.withUnsafeBufferPointer { y in
                    var start = 0
                    significance[last] = .infinity
                    while start < last {
                        significance[start] = .infinity
                        let end = min(last, start + blockLength)
                        stack.append((start, end, .infinity))
                        while let part = stack.popLast() {
                            guard part.last - part.first > 1 else { continue }
                            let (index, distance) = farthest(x, y, from: part.first, to: part.last)
                            // Rounded up, so that the Float is not below the computed value.
                            let value = min(part.limit, Float(distance).nextUp)
                            significance[index] = value
                            // All points between are as insignificant.
                            guard value > Float(finestTolerance) else { continue }
                            stack.append((part.first, index, value))
                            stack.append((index, part.last, value))
                        }
                        start = end
                    }
                }
            }
        }
        return significance
    }

    private static func farthest(
        _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>, from first: Int, to last: Int
    ) -> (index: Int, distance: Double) {
        let segment = PlaneSegment(
            from: PlanePoint(east: x[first], north: y[first]), to: PlanePoint(east: x[last], north: y[last]))
        var best = first + 1
        var bestSquare = -1.0
        var next = first + 1
        // Four at a time, because a point farther than all before it is rare.
        while next + 4 <= last {
            let distances = segment.squaredDistances(
                east: SIMD4(x[next], x[next + 1], x[next + 2], x[next + 3]),
                north: SIMD4(y[next], y[next + 1], y[next + 2], y[next + 3]))
            if any(distances .> bestSquare) {
                for lane in 0..<4 where distances[lane] > bestSquare {
                    (best, bestSquare) = (next + lane, distances[lane])
                }
            }
            next += 4
        }
        for index in next..<last {
            let away = segment.squaredDistance(to: PlanePoint(east: x[index], north: y[index]))
            if away > bestSquare {
                bestSquare = away
                best = index
            }
        }
        return (best, max(0, bestSquare).squareRoot())
    }
}
