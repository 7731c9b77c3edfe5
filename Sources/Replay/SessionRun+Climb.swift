public import FusionCore
import Geometry
import SensorModel

extension SessionRun {
    /// Returns the ascent and descent of a part or the whole session, from air pressure if it was measured, otherwise
    /// from the heights of the smoothed track; `nil` without either. O(n).
    public func climb(within span: TimeSpan? = nil) -> ClimbCounter? {
        func isInside(_ time: Instant) -> Bool { span?.contains(time) ?? true }
        var counter: ClimbCounter
        if core.altitudes.isEmpty {
            counter = ClimbCounter(deadBand: ClimbCounter.satelliteDeadBand)
            for position in smoothed where !position.isEstimated && isInside(position.time) {
                position.altitude.map { counter.update($0) }
            }
        } else {
            counter = ClimbCounter(deadBand: ClimbCounter.pressureDeadBand)
            for altitude in core.altitudes where isInside(altitude.time) { counter.update(altitude.relative) }
        }
        return counter.isMeasured ? counter : nil
    }

    /// Returns whether another run has the same heights. O(1); false says nothing.
    public func hasHeights(of other: SessionRun) -> Bool {
        core.altitudes.isCopy(of: other.core.altitudes) && smoothed.isCopy(of: other.smoothed)
    }

    /// The distance along the smoothed track.
    public var distances: DistanceColumn { smoothedTrack.distances }
}
