import Glibc

/// Divides an uninterrupted run of points into stays and moves, such that as little time as possible is in the wrong one.
///
/// A stay is a latent place: its cost is the time of the rides in it, and the time of the walks in it to the extent that
/// they spread from its centre, or lead somewhere, or are fast. A move costs its rests in full and its walks by half, since
/// a walk can be about a place. A stay has a price, which grows with the distance from its first place to its last; a move between
/// two stays has one if it spreads less than a place. The division with the least cost is found by dynamic programming
/// (optimal partitioning, Jackson et al. 2005; its candidates are thinned instead of pruned, Killick et al. 2012).
/// Guide: docs/estimators/stops-and-moves.md.
struct StayPartition {
    /// The stretches between adjacent points, joined while the activity is the same.
    let cells: [StayCell]
    let parameters: DayParameters
    /// The sums of all cells before each, and of all.
    private let sums: [StayCell.Sums]

    /// The price of a stay, that of the distance ``DayParameters/reach`` between its ends, and that of a move on the spot, in
    /// shortest stops.
    private static let (stay, length, move) = (1.0 / 3, 2.0, 8.0 / 3)
    /// The maximum age, in cells, at which each start of a stay or a move is a candidate, and the number of candidates per
    /// octave of higher ages.
    private static let (youngest, perOctave) = (12, 4.0)
    /// The number of cells after which candidates are thinned.
    private static let thinning = 8

    /// - Parameters:
    ///   - cells: The cells, in order of time.
    ///   - parameters: The parameters.
    init(cells: [StayCell], parameters: DayParameters) {
        (self.cells, self.parameters) = (cells, parameters)
        sums = cells.reduce(into: [.zero]) { $0.append($0[$0.count - 1] + $1.sums) }
    }

    /// The divisions of the cells before each that end with a stay, or those that end with a move.
    private struct Divisions {
        /// The least cost of a division, by its end.
        var costs = [0.0]
        /// The start of its last part, by its end.
        var starts = [0]
        /// The starts of parts of the other kind that are candidates.
        var candidates = [0]
    }

    /// Returns the stays as ranges of cells, in order of time. O(cells x candidates), which grow with the logarithm of their
    /// number.
    func stays() -> [Range<Int>] {
        var (stays, moves) = (Divisions(), Divisions())
        for end in 1..<(cells.count + 1) {
            extend(&stays, to: end, after: moves.costs, cost: stayCost)
            extend(&moves, to: end, after: stays.costs, cost: moveCost)
        }
        var found: [Range<Int>] = []
        var end = cells.count
        var isStay = stays.costs[end] < moves.costs[end]
        while end > 0 {
            let start = isStay ? stays.starts[end] : moves.starts[end]
            if isStay { found.append(start..<end) }
            (end, isStay) = (start, !isStay)
        }
        return found.reversed()
    }

    /// Returns the indices of the points of a stay.
    func points(of stay: Range<Int>) -> ClosedRange<Int> {
        cells[stay.lowerBound].points.lowerBound...cells[stay.upperBound - 1].points.upperBound
    }

    /// Returns the best stay that includes a cell and lasts at least some seconds, as a range of cells, and how many seconds
    /// more it costs than a move. O(cells^2).
    func best(including cell: Int, atLeast seconds: Double) -> (stay: Range<Int>, excess: Double)? {
        var best: (stay: Range<Int>, excess: Double)?
        for start in 0..<(cell + 1) {
            for end in (cell + 1)..<(cells.count + 1) where (sums[end] - sums[start]).seconds >= seconds {
                let excess = stayCost(from: start, until: end) - (sums[end] - sums[start]).move
                if best.map({ excess < $0.excess }) ?? true { best = (start..<end, excess) }
            }
        }
        return best
    }

    /// Finds the best last part of one kind that ends before a cell, after divisions that end with a part of the other kind.
    private func extend(
        _ divisions: inout Divisions, to end: Int, after costs: [Double], cost: (Int, Int) -> Double
    ) {
        var (least, first) = (Double.infinity, 0)
        for start in divisions.candidates {
            let total = costs[start] + cost(start, end)
            if total < least { (least, first) = (total, start) }
        }
        divisions.costs.append(least)
        divisions.starts.append(first)
        if end.isMultiple(of: Self.thinning) {
            divisions.candidates = thinned(divisions.candidates, at: end) { costs[$0] + cost($0, end) }
        }
        divisions.candidates.append(end)
    }

    /// Returns the cost of a stay in seconds. O(1).
    func stayCost(from start: Int, until end: Int) -> Double {
        let displacement = cells[end - 1].end - cells[start].start
        let price = Self.stay + Self.length * (displacement * displacement).sum() / parameters.squaredReach
        return price * parameters.shortestStopOnFoot + (sums[end] - sums[start]).stay(parameters)
    }

    /// Returns the cost of a move in seconds. O(1).
    func moveCost(from start: Int, until end: Int) -> Double {
        let part = sums[end] - sums[start]
        guard start > 0, end < cells.count else { return part.move }
        let price = Self.move * max(0, 1 - part.spread / parameters.squaredReach)
        return price * parameters.shortestStopOnFoot + part.move
    }

    /// Returns all recent starts and, of the earlier ones, the best for each block of ages, which is wider the older they are.
    private func thinned(_ starts: [Int], at end: Int, cost: (Int) -> Double) -> [Int] {
        var kept: [Int] = []
        var (block, least) = (-1, Double.infinity)
        for start in starts {
            guard end - start > Self.youngest else {
                kept.append(start)
                continue
            }
            let (own, next) = (cost(start), Int(Self.perOctave * log2(Double(end - start))))
            if next != block {
                kept.append(start)
                (block, least) = (next, own)
            } else if own < least {
                kept[kept.count - 1] = start
                least = own
            }
        }
        return kept
    }
}
