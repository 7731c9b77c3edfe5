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
        abstract: "Makes a session of GPX, KML, GeoJSON, NMEA, IGC, trackers' and phones' logs, an event log and more.",
        discussion: """
            Formats are told by content, not by name; docs/formats.md lists them. FIT, TCX and others are read \
            through gpsbabel where it is installed. Routes, lines without times and waypoints are kept beside the \
            recording. Several inputs become one session, whatever their order. Ctrl C \
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
        let files = try inputs.map(read)
        let events = EventJoin.joined(files.map(\.events))
        guard !events.isEmpty else {
            throw CommandError("Nothing in the input has a time: it is a drawing and not a recording.")
        }
        let ordered = Recording(unordered: events).events
        let title = files.count == 1 ? files[0].title : ""
        let header = SessionHeader(
            title: title, created: Instant(seconds: Date().timeIntervalSince1970), programVersion: Version.current)
        let features = files.flatMap(\.features)
        try SessionWriter.make(
            output, header: header, events: ordered, features: features, proceed: Interruption.check)
        let fixes = ordered.count { if case .fix = $0.payload { true } else { false } }
        let beside = features.isEmpty ? "" : ", and \(features.count) routes, drawn lines and waypoints"
        StandardError.write("\(output): \(ordered.count) events, \(fixes) of them fixes\(beside).")
    }

    private func read(_ input: String) throws -> (title: String, events: [SensorEvent], features: [MapFeature]) {
        var shown = -1
        let document = try InputFile(input).document(keepsGoodPart: keepGood) { share in
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
        let events = document.events
        SessionInput.warn(of: events, in: input)
        let title = document.title ?? URL(filePath: input).deletingPathExtension().lastPathComponent
        return (title, events, document.mapFeatures)
    }
}
