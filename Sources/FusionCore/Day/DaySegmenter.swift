import Geometry
public import SensorModel

/// The stops, moves, and gaps of a day, with the reasons for them.
public struct Day: Sendable, Hashable {
    /// The stops, moves, and gaps, in order of time and without overlap.
    public var items: [StorylineItem]
    /// The workouts, in order of time.
    public var workouts: [Workout] = []
    /// All candidate stays, each with the decision about it.
    var stays: [Stay]
    /// The parameters that the day was segmented with.
    var parameters = DayParameters()
    /// The rests in the stops, in order of time. The finished track is at their places.
    public internal(set) var rests: [StayRest] = []

    /// The number of stops.
    public var stopCount: Int { items.count { if case .stop = $0 { true } else { false } } }
    /// Returns the number of stops that overlap a part of the day.
    public func stopCount(within span: TimeSpan) -> Int {
        items.count { item in
            guard case .stop(let stop) = item else { return false }
            return span.start <= stop.end && stop.start <= span.end
        }
    }
    /// The number of moves.
    public var moveCount: Int { items.count { if case .move = $0 { true } else { false } } }

    /// The distance for each activity, in metres, including estimated distances.
    public var distances: [Activity: Double] {
        items.reduce(into: [:]) { distances, item in
            if case .move(let move) = item {
                distances[move.activity, default: 0] += move.length
            }
        }
    }
}

/// Divides a finished track into stops, moves, and gaps.
///
/// There are two levels. The track is divided into stays and moves (`StayPartition`). Stays that last at least the minimum
/// for the travel modes around them are stops, and stops at the same place are joined. The remaining time consists of
/// moves, divided at changes of activity. Sources: Li et al. 2008 (stay points); Zheng et al. 2010 (change of mode);
/// Hwang et al. (time instead of counts). Guide: docs/estimators/stops-and-moves.md.
public struct DaySegmenter: Sendable, Hashable {
    /// The parameters for dividing a day.
    public var parameters: DayParameters = .init()

    /// Divides a track into the items of a day.
    /// - Parameters:
    ///   - points: The smoothed track, in order of time.
    ///   - activities: The activities, in order of time.
    ///   - corrections: The user's corrections.
    ///   - statements: The sports that imported files state.
    /// - Returns: The day. O(n) apart from a sort for each stay.
    public func segment(
        _ points: [DayPoint], activities: [ActivityEstimate], corrections: [Correction] = [],
        statements: [ActivityStatement] = []
    ) -> Day {
        guard !points.isEmpty else { return Day(items: [], stays: [], parameters: parameters) }
        let adapted = DaySegmenter(parameters: parameters.adapted(to: points))
        return adapted.divide(points, activities, corrections, statements)
    }

    private func divide(
        _ points: [DayPoint], _ activities: [ActivityEstimate], _ corrections: [Correction],
        _ statements: [ActivityStatement]
    ) -> Day {
        let measured = DayTrack(points: points)
        var all = stays(of: points, measured, activities: activities, corrections: corrections)
        rule(&all, track: measured, activities: activities, corrections: corrections)
        let rests = StayRest.rests(in: all, of: points, parameters)
        let track = DayTrack(points: points.calmed(by: rests))
        let cutter = MoveCutter(
            activities: activities, statements: StatementTimeline(statements: statements, corrections: corrections),
            parameters: parameters, meanSpeed: track.meanSpeed)
        let stops = merged(all.filter { $0.ruling == .stop }, track: track)
        let items = StorylineBuilder(
            track: track, stops: stops, cutter: cutter, parameters: parameters, corrections: corrections
        ).items()
        return Day(items: items, stays: all, parameters: parameters, rests: rests)
    }

    /// Returns the stays of each uninterrupted run, those of silences spent in one place, and corrected stops.
    private func stays(
        of points: [DayPoint], _ track: DayTrack, activities: [ActivityEstimate], corrections: [Correction]
    ) -> [Stay] {
        var labels = activities[...]
        var stays: [Stay] = []
        var silences: [Int] = []
        var first = points.startIndex
        for index in points.indices {
            let isLast = index + 1 == points.endIndex
            guard isLast || points[index + 1].time - points[index].time >= parameters.silences.gap else { continue }
            labels = labels.drop { $0.until < points[first].time }
            stays += StayFinder(points: points[first...index], activities: labels, parameters: parameters).stays()
            if !isLast { silences.append(index) }
            first = index + 1
        }
        let silent = silences.compactMap { index in
            let look = 2 * parameters.silences.shortestStretch
            let (before, after) = (points[index].time, points[index + 1].time)
            let isWalked = (
                before: mode(from: before + -look, until: before, track: track, activities: activities) == .walking,
                after: mode(from: after, until: after + look, track: track, activities: activities) == .walking
            )
            return silentStay(points, index, among: stays, isWalked: isWalked)
        }
        return stays + silent + correctedStops(points, corrections)
    }

