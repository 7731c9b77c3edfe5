package import FusionCore
import Geometry
import Localization
import Replay
package import SensorModel
package import ViewerModel

/// A recording in progress. It uses the same core as a replay, which processes each event on arrival, off the main
/// actor.
package actor LiveSession {
    private let identity = SessionIdentity()
    private var core: FusionCore
    private var finisher = TrackFinisher()
    private var distance = LiveDistance()
    private var findings = SessionFindings()
    private var fixes: [ShownFix] = []
    private var drawn: FixPicture?
    private var sensors = SensorTally()
    private let order = EventOrder()
    private var samples = RawSamples()
    private var start: Instant?
    private var end: Instant?
    /// The fixes and the descriptions of their receivers, for whoever follows the events from later on.
    private var history = EventColumns()
    private var hasEnded = false
    private var followers: [AsyncStream<[SensorEvent]>.Continuation] = []
    /// The day as last decided; a ride at its end continues.
    private var decided = FixedLagDay()

    /// The state after some events.
    package struct Standing: Sendable {
        /// The present estimates.
        package var latest = Latest()
        /// The last raw samples.
        package var samples = RawSamples()
        /// Seconds from the first event to the last; `nil` before the first.
        package var duration: Double?
        /// The steps so far, without those of rides that have been decided.
        package var stepCount = 0
    }

    private var duration: Double? { start.flatMap { start in end.map { $0 - start } } }

    init(parameters: Parameters = .init()) { core = FusionCore(parameters: parameters) }

    /// Processes the next events, in the order of the file.
    package func consume(_ events: ArraySlice<SensorEvent>) -> Standing {
        followers.removeAll { if case .terminated = $0.yield(Array(events)) { true } else { false } }
        for event in events {
            switch event.payload {
            case .fix, .source: history.append(event)
            default: break
            }
            let place = order.place(of: event)
            start = start.map { min($0, place) } ?? place
            end = end.map { max($0, place) } ?? place
            sensors.consume(event)
            samples.consume(event)
            var shown = Self.fix(of: event)
            if case .reset = event.payload { distance.consumeReset(of: core) }
            finisher.consume(event, with: &core) { estimate in
                switch estimate {
                case .verdict(let verdict) where verdict.rejection == .unsettled:
                    if let index = fixes.lastIndex(where: { $0.time == verdict.time }) {
                        fixes[index].rejection = .unsettled
                    }
                case .verdict(let verdict):
                    shown?.rejection = verdict.rejection
                    shown?.isSecondary = verdict.isSecondary
                case .speed(let speed): findings.speeds.append(speed)
                case .activity(let activity): findings.activities.append(activity)
                default: break
                }
            }
            // Passing the core copies it, which costs more than processing a motion sample.
            if case .fix = event.payload { distance.append(fixAt: event.time, of: core) }
            if let shown { fixes.append(shown) }
        }
        return Standing(
            latest: core.latest, samples: samples, duration: duration,
            stepCount: finisher.stepCount(outsideRidesOf: decided.activities))
    }

    /// Returns the fixes so far, and then all events on arrival, until the recording has ended.
    func events() -> AsyncStream<[SensorEvent]> {
        let (events, continuation) = AsyncStream.makeStream(of: [SensorEvent].self)
        continuation.yield(Array(history))
        if hasEnded { continuation.finish() } else { followers.append(continuation) }
        return events
    }

    /// Ends the events of all who follow them.
    func finish() {
        hasEnded = true
        for follower in followers { follower.finish() }
        followers = []
    }

    private static func fix(of event: SensorEvent) -> ShownFix? {
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid else {
            return nil
        }
        return ShownFix(time: event.time, coordinate: coordinate, speed: fix.speed)
    }

    /// Decides the day so far and returns its picture; `nil` before the first event. O(n) in copying the tracks.
    package func picture() -> SessionPicture? {
        guard let start, let end else { return nil }
        decided.update(finisher, distance, core.parameters)
        var findings = findings
        findings.positions = finisher.filtered
        findings.gap = core.parameters.day.silences.gap
        (findings.day, findings.simplified) = (decided.day, decided.simplified)
        let picture = FixPicture(fixes, continuing: drawn)
        drawn = picture
        return SessionPicture(
            of: identity, title: localized("Recording"), path: nil, axis: PlaybackAxis(start: start, end: end),
            fixes: picture, findings: findings, sensors: sensors, final: core.latest)
    }
}
