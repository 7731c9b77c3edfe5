import Foundation
import FusionCore
import GTKKit
import LibraryImport
import Localization
import Recorder
import Replay
import SensorModel
import SessionStore
import TrackFormats
import Viewer
import ViewerUI

extension LibraryClient {
    /// The export formats by file extension.
    private static let formats: KeyValuePairs<String, Exporter.Format> = [
        "gpx": .gpx, "geojson": .geojson, "kml": .kml, "csv": .csv, "json": .json,
    ]

    /// The client that changes the library's files.
    static var live: LibraryClient {
        LibraryClient(
            rename: { path, title in
                let library = try library(of: path)
                guard let entry = library.entries().first(where: { $0.path == path }) else { throw LibraryError.gone }
                try library.rename(entry, to: title)
            },
            moveToBin: { path in
                if let link = try? RecorderLink.attach(to: .standard()) {
                    defer { link.detach() }
                    guard link.hello.path != path else { throw LibraryError.recording }
                }
                try Files.moveToBin(path)
            },
            export: { source, leftOut, target in try export(source, leavingOut: leftOut, to: target) },
            add: { path, folder, progress in
                try add(path, to: SessionLibrary(folder: folder ?? LibraryFolder.standard().path), progress: progress)
            },
            exportLibrary: { folder, span, ending, leftOut, target, progress in
                let zones = try zones(leftOut, folder: folder)
                let library = try SessionLibrary.existing(folder ?? LibraryFolder.standard().path)
                let entries = library.map { $0.summarizedEntries() } ?? []
                let report = try LibraryExport.run(
                    entries.filter { entry in span.map { entry.summary?.covers($0) ?? false } ?? true }, to: target,
                    fileExtension: ending,
                    write: { try write(try ViewerClients.openFile($0), ending, leavingOut: zones, to: $1) },
                    progress: { done, count in
                        try Task.checkCancellation()
                        progress(Double(done) / Double(count))
                    })
                return Copies(written: report.written, failures: report.failures.map(\.localized))
            },
            exportEndings: formats.map(\.key) + [eventsEnding])
    }

    private static func library(of path: String) throws -> SessionLibrary {
        try SessionLibrary(folder: URL(filePath: path).deletingLastPathComponent().path)
    }

    private static func export(_ source: Source, leavingOut leftOut: LeftOut, to target: String) throws {
        let ending = URL(filePath: target).pathExtension.lowercased()
        guard ending == eventsEnding || formats.contains(where: { $0.key == ending }) else {
            throw LibraryError.ending(formats.map(\.key) + [eventsEnding])
        }
        let session =
            switch source {
            case .file(let path): try ViewerClients.openFile(path)
            case .shown(let session): session
            }
        guard ending == eventsEnding || session.recording.events.fixCount > 0 || !session.features.isEmpty else {
            throw LibraryError.nothingToExport
        }
        let sink = try ByteSink(path: target)
        try write(session, ending, leavingOut: zones(leftOut), to: sink)
        try sink.close()
    }

    private static func zones(_ leftOut: LeftOut, folder: String? = nil) throws -> PrivacyZones {
        let library =
            leftOut.places.isEmpty ? nil : try SessionLibrary.existing(folder ?? LibraryFolder.standard().path)
        let known = library.map { $0.places(of: $0.summarizedEntries()).places } ?? []
        return PrivacyZones(around: leftOut.places, radius: leftOut.radius, known: known)
    }

    /// Writes a session's track, or all of its events, from which exactly the same events can be read back.
    private static func write(
        _ session: OpenedSession, _ ending: String, leavingOut zones: PrivacyZones, to sink: ByteSink
    ) throws {
        var (zones, recording) = (zones, session.recording)
        if !zones.isEmpty { recording = Recording(ordered: zones.visible(in: recording.events)) }
        let (events, title) = (recording.events, zones.title(session.title))
        guard let format = formats.first(where: { $0.key == ending })?.value else {
            var writer = EventLogWriter(sink: sink, names: DeviceNames(events))
            try writer.begin(
                title: title ?? "", created: recording.start ?? Instant(nanoseconds: 0),
                parameters: session.parameters.changes)
            for event in events { try writer.write(event) }
            return
        }
        var document = TrackDocument(
            session: events, kind: .smoothed, parameters: session.parameters, name: title)
        document.add(session.features)
        document.leaveOut(zones)
        guard !document.isEmpty else { throw LibraryError.nothingToExport }
        guard format.holds(document) else { throw LibraryError.notInFormat(format.rawValue) }
        try Exporter(format).write(document, to: sink)
    }

    private static func add(
        _ path: String, to library: SessionLibrary, progress: @escaping (Double) -> Void
    ) throws -> Addition {
        let importing = LibraryImport(
            into: library, importer: Importer(keepsGoodPart: true), programVersion: ViewerApplication.version)
        var soFar = LibraryImport.Report()
        let report: LibraryImport.Report
        do {
            report = try importing.run([path]) { share, report in
                soFar = report
                try Task.checkCancellation()
                progress(share)
            }
        } catch is CancellationError {
            // Sessions added before the cancellation are kept and counted.
            return Addition(soFar)
        }
        guard report.added.isEmpty else { return Addition(report) }
        throw report.known > 0
            ? LibraryError.known(path) : LibraryError.refused(report.refused.first?.reason ?? Phrase(plain: path))
    }
}

extension LibraryClient.Addition {
    init(_ report: LibraryImport.Report) {
        self.init(added: report.added.count, known: report.known, refused: report.refused.count)
    }
}

/// The reason why an operation on the library failed.
enum LibraryError: PhrasedError {
    /// The session is being recorded.
    case recording
    /// The session no longer exists.
    case gone
    /// The extension of a file does not identify an export format.
    case ending([String])
    /// There is no track to export.
    case nothingToExport
    /// A file of the format holds nothing of the session.
    case notInFormat(String)
    /// The file is already in the library.
    case known(String)
    /// The file cannot be imported.
    case refused(Phrase)

    var phrase: Phrase {
        switch self {
        case .recording: Phrase(translatable("The session is being recorded: stop the recording first."))
        case .gone: Phrase(translatable("The session no longer exists."))
        case .ending(let endings):
            Phrase(
                translatable("The file's name has to end in one of {1}."),
                endings.map { ".\($0)" }.joined(separator: ", "))
        case .known(let path):
            Phrase(translatable("{1} is already in the library."), URL(filePath: path).lastPathComponent)
        case .refused(let reason): reason
        case .nothingToExport: Phrase(translatable("The session contains no fixes for a track."))
        case .notInFormat(let format):
            Phrase(
                translatable(
                    "The session contains nothing that a file of the format {1} holds; export it as GPX, KML, GeoJSON or JSON."
                ),
                format.uppercased())
        }
    }
}
