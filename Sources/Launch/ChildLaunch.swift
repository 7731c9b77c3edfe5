import Foundation
public import Glibc

/// The parameters for starting another program as a child process.
///
/// All signals are unblocked in the child; otherwise, it would inherit the mask of pool threads, which block all.
public struct ChildLaunch {
    /// The target of one of the child's first three descriptors.
    public enum Stream {
        /// A file that is opened for the child.
        case file(String, flags: CInt)
        /// A descriptor of this process.
        case descriptor(CInt)
    }

    /// The group or session that the child starts.
    public enum Belonging {
        /// A new process group, which Ctrl+C does not reach.
        case group
        /// A new session, so that the child survives the end of the terminal and of its parent.
        case session
    }

    /// The program, by path or name, followed by its arguments.
    public var words: [String]
    /// The standard input.
    public var input = Stream.file("/dev/null", flags: O_RDONLY)
    /// The standard output.
    public var output = Stream.file("/dev/null", flags: O_WRONLY)
    /// The standard error.
    public var errors = Stream.file("/dev/null", flags: O_WRONLY)
    /// The group or session that the child starts.
    public var belonging = Belonging.group
    /// Whether all other descriptors of this process are closed in the child.
    public var closesOthers = false

    /// The environment as `NAME=VALUE`; `nil` for that of this process.
    public var environment: [String]?

    /// Creates the parameters for a program that reads and writes nothing.
    public init(words: [String]) { self.words = words }

    /// Starts the program.
    /// - Returns: The process ID, or the reason why the program was not started.
    public func start() -> Result<pid_t, LaunchFailure> {
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

    /// Waits for the end of a child in the background, so that it does not remain as a zombie, and then calls `ended`.
    public static func awaitEnd(of process: pid_t, then ended: @escaping @Sendable () -> Void = {}) {
        Thread.detachNewThread {
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            ended()
        }
    }

    /// Returns the open descriptors of this process; a descriptor that is closed in the meantime does no harm.
    private static func openDescriptors() -> [CInt] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(CInt.init)
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which the module map does not import.
    private static let newSession: Int16 = 0x80
}

/// The reason why a program was not started.
public struct LaunchFailure: Error {
    /// The system's error number (`errno`).
    public var number: CInt

    /// Creates a failure from the system's error number.
    public init(number: CInt) { self.number = number }

    /// The system's error message.
    public var reason: String { String(cString: strerror(number)).lowercased() }
}
