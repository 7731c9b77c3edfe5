public import FusionCore
public import SensorModel

/// When a session measured what, so that sessions of one time are counted once.
public struct SessionCoverage: Sendable, Hashable, Codable {
    /// When fixes were accepted.
    public var fixes: [TimeSpan] = []
    /// When motion was measured.
    public var motion: [TimeSpan] = []
    /// When air pressure was measured.
    public var pressure: [TimeSpan] = []

    /// The streams of sensors that the user had no permission to read.
    public var deniedStreams: Set<StreamKind> = []

    /// Creates the coverage of nothing.
    public init() {}

    /// When any of fixes and motion came: what activities are told from.
    var either: [TimeSpan] {
        var taken = TakenTime()
        for span in fixes + motion { taken.take(span) }
        return taken.spans
    }

    mutating func note(_ event: SensorEvent, gap: Double) {
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
