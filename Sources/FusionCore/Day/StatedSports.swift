import SensorModel

/// The names of the sports that imported files state for a day.
struct StatedSports {
    /// The statements of the files and of the user about how the user moved.
    let statements: StatementTimeline<MoveStretch>
    private let names: StatementTimeline<ActivityStatement>

    /// Creates the names from statements; later ones override earlier ones. O(n log n).
    init(_ statements: [ActivityStatement], corrections: [Correction]) {
        self.statements = StatementTimeline(statements: statements, corrections: corrections)
        var names = StatementTimeline<ActivityStatement>()
        for statement in statements where statement.sport != nil {
            names.insert(statement, from: statement.from, until: statement.until)
        }
        self.names = names
    }

    /// Returns a move with the name of the sport that a file states for its middle, unless the activity, or a correction of
    /// it, contradicts the name. O(log n).
    func named(_ move: StorylineItem.Move) -> StorylineItem.Move {
        var move = move
        let middle = move.start + (move.end - move.start) / 2
        guard let statement = names.statement(at: middle) else { return move }
        let isCorrected = statements.statement(at: middle)?.origin == .person
        // A name whose activity was doubted when the file was read still names that activity.
        let named = statement.activity.isMoving ? statement.activity : Activity(rawValue: statement.sport ?? "")
        guard named.map({ $0 == move.activity }) ?? !(isCorrected && statement.isOfAnotherSport) else { return move }
        move.sport = statement.sport
        return move
    }
}
