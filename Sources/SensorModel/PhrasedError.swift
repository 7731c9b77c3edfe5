/// An error whose sentence the window shows in the user's language, and the command line in English.
public protocol PhrasedError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    var phrase: Phrase { get }
}

extension PhrasedError {
    /// The sentence in English.
    public var description: String { phrase.description }
}
