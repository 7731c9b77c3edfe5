public import FusionCore
public import SensorModel

/// A recording with everything that one set of parameters makes of it.
public struct SessionRun: Sendable {
    /// The parameters.
    public let parameters: Parameters
    /// What the core concluded, event by event.
    public let core: CoreRun
    /// The simplified track: places in the run's positions.
    public let simplified: SimplifiedTrack
    /// True where motion samples were left out to be quick: to be shown until the whole run is there.
    public let isPreview: Bool
}

/// The simplified track of a run.
public struct SimplifiedTrack: Sendable, Hashable {
    /// A point of it.
    public struct Point: Sendable, Hashable {
        /// Where, when, how surely.
        public var estimate: PositionEstimate
        /// What was being done.
        public var activity: Activity
    }

    /// The points, in order of time.
    public var points: [Point]

    /// Simplifies a run's filtered track: bends, ends, and every change of activity or of estimation are kept.
    init(_ core: CoreRun, parameters: Parameters) {
        let track = core.positions
        var labels: [Activity] = []
        labels.reserveCapacity(track.count)
        var next = 0
        var activity = Activity.unknown
        for estimate in track {
            while next < core.activities.count, core.activities[next].time <= estimate.time {
                activity = core.activities[next].activity
                next += 1
            }
            labels.append(activity)
        }
        var kept = Set(Simplifier(parameters: parameters.simplifier).keptIndices(of: track.map(\.coordinate)))
        for index in track.indices.dropFirst() {
            if labels[index] != labels[index - 1] { kept.insert(index) }
            if track[index].isEstimated != track[index - 1].isEstimated { kept.formUnion([index - 1, index]) }
        }
        points = kept.sorted().map { Point(estimate: track[$0], activity: labels[$0]) }
    }
}
