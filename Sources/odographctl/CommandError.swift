/// What a command cannot do with what it found: a sentence, and no word on how the command is called.
struct CommandError: Error, CustomStringConvertible {
    /// What is wrong and what to do.
    let description: String

    init(_ description: String) { self.description = description }
}
