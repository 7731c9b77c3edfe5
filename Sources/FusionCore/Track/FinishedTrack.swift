import Geometry
public import SensorModel

/// A point of a simplified track, with the activity there.
public struct SimplifiedPoint: Sendable, Hashable {
    /// The position, time, and accuracy.
    public var estimate: PositionEstimate
    /// The activity at the point, or unknown.
    public var activity: Activity
}

extension [SimplifiedPoint] {
    /// Returns whether the segment from each point to the next is estimated: if either end is, or if the track has no
    /// position for a time between them. O(n log times).
    /// - Parameters:
    ///   - silence: The time in seconds without a position after which the line between two is only an estimate.
    ///   - times: The times of the track's positions, ascending.
    public func estimatedSegments(silence: Double, along times: [Instant]) -> [Bool] {
        indices.map { place in
            let (here, next) = (self[place].estimate, self[Swift.min(place + 1, count - 1)].estimate)
            if here.isBridged || next.isBridged { return true }
            guard next.time - here.time >= silence else { return false }
            let after = times.partitionPoint { $0 <= here.time }
            return after == times.count || times[after] >= next.time
        }
    }
}

/// The results that require a finished session: the smoothed and simplified tracks, the day, and the summary.
public struct FinishedTrack: Sendable, Hashable {
    /// The track after the backward pass, with outages bridged and marked as estimated.
    public let track: PositionTrack
    /// The estimates of ``track``. O(n), with several times its memory.
    public var smoothed: [PositionEstimate] { Array(track) }
    /// The distance along ``track``.
    public let distances: DistanceColumn
    /// The points of the smoothed track that its shape needs.
    public var simplified: [SimplifiedPoint]
    /// The activities, determined with hindsight.
    public var activities: [ActivityEstimate]
    /// The stops, moves, and gaps of the day.
    public var day: Day
    /// The key figures of the session.
    public var summary: Summary
}

extension FinishedTrack {
    /// Runs a session through a new core, and finishes its track.
    /// - Parameters:
    ///   - events: The session's events, in order.
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
}

/// Collects the input for the passes over a finished session while a core consumes its events.
///
///     var core = FusionCore(), finisher = TrackFinisher()
///     for event in events { finisher.consume(event, with: &core) { print($0) } }
///     let track = finisher.finish(core)
public struct TrackFinisher: Sendable {
    private var fixes = ReceiverTrails()
    /// The live filter's track so far.
    public private(set) var filtered = PositionTrack()
    /// The data from which activities are determined with hindsight.
    public private(set) var activities = ActivityCollector()
    private var accumulator = SummaryAccumulator()
    private var dayPoints = DayPointCollector()
    private var placeless = PlacelessSession()
    /// All counted steps, including those during rides.
    private var counted = StepLedger()
    private var trail = ReckonedTrail()
    private var trails: [ReckonedTrail] = []
    /// The difference between the time and the arrival of the last fix that served the speed, in seconds.
    private var lead: Double?

    private var knowsActivities = false

    /// The minimum number of points of a trail that can belong to an outage.
    private static let longTrail = 3

    /// Creates a finisher without events.
    /// - Parameters:
    ///   - fixes: The expected number of fixes, if known. Reserving space is cheaper than growing.
    ///   - isThin: Whether the live filter's track is kept without heights and velocities.
    ///   - known: The data for activities, if another run over the same events has already collected it.
    public init(fixes: Int = 0, isThin: Bool = false, activities known: ActivityCollector? = nil) {
        if isThin { filtered = filtered.thinned }
        if let known {
            activities = known
            knowsActivities = true
        }
        self.fixes.reserveCapacity(fixes)
        filtered.reserveCapacity(fixes)
    }

    /// Adopts the time span of the events and the kinds of samples among them from another run over the same events, of
    /// which this one leaves out the motion samples.
    public mutating func adoptEvents(of other: TrackFinisher) { accumulator.adoptEvents(of: other.accumulator) }

