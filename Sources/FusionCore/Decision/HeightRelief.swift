import Geometry
import SensorModel

/// The error of the heights of a recording, and the spread of its gradients.
///
/// Receivers drift by metres within a minute, which looks like a hill, and few report by how much. Heights that differ at
/// rest show the error. On the move, heights that differ by more than the error show gradients.
struct HeightRelief: Sendable, Hashable {
    /// The 1-sigma error of a height, in metres, relative to another one of the same minute.
    private(set) var heightError = Self.bestHeightError
    /// The standard deviation of gradients, as rise over distance.
    private(set) var spread = Self.widestSpread

    /// The minimum error of a height, in metres, which is also assumed for a recording without enough rests.
    private static let bestHeightError = 2.0
    /// The maximum spread of gradients, which is also assumed for a recording without enough rests.
    private static let widestSpread = 0.04
    /// The minimum and the maximum time between two heights that are compared, in seconds.
    private static let (shortest, longest) = (40.0, 100.0)
    /// The maximum speed at rest, in m/s.
    private static let restSpeed = 0.3
    /// The minimum number of pairs of heights at rest from which the error is estimated.
    private static let fewestRests = 10
    /// The median absolute deviation of a normal distribution with a standard deviation of one.
    private static let medianDeviation = 0.6745

    /// Estimates both from all cells of a recording. O(n log n) in the number of cells.
    init(of cells: [TravelCells.Cell]) {
        var rests = [Double]()
        var (moves, squaredRises, squaredDistances) = (0.0, 0.0, 0.0)
        var last = 0
        for first in cells.indices {
            while last < cells.count, cells[last].time - cells[first].time < Self.shortest { last += 1 }
            guard last < cells.count else { break }
            let elapsed = cells[last].time - cells[first].time
            guard elapsed <= Self.longest, let low = cells[first].altitude, let high = cells[last].altitude else {
                continue
            }
            let rise = high - low
            guard rise.isFinite else { continue }
            let distance = cells[first].place.distance(to: cells[last].place)
            if distance < Self.restSpeed * elapsed {
                rests.append(abs(rise))
            } else {
                moves += 1
                squaredRises += rise * rise
                squaredDistances += distance * distance
            }
        }
        guard rests.count >= Self.fewestRests, squaredDistances > 0 else { return }
        rests.sort()
        // A difference has the errors of two heights.
        let measured = rests[rests.count / 2] / Self.medianDeviation / 2.0.squareRoot()
        heightError = max(Self.bestHeightError, measured)
        let excess = squaredRises - 2 * heightError * heightError * moves
        // Heights beyond all bounds make the excess infinite or not a number.
        spread = excess > 0 ? min(Self.widestSpread, (excess / squaredDistances).squareRoot()) : 0
    }
}
