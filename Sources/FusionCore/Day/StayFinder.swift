import Geodesy
import NavigationMath
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

/// Finds stays in an uninterrupted run of points.
///
/// The user stays at a point if both the net speed over a window around it and the speed along the path are low. (A
/// walk in a circle leads nowhere, but is not a stay. A user in a garden or a museum stays without resting.) The user also
/// stays during a rest: the decision on activities uses speeds and motion, so it knows that the user stood while a place
/// jumped, and when the rest began. The rules depend on times and not on numbers of points, so the sampling interval does
/// not matter.
struct StayFinder {
    let points: ArraySlice<DayPoint>
    /// The rests that the decision on activities found, in order of time and without overlap.
    let rests: ArraySlice<TimeSpan>
    let parameters: DayParameters

    /// Returns the stays in order of time. O(n).
    func stays() -> [Stay] {
        var stays: [Stay] = []
        for chain in chains(of: slowTimes()) {
            let leads = leadsFurtherThanAStop(chain)
            for range in chain {
                if leads, WideStay.isWay(points[range]) { continue }
                let next = stay(range)
                if next.radius > parameters.largestRadius {
                    stays += WideStay(points: points[range], parameters: parameters).stays()
                } else {
                    stays.append(next)
                }
            }
        }
        return stays
    }

    /// Returns the ranges of consecutive points at which the user stays.
    private func slowTimes() -> [ClosedRange<Int>] {
        let staying = stayingFlags()
        var times: [ClosedRange<Int>] = []
        var index = points.startIndex
        while index < points.endIndex {
            guard staying[index - points.startIndex] else {
                index += 1
                continue
            }
            let first = index
            while index < points.endIndex, staying[index - points.startIndex] { index += 1 }
            times.append(first...(index - 1))
        }
        return times
    }

    /// Groups slow ranges that are separated by at most one window.
    private func chains(of times: [ClosedRange<Int>]) -> [[ClosedRange<Int>]] {
        times.reduce(into: []) { chains, range in
            if let last = chains.last?.last,
                points[range.lowerBound].time - points[last.upperBound].time <= parameters.window
            {
                chains[chains.count - 1].append(range)
            } else {
                chains.append([range])
            }
        }
    }

    /// Returns whether several slow ranges together are wider than a stop can be. Some of them may then be parts of a
    /// slow walk.
    private func leadsFurtherThanAStop(_ chain: [ClosedRange<Int>]) -> Bool {
        guard chain.count > 1, let first = chain.first, let last = chain.last else { return false }
        let all = points[first.lowerBound...last.upperBound]
        let distances = StayGeometry.distances(of: all, to: StayGeometry.centre(of: all))
        return quantiles([0.9], of: distances)[0] > parameters.largestRadius
    }

    private func stayingFlags() -> [Bool] {
        var before = points.startIndex
        var after = points.startIndex
        var plane = LocalPlane(origin: points[points.startIndex].coordinate)
        var rest = rests.startIndex
        return points.indices.map { index in
            while rest < rests.endIndex, rests[rest].end < points[index].time { rest += 1 }
            if rest < rests.endIndex, rests[rest].start <= points[index].time { return true }
            if abs(points[index].coordinate.latitude - plane.origin.latitude) > Self.planeReach {
                plane = LocalPlane(origin: points[index].coordinate)
            }
            let from = points[index].time + -parameters.window
            let until = points[index].time + parameters.window
            while before < index, points[before + 1].time <= from { before += 1 }
            after = max(after, index)
            while after + 1 < points.endIndex, points[after].time < until { after += 1 }
            return look(before: before, from: from, after: after, until: until, on: plane).isStay(parameters)
        }
    }

    /// Returns how far the track leads around a point, which decides whether the user stays there. O(points).
    func look(at index: Int) -> StayMovement {
        let from = points[index].time + -parameters.window
        let until = points[index].time + parameters.window
        let before = points[...index].lastIndex { $0.time <= from } ?? points.startIndex
        let after = points[index...].firstIndex { $0.time >= until } ?? points.endIndex - 1
        return look(
            before: before, from: from, after: after, until: until,
            on: LocalPlane(origin: points[index].coordinate))
    }

