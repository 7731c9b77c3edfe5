import Geodesy

/// A run of the Ramer-Douglas-Peucker algorithm, with a stack instead of recursion.
struct LineSimplification {
    /// The points of the line, in order.
    let points: [PlanePoint]
    /// The maximum distance of a dropped point from the line, in metres.
    let tolerance: Double
    /// The time of each point in seconds, if distances are synchronised; empty otherwise.
    var times: [Double] = []

    /// Returns the indices to keep, ascending.
    func keptIndices(corners: [Int]) -> [Int] {
        guard points.count > 2 else { return Array(points.indices) }
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var stack: [(first: Int, last: Int)] = []
        var start = 0
        for corner in corners where corner > start && corner < points.count - 1 {
            isKept[corner] = true
            stack.append((start, corner))
            start = corner
        }
        stack.append((start, points.count - 1))
        points.withUnsafeBufferPointer { points in
            while let (first, last) = stack.popLast() {
                guard last - first > 1, let farthest = farthest(points, first, last) else { continue }
                isKept[farthest] = true
                if farthest - first > 1 { stack.append((first, farthest)) }
                if last - farthest > 1 { stack.append((farthest, last)) }
            }
        }
        return points.indices.filter { isKept[$0] }
    }

    /// Returns the point between two others that is farthest from their segment; `nil` if all are within the tolerance.
    private func farthest(_ points: UnsafeBufferPointer<PlanePoint>, _ first: Int, _ last: Int) -> Int? {
        if !times.isEmpty { return farthestSynchronized(points, first, last) }
        let segment = PlaneSegment(from: points[first], to: points[last])
        var farthest = -1
        var limit = tolerance * tolerance
        for index in (first + 1)..<last {
            let distance = segment.squaredDistance(to: points[index])
            if distance > limit {
                limit = distance
                farthest = index
            }
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
