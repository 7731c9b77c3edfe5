public import SensorModel

/// A point of a simplified track, with what was being done there.
public struct SimplifiedPoint: Sendable, Hashable {
    /// Where, when, how surely.
    public var estimate: PositionEstimate
    /// What was being done; unknown until something says so.
    public var activity: Activity

    /// Joins both.
    public init(estimate: PositionEstimate, activity: Activity) {
        self.estimate = estimate
        self.activity = activity
    }
}

/// What only a finished session can tell: the smoothed and simplified track and the summary.
public struct FinishedTrack: Sendable, Hashable {
    /// The track after the backward pass, outages bridged and marked.
    public var smoothed: [PositionEstimate]
    /// The simplified track.
    public var simplified: [SimplifiedPoint]
    /// What was being done, told with hindsight.
    public var activities: [ActivityEstimate]
    /// Stops, moves and gaps.
    public var day: Day
    /// The session in a few numbers.
    public var summary: Summary

    /// Runs a session through a core of its own.
    /// - Parameters:
    ///   - events: The session's events in their order.
    ///   - parameters: The parameters to start with.
    ///   - emit: Called for every live estimate, in order.
    public init(
        events: some Sequence<SensorEvent>, parameters: Parameters, emit: (Estimate) -> Void = { _ in }
    ) {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher()
        for event in events {
            finisher.consume(event, with: &core, emit)
        }
        self = finisher.finish(core)
    }

    init(
        smoothed: [PositionEstimate], simplified: [SimplifiedPoint], activities: [ActivityEstimate], day: Day,
        summary: Summary
    ) {
        self.smoothed = smoothed
        self.simplified = simplified
        self.activities = activities
        self.day = day
        self.summary = summary
    }
}

/// Keeps what the passes over a finished session need, while a core consumes its events.
///
///     var core = FusionCore(), finisher = TrackFinisher()
///     for event in events { finisher.consume(event, with: &core) { print($0) } }
///     let track = finisher.finish(core)
public struct TrackFinisher: Sendable {
    private var steps = FilterTrail()
    /// The live filter's track so far.
    public private(set) var filtered: [PositionEstimate] = []
    /// What activities are told from.
    public private(set) var activities = ActivityCollector()
    private var accumulator = SummaryAccumulator()
    private var ways = DayPointCollector()
    private var trail = ReckonedTrail()
    private var trails: [ReckonedTrail] = []

    /// Points of a trail from which on it may be that of an outage.
    private static let longTrail = 6

    /// Makes one that has seen nothing.
    /// - Parameter fixes: How many fixes will come, where that is known: growing costs more than keeping.
    public init(fixes: Int = 0) {
        steps.reserveCapacity(fixes)
        filtered.reserveCapacity(fixes)
        ways.reserveCapacity(fixes)
    }

    /// Lets the core consume an event, and keeps what the passes need.
    public mutating func consume(
        _ event: SensorEvent, with core: inout FusionCore, _ emit: (Estimate) -> Void = { _ in }
    ) {
        accumulator.note(event)
        core.consume(event) { estimate in
            note(estimate)
            emit(estimate)
        }
        // Handing the core on copies it, which for a motion sample costs more than the sample itself: only what may
        // matter to a pass is handed on.
        if !core.closedActivityWindows.isEmpty { activities.note(core.closedActivityWindows) }
        switch event.payload {
        case .fix(let fix):
            if core.latest.verdict?.isAccepted == true, core.latest.verdict?.time == event.time {
                ways.note(
                    DayPointCollector.Way(
                        time: event.time, distance: core.latest.distance,
                        estimatedDistance: core.latest.estimatedDistance, steps: core.latest.step?.count ?? 0,
                        floorsUp: core.latest.altitude?.floorsUp ?? 0,
                        floorsDown: core.latest.altitude?.floorsDown ?? 0, hasMeasuredSpeed: fix.speed != nil))
            }
            steps.note(core.position.constantVelocity)
        case .correction(let correction):
            activities.note(event)
            ways.note(correction)
        case .reset: ways.noteReset()
        default: break
        }
        if core.deadReckoner.since != trail.start {
            if trail.points.count >= Self.longTrail { trails.append(trail) }
            trail.restart(at: core.deadReckoner.since)
        }
        if core.deadReckoner.knowsTurns, trail.isDue(at: event.time) {
            trail.append(core.deadReckoner.offset, at: event.time)
        }
    }

