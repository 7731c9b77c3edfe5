import SensorModel

/// What files state of their sport, and what that leaves of the evidence.
///
/// A file says how somebody moved, not when they rested: so of a window that a statement covers it is still weighed
/// whether they moved, by all that is known of every way of moving, but no longer in which way.
struct StatedActivities: Sendable, Hashable {
    private var statements = ToldTimes<Activity>()

    /// The logarithm by which what contradicts a statement is less likely: never, in numbers that stay finite.
    private static let barred = -30.0

    /// Records a statement; the later wins. One that names no way of moving says nothing.
    mutating func note(_ statement: ActivityStatement) {
        guard statement.activity.isMoving, statement.from < statement.until else { return }
        statements.note(statement)
    }

    /// Returns what is stated of a window; nil if nothing is. O(log statements).
    func activity(of window: ActivityWindow) -> Activity? { activity(from: window.start, until: window.end) }

    /// Returns what is stated of a stretch of time; nil if nothing is. O(log statements).
    func activity(from start: Instant, until end: Instant) -> Activity? { statements.word(from: start, until: end) }

    /// Returns the logarithms of a window's likelihoods as a statement leaves them.
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
    /// The states of somebody who gets on.
    fileprivate static let moving: [ActivityState] = [.walking, .running, .cycling, .automotive]
}
