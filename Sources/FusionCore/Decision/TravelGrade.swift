import Geodesy
import SensorModel

/// The gradient of the way during an interval, as far as the heights of a recording show it.
struct TravelGrade: Sendable, Hashable {
    /// The expected gradient: rise over distance.
    var expected: Double
    /// The variance of the gradient.
    var variance: Double

    /// The minimum time, in seconds, and the minimum distance, in metres, over which a gradient is measured if the cells
    /// allow it, and the maximum time for that.
    private static let seconds = 40.0
    private static let distance = 80.0
    private static let longest = 100.0
    /// The maximum time between two cells, in seconds, across which a measurement is extended.
    private static let silence = 60.0
    /// The maximum duration of an interval with a gradient, in seconds.
    private static let longestInterval = 600.0
    /// The minimum distance of a gradient, in metres.
    private static let shortest = 5.0
    /// The maximum spread of gradients of ways; the assumed one if a recording never rests.
    private static let widestSpread = 0.04
    /// The minimum 1-sigma error of a height relative to another one of the same minute, in metres; the assumed one if a
    /// recording never rests.
    private static let bestHeightError = 2.0
    /// The maximum speed, in m/s, between two places of a rest, and the minimum number of rests that show the error.
    private static let restSpeed = 0.3
    private static let fewestRests = 10

    /// Returns the gradient of each interval between two cells; `nil` without heights. O(cells).
    static func grades(of cells: [TravelCells.Cell]) -> [TravelGrade?] {
        guard cells.count > 1 else { return [] }
        var ways = [0.0]
        ways.reserveCapacity(cells.count)
        for (before, after) in zip(cells, cells.dropFirst()) {
            ways.append(ways[ways.count - 1] + before.place.distance(to: after.place))
        }
        let relief = relief(of: cells)
        return (1..<cells.count).map { index in
            let (first, last) = stretch(around: index, of: cells, ways)
            guard let low = cells[first].altitude, let high = cells[last].altitude,
                cells[last].time - cells[first].time <= longestInterval
            else { return nil }
            return TravelGrade(rise: high - low, distance: ways[last] - ways[first], relief)
        }
    }

    /// What the heights of a recording show about themselves.
    private struct Relief {
        /// The 1-sigma error of a height, in metres, relative to another one of the same minute.
        var heightError = bestHeightError
        /// The spread of the gradients of its ways.
        var spread = widestSpread
    }

    /// Returns the error of heights, as those of places at rest differ, and the spread of gradients, as far as heights
    /// differ more on the way: receivers drift by metres within a minute, which looks like a hill, and few report by how
    /// much. O(cells).
    private static func relief(of cells: [TravelCells.Cell]) -> Relief {
        var (rests, squares, ways, last) = ([Double](), 0.0, 0.0, 0)
        var moves = 0.0
        for first in cells.indices {
            while last < cells.count, cells[last].time - cells[first].time < seconds { last += 1 }
            guard last < cells.count else { break }
            let elapsed = cells[last].time - cells[first].time
            guard elapsed <= longest, let low = cells[first].altitude, let high = cells[last].altitude,
                (high - low).isFinite
            else { continue }
            let way = cells[first].place.distance(to: cells[last].place)
            if way < restSpeed * elapsed {
                rests.append(abs(high - low))
            } else {
                (squares, ways, moves) = (squares + (high - low) * (high - low), ways + way * way, moves + 1)
            }
        }
        guard rests.count >= fewestRests, ways > 0 else { return Relief() }
        rests.sort()
        // The median deviation of a normal distribution is 0.6745 sigma; a difference has the error of two heights.
        let error = max(bestHeightError, rests[rests.count / 2] / 0.6745 / 2.0.squareRoot())
        let variance = max(0, squares - 2 * error * error * moves) / ways
        return Relief(heightError: error, spread: min(widestSpread, variance.squareRoot()))
    }

    /// Returns the cells before and after an interval between which its gradient is measured.
    private static func stretch(
        around index: Int, of cells: [TravelCells.Cell], _ ways: [Double]
    ) -> (first: Int, last: Int) {
        var (first, last) = (index - 1, index)
        while true {
            let elapsed = cells[last].time - cells[first].time
            guard elapsed < longest, elapsed < seconds || ways[last] - ways[first] < distance else { break }
            let goesOn = last + 1 < cells.count && cells[last + 1].time - cells[last].time < silence
            let goesBack = first > 0 && cells[first].time - cells[first - 1].time < silence
            guard goesOn || goesBack else { break }
            if goesOn { last += 1 }
            if goesBack { first -= 1 }
        }
        return (first, last)
    }

    /// Creates a gradient from a rise and a distance in metres: the mean of its distribution, given how steep ways are
    /// and how well heights are known. `nil` for a distance that is too short.
    private init?(rise: Double, distance: Double, _ relief: Relief) {
        guard rise.isFinite, distance >= Self.shortest else { return nil }
        let error = relief.heightError / distance
        let prior = relief.spread * relief.spread
        let share = prior / (prior + 2 * error * error)
        (expected, variance) = (rise / distance * share, prior * (1 - share))
    }
}

/// How much a gradient changes the speed of a mode.
struct GradeResponse: Sendable, Hashable {
    /// By how much the logarithm of the speed falls per unit of gradient uphill, and by how much at most.
    var up: Float
    var lowest: Float
    /// By how much it rises per unit of gradient downhill, and by how much at most.
    var down: Float
    var highest: Float

    /// Returns the change of the logarithm of the speed, and the variance of that change.
    func change(at grade: TravelGrade) -> (shift: Float, variance: Float) {
        let gradient = Float(grade.expected)
        let linear = gradient > 0 ? -up * gradient : -down * gradient
        let shift = min(max(linear, -lowest), highest)
        let slope = shift == linear ? (gradient > 0 ? up : down) : 0
        return (shift, slope * slope * Float(grade.variance))
    }
}
