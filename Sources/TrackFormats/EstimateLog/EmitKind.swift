/// The kinds of lines in an estimate log, named as in `run --emit`.
public enum EmitKind: String, Sendable, Hashable, CaseIterable {
    /// The acceptance or rejection of each fix.
    case verdict
    /// The live positions.
    case position
    /// The track smoothed forwards and backwards.
    case smoothed
    /// The points needed to keep the line's shape.
    case simplified
    /// The displayed speed.
    case speed
    /// Every counted step, with cadence and length.
    case step
    /// Activities.
    case activity
    /// Attitudes, one per IMU sample.
    case attitude
    /// Gravity, one per IMU sample.
    case gravity
    /// Altitudes from air pressure.
    case altitude
    /// Status messages.
    case status
    /// Live workouts.
    case workout
    /// Workouts of the finished session.
    case finishedWorkout
    /// Stops, moves and gaps.
    case storyline
    /// A single line that summarizes the session.
    case summary

    /// Parses a comma-separated list; `nil` if it contains an unknown name, which is then stored in `unknown`.
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
    /// Returns the text without white space at its ends.
    func trimmingCharacters() -> String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