    /// Returns the stay in the silence between a point and the next; `nil` if they are too far apart. A phone that sleeps
    /// while it rests wakes some streets away, so the walk to the other end is not part of the stay if the user walks
    /// on from there. A device that is switched on for a run some streets away has not run these.
    private func silentStay(
        _ points: [DayPoint], _ index: Int, among stays: [Stay], isWalked: (before: Bool, after: Bool)
    ) -> Stay? {
        let (before, after) = (points[index], points[index + 1])
        let seconds = after.time - before.time
        // A sensor can measure a path that ends where it began.
        let distance = max(
            before.coordinate.distance(to: after.coordinate), after.estimatedDistance - before.estimatedDistance)
        guard seconds <= parameters.silences.longestSilentStay,
            distance <= parameters.longestSilentDistance(in: seconds)
        else { return nil }
        var stay = Stay(
            points: index...(index + 1), start: before.time, end: after.time, centre: before.coordinate,
            radius: parameters.smallestRadius, silence: seconds)
        guard distance > parameters.mergeDistance else {
            stay.centre = StayGeometry.centre(of: points[index...(index + 1)])
            return stay
        }
        let error = (before.accuracy * before.accuracy + after.accuracy * after.accuracy).squareRoot()
        let walk = max(0, distance - error) / DayParameters.walkingPace
        let isBefore = stays.contains { abs($0.end - before.time) <= parameters.silences.shortestStretch }
        if !isBefore, stays.contains(where: { abs($0.start - after.time) <= parameters.silences.shortestStretch }) {
            stay.centre = after.coordinate
            if isWalked.before { stay.start = before.time + walk }
        } else if isWalked.after {
            stay.end = after.time + -walk
        }
        return stay
    }

    private func correctedStops(_ points: [DayPoint], _ corrections: [Correction]) -> [Stay] {
        corrections.compactMap { correction in
            guard case .stop(let from, let until) = correction,
                let first = points.firstIndex(where: { $0.time >= from }),
                let last = points.lastIndex(where: { $0.time <= until }), first <= last
            else { return nil }
            return Stay(
                points: first...last, start: from, end: until, centre: StayGeometry.centre(of: points[first...last]),
                radius: parameters.smallestRadius)
        }
    }

    /// Decides which stays are stops: those long enough for the travel modes around them, unless the user corrected
    /// them.
    private func rule(
        _ stays: inout [Stay], track: DayTrack, activities: [ActivityEstimate], corrections: [Correction]
    ) {
        for index in stays.indices {
            let stay = stays[index]
            let needed = shortestStop(around: stay, track: track, activities: activities)
            stays[index].needed = needed
            if stay.duration + stay.slack < needed { stays[index].ruling = .tooShort(needed: needed) }
            for correction in corrections {
                switch correction {
                case .stop(let from, let until) where overlap(stay, from, until) > 0.5: stays[index].ruling = .stop
                case .noStop(let from, let until) where overlap(stay, from, until) > 0.5:
                    stays[index].ruling = .corrected
                default: break
                }
            }
        }
    }

    /// The minimum probability of an activity that is likelier than all others together.
    private static let sure = 0.5

    private func overlap(_ stay: Stay, _ from: Instant, _ until: Instant) -> Double {
        max(0, min(stay.end, until) - max(stay.start, from)) / max(stay.duration, 1)
    }

    /// Returns the minimum duration, in seconds, of a stop between the travel modes before and after a stay. A ride may pause
    /// for longer, unless another vehicle follows.
    private func shortestStop(around stay: Stay, track: DayTrack, activities: [ActivityEstimate]) -> Double {
        let look = 2 * parameters.silences.shortestStretch
        let before = mode(from: stay.start + -look, until: stay.start, track: track, activities: activities)
        let after = mode(from: stay.end, until: stay.end + look, track: track, activities: activities)
        let isChange = before.isRide && after.isRide && before != after
        return (before.isRide || after.isRide) && !isChange
            ? parameters.shortestStopOfRide : parameters.shortestStopOnFoot
    }

    /// Returns the activity of most of the time in motion, or the one that the mean speed suggests if none is likelier than all
    /// others together.
    private func mode(from: Instant, until: Instant, track: DayTrack, activities: [ActivityEstimate]) -> Activity {
        var seconds: [Activity: Double] = [:]
        for activity in activities where activity.until > from && activity.time < until {
            guard activity.activity.isMoving, activity.probability >= Self.sure else { continue }
            seconds[activity.activity, default: 0] += min(activity.until, until) - max(activity.time, from)
        }
        let longest = Activity.named.max { seconds[$0, default: 0] < seconds[$1, default: 0] }
        if let longest, seconds[longest] != nil { return longest }
        return track.meanSpeed(from, until) > parameters.silences.bridgeSpeed ? .automotive : .walking
    }

    /// Joins stops at the same place unless the path between them leaves it.
    private func merged(_ stops: [Stay], track: DayTrack) -> [Stay] {
        let sorted = stops.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return sorted.reduce(into: []) { merged, stop in
            guard let last = merged.last else {
                merged.append(stop)
                return
            }
            let overlaps = stop.start <= last.end
            let isSamePlace = last.centre.distance(to: stop.centre) <= parameters.mergeDistance
            let absence = stop.start - last.end
            let stays = !track.leaves(
                last.centre, radius: max(last.radius, stop.radius), between: last.end, and: stop.start)
            guard overlaps || (isSamePlace && stays && absence <= parameters.silences.longestSilentStay) else {
                merged.append(stop)
                return
            }
            merged[merged.count - 1] = joined(last, stop, track: track)
        }
    }

    private func joined(_ first: Stay, _ second: Stay, track: DayTrack) -> Stay {
        var joined = first
        joined.points = first.points.lowerBound...max(first.points.upperBound, second.points.upperBound)
        joined.end = max(first.end, second.end)
        let plane = first.centre.distance(to: second.centre)
        if second.duration > first.duration { joined.centre = second.centre }
        joined.radius = min(parameters.largestRadius, max(first.radius, second.radius, plane / 2))
        return joined
    }
}
