public import FusionCore
public import SensorModel

/// A recording with all the results of a set of parameters.
public struct SessionRun: Sendable {
    /// The parameters at the start of the run.
    public let parameters: Parameters
    /// The estimates of the core, event by event.
    public private(set) var core: CoreRun
    /// The filtered positions.
    public private(set) var positions: PositionTrack
    /// The track after the backward pass, with its length.
    private(set) var smoothedTrack: SmoothedTrack
    /// The same track before its rests were calmed.
    private(set) var measuredTrack: SmoothedTrack
    /// The track after the backward pass, with outages bridged and marked as estimated.
    public var smoothed: PositionTrack { smoothedTrack.track }
    /// The activities, determined with hindsight and adjusted to the day.
    public let activities: [ActivityEstimate]
    /// The times in which the user was moving.
    let moving: MovingTime
    /// The simplified track.
    public let simplified: [SimplifiedPoint]
    /// The stops, moves, and gaps of the day.
    public let day: Day
    /// The key figures of the session.
    public let summary: Summary
    /// The user's steps, without those counted during rides.
    public let steps: StepLedger
    /// True if only the tracks in an excerpt correspond to these parameters, and all other results are those of the
    /// previous run, to be shown until the complete run is available.
    public let isExcerpt: Bool

    init(
        parameters: Parameters, core: CoreRun, smoothed: SmoothedTrack, measured: SmoothedTrack,
        activities: [ActivityEstimate],
        moving: MovingTime, simplified: [SimplifiedPoint], steps: StepLedger, day: Day, isExcerpt: Bool = false
    ) {
        self.steps = steps
        self.parameters = parameters
        self.core = core
        smoothedTrack = smoothed
        measuredTrack = measured
        self.activities = activities
        self.moving = moving
        self.simplified = simplified
        self.day = day
        self.isExcerpt = isExcerpt
        positions = core.positions
        summary = core.finisher.summary(
            of: core.last, smoothed.distances, steps, moving: moving, simplifiedPoints: simplified.count)
    }

    /// Returns the measured and estimated distance up to an instant, in metres, along the finished track, or by steps
    /// if the session has no fixes. O(log n).
    public func distance(at instant: Instant) -> Double {
        if let metres = smoothedTrack.distances.metres(at: instant) { return metres.sum() }
        return steps.metres(at: instant)
    }

    /// Returns the instants at which ``distance(at:)`` first reaches whole multiples of a length in metres, `most` of them
    /// at most. O(m log n).
    public func milestones(every length: Double, atMost most: Int) -> [Instant] {
        smoothedTrack.distances.milestones(every: length, atMost: most)
    }

    /// Returns the run with the tracks of other parameters, as a preview of those parameters.
    func showing(_ tracks: ExcerptRun, _ simplified: [SimplifiedPoint], of parameters: Parameters) -> SessionRun {
        var smoothed = smoothedTrack
        smoothed.track = tracks.smoothed
        var run = SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, measured: measuredTrack, activities: activities,
            moving: moving,
            simplified: simplified, steps: steps, day: day, isExcerpt: true)
        run.positions = tracks.positions
        return run
    }

    /// Returns the run with another copy of the core's columns, without heights and velocities.
    func thinned(over core: CoreRun) -> SessionRun {
        var run = self
        run.core = core
        run.positions = core.positions
        run.smoothedTrack.track = smoothed.thinned
        run.measuredTrack = run.smoothedTrack
        return run
    }
}
