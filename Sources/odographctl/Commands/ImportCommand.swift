import ArgumentParser
import Foundation
import LibraryImport
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl import`: imports foreign files into one session.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Create a session from GPX, FIT, TCX, KML, NMEA, IGC, logs of trackers and phones, archives and more.",
        discussion: """
            Formats are recognized by content, not by name; docs/formats.md lists them. A few old ones are read through \
            gpsbabel if it is installed. Routes, lines without times and waypoints are kept with the recording. \
            Several inputs become one session, in any order; those without a track are listed and left out. Ctrl+C \
            cancels the import without leaving a file. With --into-library, each activity becomes \
            its own session.

            Examples:
              odographctl import ride.gpx --output ride.odograph
              odographctl import export.zip --into-library
            """)

    @Argument(help: "The files to read.", completion: .recordings)
    var inputs: [String]

    @Option(help: ArgumentHelp("The session to create.", valueName: "session"))
    var output: String?

    @OptionGroup var replacement: ForceOption

    @Flag(
        help: ArgumentHelp(
            "Add each activity of the inputs to the library as its own session.",
            discussion: """
                The inputs are files, folders, archives such as the export of Strava or Garmin, and sessions of another \
                library, which are copied bit for bit. An activity that the library already contains is not added again, so \
                an interrupted import continues when it is run again.
                """))
    var intoLibrary = false

    @Flag(help: "Leave out the broken parts of a file with a message, instead of rejecting the file.")
    var keepGood = false

    @Flag(help: "With --into-library: write one JSON object with the sessions that were added.")
    var json = false

    @OptionGroup var progressOptions: ProgressOptions

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Give at least one file to read.") }
        guard output != "-" else {
            throw ValidationError("A session is a database, which standard output cannot be; give a file.")
        }
        guard (output == nil) == intoLibrary else {
            throw ValidationError(
                "Give the session to create with --output, or add to the library with --into-library.")
        }
        guard intoLibrary || !json else { throw ValidationError("--json goes with --into-library.") }
    }

    func run() throws {
        Interruption.watch()
        do {
            if let output { try makeSession(output) } else { try addToLibrary() }
        } catch is CancellationError {
            StandardError.write(
                intoLibrary
                    ? "Cancelled; the sessions added so far are kept. Run the command again to continue."
                    : "Cancelled; no session was created.")
            throw ExitCode.interrupted
        }
    }

    private func addToLibrary() throws {
        for input in inputs where input != "-" && !FileManager.default.fileExists(atPath: input) {
            throw FormatError.file(path: input, reason: Phrase(plain: "there is no such file or folder"))
        }
        let importing = LibraryImport(
            into: try SessionLibrary(), importer: Importer(keepsGoodPart: keepGood), programVersion: Version.current)
        var progress = progressOptions.line("import")
        defer { progress.clear() }
        let report = try importing.run(inputs) { share, report in
            try Interruption.check()
            progress.show(share, "\(report.added.count) sessions added, \(report.known) already present")
        }
        progress.clear()
        if json {
            print(try JSONText.indented(ImportReport(report)))
        } else {
            for refusal in report.refused { StandardError.write(refusal.reason.description) }
            for note in report.notes { StandardError.write(ImportText.line(note.note, of: note.name)) }
            print(ImportText.summary(report))
        }
        if report.added.isEmpty, report.known == 0 { throw ExitCode.failure }
        if !report.refused.isEmpty { throw ExitCode.partly }
    }

    private func makeSession(_ output: String) throws {
        // Before the inputs are read, which can take long.
        try OutputFile.refuse(output, isForced: replacement.force)
        let files = try inputs.compactMap(readUnlessForeign)
        let recording = files.count == 1 ? files[0].document.recording : joined(files.map(\.document))
        let features = files.flatMap(\.document.mapFeatures)
        guard !recording.events.isEmpty || !features.isEmpty else {
            throw CommandError("Nothing in the input has a time or a place.")
        }
        for file in files {
            for note in file.document.notes { StandardError.write(ImportText.line(note, of: file.name)) }
        }
        let title = files.count == 1 ? files[0].title : ""
        let header = SessionHeader(
            title: title, created: Instant(seconds: Date().timeIntervalSince1970), programVersion: Version.current)
        try OutputFile.makeSession(output, besides: inputs, isForced: replacement.force) {
            try SessionWriter.make(
                $0, header: header, events: recording.events, features: features, proceed: Interruption.check)
        }
        let fixes = recording.events.count { if case .fix = $0.payload { true } else { false } }
        let beside = features.isEmpty ? "" : ", and \(features.count) routes, drawn lines and waypoints"
        StandardError.write("\(output): \(recording.events.count) events, \(fixes) of them fixes\(beside).")
        if fixes == 0, !features.isEmpty {
            StandardError.write("\(output): nothing has a time; it opens as a drawing, with nothing to replay.")
        }
        if files.count < inputs.count { throw ExitCode.partly }
    }

    /// Returns the content of a file; `nil` if it is one of several inputs and contains no track, which is reported
    /// but does not fail the import.
    private func readUnlessForeign(_ input: String) throws -> (name: String, title: String, document: TrackDocument)? {
        do {
            return try read(input)
        } catch let error as FormatError where inputs.count > 1 {
            if case .file = error { throw error }
            StandardError.write(ImportText.line(ImportNote(.refused, Phrase(error)), of: nil))
            return nil
        }
    }

    private func joined(_ documents: [TrackDocument]) -> Recording {
        let events = EventJoin.joined(documents.map(\.events))
        return events.isEmpty ? Recording(ordered: events) : Recording(unordered: events)
    }

    private func read(_ input: String) throws -> (name: String, title: String, document: TrackDocument) {
        var progress = progressOptions.line(input)
        defer { progress.clear() }
        let document = try InputFile(input).document(keepsGoodPart: keepGood) { share in
            try Interruption.check()
            progress.show(share)
        }
        try Interruption.check()
        SessionInput.warn(of: document.sensorEvents, in: input)
        let title = document.title ?? InputFile.title(of: input)
        return (input, title, document)
    }
}

/// The output of `import --json`.
private struct ImportReport: Encodable {
    struct Refusal: Encodable {
        let name: String
        let reason: String
    }

    struct Note: Encodable {
        let name: String
        let kind: ImportNote.Kind
        let text: String
    }

    /// The paths of the new sessions.
    let added: [String]
    /// The number of activities that the library already contained.
    let known: Int
    let refused: [Refusal]
    /// The number of files of other kinds.
    let others: Int
    let notes: [Note]

    init(_ report: LibraryImport.Report) {
        (added, known, others) = (report.added, report.known, report.others)
        refused = report.refused.map { Refusal(name: $0.name, reason: $0.reason.description) }
        notes = report.notes.map { Note(name: $0.name, kind: $0.note.kind, text: $0.note.text) }
    }
}
