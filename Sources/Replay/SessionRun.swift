public import FusionCore

/// A recording with everything that one set of parameters makes of it.
public struct SessionRun: Sendable {
    /// The parameters.
    public let parameters: Parameters
    /// What the core concluded, event by event.
    public private(set) var core: CoreRun
    /// The track after the backward pass, outages bridged and marked.
    public private(set) var smoothed: PositionTrack
    /// What was being done, told with hindsight.
    public let activities: [ActivityEstimate]
    /// The simplified track.
    public let simplified: [SimplifiedPoint]
    /// Stops, moves and gaps.
    public let day: Day
    /// The session in a few numbers.
    public let summary: Summary
    /// True where motion samples were left out to be quick: to be shown until the whole run is there.
    public let isPreview: Bool

    /// Returns the same run over another copy of the core's columns, and without heights and velocities.
    func thinned(over core: CoreRun) -> SessionRun {
        var run = self
        run.core = core
        run.smoothed = smoothed.thinned.sharing(core.positions.times)
        return run
    }
}
