import ArgumentParser

/// An error in the input of a command, not in its arguments.
struct CommandError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    let description: String

    init(_ description: String) { self.description = description }
}

extension ExitCode {
    /// The status of a command that did a part of what it was to do, and said what is missing.
    static let partly = ExitCode(2)
    /// The status of a command that the user interrupted, as a shell gives it.
    static let interrupted = ExitCode(130)
}
