import ArgumentParser
import Foundation
import FusionCore
import LibraryImport
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl export`: writes a session's track in another program's format, or all of its events.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write a session's track as GPX, GeoJSON, KML, CSV, JSON or a Moves storyline, or all of its events.",
        discussion: """
            Estimated points are marked in every format that supports it. The input may also be an event log or a file \
            that can be imported; docs/formats.md describes the output. With --from and --to, the output is that of a session \
            that was recorded only then. With --library, every session of the library is \
            written into a folder, and `import FOLDER --into-library` reads their events back.

            Examples:
              odographctl export walk.odograph --format gpx --output walk.gpx
              odographctl export walk.odograph --format csv --leave-out Home --output -
            """)

    @Argument(help: "A session, an event log, or a file that can be imported.", completion: .recordings)
    var session: String?

    @Option(
        help: "One of \(ExportFormat.names.joined(separator: ", ")).",
        completion: .list(ExportFormat.names), transform: { try ExportFormat(parsing: $0) })
    var format: ExportFormat

    @Option(
        help: ArgumentHelp(
            "The file to write to; `-` is standard output. With --library, the folder to create.", valueName: "file"))
    var output: String

    @OptionGroup var replacement: ForceOption

    @Flag(help: "Write every session of the library, or those that --from, --to or --last choose.")
    var library = false

    @OptionGroup var spanOptions: DateSpanOptions

    @Option(
        help: "One of \(TrackKind.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(TrackKind.allCases.map(\.rawValue)), transform: { try choice($0) })
    var track = TrackKind.smoothed

    @OptionGroup var privacyOptions: PrivacyOptions

    @OptionGroup var parameterOptions: ParameterOptions

    func validate() throws {
        guard (session == nil) == library else {
            throw ValidationError("Give one session, or write all of them with --library.")
        }
        guard library || spanOptions.last == nil else {
            throw ValidationError("--last chooses sessions of the library; use it with --library.")
        }
    }

    func run() throws {
        guard let session else { return try exportLibrary() }
        let zones = try privacyOptions.zones()
        let sink = try StandardOutput.sink(
            output, besides: [session, parameterOptions.file], isForced: replacement.force)
        try export(session, leavingOut: zones, to: sink)
        try sink.close()
    }

    /// Writes each session to a separate file. Reports sessions that cannot be read and continues with the others.
    private func exportLibrary() throws {
        let span = try spanOptions.isNamed ? spanOptions.span() : nil
        let entries = try SessionLibrary.existing()?.summarizedEntries() ?? []
        let chosen = entries.filter { entry in span.map { entry.summary?.covers($0) ?? false } ?? true }
        let zones = try privacyOptions.zones()
        let report = try LibraryExport.run(
            chosen, to: output, fileExtension: format.fileExtension,
            write: { try export($0, leavingOut: zones, to: $1) })
        for failure in report.failures { StandardError.write(failure.description) }
        StandardError.write("\(output): \(report.written) of \(report.written + report.failures.count) sessions.")
        if !report.failures.isEmpty { throw report.written == 0 ? ExitCode.failure : .partly }
    }

    private func export(_ session: String, leavingOut zones: PrivacyZones, to sink: ByteSink) throws {
        let file = try InputFile(session)
        var zones = zones
        guard case .track(let format) = format else {
            return try writeEvents(of: input(file, nil, &zones), zones, to: sink)
        }
        let document = try document(of: file, session, format, &zones)
        guard !document.isEmpty else {
            throw CommandError(
                spanOptions.isNamed || !zones.isEmpty
                    ? "“\(session)” contains no fixes for a track, or --from, --to and --leave-out exclude all of them."
                    : "“\(session)” contains no fixes for a track.")
        }
        guard format.holds(document) else {
            throw CommandError(
                "“\(session)” contains nothing that a file of the format \(format.rawValue) holds; export it as gpx, kml, "
                    + "geojson or json.")
        }
        try Exporter(format).write(document, to: sink)
    }

    /// Writes every drawing and event, so that running the core on the output gives the same lines as running it on the session.
    private func writeEvents(of input: SessionInput, _ zones: PrivacyZones, to sink: ByteSink) throws {
        var writer = EventLogWriter(sink: sink, names: input.names)
        let start = input.recording.start ?? Instant(nanoseconds: 0)
        try writer.begin(title: zones.title(input.title) ?? "", created: start, parameters: input.parameters.changes)
        for feature in zones.visible(in: input.features) { try writer.write(feature) }
        for event in input.recording.events { try writer.write(event) }
    }

    /// Returns the document to write. For the raw track of a track file, this is the file's own document, with the
    /// samples of separate sensors in its points.
    private func document(
        of file: InputFile, _ session: String, _ format: Exporter.Format, _ zones: inout PrivacyZones
    ) throws -> TrackDocument {
        let read = file.format == .session ? nil : try file.document()
        let own =
            track == .raw && !spanOptions.isNamed && zones.isEmpty
            ? read.flatMap { $0.tracks.isEmpty && $0.routes.isEmpty ? nil : $0 } : nil
        if var own, format != .moves {
            own.fillSamples()
            return own
        }
        let input = try input(file, read, &zones)
        let events = input.recording.events
        let parameters = try parameterOptions.parameters(over: input.parameters)
        var document =
            own
            ?? TrackDocument(
                session: events, kind: track, parameters: parameters,
                name: zones.title(input.title ?? InputFile.title(of: session)))
        if own == nil { document.add(input.features) }
        // A Moves export needs a storyline, whichever track is exported.
        if format == .moves, document.storyline.isEmpty {
            document.storyline = FinishedTrack(events: events, parameters: parameters).day.items
        }
        document.leaveOut(zones)
        return document
    }

    /// Reads the part of a file that is exported: without what is outside a time span, or in zones.
    private func input(
        _ file: InputFile, _ read: TrackDocument?, _ zones: inout PrivacyZones
    ) throws -> SessionInput {
        try SessionInput(file, holding: read) { recording in
            let hidden = try recording.start.map(spanOptions.hidden) ?? HiddenSpans()
            guard !hidden.isEmpty || !zones.isEmpty else { return recording }
            return Recording(ordered: zones.visible(in: recording.events, besides: hidden))
        }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice
    where Choice.RawValue == String {
        if let choice = Choice(rawValue: name) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        throw ValidationError(
            "“\(name)” is not known; it has to be one of \(names.joined(separator: ", "))."
                + Suggestion.question(name, among: names))
    }
}
