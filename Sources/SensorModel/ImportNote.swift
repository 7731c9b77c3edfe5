/// A note about a part of an imported file, or of a recording, that was changed or left out.
///
/// Two notes are equal if they say the same in English: a session file and an event log may keep no more than that.
public struct ImportNote: Sendable, Hashable {
    /// The ways in which an import can differ from its file.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// One of several files could not be read.
        case refused
        /// A part occurs twice in the input.
        case doubled
        /// The rest of the file contradicts a statement or a value.
        case doubted
        /// A part is damaged, or a session cannot hold it.
        case leftOut
    }

    /// The reason for the note.
    public var kind: Kind
    /// A clause that gives the position in the file and the reason.
    public var phrase: Phrase

    /// Creates a note from its kind and its clause.
    public init(_ kind: Kind, _ phrase: Phrase) { (self.kind, self.phrase) = (kind, phrase) }

    /// The clause in English.
    public var text: String { phrase.description }

    /// Returns whether two notes are of one kind and say the same.
    public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.text == right.text }

    /// Hashes what makes notes equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(text)
    }
}
