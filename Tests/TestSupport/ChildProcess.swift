public import Foundation
import Launch

/// A program run by a test, ended with it.
public final class ChildProcess {
    /// The result of a finished program.
    public struct Result: Sendable {
        /// The exit status.
        public let status: Int32
        /// Everything it wrote to standard output.
        public let output: String
        /// Everything it wrote to standard error.
        public let errors: String
    }

    private let child: Child
    private let outputFile: URL
    private let errorFile: URL

    /// Starts a program; what it writes goes to files, so that no pipe can fill up.
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Added to this process's own.
    ///   - input: What it reads from standard input.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) throws {
        let folder = try temporaryFolder()
        outputFile = folder.appending(path: "out")
        errorFile = folder.appending(path: "err")
        let inputFile = folder.appending(path: "in")
        try Data(input.utf8).write(to: inputFile)
        for file in [outputFile, errorFile] { try Data().write(to: file) }
        var launch = ChildLaunch(words: [path] + arguments)
        launch.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        launch.input = .file(inputFile.path, flags: O_RDONLY)
        launch.output = .file(outputFile.path, flags: O_WRONLY)
        launch.errors = .file(errorFile.path, flags: O_WRONLY)
        child = try launch.start()
    }

    deinit { child.kill() }

    /// The process ID.
    public var process: pid_t { child.process }
    /// Whether it has not ended.
    public var isRunning: Bool { child.ending == nil }
    /// The standard output so far.
    public var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    /// The standard error so far.
    public var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Sends a signal.
    public func signal(_ number: Int32) { child.signal(number) }

    /// Waits for its end.
    public func wait() -> Result {
        let status =
            switch child.wait() {
            case .status(let number), .signal(let number): number
            }
        return Result(status: status, output: output, errors: errors)
    }

    /// Runs a program to its end.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Result {
        try ChildProcess(path, arguments, environment: environment).wait()
    }
}

/// The folder of this process's temporary folders, removed when it ends.
private let runFolder: URL = {
    atexit { try? FileManager.default.removeItem(at: runFolder) }
    return FileManager.default.temporaryDirectory.appending(path: "odograph-\(getpid())")
}()

/// Returns a new, empty folder for one test, removed when the tests end.
public func temporaryFolder() throws -> URL {
    let folder = runFolder.appending(path: String(UUID().uuidString.prefix(8)))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

/// Writes a shell script that a test can start.
///
/// A shell writes it. A file that this process writes can also be open in a child process that another test is starting,
/// and the system does not start a program while it is open for writing.
/// - Parameter lines: The script after its first line, which names the shell.
public func writeScript(_ lines: String, to path: String) throws {
    let result = try ChildProcess.run(
        "/bin/sh", ["-c", #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 700 "$1""#, "sh", path, lines])
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
}
