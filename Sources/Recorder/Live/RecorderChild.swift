import Foundation
import Glibc
import Launch

/// A recorder started as a process in its own session, so that it survives the end of the terminal and of its parent.
final class RecorderChild: Sendable {
    private let child: Child
    private let errorLog: String

    /// Starts the program. Discards its standard output and writes its standard error to a file.
    init(program: String, arguments: [String], errorLog: String) throws(LiveError) {
        self.errorLog = errorLog
        var launch = ChildLaunch(words: [program] + arguments)
        launch.errors = .file(errorLog, flags: O_WRONLY | O_CREAT | O_TRUNC)
        launch.belonging = .session
        do throws(LaunchFailure) { child = try launch.start() } catch {
            throw .notStarted(program, reason: error.reason)
        }
        child.release()
    }

    /// The process ID.
    var process: pid_t { child.process }
    /// Whether the process has ended.
    var hasEnded: Bool { child.ending != nil }

    /// The contents of its error log.
    var words: String {
        let text = (try? String(contentsOfFile: errorLog, encoding: .utf8)) ?? ""
        return text.isEmpty ? "it gave no reason" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
