import Foundation
import Glibc

/// How another program is started as a child of this one.
///
/// No signal is blocked in the child: threads of a pool have all of them blocked, and it would inherit that.
struct ChildLaunch {
    /// What one of the child's first three descriptors is.
    enum Stream {
        /// A file that is opened for it.
        case file(String, flags: CInt)
        /// A descriptor of this process.
        case descriptor(CInt)
    }

    /// What it belongs to.
    enum Belonging {
        /// A process group of its own, so that Ctrl-C is not meant for it.
        case group
        /// A session of its own: no terminal and no parent takes it along when they end.
        case session
    }

    /// The program, by path or by name, and what it is told.
    var words: [String]
    /// Where it reads.
    var input = Stream.file("/dev/null", flags: O_RDONLY)
    /// Where it writes.
    var output = Stream.file("/dev/null", flags: O_WRONLY)
    /// Where it complains.
    var errors = Stream.file("/dev/null", flags: O_WRONLY)
    /// What it belongs to.
    var belonging = Belonging.group
    /// True if every other descriptor of this process is closed in it.
    var closesOthers = false

    /// Its environment, as `NAME=VALUE`; that of this process if it is `nil`.
    var environment: [String]?

    /// Starts it.
    /// - Returns: Its process, or why there is none.
    func start() -> Result<pid_t, LaunchFailure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, CInt(number), path, flags, 0o600)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
            }
        }
        for descriptor in closesOthers ? Self.openDescriptors() : [] where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flag = belonging == .session ? Self.newSession : Int16(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, flag | Int16(POSIX_SPAWN_SETSIGMASK))

        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        let variables: [UnsafeMutablePointer<CChar>?]? = environment.map { $0.map { strdup($0) } + [nil] }
        defer { for variable in variables ?? [] { free(variable) } }
        guard let program = words.first else { return .failure(LaunchFailure(number: ENOENT)) }
        var process: pid_t = 0
        let status: CInt
        if variables != nil {
            status = posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
        } else {
            status = posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
        }
        return status == 0 ? .success(process) : .failure(LaunchFailure(number: status))
    }

    /// Takes note of a child's end, whenever that is: somebody has to as long as this process lives.
    static func awaitEnd(of process: pid_t, then tell: @escaping @Sendable () -> Void = {}) {
        Thread.detachNewThread {
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            tell()
        }
    }

    /// The files that this process has open; one that is closed meanwhile does no harm.
    private static func openDescriptors() -> [CInt] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(CInt.init)
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which a module map does not show.
    private static let newSession: Int16 = 0x80
}

/// Why a program was not started.
struct LaunchFailure: Error {
    /// The system's number for it (`errno`).
    var number: CInt
    /// The system's words for it.
    var reason: String { String(cString: strerror(number)).lowercased() }
}
