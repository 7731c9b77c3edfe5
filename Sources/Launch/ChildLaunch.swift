import Foundation
import Glibc

/// The parameters for starting another program as a child process.
///
/// The child inherits its three streams and no other descriptor. All signals are unblocked in it; otherwise, it would
/// inherit the mask of pool threads, which block all.
public struct ChildLaunch {
    /// The target of one of the child's first three descriptors.
    public enum Stream {
        /// A file that is opened for the child.
        case file(String, flags: CInt)
        /// A descriptor of this process; one below 3 is the child's own, if it comes later.
        case descriptor(CInt)
        /// A new pipe, whose other end is that of the ``Child``.
        case pipe
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
    /// The standard error; not a separate pipe.
    public var errors = Stream.file("/dev/null", flags: O_WRONLY)
    /// The group or session that the child starts.
    public var belonging = Belonging.group
    /// The environment as `NAME=VALUE`; `nil` for that of this process.
    public var environment: [String]?

    /// Creates the parameters for a program that reads and writes nothing.
    public init(words: [String]) { self.words = words }

    /// Starts the program.
    /// - Throws: ``LaunchFailure``
    public func start() throws(LaunchFailure) -> Child {
        guard let program = words.first else { throw LaunchFailure(number: ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The child's ends of pipes, and this process's.
        var (theirs, ours): ([CInt], [CInt]) = ([], [])
        var hasStarted = false
        defer { for end in theirs + (hasStarted ? [] : ours) { close(end) } }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, CInt(number), path, flags, 0o600)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
            case .pipe:
                let (reading, writing) = try Self.pipe()
                theirs.append(number == 0 ? reading : writing)
                ours.append(number == 0 ? writing : reading)
                posix_spawn_file_actions_adddup2(&actions, theirs[theirs.count - 1], CInt(number))
            }
        }
        for descriptor in Self.openDescriptors() where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let process = try spawn(program, &actions)
        hasStarted = true
        var ends = ours.makeIterator()
        func end(of stream: Stream) -> CInt { if case .pipe = stream { ends.next() ?? -1 } else { -1 } }
        return Child(process: process, input: end(of: input), output: end(of: output))
    }

    private func spawn(
        _ program: String, _ actions: inout posix_spawn_file_actions_t
    ) throws(LaunchFailure) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flag = belonging == .session ? Self.newSession : Int16(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, flag | Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { $0.map { strdup($0) } + [nil] }
        defer { for text in arguments + (variables ?? []) { free(text) } }
        var process: pid_t = 0
        let status =
            if let variables {
                posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
            } else {
                posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
            }
        guard status == 0 else { throw LaunchFailure(number: status) }
        return process
    }

    private static func pipe() throws(LaunchFailure) -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw LaunchFailure(number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
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

    /// The system's error message.
    public var reason: String { String(cString: strerror(number)).lowercased() }
}
