import Foundation
import Glibc
import Synchronization

/// A recorder started as a process in a session of its own: no terminal and no parent takes it along when they end.
final class RecorderChild: Sendable {
    /// Its process.
    let process: pid_t
    private let errorLog: String
    private let isReaped = Atomic(false)

    /// Starts the program; what it prints goes nowhere, what it complains about into a file.
    init(program: String, arguments: [String], errorLog: String) throws(LiveError) {
        self.errorLog = errorLog
        var launch = ChildLaunch(words: [program] + arguments)
        launch.errors = .file(errorLog, flags: O_WRONLY | O_CREAT | O_TRUNC)
        launch.belonging = .session
        // It outlives this process and must keep none of its files open: a display, a pipe whose end somebody awaits.
        launch.closesOthers = true
        switch launch.start() {
        case .failure(let failure): throw .notStarted(program, reason: failure.reason)
        case .success(let started): process = started
        }
        ChildLaunch.awaitEnd(of: process) { [self] in isReaped.store(true, ordering: .releasing) }
    }

    /// True after its end.
    var hasEnded: Bool { isReaped.load(ordering: .acquiring) }

    /// What it complained about.
    var words: String {
        let text = (try? String(contentsOfFile: errorLog, encoding: .utf8)) ?? ""
        return text.isEmpty ? "it gave no reason" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
