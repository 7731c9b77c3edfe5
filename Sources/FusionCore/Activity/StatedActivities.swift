import SensorModel

/// The sports that files state.
///
/// A file states how the user moved, but not when the user rested, which the evidence decides.
struct StatedActivities: Sendable, Hashable {
    private var statements = StatementTimeline<Activity>()

    /// Records a statement, which overrides earlier ones. Ignores a statement that does not say how the user moved.
    mutating func consume(_ statement: ActivityStatement) {
        guard statement.isInformative, statement.from < statement.until else { return }
        statements.insert(statement)
    }

    /// Returns the activity stated for a window, ``Activity/unknown`` for a sport that is none of the activities; `nil` if
    /// there is none. O(log statements).
    func activity(of window: ActivityWindow) -> Activity? { activity(from: window.start, until: window.end) }

    /// Returns the activity stated for a time span, ``Activity/unknown`` for a sport that is none of the activities; `nil`
    /// if there is none. O(log statements).
    func activity(from start: Instant, until end: Instant) -> Activity? {
        statements.statement(from: start, until: end)
    }
}
