import SensorModel

/// The sports that files state, and their effect on the evidence.
///
/// A file states how the user moved, but not when the user rested. In a window with a statement, the evidence still
/// decides whether the user moved, by the most likely activity, but not which activity it was.
struct StatedActivities: Sendable, Hashable {
    private var statements = StatementTimeline<Activity>()

    /// The change of the log-likelihood of states that contradict a statement: practically impossible, but finite.
    private static let barred = -30.0

    /// Records a statement, which overrides earlier ones. Ignores a statement without an activity that moves.
    mutating func note(_ statement: ActivityStatement) {
        guard statement.activity.isMoving, statement.from < statement.until else { return }
        statements.note(statement)
    }

    /// Returns the activity stated for a window; `nil` if there is none. O(log statements).
    func activity(of window: ActivityWindow) -> Activity? { activity(from: window.start, until: window.end) }

    /// Returns the activity stated for a time span; `nil` if there is none. O(log statements).
    func activity(from start: Instant, until end: Instant) -> Activity? { statements.word(from: start, until: end) }

    /// Returns the log-likelihoods of a window, adapted to the statement that applies to it.
    func weighed(_ logLikelihoods: SIMD8<Double>, of window: ActivityWindow) -> SIMD8<Double> {
        guard !statements.isEmpty, let stated = activity(of: window) else { return logLikelihoods }
        let moving = ActivityState.moving.map { logLikelihoods[$0.rawValue] }.max() ?? 0
        var weighed = logLikelihoods
        for state in ActivityState.allCases {
            if state.activity == stated {
                if ActivityState.moving.contains(state) { weighed[state.rawValue] = moving }
            } else if state != .stationary {
                weighed[state.rawValue] += Self.barred
            }
        }
        return weighed
    }
}

extension ActivityState {
    /// The states of movement, without stops and jams.
    fileprivate static let moving: [ActivityState] = [.walking, .running, .cycling, .automotive]
}
