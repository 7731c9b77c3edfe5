import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel
import TrackFormats

/// `odographctl export`: a session's line into another program's format.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a session's track as GPX, GeoJSON, KML, CSV, JSON or a Moves storyline.",
        discussion: """
            Estimated points are marked in every format that can. The input may also be an event log or a file that \
            can be imported; docs/formats.md describes what is written.
            """)

    @Argument(help: "A session, an event log, or a file that can be imported.")
    var session: String

    @Option(
        help: "One of \(Exporter.Format.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(Exporter.Format.allCases.map(\.rawValue)), transform: { try choice($0) })
    var format: Exporter.Format

    @Option(help: ArgumentHelp("Where to write; `-` is standard output.", valueName: "file"))
    var output: String

    @Option(
        help: "One of \(TrackKind.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(TrackKind.allCases.map(\.rawValue)), transform: { try choice($0) })
    var track = TrackKind.smoothed

    @OptionGroup var parameterOptions: ParameterOptions

    func run() throws {
        let file = try InputFile(session)
        let document = try document(of: file)
        guard !document.isEmpty else {
            throw CommandError("“\(session)” holds no fix that a track could be made of.")
        }
        let sink = try StandardOutput.sink(output, besides: [session, parameterOptions.file])
        try Exporter(format).write(document, to: sink)
        try sink.close()
    }

    /// The raw line of a track file is the file itself, with all that a session does not hold (heart rate, waypoints).
    private func document(of file: InputFile) throws -> TrackDocument {
        let read = file.format == .session ? nil : try file.document()
        let own = track == .raw ? read.flatMap { $0.tracks.isEmpty && $0.routes.isEmpty ? nil : $0 } : nil
        if let own, format != .moves { return own }
        let input = try SessionInput(file, holding: read)
        let events = input.recording.events
        let parameters = try parameterOptions.parameters(over: input.parameters)
        var document =
            own
            ?? TrackDocument(
                session: events, kind: track, parameters: parameters,
                name: input.title ?? URL(filePath: session).deletingPathExtension().lastPathComponent)
        if own == nil { document.add(input.features) }
        // Moves is a storyline, whatever line is drawn along it.
        if format == .moves, document.storyline.isEmpty {
            document.storyline = FinishedTrack(events: events, parameters: parameters).day.items
        }
        return document
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice
    where Choice.RawValue == String {
        if let choice = Choice(rawValue: name) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("“\(name)” is not known; it has to be one of \(names).")
    }
}
