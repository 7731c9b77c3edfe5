import FusionCore
import Recorder
import SensorModel

/// The data behind `watch`: the sources, and the conclusions of the core, which consumes the same events.
struct WatchState: Sendable {
    private(set) var core = FusionCore()
    private(set) var examination = Examination()
    /// The state of the recording; `nil` if none runs.
    private(set) var recording: RecorderStatus?
    /// The last fix attempt and the last sky view.
    private(set) var fix: Fix?
    private(set) var sky: Sky?
    private var nextTick: Instant?

    /// The time between two ticks of the clock, in seconds, which show the core that a receiver is silent.
    private static let tickInterval = 2.0

    /// Consumes the events of a source or a recorder.
    mutating func consume(_ events: some Sequence<SensorEvent>) {
        for event in events {
            examination.consume(CollectionOfOne(event))
            core.consume(event) { _ in }
            switch event.payload {
            case .fix(let newest): fix = newest
            case .sky(let newest) where !newest.satellites.isEmpty: sky = newest
            default: break
            }
        }
    }

    /// Consumes the state of a source.
    mutating func consume(_ status: SourceStatus) { examination.consume(status) }

    /// Consumes the state of the recording.
    mutating func consume(_ status: RecorderStatus) {
        recording = status
        examination.consume(status)
    }

    /// Lets time pass if no recorder does.
    mutating func advance(to now: Instant) {
        guard now >= nextTick ?? now else { return }
        nextTick = now + Self.tickInterval
        core.consume(SensorEvent(time: now, payload: .tick)) { _ in }
    }
}
