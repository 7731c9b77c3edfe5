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
    private var fixes = FixTrail()
    /// The distance so far as the live filter measured it; that of the finished track comes from ``smoothed(_:)``.
    public private(set) var liveWay = TrackWay()
    /// The live filter's track so far.
    public private(set) var filtered = PositionTrack()
    /// What activities are told from.
    public private(set) var activities = ActivityCollector()
    private var accumulator = SummaryAccumulator()
    private var ways = DayPointCollector()
    private var placeless = PlacelessSession()
    /// Every step that was counted, those of rides too.
    private var counted = StepLedger()
    private var trail = ReckonedTrail()
    private var trails: [ReckonedTrail] = []
    /// Seconds by which the last fix that served the speed was ahead of its arrival.
    private var lead: Double?

    private var knowsActivities = false
    /// The measured and estimated metres before the core last started again.
    private var countedMetres = SIMD2<Double>(0, 0)

    /// Points of a trail from which on it may be that of an outage.
    private static let longTrail = 6

    /// Creates one that has seen nothing.
    /// - Parameters:
    ///   - fixes: How many fixes will come, where that is known: growing costs more than keeping.
    ///   - known: What activities are told from, where another run over the same events has collected it already.
    public init(fixes: Int = 0, activities known: ActivityCollector? = nil) {
        if let known {
            activities = known
            knowsActivities = true
        }
        self.fixes.reserveCapacity(fixes)
        filtered.reserveCapacity(fixes)
        ways.reserveCapacity(fixes)
    }

    /// Lets the core consume an event, and keeps what the passes need.
    public mutating func consume(
        _ event: SensorEvent, with core: inout FusionCore, _ emit: (Estimate) -> Void = { _ in }
    ) {
        accumulator.note(event)
        let known = filtered.count
        if case .reset = event.payload {
            accumulator.noteReset(of: core)
            countedMetres += SIMD2(core.distance.metres, core.distance.estimatedMetres)
        }
        core.consume(event) { estimate in
            note(estimate)
            emit(estimate)
        }
        // Handing the core on copies it, which for a motion sample costs more than the sample itself: only what may
        // matter to a pass is handed on.
        if !core.closedActivityWindows.isEmpty, !knowsActivities { activities.note(core.closedActivityWindows) }
        switch event.payload {
        case .fix(let fix):
            follow(event, known: known, core)
            if core.latest.verdict?.isAccepted == true, core.latest.verdict?.time == event.time {
                if !knowsActivities { activities.note(fix, at: event.time) }
                liveWay.append(
                    event.time, metres: countedMetres + SIMD2(core.distance.metres, core.distance.estimatedMetres))
                ways.note(
                    DayPointCollector.Way(
                        time: event.time, floorsUp: core.latest.altitude?.floorsUp ?? 0,
                        floorsDown: core.latest.altitude?.floorsDown ?? 0, hasMeasuredSpeed: fix.speed != nil))
            }
            fixes.note(core.position.model)
        case .correction(let correction):
            if !knowsActivities { activities.note(event) }
            ways.note(correction)
        case .scalar(.cadence, _), .scalar(.heartRate, _):
            if !knowsActivities { activities.note(event) }
        case .statement(let statement):
            if !knowsActivities { activities.note(event) }
            ways.note(statement)
        case .reset: ways.noteReset()
        default: break
        }
        if core.deadReckoner.since != trail.start {
            if trail.points.count >= Self.longTrail { trails.append(trail) }
            trail.restart(at: core.deadReckoner.since)
        }
        guard core.deadReckoner.knowsTurns else { return }
        let time = core.clocks.place(of: event)
        if trail.isDue(at: time) { trail.append(core.deadReckoner.offset, at: time) }
    }

    /// Keeps the track on one axis of time. A receiver's clock that was put back was wrong before: what is known is put
    /// where the right clock would have had it, behind the fixes to come as the arrivals say.
    ///
    /// Inlined: a call would be handed a copy of the whole core, and at every fix.
    @inline(__always)
    private mutating func follow(_ event: SensorEvent, known: Int, _ core: borrowing FusionCore) {
        guard core.latest.verdict?.servesSpeed == true else { return }
        activities.offset = core.clocks.offset
        let lead = event.time - event.received
        defer { self.lead = lead }
        guard core.gate.consequence == .timeStepped, let before = self.lead, lead != before else { return }
        filtered.shift(first: known, by: lead - before)
        fixes.shift(by: lead - before)
        ways.shift(by: lead - before)
        if !knowsActivities { activities.shift(by: lead - before) }
        trail.shift(by: lead - before)
        for index in trails.indices { trails[index].shift(by: lead - before) }
    }

    /// Forgets what only the passes read, several times as much as all the rest, and heights and velocities of the track.
    public mutating func thin() {
        hasMaterial = false
        filtered = filtered.thinned
        fixes = FixTrail()
        liveWay = TrackWay()
        activities = ActivityCollector()
        ways = DayPointCollector()
        placeless = PlacelessSession()
        trails = []
    }

    /// False if it was forgotten: no pass must be asked for any more.
    public private(set) var hasMaterial = true

    private mutating func note(_ estimate: Estimate) {
        accumulator.note(estimate)
        switch estimate {
        case .position(let position): filtered.append(position)
        case .step(let step): counted.note(step)
        case .altitude(let altitude) where filtered.isEmpty: placeless.note(altitude)
        default: break
        }
    }

    /// Returns the finished track; `core` is the one that consumed the events. O(n log n) on real tracks.
    public func finish(_ core: FusionCore) -> FinishedTrack {
        let parameters = core.parameters
        let smoothed = smoothed(parameters)
        let activities = stretches(parameters.activity)
        let source = parameters.position.kind.hasBackwardPass ? smoothed.track : filtered
        let day = day(along: source, smoothed.way, activities: activities, parameters.day)
        let simplified = Self.simplify(
            source, activities: day.activities(amending: activities, parameters.activity), parameters: parameters)
        return FinishedTrack(
            smoothed: Array(smoothed.track), simplified: simplified, activities: activities, day: day,
            summary: summary(
                of: core, smoothed.way, steps(outsideRidesOf: activities), simplifiedPoints: simplified.count))
    }

    /// Returns the track after the backward pass, outages bridged and marked, and its length. O(n).
    public func smoothed(_ parameters: Parameters) -> SmoothedTrack {
        TrackSmoother(parameters: parameters.smoother, outages: parameters.outages).smooth(
            fixes, filter: parameters.position.constantVelocity, ways: trails)
    }

    /// Returns what was being done, told with hindsight. O(windows).
    public func stretches(_ parameters: ActivityClassifier.Parameters) -> [ActivityEstimate] {
        ActivityTimeline(activities, parameters: parameters).stretches
    }

    /// Returns the steps on the axis of the track, without those of the rides among some activities. O(steps + activities).
    public func steps(outsideRidesOf stretches: [ActivityEstimate]) -> StepLedger {
        counted.placed(by: activities.offset).withdrawing(ridesOf: stretches)
    }

    /// Returns the stops, moves and gaps along a track of the session. O(n).
    public func day(
        along track: PositionTrack, _ way: TrackWay, activities: [ActivityEstimate], _ parameters: DayParameters
    ) -> Day {
        material(along: track, way, activities: activities).day(parameters)
    }

    /// Returns what the day of the session is made of, to be joined with that of others. O(n).
    public func material(
        along track: PositionTrack, _ way: TrackWay, activities: [ActivityEstimate]
    ) -> DayMaterial {
        let steps = steps(outsideRidesOf: activities)
        var material = DayMaterial(
            points: ways.points(on: track, way, steps), activities: activities, corrections: ways.corrections,
            statements: ways.statements)
        if material.points.isEmpty {
            var session = placeless
            (session.activities, session.steps) = (activities, steps)
            material.placeless = [session]
        }
        return material
    }

    /// Runs a session through a core of its own.
    /// - Parameters:
    ///   - events: The session's events in their order.
    ///   - parameters: The parameters to start with.
    /// - Returns: What its day is made of, and the parameters of the day that are in force at its end. O(n).
    public static func material(
        of events: some Sequence<SensorEvent>, parameters: Parameters
    ) -> (material: DayMaterial, parameters: DayParameters) {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher()
        for event in events { finisher.consume(event, with: &core) }
        return (finisher.material(core), core.parameters.day)
    }

    /// Returns what the day of the session is made of; `core` is the one that consumed the events. O(n).
    public func material(_ core: FusionCore) -> DayMaterial {
        let activities = stretches(core.parameters.activity)
        let smoothed = smoothed(core.parameters)
        let hasBackwardPass = core.parameters.position.kind.hasBackwardPass
        return material(along: hasBackwardPass ? smoothed.track : filtered, smoothed.way, activities: activities)
    }

    /// Returns the session in a few numbers; `core` is the one that consumed the events.
    public func summary(of core: FusionCore, _ way: TrackWay, _ steps: StepLedger, simplifiedPoints: Int) -> Summary {
        var summary = accumulator.summary(of: core, way, simplifiedPoints: simplifiedPoints)
        summary.steps = steps.times.count
        // Without a place, all metres are those of steps.
        if filtered.isEmpty { summary.estimatedDistance = steps.metres(at: Instant(nanoseconds: .max)) }
        return summary
    }

    /// Returns the points to draw of a track: bends, ends, every change of activity or of estimation, and both ends of a
    /// silence of which nothing is known.
    public static func simplify(
        _ track: PositionTrack, activities: [ActivityEstimate], parameters: Parameters
    ) -> [SimplifiedPoint] {
        var corners: [Int] = []
        var labels = ActivityLabels(activities)
        var before: (time: Instant, isEstimated: Bool, activity: Activity)?
        for index in track.indices {
            let time = track.time(of: index)
            let here = (time: time, isEstimated: track.isBridged(index), activity: labels.activity(at: time))
            if let before, before.isEstimated != here.isEstimated || time - before.time >= parameters.day.gap {
                corners += [index - 1, index]
            } else if let before, before.activity != here.activity {
                corners.append(index)
            }
            before = here
        }
        let needsTimes = parameters.simplifier.measure == .synchronized || parameters.simplifier.maximumTimeStep > 0
        let kept = Simplifier(parameters: parameters.simplifier).keptIndices(
            of: track.places, times: needsTimes ? track.map(\.time) : [], corners: corners)
        labels = ActivityLabels(activities)
        return kept.map { SimplifiedPoint(estimate: track[$0], activity: labels.activity(at: track.time(of: $0))) }
    }
}

extension PositionFilter.Kind {
    /// True if a saved track is the smoothed one; false if it is what the filter said live.
    public var hasBackwardPass: Bool { self == .constantVelocity }
}

/// Goes along activities in order of time.
private struct ActivityLabels {
    private let activities: [ActivityEstimate]
    private var next = 0

    init(_ activities: [ActivityEstimate]) { self.activities = activities }

    /// Returns what was being done at a moment, which does not lie before that of the call before.
    mutating func activity(at time: Instant) -> Activity {
        while next < activities.count, activities[next].time <= time { next += 1 }
        return next > 0 ? activities[next - 1].activity : .unknown
    }
}
