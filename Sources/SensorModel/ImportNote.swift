/// A note about a part of an imported file, or of a recording, that was changed or left out.
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
    /// The text in English: a clause that gives the position in the file and the reason.
    public var text: String

    /// Creates a note from its kind and text.
    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
