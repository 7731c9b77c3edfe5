import FusionCore
import SensorModel
import ViewerModel

/// A session that is being recorded: the same core as in replay, fed as the events come.
struct LiveSession {
    private var core: FusionCore
    private var collector = SessionCollector()
    private let order = EventOrder()
    private var start: Instant?
    private var end: Instant?

    /// What the core says now.
    var latest: Latest { core.latest }
    /// Seconds from the first event to the last.
    var elapsed: Double { if let start, let end { end - start } else { 0 } }

    init(parameters: Parameters = .init()) { core = FusionCore(parameters: parameters) }

    /// Takes the next events, in the order in which the file gets them.
    mutating func consume(_ events: [SensorEvent]) {
        for event in events {
            let place = order.place(of: event)
            start = start.map { min($0, place) } ?? place
            end = end.map { max($0, place) } ?? place
            collector.add(event)
            core.consume(event) { collector.add($0) }
        }
    }

    /// What there is to draw; nil before the first event. O(n log n) in the fixes so far.
    var picture: SessionPicture? {
        guard let start, let end else { return nil }
        return SessionPicture(
            title: "Recording", path: nil, axis: PlaybackAxis(start: start, end: end), collector: collector,
            parameters: core.parameters, final: core.latest)
    }
}
