import ArgumentParser
import Foundation
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl import`: foreign files into one session.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes a session of GPX, NMEA, a gpsd log, phone recordings, an event log and more.",
        discussion: """
            Formats are told by content, not by name; docs/formats.md lists them. FIT, TCX, KML and others are read \
            through gpsbabel where it is installed. Several inputs become one session, whatever their order. Ctrl C \
            ends the import and leaves nothing behind.
            """)

    @Argument(help: "The files to read.")
    var inputs: [String]

    @Option(help: ArgumentHelp("The session to make; it must not exist.", valueName: "session"))
    var output: String

    @Flag(help: "Leaves out what is broken in a file, and says so, rather than refusing the file.")
    var keepGood = false

    @Flag(help: "Shows no progress.")
    var quiet = false

    /// Events in one transaction.
    private static let batchLength = 50_000

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Name at least one file to read.") }
    }

    func run() throws {
        Interruption.watch()
        do {
            try makeSession()
        } catch is CancellationError {
            StandardError.write("Ended before it was done; nothing was made.")
            throw ExitCode(130)
        }
    }

    private func makeSession() throws {
        guard !FileManager.default.fileExists(atPath: output) else { throw SessionError.alreadyExists(path: output) }
        let events = EventJoin.joined(try inputs.map(read))
        guard !events.isEmpty else {
            throw CommandError("Nothing in the input has a time: it is a drawing and not a recording.")
        }
        let ordered = Recording(unordered: events).events
        let title = inputs.count == 1 ? URL(filePath: inputs[0]).deletingPathExtension().lastPathComponent : ""
        let header = SessionHeader(
            title: title, created: Instant(seconds: Date().timeIntervalSince1970), programVersion: Version.current)
        let writer = try SessionWriter(creating: output, header: header)
        do {
            for start in stride(from: 0, to: ordered.count, by: Self.batchLength) {
                try Interruption.check()
                let batch = ordered[start..<min(start + Self.batchLength, ordered.count)]
                try writer.append(batch.map { LoggedEvent($0) })
            }
            try writer.close()
        } catch {
            // What is not whole is nobody's session.
            try? writer.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: output + suffix) }
            throw error
        }
        let fixes = ordered.count { if case .fix = $0.payload { true } else { false } }
        StandardError.write("\(output): \(ordered.count) events, \(fixes) of them fixes.")
    }

    private func read(_ input: String) throws -> [SensorEvent] {
        var shown = -1
        let document = try Importer(keepsGoodPart: keepGood).load(path: input) { share in
            try Interruption.check()
            let percent = Int(share * 100)
            guard !quiet, percent > shown + 9 else { return }
            shown = percent
            StandardError.write("\(input): \(percent) %")
        }
        try Interruption.check()
        for problem in document.problems { StandardError.write("\(input): \(problem)") }
        if document.problemCount > document.problems.count {
            StandardError.write("\(input): \(document.problemCount - document.problems.count) more like these")
        }
        return document.events
    }
}
