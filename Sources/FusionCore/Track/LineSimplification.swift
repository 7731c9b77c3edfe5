import Geometry
import SensorModel

/// A run of the Ramer-Douglas-Peucker algorithm, with a stack instead of recursion.
struct LineSimplification {
    /// The points of the line, in order.
    let points: [PlanePoint]
    /// The maximum distance of a dropped point from the line, in metres.
    let tolerance: Double
    /// The time of each point in seconds, if distances are synchronised; empty otherwise.
    var times: [Double] = []

    /// The minimum number of points for which the halves of the line are simplified together.
    private static let worthDividing = 20_000
    /// The largest share of the line in the stretch that contains its middle, before the line is divided there.
    private static let middleShare = 0.125

    /// Returns the indices to keep, ascending.
    /// - Parameters:
    ///   - corners: The indices that have to be kept, in ascending order.
    ///   - together: Simplifies the halves of a long line.
    func keptIndices(corners: [Int], together: Together) -> [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        let last = points.count - 1
        var ends = [0]
        for corner in corners where corner > ends[ends.count - 1] && corner < last { ends.append(corner) }
        ends.append(last)
        guard points.count >= Self.worthDividing, let divide = divide(&ends) else { return kept(between: ends[...]) }
        var (before, after) = ([Int](), [Int]())
        together({ before = kept(between: ends[...divide]) }, { after = kept(between: ends[divide...]) })
        return before + after.dropFirst()
    }

    /// Finds the kept point near the middle of the line that divides it, and adds the points kept on the way to it.
    /// - Returns: The place of the point among the ends; `nil` if the middle is a straight line.
    private func divide(_ ends: inout [Int]) -> Int? {
        let middle = points.count / 2
        var place = ends.partitionPoint { $0 <= middle }
        let longest = Int(Double(points.count) * Self.middleShare)
        while ends[place] - ends[place - 1] > longest {
            let (first, last) = (ends[place - 1], ends[place])
            guard let farthest = points.withUnsafeBufferPointer({ farthest($0, first, last) }) else { return nil }
            ends.insert(farthest, at: place)
            if farthest <= middle { place += 1 }
        }
        return place
    }

    /// Returns the indices to keep between consecutive ends, ascending, all ends included.
    private func kept(between ends: ArraySlice<Int>) -> [Int] {
        guard let begin = ends.first, let end = ends.last else { return [] }
        var isKept = [Bool](repeating: false, count: end - begin + 1)
        for end in ends { isKept[end - begin] = true }
        var stack = Array(zip(ends, ends.dropFirst()))
        points.withUnsafeBufferPointer { points in
            while let (first, last) = stack.popLast() {
                guard last - first > 1, let farthest = farthest(points, first, last) else { continue }
                isKept[farthest - begin] = true
                if farthest - first > 1 { stack.append((first, farthest)) }
                if last - farthest > 1 { stack.append((farthest, last)) }
            }
        }
        return isKept.indices.filter { isKept[$0] }.map { $0 + begin }
    }

    /// Returns the point between two others that is farthest from their segment; `nil` if all are within the tolerance.
    private func farthest(_ points: UnsafeBufferPointer<PlanePoint>, _ first: Int, _ last: Int) -> Int? {
        if !times.isEmpty { return farthestSynchronized(points, first, last) }
        let segment = PlaneSegment(from: points[first], to: points[last])
        var farthest = -1
        var limit = tolerance * tolerance
        var index = first + 1
        // Four at a time, because a point farther than all before it is rare.
        while index + 4 <= last {
            let (one, two, three, four) = (points[index], points[index + 1], points[index + 2], points[index + 3])
            let distances = segment.squaredDistances(
                east: SIMD4(one.east, two.east, three.east, four.east),
                north: SIMD4(one.north, two.north, three.north, four.north))
            if any(distances .> limit) {
                for lane in 0..<4 where distances[lane] > limit {
                    limit = distances[lane]
                    farthest = index + lane
                }
            }
            index += 4
        }
        while index < last {
            let distance = segment.squaredDistance(to: points[index])
            if distance > limit {
                limit = distance
                farthest = index
            }
            index += 1
        }
        return farthest < 0 ? nil : farthest
    }

    private func farthestSynchronized(
        _ points: UnsafeBufferPointer<PlanePoint>, _ first: Int, _ last: Int
    ) -> Int? {
        let start = points[first]
        let end = points[last]
        let duration = times[last] - times[first]
        var farthest: Int?
        var limit = tolerance * tolerance
        for index in (first + 1)..<last {
            let share = duration > 0 ? (times[index] - times[first]) / duration : 0
            let east = points[index].east - start.east - share * (end.east - start.east)
            let north = points[index].north - start.north - share * (end.north - start.north)
            let distance = east * east + north * north
            if distance > limit {
                limit = distance
                farthest = index
            }
        }
        return farthest
    }
}
