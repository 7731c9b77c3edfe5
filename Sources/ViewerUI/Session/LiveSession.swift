import FusionCore
import GTKKit
import Geodesy
import SensorModel
import ViewerModel

/// A session that is being recorded: the same core as in replay, fed as the events come.
struct LiveSession {
    private var core: FusionCore
    private var finisher = TrackFinisher()
    private var findings = SessionFindings()
    private var fixes: [ShownFix] = []
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
            finisher.consume(event, with: &core) { estimate in
                switch estimate {
                case .verdict(let verdict): shown?.rejection = verdict.rejection
                case .speed(let speed): findings.speeds.append(speed)
                case .activity(let activity): findings.activities.append(activity)
                default: break
                }
            }
            if let shown { fixes.append(shown) }
        }
    }

    private static func fix(of event: SensorEvent) -> ShownFix? {
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid else {
            return nil
        }
        return ShownFix(time: event.time, coordinate: coordinate, speed: fix.speed)
    }

    /// What there is to draw; nil before the first event. O(n log n) in the fixes so far.
    var picture: SessionPicture? {
        guard let start, let end else { return nil }
        var findings = findings
        findings.positions = finisher.filtered
        let activities = finisher.stretches(core.parameters.activity)
        findings.simplified = TrackFinisher.simplify(
            findings.positions, activities: activities, parameters: core.parameters)
        findings.day = finisher.day(along: findings.positions, activities: activities, core.parameters.day)
        return SessionPicture(
            title: localized("Recording"), path: nil, axis: PlaybackAxis(start: start, end: end),
            fixes: FixPicture(fixes), findings: findings, sensors: sensors, final: core.latest)
    }
}
