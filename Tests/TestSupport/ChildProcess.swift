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
    private let folder: URL
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
        folder = try temporaryFolder()
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

    deinit {
        child.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The process ID.
    public var process: pid_t { child.process }
    /// Whether it has not ended.
    public var isRunning: Bool { child.ending == nil }
    /// The standard output so far.
    public var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    /// The standard error so far.
    public var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Removes the files of a process that outlives its parent and is not ended.
    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

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

/// Returns a new, empty folder for one test.
public func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "odograph-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}
