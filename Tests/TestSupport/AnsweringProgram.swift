import Foundation
import Launch

/// A program that answers each line that it reads with a line, ended with the test.
final class AnsweringProgram {
    private let child: Child

    /// Starts it.
    /// - Throws: `Programs.Missing` if its first line is not `ready`.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        var launch = ChildLaunch(words: [path] + arguments)
        launch.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        (launch.input, launch.output, launch.errors) = (.pipe, .pipe, .descriptor(2))
        child = try launch.start()
        guard answer() == "ready" else {
            throw Programs.Missing(description: "\(URL(filePath: path).lastPathComponent) did not start")
        }
    }

    deinit { child.kill() }

    /// Has a line carried out.
    /// - Throws: `Programs.Missing` with the program's answer if it is not `ok`.
    func act(_ line: String) throws {
        child.write(line + "\n")
        let answer = answer()
        guard answer == "ok" else { throw Programs.Missing(description: "\(line): \(answer)") }
    }

    private func answer() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(child.output, &byte, 1) == 1, byte != 10 { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
