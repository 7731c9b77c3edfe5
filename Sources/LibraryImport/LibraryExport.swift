import Foundation
public import SensorModel
public import SessionStore
public import TrackFormats

/// Writes sessions of a library to a new folder, one file per session.
public enum LibraryExport {
    /// The result of an export.
    public struct Report: Sendable, Hashable {
        /// The number of sessions written.
        public var written = 0
        /// The errors of sessions that were not written, one sentence each.
        public var failures: [Phrase] = []
    }

    /// Writes sessions. A session that cannot be read is reported and does not affect the others.
    /// - Parameters:
    ///   - entries: The sessions.
    ///   - folder: The folder to create.
    ///   - fileExtension: The extension of the file names.
    ///   - write: Writes one session.
    ///   - progress: Called before each session with the number already done and the total; throws to stop.
    /// - Throws: ``LibraryExportError``, or the error thrown by `progress`.
    public static func run(
        _ entries: [SessionEntry], to folder: String, fileExtension: String,
        write: (_ path: String, _ sink: ByteSink) throws -> Void,
        progress: (_ done: Int, _ count: Int) throws -> Void = { _, _ in }
    ) throws -> Report {
        guard !entries.isEmpty else { throw LibraryExportError.nothing }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        } catch {
            throw LibraryExportError.folder(folder)
        }
        var report = Report()
        for (index, entry) in entries.enumerated() {
            try progress(index, entries.count)
            let name = URL(filePath: entry.path).deletingPathExtension().lastPathComponent
            do {
                let sink = try ByteSink(path: "\(folder)/\(name).\(fileExtension)")
                try write(entry.path, sink)
                try sink.close()
                report.written += 1
            } catch {
                report.failures.append(Phrase(error))
            }
        }
        return report
    }
}

/// The reason why nothing was written.
public enum LibraryExportError: PhrasedError {
    /// No sessions are selected.
    case nothing
    /// The folder cannot be created.
    case folder(String)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .nothing: Phrase(translatable("The library has no session for that."))
        case .folder(let folder):
            Phrase(translatable("The folder “{1}” cannot be created; name one that does not exist yet."), folder)
        }
    }
}
