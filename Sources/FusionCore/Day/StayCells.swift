import Geometry
import SensorModel

/// The cells of an uninterrupted run of points, in parts that are small enough for a plane each.
struct StayCells {
    private let points: ArraySlice<DayPoint>
    private let parameters: DayParameters
    private let activities: ArraySlice<ActivityEstimate>
    /// The first activity that has not ended yet.
    private var current: Int
    private var plane: LocalPlane
    /// The place of the point at which the next time starts.
    private var place = SIMD2<Double>.zero
    /// The points between which the net speed of the last cell is measured, and that speed in m/s.
    private var first: Int
    private var last: Int
    private var net = 0.0
    /// The next measured point.
    private var next: Int
    /// The fraction of the time until that point in which the user rested, because a walk to there takes less.
    private var rest = 0.0
    /// The median interval between fixes, in seconds.
    private lazy var usualInterval = SilenceParameters.usualInterval(among: DayPoint.intervals(between: points))
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
        (first, last, next) = (points.startIndex, points.startIndex, points.startIndex)
        current = activities.startIndex
    }

    /// Adds the time between a point and the next.
    private mutating func add(_ index: Int) {
        let seconds = points[index + 1].time - points[index].time
        let middle = points[index].time + seconds / 2
        let activity = activity(at: middle)
        let isOnFoot = !(activity == .running || activity.isRide)
        if max(abs(place.x), abs(place.y)) > Self.planeReach {
            plane = LocalPlane(origin: points[index].coordinate)
            place = .zero
            parts.append([])
        }
        let (start, part) = (place, parts.count - 1)
        place = place(of: index + 1)
        if index >= next { look(beyond: index) }
        let open = parts[part].last.flatMap { cell in
            cell.activity == activity && points[index + 1].time - points[cell.points.lowerBound].time <= Self.longest
                ? parts[part].count - 1 : nil
        }
        if open == nil { net = netSpeed(around: middle, index) }
        let sums = StayCell.Sums(
            from: start, to: place, seconds: seconds,
            rest: max(points[index + 1].pausedShare, activity == .stationary ? 1 : isOnFoot ? rest : 0),
            path: points[index + 1].hasMeasuredSpeed ? points[index + 1].distance - points[index].distance : 0,
            net: net, isOnFoot: isOnFoot, parameters)
        if let open {
            parts[part][open].extend(to: index + 1, place, by: sums)
        } else {
            parts[part].append(
                StayCell(points: index...(index + 1), start: start, end: place, activity: activity, sums: sums))
        }
    }

    /// Returns the place of a point on the plane, in metres.
    private func place(of index: Int) -> SIMD2<Double> {
        let place = plane.point(points[index].coordinate)
        return SIMD2(place.east, place.north)
    }

    private mutating func activity(at instant: Instant) -> Activity {
        while current < activities.endIndex, activities[current].until <= instant { current += 1 }
        guard current < activities.endIndex, activities[current].time <= instant else { return .unknown }
        return activities[current].activity
    }

    /// Finds the next measured point, and how much of the time until then the user rested: in a silence, all but the time of
    /// a walk to there.
    private mutating func look(beyond index: Int) {
        next = points[(index + 1)...].firstIndex { !$0.isEstimated } ?? points.endIndex - 1
        let seconds = points[next].time - points[index].time
        rest = 0
        // The usual interval takes time to find, and few times are long enough to ask.
        guard seconds >= parameters.silences.shortestStretch,
            parameters.silences.isSilence(of: seconds, usual: usualInterval)
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
        (place(of: last) - place(of: first)).length
    }
}
