/// The kinds of lines an estimate log may hold, as `run --emit` names them.
public enum EmitKind: String, Sendable, Hashable, CaseIterable {
    /// What became of each fix.
    case verdict
    /// The live position.
    case position
    /// The track smoothed both ways.
    case smoothed
    /// The points that a line needs.
    case simplified
    /// The speed on show.
    case speed
    /// Steps.
    case step
    /// Activities.
    case activity
    /// Attitudes, one an IMU sample.
    case attitude
    /// Gravity, one an IMU sample.
    case gravity
    /// Attitudes told with hindsight.
    case smoothedAttitude
    /// Gravity told with hindsight.
    case smoothedGravity
    /// Altitude from pressure.
    case altitude
    /// Messages.
    case status
    /// Workouts.
    case workout
    /// Workouts with hindsight.
    case finishedWorkout
    /// Stops, moves and gaps.
    case storyline
    /// One line about everything.
    case summary

    /// Reads a list separated by commas; nil as soon as one name is not known, which `unknown` then holds.
    public static func set(from list: String, unknown: inout String?) -> Set<EmitKind>? {
        var kinds: Set<EmitKind> = []
        for word in list.split(separator: ",") {
            let name = word.trimmingCharacters()
            guard let kind = EmitKind(rawValue: name) else {
                unknown = name
                return nil
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without white space at its ends.
    func trimmingCharacters() -> String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
