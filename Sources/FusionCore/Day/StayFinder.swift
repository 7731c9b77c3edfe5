import Geodesy
import NavigationMath
import SensorModel

/// A time of staying, and whether it is a stop.
struct Stay: Sendable, Hashable {
    /// Why a stay is no stop, or that it is one.
    enum Ruling: Sendable, Hashable {
        /// It is one.
        case stop
        /// It is shorter than the mode around it asks for, in seconds.
        case tooShort(needed: Double)
        /// The user said that it is not one.
        case corrected
    }

    /// The first and the last point.
    var points: ClosedRange<Int>
    /// When it began.
    var start: Instant
    /// When it ended.
    var end: Instant
    /// The middle, by time.
    var centre: Coordinate
    /// Metres around the middle.
    var radius: Double
    /// Seconds that a stop has to last next to the mode around it.
    var needed = 0.0
    /// What became of it.
    var ruling = Ruling.stop

    /// Its length in seconds.
    var duration: Double { end - start }
}

/// Finds times of staying in one uninterrupted run of points.
///
/// A point stays where the net speed over a window around it is low, and the speed along the way is, too (a walk in a
/// circle leads nowhere and is no stay). Times, not counts of points, decide, so that the sampling interval does not
/// matter.
struct StayFinder {
    let points: ArraySlice<DayPoint>
    let parameters: DayParameters

    /// Returns the stays in order of time. O(n).
    func stays() -> [Stay] {
        var stays: [Stay] = []
        for chain in chains(of: slowTimes()) {
            let leads = leadsFurtherThanAStop(chain)
            for range in chain {
                if leads, WideStay.isWay(points[range]) { continue }
                let next = stay(range, after: stays.last)
                if next.radius > parameters.largestRadius {
                    stays += WideStay(points: points[range], parameters: parameters).stays()
                } else if let last = stays.last, isDrift(from: last, to: next), let joined = joined(last, next) {
                    stays[stays.count - 1] = joined
                } else {
                    stays.append(next)
                }
            }
        }
        return stays
    }

    /// Returns the runs of points that stay.
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

    /// Puts slow times together that only a window or less lies between.
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

    /// Whether several slow times together are wider than a stop can be: then some of them may be parts of a slow way.
    private func leadsFurtherThanAStop(_ chain: [ClosedRange<Int>]) -> Bool {
        guard chain.count > 1, let first = chain.first, let last = chain.last else { return false }
        let all = points[first.lowerBound...last.upperBound]
        let distances = StayGeometry.distances(of: all, to: StayGeometry.centre(of: all))
        return quantiles([0.9], of: distances)[0] > parameters.largestRadius
    }

    /// Whether only a receiver's error lies between two stays, not a way.
    ///
    /// One that wanders by tens of metres within a minute has the net speed of a walk, and would cut a stay in two, of
    /// which the shorter then is too short for a stop. Somebody who moved on a little, as in a jam, has a measured way;
    /// without a speed the places must lie within one radius.
    private func isDrift(from before: Stay, to after: Stay) -> Bool {
        let apart = before.centre.distance(to: after.centre)
        guard after.start - before.end <= parameters.window, apart <= before.radius + after.radius else { return false }
        let left = points[before.points.upperBound]
        let back = points[after.points.lowerBound]
        guard left.hasMeasuredSpeed, back.hasMeasuredSpeed else { return apart <= max(before.radius, after.radius) }
        return back.distance - left.distance <= parameters.smallestRadius
    }

    /// Returns two stays as one; nil if that would be wider than a stop can be.
    private func joined(_ before: Stay, _ after: Stay) -> Stay? {
        let range = before.points.lowerBound...after.points.upperBound
        let centre = StayGeometry.centre(of: points[range])
        let spread = quantiles([0.9], of: StayGeometry.distances(of: points[range], to: centre))[0]
        guard spread <= parameters.largestRadius else { return nil }
        return Stay(
            points: range, start: before.start, end: after.end, centre: centre,
            radius: max(before.radius, after.radius, spread))
    }

