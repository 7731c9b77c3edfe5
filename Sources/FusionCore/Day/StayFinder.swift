import Geometry
import SensorModel

/// A period during which the user stayed, and the decision whether it is a stop.
struct Stay: Sendable, Hashable {
    /// The decision whether a stay is a stop.
    enum Ruling: Sendable, Hashable {
        /// It is a stop.
        case stop
        /// It is shorter than the minimum for the travel modes around it, in seconds.
        case tooShort(needed: Double)
        /// The user marked it as not a stop.
        case corrected
    }

    /// The indices of its points.
    var points: ClosedRange<Int>
    /// The start time.
    var start: Instant
    /// The end time.
    var end: Instant
    /// The mean position, weighted by time.
    var centre: Coordinate
    /// The radius around the centre, in metres.
    var radius: Double
    /// The time by which it may have been longer, in seconds, because no fix shows the arrival and the departure.
    var slack = 0.0
    /// The time without a fix in which the user is assumed to have stayed, in seconds; 0 for a stay that fixes show.
    var silence = 0.0
    /// The minimum duration of a stop next to these travel modes, in seconds.
    var needed = 0.0
    /// The decision.
    var ruling = Ruling.stop

    /// The duration in seconds.
    var duration: Double { end - start }
}

/// Finds stays in an uninterrupted run of points, and when the user arrived and left.
struct StayFinder {
    let points: ArraySlice<DayPoint>
    /// The activities, in order of time and without overlap.
    let activities: ArraySlice<ActivityEstimate>
    let parameters: DayParameters

    /// Returns the stays in order of time. O(n log n).
    func stays() -> [Stay] {
        StayCells.parts(of: points, activities: activities, parameters: parameters).flatMap { cells in
            let partition = StayPartition(cells: cells, parameters: parameters)
            return partition.stays().map { stay(partition.points(of: $0)) }
        }
    }

    /// Creates a stay from its points, extended at both ends to the user's arrival and departure.
    private func stay(_ range: ClosedRange<Int>) -> Stay {
        let centre = StayGeometry.centre(of: points[range])
        let radius = StayGeometry.radius(of: points[range], parameters)
        let far = quantiles([0.9, 0.95], of: StayGeometry.distances(of: points[range], to: centre))
        let reach = min(parameters.largestRadius, max(radius, far[1] * Self.reachFactor))
        let start = passage(to: range.lowerBound, from: range.lowerBound - 1, centre, reach: reach)
        let end = passage(to: range.upperBound, from: range.upperBound + 1, centre, reach: reach)
        // A jump does not belong to the place.
        var stay = Stay(
            points: range, start: start, end: end, centre: centre,
            radius: min(parameters.largestRadius, max(radius, far[0])))
        stay.slack = (abs(points[range.lowerBound].time - start) + abs(points[range.upperBound].time - end)) / 2
        return stay
    }

    /// Returns the time at which the user arrived, or left, if the path between the outermost point inside and its
    /// neighbour was as fast as the path beyond that: a user on a journey keeps moving, and one who has arrived waits.
    private func passage(to inside: Int, from outside: Int, _ centre: Coordinate, reach: Double) -> Instant {
        let here = points[inside]
        let beyond = 2 * outside - inside
        guard points.indices.contains(outside), points.indices.contains(beyond),
            points[beyond].coordinate.distance(to: centre) > reach
        else { return here.time }
        let step = points[outside].time - here.time
        let distance = points[outside].coordinate.distance(to: here.coordinate)
        let speed =
            points[beyond].coordinate.distance(to: points[outside].coordinate)
            / max(abs(points[beyond].time - points[outside].time), 1)
        let seconds = min(abs(step), distance / max(speed, parameters.stayingSpeed))
        return points[outside].time + (step > 0 ? -seconds : seconds)
    }

    /// The reach of a stay, as a multiple of the 95th percentile of its points' distances.
    private static let reachFactor = 1.2
}

/// Geometric measures of the points of a stay.
enum StayGeometry {
    /// Returns the mean position of points, weighted by the time to their neighbours; 0, 0 without points.
    static func centre(of points: ArraySlice<DayPoint>) -> Coordinate {
        guard let first = points.first else { return Coordinate(latitude: 0, longitude: 0) }
        let plane = LocalPlane(origin: first.coordinate)
        var east = 0.0
        var north = 0.0
        var total = 0.0
        for index in points.indices {
            let before = index > points.startIndex ? points[index].time - points[index - 1].time : 0
            let after = index + 1 < points.endIndex ? points[index + 1].time - points[index].time : 0
            let weight = max(before + after, 1e-3)
            let place = plane.point(points[index].coordinate)
            east += weight * place.east
            north += weight * place.north
            total += weight
        }
        return plane.coordinate(PlanePoint(east: east / total, north: north / total))
    }

    /// Returns the radius of a stop, in metres, that the accuracy of its points implies.
    static func radius(of points: ArraySlice<DayPoint>, _ parameters: DayParameters) -> Double {
        let accuracy = quantiles([0.5], of: points.map(\.accuracy))[0]
        return min(parameters.largestRadius, max(parameters.smallestRadius, parameters.radiusAccuracies * accuracy))
    }

    /// Returns the distances of points from a place, in metres, on a plane: a stay is small enough.
    static func distances(of points: ArraySlice<DayPoint>, to centre: Coordinate) -> [Double] {
        let plane = LocalPlane(origin: centre)
        return points.map { point in
            let place = plane.point(point.coordinate)
            return (place.east * place.east + place.north * place.north).squareRoot()
        }
    }
}
