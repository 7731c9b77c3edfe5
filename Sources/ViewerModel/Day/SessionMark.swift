public import SensorModel

/// A moment of a session that the user marked.
public struct SessionMark: Sendable, Hashable {
    /// The moment.
    public let time: Instant
    /// The stored name of the mark.
    public let text: String

    /// Creates a mark with a name.
    public init(time: Instant, text: String) { (self.time, self.text) = (time, text) }

    /// The name for the user.
    public var title: String { text.visible }

    /// The marks among events, in order of time.
    public static func all(in events: [SensorEvent]) -> [SessionMark] {
        events.marks.map { SessionMark(time: $0.time, text: $0.text) }
    }

    /// Returns whether an event is the mark.
    public func isStored(in event: SensorEvent) -> Bool {
        if case .marker(text) = event.payload { event.time == time } else { false }
    }
}
