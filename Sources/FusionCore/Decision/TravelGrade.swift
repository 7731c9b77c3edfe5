import Geometry
import Glibc
import SensorModel

/// The gradient during an interval, as far as the heights of a recording show it.
struct TravelGrade: Sendable, Hashable {
    /// The expected gradient: rise over distance.
    var expected: Double
    /// The variance of the gradient.
    var variance: Double
    /// The likelihood of the heights on a railway, relative to a road, at most 1: a train climbs 2 or 3 %, a road 10 %, and
    /// a flight more. That a path is level says nothing, since a whole country may be.
    var railLikelihood: Double
    /// The vertical speed in m/s, upward.
    var climb: Double

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

    /// Returns the gradient of each interval between two cells; `nil` without heights. O(n log n) in the number of cells.
    static func grades(of cells: [TravelCells.Cell]) -> [TravelGrade?] {
        guard cells.count > 1 else { return [] }
        var distances = [0.0]
        distances.reserveCapacity(cells.count)
        for (before, after) in zip(cells, cells.dropFirst()) {
            distances.append(distances[distances.count - 1] + before.place.distance(to: after.place))
        }
        let relief = HeightRelief(of: cells)
        return (1..<cells.count).map { index in
            let (first, last) = stretch(around: index, of: cells, distances)
            guard let low = cells[first].altitude, let high = cells[last].altitude,
                cells[last].time - cells[first].time <= longestInterval
            else { return nil }
            // Adjacent intervals share most of these heights.
            let elapsed = cells[last].time - cells[first].time
            let share = (cells[index].time - cells[index - 1].time) / elapsed
            return TravelGrade(
                rise: high - low, in: elapsed, distance: distances[last] - distances[first], relief, share: share)
        }
    }

    /// Returns the cells before and after an interval between which its gradient is measured.
    private static func stretch(
        around index: Int, of cells: [TravelCells.Cell], _ distances: [Double]
    ) -> (first: Int, last: Int) {
        var (first, last) = (index - 1, index)
        while true {
            let elapsed = cells[last].time - cells[first].time
            guard elapsed < longest, elapsed < seconds || distances[last] - distances[first] < distance else { break }
            let goesOn = last + 1 < cells.count && cells[last + 1].time - cells[last].time < silence
            let goesBack = first > 0 && cells[first].time - cells[first - 1].time < silence
            guard goesOn || goesBack else { break }
            if goesOn { last += 1 }
            if goesBack { first -= 1 }
        }
        return (first, last)
    }

    /// Creates a gradient from a rise and a distance in metres, and a time in seconds: the mean of its distribution, given
    /// the spread of gradients and the error of heights in the recording. `nil` for a distance that is too short.
    private init?(rise: Double, in seconds: Double, distance: Double, _ relief: HeightRelief, share: Double) {
        guard rise.isFinite, distance >= Self.shortest else { return nil }
        climb = seconds > 0 ? rise / seconds : 0
        let error = relief.heightError / distance
        let prior = relief.spread * relief.spread
        let measured = 2 * error * error
        let known = prior / (prior + measured)
        (expected, variance) = (rise / distance * known, prior * (1 - known))
        railLikelihood = pow(Self.railLikelihood(of: rise / distance, variance: measured), share)
    }

    /// Returns the density of a measured gradient on railways, relative to that on roads; at most 1.
    private static func railLikelihood(of gradient: Double, variance: Double) -> Double {
        let (rail, road) = (railSpread * railSpread + variance, roadSpread * roadSpread + variance)
        let ratio = (road / rail).squareRoot() * exp(gradient * gradient / 2 * (1 / road - 1 / rail))
        return min(1, outliers + (1 - outliers) * ratio)
    }

    /// The spread of the gradients of railways, whose limit is 1.25 to 4 %, and of roads.
    private static let (railSpread, roadSpread) = (0.012, 0.03)
    /// The fraction of heights that are wrong by more than their error.
    private static let outliers = 0.05
}

/// How much a gradient changes the speed of a mode.
struct GradeResponse: Sendable, Hashable {
    /// The decrease of the logarithm of the speed per unit of gradient uphill, and the maximum decrease.
    var up: Float
    var lowest: Float
    /// The increase of the logarithm of the speed per unit of gradient downhill, and the maximum increase.
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
