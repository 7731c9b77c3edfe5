public import FusionCore
import SensorModel

extension SessionRun {
    /// Returns the time in which the user was moving in a part of the session, in seconds. O(moves).
    public func movingTime(within span: TimeSpan?) -> Double { moving.seconds(within: span) }

    /// Returns the key figures of a part of the session. The findings about receivers, flights, and availabilities
    /// remain those of the whole session. O(n).
    public func summary(within span: TimeSpan) -> Summary {
        var part = summary
        let distances = distances.clipped(to: span)
        part.distance = distances.distance
        part.estimatedDistance = distances.estimatedDistance
        part.duration = span.end - span.start
        part.movingTime = movingTime(within: span)
        part.steps = steps.count(at: span.end) - steps.count(at: span.start)
        // From fix to fix, noise makes the mean over some seconds higher than the speed that was held.
        part.maximumSpeed = min(distances.bestSpeed(over: DistanceColumn.support) ?? 0, summary.maximumSpeed)
        part.maximumSpeedTime = nil
        part.spans.removeAll { $0.time >= span.end || ($0.spanEnd ?? $0.time) < span.start }
        (part.fixes, part.rejected) = (0, [:])
        for fix in core.fixes where span.contains(fix.time) {
            part.fixes += 1
            if let rejection = fix.rejection { part.rejected[rejection, default: 0] += 1 }
        }
        return part
    }
}
