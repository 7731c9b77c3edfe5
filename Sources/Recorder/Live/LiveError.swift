/// The errors between a recorder and its followers.
public enum LiveError: Error, Sendable, Hashable, CustomStringConvertible {
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
    public var description: String {
        switch self {
        case .malformed: "The recorder sent data that cannot be read; the recording itself continues."
        case .version(let version):
            "The recorder uses version \(version) of the live protocol: use the window of the same release."
        case .noRecorder(let path): "No recorder is running at \(path)."
        case .folder(let path, let reason): "The folder \(path) cannot be used for the live socket: \(reason)."
        case .busy(let process, let path):
            "A recorder is already running (process \(process)\(path.map { ", writing \($0)" } ?? "")): "
                + "stop it first, or give this one its own runtime folder with --runtime-folder."
        case .notStarted(let program, let reason): "The recorder \(program) could not be started: \(reason)."
        case .endedAtOnce(let words): "The recorder ended immediately: \(words)"
        case .crowded: "The recorder accepts no more viewers: close one of them."
        case .lost: "The connection to the recorder was lost. The recording might still be running."
        }
    }
}
