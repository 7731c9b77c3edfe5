import NavigationMath
import SensorModel

/// The names that imported files give the sports of a day.
struct StatedSports {
    private let names: ToldTimes<ActivityStatement>

    /// Creates the names of some statements; the later wins. O(n log n).
    init(_ statements: [ActivityStatement]) {
        var names = ToldTimes<ActivityStatement>()
        for statement in statements where statement.sport != nil {
            names.note(statement, from: statement.from, until: statement.until)
        }
        self.names = names
    }

    /// Returns a move with the name of its sport, if a file states a sport in the middle of it that its activity does not
    /// contradict. O(log n).
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
