public import FusionCore
import NavigationMath
public import SensorModel

/// A recording with everything that one set of parameters makes of it.
public struct SessionRun: Sendable {
    /// What is not yet what the whole run makes of it.
    public enum Preview: Sendable, Hashable {
        /// Motion samples were left out.
        case withoutMotion
        /// Only the tracks are of these parameters, made in two halves; all else is of the run before.
        case tracks
    }

    /// The parameters.
    public let parameters: Parameters
    /// What the core concluded, event by event.
    public private(set) var core: CoreRun
    /// Filtered positions.
    public private(set) var positions: PositionTrack
    /// The track after the backward pass, with its length.
    private(set) var smoothedTrack: SmoothedTrack
    /// The track after the backward pass, outages bridged and marked.
    public var smoothed: PositionTrack { smoothedTrack.track }
    /// The activities with hindsight, as the day names them.
    public let activities: [ActivityEstimate]
    /// The simplified track.
    public let simplified: [SimplifiedPoint]
    /// Stops, moves and gaps.
    public let day: Day
    /// The session in a few numbers.
    public let summary: Summary
    /// The steps that the user made: those of rides are withdrawn.
    public let steps: StepLedger
    /// What was left out to be quick: to be shown until the whole run is there; nil for that.
    public let preview: Preview?

    init(
        parameters: Parameters, core: CoreRun, smoothed: SmoothedTrack, activities: [ActivityEstimate],
        simplified: [SimplifiedPoint], steps: StepLedger, day: Day, preview: Preview? = nil
    ) {
        self.steps = steps
        self.parameters = parameters
        self.core = core
        smoothedTrack = smoothed
        self.activities = activities
        self.simplified = simplified
        self.day = day
        self.preview = preview
        positions = core.positions
        summary = core.finisher.summary(of: core.last, smoothed.way, steps, simplifiedPoints: simplified.count)
    }

    /// Returns the metres up to an instant, measured and estimated, as the finished track has them; of a session without a
    /// fix those of its steps. O(log n).
    public func distance(at instant: Instant) -> Double {
        if let metres = smoothedTrack.way.metres(at: instant) { return metres.sum() }
        return steps.metres(at: instant)
    }

    /// Returns the run with the tracks of other parameters, as a preview of theirs.
    func showing(_ tracks: HalvedRun, _ simplified: [SimplifiedPoint], of parameters: Parameters) -> SessionRun {
        var smoothed = smoothedTrack
        smoothed.track = tracks.smoothed
        var run = SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, activities: activities,
            simplified: simplified, steps: steps, day: day, preview: .tracks)
        run.positions = tracks.positions
        return run
    }

    /// Returns the same run over another copy of the core's columns, and without heights and velocities.
    func thinned(over core: CoreRun) -> SessionRun {
        var run = self
        run.core = core
        run.positions = core.positions
        run.smoothedTrack.track = smoothed.thinned.sharing(core.positions.times)
        return run
    }
}
