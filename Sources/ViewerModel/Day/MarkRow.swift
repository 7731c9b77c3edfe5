public import SensorModel

/// A moment that the user marked, for a list of the day.
public struct MarkRow: Sendable, Hashable {
    /// The moment.
    public let start: Instant
    /// The text of the mark.
    public let text: String

    /// Describes the marks of a session, in order of time.
    /// - Parameter events: The events among which the marks are.
    public static func rows(of events: [SensorEvent]) -> [MarkRow] {
        events.marks.map { MarkRow(start: $0.time, text: $0.text.visible) }
    }
}
