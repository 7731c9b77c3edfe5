import Foundation
public import SessionStore
public import TrackFormats

/// Writes sessions of a library into a new folder, one file each.
public enum LibraryExport {
    /// What became of an export.
    public struct Report: Sendable, Hashable {
        /// The number of sessions that were written.
        public var written = 0
        /// What is wrong with those that were not, one sentence each.
        public var failures: [String] = []
    }

    /// Writes sessions; one that cannot be read is reported and holds up nothing.
    /// - Parameters:
    ///   - entries: The sessions.
    ///   - folder: The folder to create.
    ///   - fileExtension: The extension of the files' names.
    ///   - write: Writes one session.
    ///   - progress: Called before each session with the number that are done and that of all; throws to end early.
    /// - Throws: ``LibraryExportError``; what `progress` throws.
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
                report.failures.append("\(error)")
            }
        }
        return report
    }
}

/// The reason why nothing was written.
public enum LibraryExportError: Error, CustomStringConvertible {
    /// No session is chosen.
    case nothing
    /// The folder cannot be created.
    case folder(String)

    /// One sentence on what is wrong and what to do.
    public var description: String {
        switch self {
        case .nothing: "The library has no session for that."
        case .folder(let folder):
            "The folder “\(folder)” cannot be created; name one that does not exist yet."
        }
    }
}
