import Geodesy
import SensorModel

/// The cells of an uninterrupted run of points, in parts that are small enough for a plane each.
struct StayCells {
    private let points: ArraySlice<DayPoint>
    private let parameters: DayParameters
    /// The activities that have not ended yet.
    private var activities: ArraySlice<ActivityEstimate>
    private var plane: LocalPlane
    /// The points between which the net speed is measured.
    private var first: Int
    private var last: Int
    /// The next measured point.
    private var next: Int
    /// The fraction of the time until that point in which the user rested, because a walk to there takes less.
    private var rest = 0.0
    /// The median interval between fixes, in seconds.
    private lazy var usualInterval = DayParameters.usualInterval(among: DayPoint.intervals(between: points))
    private var parts: [[StayCell]] = [[]]

    /// The maximum duration of a cell, in seconds. The decision on activities has such cells, too.
    private static let longest = 10.0
    /// The distance from the origin of a plane, in metres, within which its scale is accurate to 0.3 % (at 60 degrees north).
    /// No stay is that wide.
    private static let planeReach = 10_000.0
    /// The time to either side over which the net speed is measured, in seconds. Over less, the error of a place is as fast.
    private static let netReach = 60.0

    /// Returns the cells between points, divided if the track leaves the reach of a plane. O(points).
    /// - Parameters:
    ///   - points: The points, at least one.
    ///   - activities: The activities, in order of time and without overlap.
    ///   - parameters: The parameters.
    static func parts(
        of points: ArraySlice<DayPoint>, activities: ArraySlice<ActivityEstimate>, parameters: DayParameters
    ) -> [[StayCell]] {
        var cells = StayCells(points, activities, parameters)
        for index in points.indices.dropLast() { cells.add(index) }
        return cells.parts
    }

    private init(
        _ points: ArraySlice<DayPoint>, _ activities: ArraySlice<ActivityEstimate>, _ parameters: DayParameters
    ) {
        (self.points, self.activities, self.parameters) = (points, activities, parameters)
        plane = LocalPlane(origin: points[points.startIndex].coordinate)
        (first, last) = (points.startIndex, points.startIndex)
        next = points.startIndex
    }

    /// Adds the time between a point and the next.
    private mutating func add(_ index: Int) {
        let seconds = points[index + 1].time - points[index].time
        let middle = points[index].time + seconds / 2
        let activity = activity(at: middle)
        let isOnFoot = !(activity == .running || activity.isRide)
        var start = place(index)
        if max(abs(start.x), abs(start.y)) > Self.planeReach {
            plane = LocalPlane(origin: points[index].coordinate)
            start = .zero
            parts.append([])
        }
        let end = place(index + 1)
        if index >= next { look(beyond: index) }
        let sums = StayCell.Sums(
            from: start, to: end, seconds: seconds, rest: activity == .stationary ? 1 : isOnFoot ? rest : 0,
            path: points[index + 1].hasMeasuredSpeed ? points[index + 1].distance - points[index].distance : 0,
            net: netSpeed(around: middle, index), isOnFoot: isOnFoot, parameters)
        let part = parts.count - 1
        if let cell = parts[part].last, cell.activity == activity,
            points[index + 1].time - points[cell.points.lowerBound].time <= Self.longest
        {
            parts[part][parts[part].count - 1].extend(to: index + 1, end, by: sums)
        } else {
            parts[part].append(
                StayCell(points: index...(index + 1), start: start, end: end, activity: activity, sums: sums))
        }
    }

    /// Returns the place of a point on the plane, in metres.
    private func place(_ index: Int) -> SIMD2<Double> {
        let place = plane.point(points[index].coordinate)
        return SIMD2(place.east, place.north)
    }

    private mutating func activity(at instant: Instant) -> Activity {
        activities = activities.drop { $0.until <= instant }
        return activities.first.flatMap { $0.time <= instant ? $0.activity : nil } ?? .unknown
    }

    /// Finds the next measured point, and how much of the time until then the user rested: in a silence, all but the time of
    /// a walk to there.
    private mutating func look(beyond index: Int) {
        next = points[(index + 1)...].firstIndex { !$0.isEstimated } ?? points.endIndex - 1
        let seconds = points[next].time - points[index].time
        rest = 0
        // The usual interval takes time to find, and few times are long enough to ask.
        guard seconds >= parameters.shortestStretch, parameters.isSilence(of: seconds, usual: usualInterval)
        else { return }
        rest = max(0, 1 - distance(from: index, to: next) / seconds / DayParameters.walkingPace)
    }

    /// Returns the net speed, in m/s, over the window around an instant between a point and the next.
    private mutating func netSpeed(around instant: Instant, _ index: Int) -> Double {
        while first < index, points[first + 1].time <= instant + -Self.netReach { first += 1 }
        last = max(last, index + 1)
        while last + 1 < points.endIndex, points[last].time < instant + Self.netReach { last += 1 }
        return distance(from: first, to: last) / max(points[last].time - points[first].time, 1)
    }

    private func distance(from first: Int, to last: Int) -> Double {
        let way = place(last) - place(first)
        return (way * way).sum().squareRoot()
    }
}
