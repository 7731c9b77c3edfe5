/// An error in what a command works on, not in how it was called.
struct CommandError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    let description: String

    init(_ description: String) { self.description = description }
}
