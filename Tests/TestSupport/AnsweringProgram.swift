import Foundation

/// A program that answers each line that it reads with a line, ended with the test.
final class AnsweringProgram {
    private let process = Process()
    private let words = Pipe()
    private let answers = Pipe()

    /// Starts it.
    /// - Throws: `Programs.Missing` if its first line is not `ready`.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = words
        process.standardOutput = answers
        try process.run()
        guard answer() == "ready" else {
            throw Programs.Missing(description: "\(URL(filePath: path).lastPathComponent) did not start")
        }
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Has a line carried out.
    /// - Throws: `Programs.Missing` with the program's answer if it is not `ok`.
    func act(_ line: String) throws {
        try words.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        let answer = answer()
        guard answer == "ok" else { throw Programs.Missing(description: "\(line): \(answer)") }
    }

    private func answer() -> String {
        var line = Data()
        while let byte = try? answers.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
            line.append(first)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
