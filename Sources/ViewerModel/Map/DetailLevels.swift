/// A track's points at one level of detail, in chunks with bounding boxes.
struct DetailLevel: Sendable {
    /// The largest distance from the whole line, in units of the Mercator square.
    let tolerance: Double
    /// The number of points that are kept.
    let count: Int
    /// The indices of the kept points, ascending; `nil` if all points are kept.
    private let kept: [UInt32]?
    /// The bounding box of each chunk of ``chunkLength`` segments.
    let boxes: [MercatorBounds]

    /// The number of segments in a chunk.
    static let chunkLength = 64

    /// Creates a level of all points, or of the kept ones.
    init(tolerance: Double, kept: [UInt32]?, x: MercatorColumn, y: MercatorColumn) {
        self.tolerance = tolerance
        self.kept = kept
        let count = kept?.count ?? x.count
        self.count = count
        var boxes: [MercatorBounds] = []
        boxes.reserveCapacity(count / Self.chunkLength + 1)
        var start = 0
        while start < count - 1 {
            let end = min(count - 1, start + Self.chunkLength)
            var box = MercatorBounds.empty
            for place in start...end {
                let index = kept.map { Int($0[place]) } ?? place
                box.include(x: x[index], y: y[index])
            }
            boxes.append(box)
            start = end
        }
        self.boxes = boxes
    }

    /// Returns the index of a kept point in the track.
    @inline(__always)
    subscript(place: Int) -> Int {
        guard let kept else { return place }
        return Int(kept[place])
    }

    /// The points kept, ascending.
    var indices: [Int] { (0..<count).map { self[$0] } }
}

/// The levels of detail of a track. Each level is a subset of the finer one, and exists only if it is considerably
/// smaller.
struct DetailLevels: Sendable {
    /// The levels, finest first; the finest holds every point.
    let levels: [DetailLevel]

    /// The maximum ratio of a level's points to those of the finer level, so that all levels together store at most two
    /// numbers per point.
    private static let worthwhileShare = 0.65

    /// Creates the levels. O(n) for a track whose levels shrink.
    /// - Parameter ranks: The ``LineSignificance/rank(of:)`` of each point.
    init(x: MercatorColumn, y: MercatorColumn, ranks: [UInt8]) {
        var levels = [DetailLevel(tolerance: 0, kept: nil, x: x, y: y)]
        var finer: [UInt32]?
        for step in 0..<LineSignificance.stepCount {
            let kept = Self.kept(of: finer, ranks, above: UInt8(step))
            guard Double(kept.count) <= Self.worthwhileShare * Double(levels[levels.count - 1].count) else { continue }
            levels.append(DetailLevel(tolerance: LineSignificance.tolerance(ofStep: step), kept: kept, x: x, y: y))
            finer = kept
        }
        self.levels = levels
    }

    private static func kept(of finer: [UInt32]?, _ ranks: [UInt8], above step: UInt8) -> [UInt32] {
        var kept: [UInt32] = []
        if let finer {
            kept.reserveCapacity(finer.count { ranks[Int($0)] > step })
            for index in finer where ranks[Int(index)] > step { kept.append(index) }
        } else {
            kept.reserveCapacity(ranks.count { $0 > step })
            for index in ranks.indices where ranks[index] > step { kept.append(UInt32(index)) }
        }
        return kept
    }

    /// Returns the coarsest level whose error does not exceed a tolerance in units of the square.
    func index(for tolerance: Double) -> Int {
        levels.lastIndex { $0.tolerance <= tolerance } ?? 0
    }
}