    /// Forgets what only ``smoothed(_:)`` reads, several times as much as all the rest.
    public mutating func forgetFilterSteps() {
        hasFilterSteps = false
        steps = FilterTrail()
    }

    /// False where they were forgotten: ``smoothed(_:)`` must not be asked for any more.
    public private(set) var hasFilterSteps = true
    /// How many fixes the smoother would go back over.
    public var filterStepCount: Int { steps.count }

    private mutating func note(_ estimate: Estimate) {
        accumulator.note(estimate)
        if case .position(let position) = estimate { filtered.append(position) }
    }

    /// Returns the finished track; `core` is the one that consumed the events. O(n log n) on real tracks.
    public func finish(_ core: FusionCore) -> FinishedTrack {
        let parameters = core.parameters
        let smoothed = smoothed(parameters.smoother)
        let activities = stretches(parameters.activity)
        let source = parameters.position.kind == .constantVelocity ? smoothed : filtered
        let day = day(along: source, activities: activities, parameters.day)
        let simplified = Self.simplify(source, activities: activities, parameters: parameters)
        return FinishedTrack(
            smoothed: smoothed, simplified: simplified, activities: activities, day: day,
            summary: summary(of: core, simplifiedPoints: simplified.count))
    }

    /// Returns the track after the backward pass, outages bridged and marked. O(n).
    public func smoothed(_ parameters: TrackSmoother.Parameters) -> [PositionEstimate] {
        TrackSmoother(parameters: parameters).smooth(steps, ways: trails)
    }

    /// Returns what was being done, told with hindsight. O(windows).
    public func stretches(_ parameters: ActivityClassifier.Parameters) -> [ActivityEstimate] {
        ActivityTimeline(activities, parameters: parameters).stretches
    }

    /// Returns the stops, moves and gaps along a track of the session. O(n).
    public func day(
        along track: [PositionEstimate], activities: [ActivityEstimate], _ parameters: DayParameters
    ) -> Day {
        material(along: track, activities: activities).day(parameters)
    }

    /// Returns what the day of the session is made of, to be joined with that of others. O(n).
    public func material(along track: [PositionEstimate], activities: [ActivityEstimate]) -> DayMaterial {
        DayMaterial(points: ways.points(on: track), activities: activities, corrections: ways.corrections)
    }

    /// Returns what the day of the session is made of; `core` is the one that consumed the events. O(n).
    public func material(_ core: FusionCore) -> DayMaterial {
        let activities = stretches(core.parameters.activity)
        let isScalar = core.parameters.position.kind != .constantVelocity
        return material(
            along: isScalar ? filtered : smoothed(core.parameters.smoother), activities: activities)
    }

    /// Returns the session in a few numbers; `core` is the one that consumed the events.
    public func summary(of core: FusionCore, simplifiedPoints: Int) -> Summary {
        accumulator.summary(of: core, simplifiedPoints: simplifiedPoints)
    }

    /// Returns the points to draw of a track: bends, ends, and every change of activity or of estimation.
    public static func simplify(
        _ track: [PositionEstimate], activities: [ActivityEstimate], parameters: Parameters
    ) -> [SimplifiedPoint] {
        let points = label(track, with: activities)
        var corners: [Int] = []
        for index in points.indices.dropFirst() {
            let (before, here) = (points[index - 1], points[index])
            if before.estimate.isEstimated != here.estimate.isEstimated {
                corners += [index - 1, index]
            } else if before.activity != here.activity {
                corners.append(index)
            }
        }
        let kept = Simplifier(parameters: parameters.simplifier).keptIndices(
            of: track.map(\.coordinate), times: track.map(\.time), corners: corners)
        return kept.map { points[$0] }
    }

    private static func label(_ track: [PositionEstimate], with activities: [ActivityEstimate]) -> [SimplifiedPoint] {
        var next = 0
        var current: ActivityEstimate?
        return track.map { estimate in
            while next < activities.count, activities[next].time <= estimate.time {
                current = activities[next]
                next += 1
            }
            return SimplifiedPoint(estimate: estimate, activity: current?.activity ?? .unknown)
        }
    }
}
