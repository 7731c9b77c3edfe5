public import Foundation

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

    /// The running process.
    public let process = Process()
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
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let handles = try [
            FileHandle(forReadingFrom: inputFile), FileHandle(forWritingTo: outputFile),
            FileHandle(forWritingTo: errorFile),
        ]
        // The child has its own once it runs; Foundation would keep these open as long as the tests run.
        defer { for handle in handles { try? handle.close() } }
        (process.standardInput, process.standardOutput, process.standardError) = (handles[0], handles[1], handles[2])
        try withSignalsUnblocked { try process.run() }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The standard output so far.
    public var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    /// The standard error so far.
    public var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Removes the files of a process that outlives its parent and is not ended.
    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Sends a signal.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end.
    public func wait() -> Result {
        // Foundation's own wait burns a core when it is called on a thread without a run loop.
        while !waitUntil(every: 0.005, { !process.isRunning }) {}
        return Result(status: process.terminationStatus, output: output, errors: errors)
    }

    /// Runs a program to its end.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Result {
        try ChildProcess(path, arguments, environment: environment).wait()
    }
}

/// Runs a closure with no signal blocked on this thread: a child inherits the mask, and a test may run on one of
/// Dispatch's threads, which block nearly all, so that the child would never see a SIGTERM.
private func withSignalsUnblocked<Value>(_ body: () throws -> Value) rethrows -> Value {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}

/// Returns a new, empty folder for one test.
public func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "odograph-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}
