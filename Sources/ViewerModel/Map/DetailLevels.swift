import Glibc

/// A track's points at one level of detail, cut into chunks with boxes.
struct DetailLevel: Sendable {
    /// The largest distance from the whole line, in units of the Mercator square.
    let tolerance: Double
    /// The points kept, ascending.
    let indices: [UInt32]
    /// The box of each chunk of ``chunkLength`` segments.
    let boxes: [MercatorBounds]

    /// Segments in a chunk.
    static let chunkLength = 64

    init(tolerance: Double, indices: [UInt32], x: [Double], y: [Double]) {
        self.tolerance = tolerance
        self.indices = indices
        var boxes: [MercatorBounds] = []
        boxes.reserveCapacity(indices.count / Self.chunkLength + 1)
        var start = 0
        while start < indices.count - 1 {
            let end = min(indices.count - 1, start + Self.chunkLength)
            var box = MercatorBounds.empty
            for place in start...end { box.include(x: x[Int(indices[place])], y: y[Int(indices[place])]) }
            boxes.append(box)
            start = end
        }
        self.boxes = boxes
    }
}

/// The pyramid of a track: each level a subset of the one before, each made only where it saves something.
struct DetailLevels: Sendable {
    /// The levels, finest first; the finest holds every point.
    let levels: [DetailLevel]

    /// A level is made where it has at most this share of the points of the finer one.
    private static let worthwhileShare = 0.75
    /// Tolerances go from half a pixel at zoom 22 to half a pixel at zoom 0, doubling.
    private static let finestTolerance = 0.5 / (256 * exp2(22))
    private static let levelCount = 23

    /// Makes the pyramid. O(n) for a track whose levels shrink.
    init(x: [Double], y: [Double], significance: [Float]) {
        var levels = [DetailLevel(tolerance: 0, indices: x.indices.map { UInt32($0) }, x: x, y: y)]
        for step in 0..<Self.levelCount {
            let tolerance = Self.finestTolerance * exp2(Double(step))
            let finer = levels[levels.count - 1].indices
            let limit = Float(tolerance)
            let kept = finer.filter { significance[Int($0)] > limit }
            guard Double(kept.count) <= Self.worthwhileShare * Double(finer.count) else { continue }
            levels.append(DetailLevel(tolerance: tolerance, indices: kept, x: x, y: y))
        }
        self.levels = levels
    }

    /// Returns the coarsest level that is never more off than a tolerance in units of the square.
    func index(for tolerance: Double) -> Int {
        levels.lastIndex { $0.tolerance <= tolerance } ?? 0
    }
}
