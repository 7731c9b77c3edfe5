public import FusionCore

extension SessionRun {
    /// Ascent and descent: by air pressure if it was measured, else by the heights of the smoothed track; `nil` without
    /// either. O(n).
    public var climb: ClimbCounter? {
        var counter: ClimbCounter
        if core.altitudes.isEmpty {
            counter = ClimbCounter(deadBand: ClimbCounter.satelliteDeadBand)
            for position in smoothed where !position.isEstimated { position.altitude.map { counter.update($0) } }
        } else {
            counter = ClimbCounter(deadBand: ClimbCounter.pressureDeadBand)
            for altitude in core.altitudes { counter.update(altitude.relative) }
        }
        return counter.isMeasured ? counter : nil
    }

    /// The length of the smoothed track, fix by fix.
    public var way: TrackWay { smoothedTrack.way }
}
