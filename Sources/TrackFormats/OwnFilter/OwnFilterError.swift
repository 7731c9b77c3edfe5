public import SensorModel

/// The reason why a filter of the user's own gave no track.
public enum OwnFilterError: PhrasedError, Sendable, Hashable {
    /// The program was not started.
    case cannotStart(program: String, reason: String)
    /// The events cannot be written for it.
    case noRoom(reason: String)
    /// It ended with an error, of which it wrote the message.
    case failed(program: String, ending: String, message: String)
    /// It wrote nothing for this many seconds.
    case silent(program: String, seconds: Int)
    /// It wrote more than is read.
    case tooMuch(program: String)
    /// It ended before the recording did.
    case endedEarly(program: String)
    /// It did not read its input.
    case doesNotRead(program: String)
    /// A line of its output does not hold a position; lines count from one.
    case notPosition(program: String, line: Int, text: String)

    /// A sentence for the user that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .cannotStart(let program, let reason):
            Phrase(translatable("The filter “{1}” cannot be started: {2}."), program, reason)
        case .noRoom(let reason): Phrase(translatable("There is no room for the events in /tmp: {1}."), reason)
        case .failed(let program, let ending, let message):
            message.isEmpty
                ? Phrase(translatable("The filter “{1}” failed ({2}), without a message."), program, ending)
                : Phrase(translatable("The filter “{1}” failed ({2}): {3}"), program, ending, message)
        case .silent(let program, let seconds):
            Phrase(
                translatable(
                    "The filter “{1}” wrote nothing for {2} s and was ended; it has to read its input to the end and write each position."
                ), program, "\(seconds)")
        case .tooMuch(let program):
            Phrase(translatable("The filter “{1}” wrote more than a gigabyte and was ended."), program)
        case .endedEarly(let program):
            Phrase(
                translatable("The filter “{1}” ended before the recording; it has to read its input to the end."),
                program)
        case .doesNotRead(let program):
            Phrase(translatable("The filter “{1}” does not read its input and was ended."), program)
        case .notPosition(let program, let line, let text):
            Phrase(
                translatable("Line {2} of the filter “{1}” is not a position: “{3}”. Write lines such as {4}."),
                program,
                "\(line)", text,
                "{\"type\":\"position\",\"time\":1700000000.0,\"latitude\":50.1,\"longitude\":14.4}")
        }
    }
}