    /// Lets the core consume an event, and collects what the passes need.
    public mutating func consume(
        _ event: SensorEvent, with core: inout FusionCore, _ emit: (Estimate) -> Void = { _ in }
    ) {
        accumulator.consume(event)
        let known = filtered.count
        let unplaced = core.distance.unplacedMetres
        if case .reset = event.payload { accumulator.consumeReset(of: core) }
        core.consume(event) { estimate in
            consume(estimate)
            emit(estimate)
        }
        // Passing the core copies it, which costs more than processing a motion sample. So it is passed only with
        // events that can matter.
        if !core.closedActivityWindows.isEmpty, !knowsActivities { activities.consume(core.closedActivityWindows) }
        switch event.payload {
        case .fix(let fix):
            follow(event, known: known, &core)
            if core.latest.verdict?.hasTrackPoint == true, core.latest.verdict?.time == event.time {
                if !knowsActivities { activities.consume(fix, at: event.time) }
                dayPoints.consume(
                    DayPointCollector.FixCounts(
                        time: event.time, floorsUp: core.latest.altitude?.floorsUp ?? 0,
                        floorsDown: core.latest.altitude?.floorsDown ?? 0, hasMeasuredSpeed: fix.speed != nil))
            }
            fixes.append(fixOf: &core)
        case .correction(let correction):
            if !knowsActivities { activities.consume(event) }
            dayPoints.consume(correction)
        case .scalar(.cadence, _), .scalar(.heartRate, _):
            if !knowsActivities { activities.consume(event) }
        case .statement(let statement):
            if !knowsActivities { activities.consume(event) }
            dayPoints.consume(statement)
        case .scalar(.sensorSpeed, let sample):
            accumulator.consume(sensed: sample.value, at: core.clocks.place(of: event))
            if filtered.isEmpty {
                placeless.consume(sensed: core.distance.unplacedMetres - unplaced, at: core.clocks.place(of: event))
            }
        case .span(let span) where span.kind == .pause:
            dayPoints.consume(pause: TimeSpan(start: event.time, end: event.time + span.duration))
        case .reset: dayPoints.consumeReset()
        default: break
        }
        if core.deadReckoner.since != trail.start {
            if trail.points.count >= Self.longTrail {
                if let end = core.deadReckoner.end { trail.append(end.offset, at: end.time) }
                trails.append(trail)
            }
            trail.restart(at: core.deadReckoner.since)
        }
        guard core.deadReckoner.knowsTurns, let time = core.deadReckoner.time else { return }
        if trail.isDue(at: time) { trail.append(core.deadReckoner.offset, at: time) }
    }

    /// Keeps the track on one time axis. If a receiver's clock is set back, it was wrong before, so that the earlier
    /// data is shifted to the right clock, according to the arrival times.
    private mutating func follow(_ event: SensorEvent, known: Int, _ core: inout FusionCore) {
        guard core.latest.verdict?.servesSpeed == true else { return }
        activities.offset = core.clocks.offset
        let lead = event.time - event.received
        defer { self.lead = lead }
        guard core.gate.consequence == .timeStepped, let before = self.lead, lead != before else { return }
        filtered.shift(first: known, by: lead - before)
        fixes.shift(by: lead - before)
        dayPoints.shift(by: lead - before)
        placeless.shift(by: lead - before)
        accumulator.shift(by: lead - before)
        if !knowsActivities { activities.shift(by: lead - before) }
        trail.shift(by: lead - before)
        for index in trails.indices { trails[index].shift(by: lead - before) }
    }

    /// Discards the input of the backward pass, which takes as much memory as the rest.
    public mutating func discardFixes() { fixes = ReceiverTrails() }

    /// Discards the input of the activities except for the clock's offset, and returns it.
    public mutating func releaseActivities() -> ActivityCollector {
        let released = activities
        activities = ActivityCollector()
        activities.offset = released.offset
        return released
    }

    /// Discards the data that only the passes need, which is several times the size of the rest, and the track's
    /// heights and velocities.
    ///
    /// Nothing is computed from the live filter's track any more, so that its places are rounded to a centimetre.
    public mutating func thin() {
        hasMaterial = false
        filtered = filtered.drawn
        fixes = ReceiverTrails()
        activities = ActivityCollector()
        dayPoints = DayPointCollector()
        placeless.thin()
        trails = []
    }

    /// The times before the first fix at which a speed was measured, ascending, on the axis of the track.
    public var sensedTimes: [Instant] { placeless.sensedTimes }

