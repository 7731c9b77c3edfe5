/// An error in the input of a command, not in its arguments.
struct CommandError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    let description: String

    init(_ description: String) { self.description = description }
}
