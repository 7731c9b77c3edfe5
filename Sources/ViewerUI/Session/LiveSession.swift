import FusionCore
import Geodesy
import SensorModel
import ViewerModel

/// A session that is being recorded: the same core as in replay, fed as the events come.
struct LiveSession {
    private var core: FusionCore
    private var findings = SessionFindings()
    private var sensors = SensorTally()
    private let order = EventOrder()
    private var start: Instant?
    private var end: Instant?

    /// What the core says now.
    var latest: Latest { core.latest }

    init(parameters: Parameters = .init()) { core = FusionCore(parameters: parameters) }

    /// Takes the next events, in the order in which the file gets them.
    mutating func consume(_ events: [SensorEvent]) {
        for event in events {
            let place = order.place(of: event)
            start = start.map { min($0, place) } ?? place
            end = end.map { max($0, place) } ?? place
            sensors.note(event)
            var shown = Self.fix(of: event)
            core.consume(event) { estimate in
                switch estimate {
                case .verdict(let verdict): shown?.rejection = verdict.rejection
                case .position(let position): findings.positions.append(position)
                case .speed(let speed): findings.speeds.append(speed)
                case .activity(let activity): findings.activities.append(activity)
                default: break
                }
            }
            if let shown { findings.fixes.append(shown) }
        }
    }

    private static func fix(of event: SensorEvent) -> ShownFix? {
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid else {
            return nil
        }
        return ShownFix(
            time: event.time, coordinate: coordinate, speed: fix.speed, accuracy: fix.horizontalAccuracy)
    }

    /// What there is to draw; nil before the first event. O(n log n) in the fixes so far.
    var picture: SessionPicture? {
        guard let start, let end else { return nil }
        var findings = findings
        findings.simplified = simplified
        return SessionPicture(
            title: "Recording", path: nil, axis: PlaybackAxis(start: start, end: end), findings: findings,
            sensors: sensors, final: core.latest)
    }

    private var simplified: [SimplifiedPoint] {
        let simplifier = Simplifier(parameters: core.parameters.simplifier)
        var next = 0
        var activity = Activity.unknown
        return simplifier.keptIndices(of: findings.positions.map(\.coordinate)).map { index in
            let estimate = findings.positions[index]
            while next < findings.activities.count, findings.activities[next].time <= estimate.time {
                activity = findings.activities[next].activity
                next += 1
            }
            return SimplifiedPoint(estimate: estimate, activity: activity)
        }
    }
}
