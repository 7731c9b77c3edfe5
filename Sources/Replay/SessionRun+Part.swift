public import FusionCore
import SensorModel

extension SessionRun {
    /// Returns the time with movement in a part of the session, in seconds. O(speeds).
    public func movingTime(within span: TimeSpan?) -> Double {
        let speeds = core.speeds
        var seconds = 0.0
        for place in speeds.indices.dropFirst()
        where speeds.values[place - 1] > 0 && (span?.contains(speeds.times[place]) ?? true) {
            seconds += min(max(0, speeds.times[place] - speeds.times[place - 1]), SummaryAccumulator.longestStep)
        }
        return seconds
    }

    /// Returns the key figures of a part of the session. The findings about receivers, flights, and availabilities
    /// remain those of the whole session. O(n).
    public func summary(within span: TimeSpan) -> Summary {
        var part = summary
        let way = way.clipped(to: span)
        part.distance = way.distance
        part.estimatedDistance = way.estimatedDistance
        part.duration = span.end - span.start
        part.movingTime = movingTime(within: span)
        part.steps = steps.count(at: span.end) - steps.count(at: span.start)
        (part.maximumSpeed, part.maximumSpeedTime) = (way.bestSpeed(over: TrackWay.support) ?? 0, nil)
        (part.fixes, part.rejected) = (0, [:])
        for fix in core.fixes where span.contains(fix.time) {
            part.fixes += 1
            if let rejection = fix.rejection { part.rejected[rejection, default: 0] += 1 }
        }
        return part
    }
}