    private func look(
        before: Int, from: Instant, after: Int, until: Instant, on plane: LocalPlane
    ) -> StayMovement {
        let start = place(at: from, near: before)
        let end = place(at: until, near: max(before, after - 1))
        // Any nearby plane has a suitable scale, so no sine has to be computed for each second of a day.
        let east = wrappedDegrees(end.longitude - start.longitude) * plane.metresPerDegreeLongitude
        let north = (end.latitude - start.latitude) * plane.metresPerDegreeLatitude
        let isMeasured = points[before].hasMeasuredSpeed && points[after].hasMeasuredSpeed
        return StayMovement(
            straight: (east * east + north * north).squareRoot(),
            seconds: min(until, points[after].time) - max(from, points[before].time),
            path: isMeasured ? points[after].distance - points[before].distance : nil,
            pathSeconds: max(points[after].time - points[before].time, 1))
    }

    /// Returns the interpolated place at an instant between a point and the next; beyond them, the nearer one.
    private func place(at instant: Instant, near index: Int) -> Coordinate {
        guard index + 1 < points.endIndex else { return points[points.endIndex - 1].coordinate }
        let here = points[index]
        let next = points[index + 1]
        let step = next.time - here.time
        guard step > 0 else { return here.coordinate }
        let share = min(1, max(0, (instant - here.time) / step))
        return Coordinate(
            latitude: here.coordinate.latitude + share * (next.coordinate.latitude - here.coordinate.latitude),
            longitude: wrappedDegrees(
                here.coordinate.longitude + share
                    * wrappedDegrees(next.coordinate.longitude - here.coordinate.longitude)))
    }

    /// Creates a stay from its points, extended at both ends to the user's arrival and departure.
    private func stay(_ range: ClosedRange<Int>) -> Stay {
        let centre = StayGeometry.centre(of: points[range])
        let radius = StayGeometry.radius(of: points[range], parameters)
        let far = quantiles([0.9, 0.95], of: StayGeometry.distances(of: points[range], to: centre))
        let reach = min(parameters.largestRadius, max(radius, far[1] * Self.reachFactor))
        let start = passage(to: range.lowerBound, from: range.lowerBound - 1, centre, reach: reach)
        let end = passage(to: range.upperBound, from: range.upperBound + 1, centre, reach: reach)
        var stay = Stay(points: range, start: start, end: end, centre: centre, radius: max(radius, far[0]))
        stay.slack = (abs(points[range.lowerBound].time - start) + abs(points[range.upperBound].time - end)) / 2
        return stay
    }

    /// Returns the time at which the user arrived, or left, if the way between the outermost point inside and its
    /// neighbour was as fast as the way beyond that: a user on the way keeps moving, and one who has arrived waits.
    private func passage(to inside: Int, from outside: Int, _ centre: Coordinate, reach: Double) -> Instant {
        let here = points[inside]
        let beyond = 2 * outside - inside
        guard points.indices.contains(outside), points.indices.contains(beyond),
            points[beyond].coordinate.distance(to: centre) > reach
        else { return here.time }
        let step = points[outside].time - here.time
        let way = points[outside].coordinate.distance(to: here.coordinate)
        let speed =
            points[beyond].coordinate.distance(to: points[outside].coordinate)
            / max(abs(points[beyond].time - points[outside].time), 1)
        let seconds = min(abs(step), way / max(speed, parameters.stayingSpeed))
        return points[outside].time + (step > 0 ? -seconds : seconds)
    }

    /// The difference of latitude, in degrees, within which the scale of a plane is accurate to 0.3 % (at 60 degrees
    /// north).
    private static let planeReach = 0.1
    /// The reach of a stay, as a multiple of the 95th percentile of its points' distances.
    private static let reachFactor = 1.2
}

/// The movement of the track around a moment, which decides whether the user stays there.
struct StayMovement: Sendable, Hashable {
    /// The distance from the first place to the last, in metres.
    var straight: Double
    /// The time between the two places, in seconds.
    var seconds: Double
    /// The length of the path, in metres; `nil` if the receiver reports no speed.
    var path: Double?
    /// The duration of the path, in seconds.
    var pathSeconds: Double

    /// Returns whether the movement is slow enough for a stay.
    func isStay(_ parameters: DayParameters) -> Bool {
        guard seconds > 0 else { return true }
        guard straight / seconds < parameters.stayingSpeed else { return false }
        return path.map { $0 / pathSeconds < parameters.circlingSpeed } ?? true
    }
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
