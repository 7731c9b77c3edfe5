import Foundation
import Glibc
import Launch
import Synchronization

/// A recorder started as a process in its own session, so that it survives the end of the terminal and of its parent.
final class RecorderChild: Sendable {
    /// The process ID.
    let process: pid_t
    private let errorLog: String
    private let isReaped = Atomic(false)

    /// Starts the program. Discards its standard output and writes its standard error to a file.
    init(program: String, arguments: [String], errorLog: String) throws(LiveError) {
        self.errorLog = errorLog
        var launch = ChildLaunch(words: [program] + arguments)
        launch.errors = .file(errorLog, flags: O_WRONLY | O_CREAT | O_TRUNC)
        launch.belonging = .session
        // It outlives this process and must not keep its files open, such as a display or a pipe whose end is awaited.
        launch.closesOthers = true
        switch launch.start() {
        case .failure(let failure): throw .notStarted(program, reason: failure.reason)
        case .success(let started): process = started
        }
        ChildLaunch.awaitEnd(of: process) { [self] in isReaped.store(true, ordering: .releasing) }
    }

    /// Whether the process has ended.
    var hasEnded: Bool { isReaped.load(ordering: .acquiring) }

    /// The contents of its error log.
    var words: String {
        let text = (try? String(contentsOfFile: errorLog, encoding: .utf8)) ?? ""
        return text.isEmpty ? "it gave no reason" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
