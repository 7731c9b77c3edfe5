import NavigationMath
import SensorModel

/// The names of the sports that imported files state for a day.
struct StatedSports {
    private let names: StatementTimeline<ActivityStatement>

    /// Creates the names from statements; later ones override earlier ones. O(n log n).
    init(_ statements: [ActivityStatement]) {
        var names = StatementTimeline<ActivityStatement>()
        for statement in statements where statement.sport != nil {
            names.note(statement, from: statement.from, until: statement.until)
        }
        self.names = names
    }

    /// Returns a move with the name of the sport that a file states for its middle, unless the activity contradicts it.
    /// O(log n).
    func named(_ move: StorylineItem.Move) -> StorylineItem.Move {
        var move = move
        let middle = move.start + (move.end - move.start) / 2
        guard let statement = names.word(at: middle),
            !statement.activity.isMoving || statement.activity == move.activity
        else { return move }
        move.sport = statement.sport
        return move
    }
}
