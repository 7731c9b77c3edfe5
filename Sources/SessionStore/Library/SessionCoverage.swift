public import FusionCore
public import SensorModel

/// The times in which a session measured, so that simultaneous sessions count only once.
public struct SessionCoverage: Sendable, Hashable, Codable {
    /// The times with accepted fixes.
    public var fixes: [TimeSpan] = []
    /// The times with motion samples.
    public var motion: [TimeSpan] = []
    /// The times with air pressure samples.
    public var pressure: [TimeSpan] = []

    /// The streams of sensors that the user had no permission to read.
    public var deniedStreams: Set<StreamKind> = []

    /// Creates an empty coverage.
    public init() {}

    /// The times with fixes or motion samples, on which activities are based.
    var either: [TimeSpan] {
        var taken = TakenTime()
        for span in fixes + motion { taken.take(span) }
        return taken.spans
    }

    mutating func consume(_ event: SensorEvent, gap: Double) {
        switch event.payload {
        case .acceleration: Self.extend(&motion, with: event, gap: gap)
        case .scalar(.pressure, _): Self.extend(&pressure, with: event, gap: gap)
        case .source(let report) where report.state == .notPermitted: deniedStreams.formUnion(report.streams)
        default: break
        }
    }

    mutating func noteAccepted(_ time: Instant, gap: Double) { Self.extend(&fixes, to: time, gap: gap) }

    private static func extend(_ spans: inout [TimeSpan], with event: SensorEvent, gap: Double) {
        extend(&spans, to: EventOrder().place(of: event), gap: gap)
    }

    private static func extend(_ spans: inout [TimeSpan], to time: Instant, gap: Double) {
        guard let last = spans.last, time - last.end < gap else {
            spans.append(TimeSpan(start: time, end: time))
            return
        }
        if time > last.end { spans[spans.count - 1].end = time }
    }
}
