public import SensorModel

/// The errors between a recorder and its followers.
public enum LiveError: PhrasedError, Sendable, Hashable {
    /// The bytes do not follow the format of a recorder.
    case malformed
    /// The recorder uses another version of the protocol.
    case version(Int)
    /// No recorder is listening.
    case noRecorder(String)
    /// The folder for the socket cannot be used.
    case folder(String, reason: String)
    /// Another recorder is running.
    case busy(process: Int32, path: String?)
    /// The program could not be started.
    case notStarted(String, reason: String)
    /// The recorder ended before it could be followed.
    case endedAtOnce(String)
    /// The recorder has as many followers as it accepts.
    case crowded
    /// The connection ended without a final status.
    case lost

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .malformed:
            Phrase(translatable("The recorder sent data that cannot be read; the recording itself continues."))
        case .version(let version):
            Phrase(
                translatable("The recorder uses version {1} of the live protocol: use the window of the same release."),
                "\(version)")
        case .noRecorder(let path): Phrase(translatable("No recorder is running at {1}."), path)
        case .folder(let path, let reason):
            Phrase(
                translatable("The folder {1} cannot be used for the live socket: {2}."),
                [Phrase(plain: path), Phrase(reason)])
        case .busy(let process, let path):
            Phrase(
                translatable(
                    "A recorder is already running (process {1}): stop it first, or give this one its own runtime folder with --runtime-folder."
                ), path.map { "\(process), \($0)" } ?? "\(process)")
        case .notStarted(let program, let reason):
            Phrase(translatable("The recorder {1} could not be started: {2}."), program, reason)
        case .endedAtOnce(let words): Phrase(translatable("The recorder ended immediately: {1}"), words)
        case .crowded: Phrase(translatable("The recorder accepts no more viewers: close one of them."))
        case .lost:
            Phrase(translatable("The connection to the recorder was lost. The recording might still be running."))
        }
    }
}