    /// Returns the distance up to an instant, in metres, by the speeds that were measured before the first fix. O(log n).
    public func sensedMetres(at instant: Instant) -> Double { placeless.sensedMetres(at: instant) }

    /// False after ``thin()``: the passes are then no longer possible.
    public private(set) var hasMaterial = true

    private mutating func consume(_ estimate: Estimate) {
        accumulator.consume(estimate)
        switch estimate {
        case .position(let position): filtered.append(position)
        case .step(let step): counted.consume(step)
        case .altitude(let altitude) where filtered.isEmpty: placeless.consume(altitude)
        default: break
        }
    }

    /// Returns the finished track, and discards what only the smoother and the activities need. O(n log n) on real tracks.
    /// - Parameters:
    ///   - core: The core that consumed the events.
    ///   - together: Runs independent parts of the work.
    public mutating func finish(_ core: FusionCore, together: @escaping Together = oneByOne) -> FinishedTrack {
        let parameters = core.parameters
        var (measured, activities) = (SmoothedTrack(), [ActivityEstimate]())
        together({ measured = self.smoothed(parameters, together: together) }, { activities = stretches(parameters) })
        discardFixes()
        _ = releaseActivities()
        let day = day(along: measured, activities: activities, parameters.day)
        let calm = measured.calmed(by: day.rests)
        let simplified = Self.simplify(
            calm.track, activities: day.activities(amending: activities, parameters.activity),
            parameters: parameters, together: together)
        return FinishedTrack(
            track: calm.track, distances: calm.distances, simplified: simplified, activities: activities, day: day,
            summary: summary(
                of: core, calm.distances, steps(outsideRidesOf: activities), moving: moving(activities, day.rests),
                simplifiedPoints: simplified.count))
    }

    /// Returns the track after the backward pass of the selected filter, with bridged and marked outages, and its length.
    /// O(n).
    /// - Parameters:
    ///   - parameters: All parameters.
    ///   - together: Runs independent parts of the work.
    public func smoothed(_ parameters: Parameters, together: Together = oneByOne) -> SmoothedTrack {
        TrackSmoother(parameters: parameters.smoother, outages: parameters.outages).smooth(
            fixes, filter: parameters.position, reckoned: trails, together: together)
    }

    /// Returns the activities, determined with hindsight. O(windows).
    public func stretches(_ parameters: Parameters) -> [ActivityEstimate] {
        ActivityTimeline(activities, parameters: parameters.activity, silences: parameters.outages.silences).stretches
    }

    /// Returns the steps on the time axis of the track, without those during rides. O(steps + activities).
    public func steps(outsideRidesOf stretches: [ActivityEstimate]) -> StepLedger {
        counted.placed(by: activities.offset).withdrawing(ridesOf: stretches)
    }

    /// Returns the number of steps so far, without those during rides. O(activities log steps).
    public func stepCount(outsideRidesOf stretches: [ActivityEstimate]) -> Int {
        counted.placed(by: activities.offset).count(outsideRidesOf: stretches)
    }

    /// Returns the stops, moves, and gaps along a track of the session. O(n).
    public func day(
        along track: SmoothedTrack, activities: [ActivityEstimate], _ parameters: DayParameters
    ) -> Day {
        material(along: track, activities: activities).day(parameters)
    }

    /// Returns the input for segmenting the day of the session, which can be joined with that of others. O(n).
    public func material(along track: SmoothedTrack, activities: [ActivityEstimate]) -> DayMaterial {
        let steps = steps(outsideRidesOf: activities)
        var material = DayMaterial(
            points: dayPoints.points(on: track.track, track.distances, steps), activities: activities,
            corrections: dayPoints.corrections,
            statements: dayPoints.statements)
        let firstFix = material.points.first?.time
        var session = placeless
        session.finish(activities, steps, until: firstFix)
        if firstFix.map({ session.metres(at: $0) > 0 }) ?? true { material.placeless = [session] }
        return material
    }

    /// Runs a session through a new core, and collects the input for segmenting its day.
    /// - Parameters:
    ///   - events: The session's events, in order.
    ///   - parameters: The parameters to start with.
    /// - Returns: The input for the day, and the day's parameters at the end of the session. O(n).
    public static func material(
        of events: some Sequence<SensorEvent>, parameters: Parameters
    ) -> (material: DayMaterial, parameters: DayParameters) {
        var core = FusionCore(parameters: parameters)
        var finisher = TrackFinisher()
        for event in events { finisher.consume(event, with: &core) }
        return (finisher.material(core), core.parameters.day)
    }

