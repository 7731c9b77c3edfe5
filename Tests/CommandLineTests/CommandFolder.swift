import Foundation
import TestSupport
import Testing

/// A temporary folder in which a shell runs commands.
struct CommandFolder {
    let url: URL

    init() throws { url = try temporaryFolder() }

    /// Runs a command in the folder; `$PROGRAM` is the program, `library` the library.
    func shell(_ command: String) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/bin/bash", ["-c", "cd \"$1\" && \(command)", "bash", url.path],
            environment: [
                "ODOGRAPH_LIBRARY": path("library"), "TZ": "UTC", "PROGRAM": Places.program("odographctl"),
                "TMPDIR": url.path,
            ])
    }

    /// Runs the program with arguments, which has to succeed, and returns its output.
    func run(_ arguments: String) throws -> String {
        let result = try shell("$PROGRAM \(arguments)")
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    /// Returns where a file of the folder is.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns what a file of the folder holds.
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

    /// Creates a file in the folder.
    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

    /// Returns the names of what is in the folder.
    func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: url.path)) }

    /// Writes the event log of a walk of one minute, with other lines behind it.
    /// - Parameter late: The seconds whose fixes arrived 16 s late and have a negative speed.
    func writeLog(_ name: String = "walk.ndjson", _ more: [String] = [], late: Range<Int> = 0..<0) throws {
        let lines = (0..<60).map { second in
            let time = 1_700_000_000 + second
            let received = late.contains(second) ? ",\"received\":\(time + 16)" : ""
            return "{\"type\":\"fix\",\"time\":\(time)\(received),\"latitude\":\(50 + Double(second) * 1.2e-5),"
                + "\"longitude\":14,\"horizontalAccuracy\":4,\"speed\":\(late.contains(second) ? -1 : 1.4)}"
        }
        try write((lines + more).joined(separator: "\n"), to: name)
    }
}

/// Reads one JSON object on each line.
func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
}