    private func stayingFlags() -> [Bool] {
        var before = points.startIndex
        var after = points.startIndex
        var plane = LocalPlane(origin: points[points.startIndex].coordinate)
        return points.indices.map { index in
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

    /// Returns how far the track leads around a point: what decides whether the user stays there. O(points).
    func look(at index: Int) -> StayLook {
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
    ) -> StayLook {
        let start = place(at: from, near: before)
        let end = place(at: until, near: max(before, after - 1))
        // The plane's scale serves, wherever it touches: not one sine for every second of a day.
        let east = wrappedDegrees(end.longitude - start.longitude) * plane.metresPerDegreeLongitude
        let north = (end.latitude - start.latitude) * plane.metresPerDegreeLatitude
        let isMeasured = points[before].hasMeasuredSpeed && points[after].hasMeasuredSpeed
        return StayLook(
            straight: (east * east + north * north).squareRoot(),
            seconds: min(until, points[after].time) - max(from, points[before].time),
            path: isMeasured ? points[after].distance - points[before].distance : nil,
            pathSeconds: max(points[after].time - points[before].time, 1))
    }

    /// The place at an instant between a point and the next, the ends held.
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

    /// Creates a stay of its points, its ends drawn out to where one came near and left.
    private func stay(_ range: ClosedRange<Int>, after last: Stay?) -> Stay {
        let centre = StayGeometry.centre(of: points[range])
        let radius = StayGeometry.radius(of: points[range], parameters)
        let far = quantiles([0.9, 0.95], of: StayGeometry.distances(of: points[range], to: centre))
        let spread = far[0]
        let reach = min(parameters.largestRadius, max(radius, far[1] * Self.reachFactor))
        let edge = min(reach, max(parameters.smallestRadius / 2, spread))
        // The stay before may have been drawn out into this one already.
        let lowest = min(range.lowerBound, last.map { $0.points.upperBound + 1 } ?? points.startIndex)
        let first = drawnOut(from: range.lowerBound, by: -1, until: lowest, centre, reach: reach, edge: edge)
        let final = drawnOut(
            from: range.upperBound, by: 1, until: points.endIndex - 1, centre, reach: reach, edge: edge)
        return Stay(
            points: first...final, start: points[first].time, end: points[final].time, centre: centre,
            radius: max(radius, spread))
    }

    /// Walks outwards while still within the radius, and returns the outermost point that is well inside.
    ///
    /// Jitter alone can look like a start; a real one leaves the radius within seconds.
    private func drawnOut(
        from start: Int, by step: Int, until bound: Int, _ centre: Coordinate, reach: Double, edge: Double
    ) -> Int {
        var outermost = start
        var index = start
        while index != bound,
            abs(points[index + step].time - points[start].time) <= Self.drawWindows * parameters.window
        {
            index += step
            let distance = points[index].coordinate.distance(to: centre)
            if distance > reach { break }
            if distance <= edge { outermost = index }
        }
        return outermost
    }

    /// Degrees of latitude within which one plane's scale is right to 0.3 % (60 degrees north).
    private static let planeReach = 0.1
    /// Windows by which the ends of a stay may be drawn out.
    private static let drawWindows = 3.0
    /// How far beyond nearly all of its points a stay still reaches.
    private static let reachFactor = 1.2
}

/// How far the track leads around a moment, by which the user stays there or not.
struct StayLook: Sendable, Hashable {
    /// Metres from the first place to the last.
    var straight: Double
    /// Seconds between them.
    var seconds: Double
    /// Metres along the path; `nil` if the receiver reports no speed.
    var path: Double?
    /// Seconds along the path.
    var pathSeconds: Double

    /// Returns whether it is as slow as a stay.
    func isStay(_ parameters: DayParameters) -> Bool {
        guard seconds > 0 else { return true }
        guard straight / seconds < parameters.stayingSpeed else { return false }
        return path.map { $0 / pathSeconds < parameters.circlingSpeed } ?? true
    }
}

/// The measures of a stay's points.
enum StayGeometry {
    /// Returns the middle of points, each with the time up to its neighbours; no points give 0, 0.
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

    /// Returns the radius in metres that the accuracy of points gives a stop.
    static func radius(of points: ArraySlice<DayPoint>, _ parameters: DayParameters) -> Double {
        let accuracy = quantiles([0.5], of: points.map(\.accuracy))[0]
        return min(parameters.largestRadius, max(parameters.smallestRadius, parameters.radiusAccuracies * accuracy))
    }

    /// Returns how far points are from a place, in metres; a stay is small enough for a plane.
    static func distances(of points: ArraySlice<DayPoint>, to centre: Coordinate) -> [Double] {
        let plane = LocalPlane(origin: centre)
        return points.map { point in
            let place = plane.point(point.coordinate)
            return (place.east * place.east + place.north * place.north).squareRoot()
        }
    }
}