    /// Returns the input for segmenting the day of the session; `core` is the core that consumed the events. O(n).
    public func material(_ core: FusionCore) -> DayMaterial {
        material(along: smoothed(core.parameters), activities: stretches(core.parameters))
    }

    /// Returns the times in which the user was moving. O(speeds + activities).
    /// - Parameters:
    ///   - activities: The activities, in order of time.
    ///   - rests: The rests in the stops of the day.
    public func moving(_ activities: [ActivityEstimate], _ rests: [StayRest]) -> MovingTime {
        var moving = accumulator.moving
        moving.fill(with: activities)
        moving.remove(rests)
        return moving
    }

    /// Returns the key figures of the session.
    /// - Parameters:
    ///   - core: The core that consumed the events.
    ///   - distances: The distance along the smoothed track.
    ///   - steps: The steps, without those of rides.
    ///   - moving: The time in which the user was moving.
    ///   - simplifiedPoints: The number of points of the simplified track.
    public func summary(
        of core: FusionCore, _ distances: DistanceColumn, _ steps: StepLedger, moving: MovingTime, simplifiedPoints: Int
    ) -> Summary {
        var summary = accumulator.summary(of: core, distances, simplifiedPoints: simplifiedPoints)
        summary.movingTime = moving.seconds()
        summary.steps = steps.times.count
        // Without any fix, the distance is that of the steps and of what a sensor measured.
        if filtered.isEmpty {
            let end = Instant(nanoseconds: .max)
            summary.estimatedDistance = steps.metres(at: end) + sensedMetres(at: end)
        }
        return summary
    }

    /// Returns the points of a track to draw: bends, ends, every change of activity or of estimation, and both ends of
    /// a silence without data.
    /// - Parameters:
    ///   - track: The track.
    ///   - activities: The activities along it.
    ///   - parameters: All parameters.
    ///   - together: Runs independent parts of the work.
    public static func simplify(
        _ track: PositionTrack, activities: [ActivityEstimate], parameters: Parameters, together: Together = oneByOne
    ) -> [SimplifiedPoint] {
        var corners: [Int] = []
        var points: [PlanePoint] = []
        together(
            { corners = Self.corners(of: track, activities, gap: parameters.day.silences.gap) },
            { points = TrackProjection.points(of: track.places) })
        let needsTimes = parameters.simplifier.measure == .synchronized || parameters.simplifier.maximumTimeStep > 0
        let kept = Simplifier(parameters: parameters.simplifier).keptIndices(
            of: points, times: needsTimes ? track.map(\.time) : [], corners: corners, together: together)
        var labels = ActivityLabels(activities)
        return kept.map { SimplifiedPoint(estimate: track[$0], activity: labels.activity(at: track.time(of: $0))) }
    }

    /// Returns the points at which the activity or the estimation changes, and both ends of each gap.
    private static func corners(of track: PositionTrack, _ activities: [ActivityEstimate], gap: Double) -> [Int] {
        var corners: [Int] = []
        var labels = ActivityLabels(activities)
        var before: (time: Instant, isEstimated: Bool, activity: Activity)?
        for index in track.indices {
            let time = track.time(of: index)
            let here = (time: time, isEstimated: track.isBridged(index), activity: labels.activity(at: time))
            if let before, before.isEstimated != here.isEstimated || time - before.time >= gap {
                corners += [index - 1, index]
            } else if let before, before.activity != here.activity {
                corners.append(index)
            }
            before = here
        }
        return corners
    }
}

/// Finds activities in order of time.
private struct ActivityLabels {
    private let activities: [ActivityEstimate]
    private var next = 0

    init(_ activities: [ActivityEstimate]) { self.activities = activities }

    /// Returns the activity at an instant, which must not be earlier than in the previous call.
    mutating func activity(at time: Instant) -> Activity {
        while next < activities.count, activities[next].time <= time { next += 1 }
        return next > 0 ? activities[next - 1].activity : .unknown
    }
}
