import Foundation
import Localization
import Recorder
import Replay
import SensorModel
import SessionStore
import Simulation
import TrackFormats
import Viewer
import ViewerModel

extension ViewerClients {
    /// The window's connections to files, sensors and the recorder.
    static var live: ViewerClients {
        let station = SensorStation()
        var clients = ViewerClients(
            open: { path in try openFile(path) },
            demo: {
                let session = Scenarios.demo.simulate(seed: 1)
                return OpenedSession(
                    title: localized("A simulated day"), path: nil, recording: Recording(unordered: session.events))
            },
            library: { LibraryListing.sessions(in: $0 ?? LibraryFolder.standard().path) },
            recording: .live(station), changes: .live, day: .live, tiles: .live(MapFolder.standard()), tuning: .live,
            saveParameters: { path, parameters in
                var header = try SessionReader(opening: path).header
                header.chosenParameters = parameters
                let writer = try SessionWriter(resuming: path)
                try writer.update(header)
                try writer.close()
            })
        clients.openFiles = { paths, progress in try openFiles(paths, progress: progress) }
        clients.readings = { await station.readings($0) }
        clients.filter = .live
        clients.histories = { HistoryDay.all(in: $0, over: $1) }
        clients.paces = .live
        clients.lines = { LibraryListing.lines(in: $0 ?? LibraryFolder.standard().path, of: $1) }
        clients.runtimeFolder = RuntimeFolder.standard().prepared()
        clients.endings = FileFormat.allEndings
        return clients
    }

    /// The minimum time before the first progress report and between reports. Short sessions are read without a
    /// report.
    private static let progressInterval = Duration.milliseconds(200)

    static func openFile(
        _ path: String, progress: @escaping (Double) -> Void = { _ in }
    ) throws -> OpenedSession {
        guard FileManager.default.fileExists(atPath: path) else { throw OpenError.missing(path) }
        let importer = Importer(keepsGoodPart: true)
        return try importer.format(of: path) == .session
            ? openSession(path, progress: progress) : importFile(path, with: importer, progress: progress)
    }

    /// Opens several files as one session, independently of their order.
    private static func openFiles(
        _ paths: [String], progress: @escaping (Double) -> Void
    ) throws -> OpenedSession {
        var refused: [ImportNote] = []
        var failure: (any Error)?
        var parts: [OpenedSession] = []
        for (index, path) in paths.enumerated() {
            try Task.checkCancellation()
            do {
                parts.append(try openFile(path) { progress((Double(index) + $0) / Double(paths.count)) })
            } catch let error where error is FormatError || error is ManyActivitiesError {
                failure = failure ?? error
                refused.append(ImportNote(.refused, Phrase(error)))
            }
        }
        let others = ImportNoteWords.lines(refused)
        guard var first = parts.first else { throw failure ?? OpenError.missing(paths.first ?? "") }
        guard parts.count > 1 else {
            first.notes += others
            return first
        }
        return OpenedSession(
            title: localized("{1} files", "\(parts.count)"), path: nil,
            recording: Recording(unordered: EventJoin.joined(parts.map { Array($0.recording.events) })),
            notes: parts.flatMap(\.notes) + others, features: parts.flatMap(\.features))
    }

    private static func openSession(
        _ path: String, progress: @escaping (Double) -> Void
    ) throws -> OpenedSession {
        let reader = try SessionReader(opening: path)
        let expected = max(1, reader.expectedEventCount)
        var reported = (percent: 0, at: ContinuousClock.now)
        var notes: [ImportNote] = []
        let (events, damage) = try reader.readableEvents(into: EventColumns(expectingSamples: expected)) {
            columns, batch in
            try Task.checkCancellation()
            for logged in batch {
                columns.append(logged.event)
                if case .note(let note) = logged.event.payload { notes.append(note) }
            }
            // Reading the file is the first half of the work; running the core is the other.
            let percent = min(50, columns.count * 50 / expected)
            guard percent > reported.percent, .now - reported.at >= progressInterval else { return }
            progress(Double(percent) / 100)
            reported = (percent, .now)
        }
        guard !events.isEmpty else { throw damage.map { $0 as any Error } ?? OpenError.empty(path) }
        let header = reader.header
        return OpenedSession(
            title: LibraryListing.title(of: header).visible, path: path,
            recording: Recording(columns: events),
            parameters: header.parametersInForce,
            notes: (damage.map { [$0.sentence] } ?? []) + ImportNoteWords.lines(notes),
            features: (try? reader.features()) ?? [])
    }

    private static func importFile(
        _ path: String, with importer: Importer, progress: @escaping (Double) -> Void
    ) throws -> OpenedSession {
        let document: TrackDocument
        do {
            document = try importer.load(path: path) { share in
                try Task.checkCancellation()
                progress(share)
            }
        } catch let error as FormatError {
            guard case .tooManyActivities = error else { throw error }
            throw ManyActivitiesError(path: path, phrase: error.phrase)
        }
        var assembly = RecordingAssembly()
        assembly.reserveCapacity(fixes: document.pointCount)
        document.forEachEvent({ assembly.append($0) }, fix: { assembly.append($0, at: $1) })
        let features = document.mapFeatures
        guard !assembly.isEmpty || !features.isEmpty else { throw OpenError.nothingTimed(path) }
        return OpenedSession(
            title: (document.title ?? LibraryListing.title(of: path)).visible, path: path,
            recording: assembly.finish(),
            notes: ImportNoteWords.lines(document.notes), features: features)
    }
}

/// The reason why a file was not opened.
enum OpenError: PhrasedError {
    /// The file does not exist.
    case missing(String)
    /// The session has no events.
    case empty(String)
    /// The file contains nothing with a time.
    case nothingTimed(String)

    var phrase: Phrase {
        switch self {
        case .missing(let path): Phrase(translatable("There is no file {1}."), path)
        case .empty(let path): Phrase(translatable("{1} is a session without any recorded data yet."), path)
        case .nothingTimed(let path):
            Phrase(translatable("{1} contains no points with times, so there is nothing to replay."), path)
        }
    }
}
