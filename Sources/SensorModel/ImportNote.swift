/// A note about a part of an imported file that was not used unchanged.
public struct ImportNote: Sendable, Hashable {
    /// The kinds of notes.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
        /// A file of several that could not be read.
        case refused
        /// A part that is in the input twice.
        case doubled
        /// A statement or a value that the rest of the file contradicts.
        case doubted
        /// A part that is broken, or that no session can hold.
        case leftOut
    }

    /// The kind.
    public var kind: Kind
    /// The text, in English: a clause that names the place and the reason.
    public var text: String

    /// Creates a note.
    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
