import FusionCore
import SensorModel

/// The speeds of a session in order of time, as the chart draws them.
struct SpeedColumns: Sendable {
    struct Sample: Sendable {
        var time: Instant
        var value: Double
        var isEstimated = false
    }

    struct Stretch: Sendable {
        var start: Instant
        var end: Instant
        var activity: Activity
    }

    var raw: [Sample] = []
    var fused: [Sample] = []
    var activities: [Stretch] = []

    mutating func add(_ event: SensorEvent) {
        guard case .fix(let fix) = event.payload, let speed = fix.speed else { return }
        raw.append(Sample(time: event.time, value: speed))
    }

    mutating func add(_ estimate: Estimate) {
        switch estimate {
        case .speed(let speed):
            fused.append(Sample(time: speed.time, value: speed.value, isEstimated: speed.isEstimated))
        case .activity(let activity):
            activities.append(Stretch(start: activity.time, end: activity.until, activity: activity.activity))
        default: break
        }
    }
}
