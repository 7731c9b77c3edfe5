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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, errorLog, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // It outlives this process and must keep none of its files open: a display, a pipe whose end somebody awaits.
        for descriptor in Self.openDescriptors() where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of a pool have all signals blocked, and the recorder would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var started: pid_t = 0
        let status = posix_spawn(&started, program, &actions, &attributes, words, environ)
        guard status == 0 else {
            throw .notStarted(program, reason: String(cString: strerror(status)).lowercased())
        }
        let process = started
        self.process = process
        // Somebody has to take note of its end as long as this process lives.
        Thread.detachNewThread { [self] in
            var result: CInt = 0
            while waitpid(process, &result, 0) < 0, errno == EINTR {}
            isReaped.store(true, ordering: .releasing)
        }
    }

    /// True after its end.
    var hasEnded: Bool { isReaped.load(ordering: .acquiring) }

    /// What it complained about.
    var words: String {
        let text = (try? String(contentsOfFile: errorLog, encoding: .utf8)) ?? ""
        return text.isEmpty ? "it gave no reason" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The files that this process has open; one that is closed meanwhile does no harm.
    private static func openDescriptors() -> [CInt] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(CInt.init)
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which a module map does not show.
    private static let newSession: Int16 = 0x80
}
