import ArgumentParser
import Foundation
import Glibc
import Replay
import SensorModel
import SessionStore
import TrackFormats

extension CompletionKind {
    /// Files whose names end as those of files that can be read.
    static let recordings = CompletionKind.file(extensions: FileFormat.allEndings)
}

/// An input file of a command, which can be a pipe, such as `<(...)` and `/dev/stdin` in a shell.
///
/// A pipe can be read only once, but detecting its format requires reading its start. Its content is therefore copied
/// to a file that only its owner can open. That file is unlinked before it is read, so that nothing remains, however
/// the program ends.
final class InputFile {
    /// The name for messages.
    let name: String
    /// The format, inferred from the content.
    let format: FileFormat
    private let path: String
    private let spool: Int32?

    /// Opens a file and detects its format.
    /// - Parameter argument: The path; `-` is standard input.
    /// - Throws: `FormatError` if the file cannot be read or its format is unknown.
    init(_ argument: String) throws {
        let name = argument == "-" ? "/dev/stdin" : argument
        self.name = name
        guard Self.isPipe(name) else {
            (path, spool) = (name, nil)
            format = try Importer().format(of: name)
            return
        }
        let (file, descriptor) = try Self.putBy(name)
        spool = descriptor
        do {
            format = try Importer().format(of: file, named: name)
        } catch {
            unlink(file)
            close(descriptor)
            throw error
        }
        // SQLite can open a file only by name.
        if format == .session {
            path = file
        } else {
            unlink(file)
            path = "/proc/\(getpid())/fd/\(descriptor)"
        }
    }

    /// Returns the title of a file that states none: its name without the extension.
    static func title(of argument: String) -> String {
        argument == "-" ? "standard input" : URL(filePath: argument).deletingPathExtension().lastPathComponent
    }

    deinit {
        guard let spool else { return }
        if format == .session { unlink(path) }
        close(spool)
    }

    /// Returns a summary of a session, or of any file that can be imported.
    /// - Throws: `SessionError` or `FormatError`.
    func info() throws -> SessionInfo {
        var status = stat()
        guard (spool.map { fstat($0, &status) } ?? stat(path, &status)) == 0 else {
            throw FormatError.file(path: name, reason: Phrase(plain: String(cString: strerror(errno))))
        }
        guard format == .session else {
            // The document is larger than its events, and is not kept.
            let (title, notes, events) = try {
                let document = try document()
                return (document.title, document.notes, document.recording.events)
            }()
            var info = SessionInfo(path: name, title: title ?? "", size: Int(status.st_size), events: events)
            // A drawing has no events, and therefore none for its notes.
            info.notes = notes
            return info
        }
        var info = try session().info()
        if spool != nil { info.size = Int(status.st_size) }
        info.path = name
        return info
    }

    /// Opens the file as a session. Call this only once.
    /// - Throws: `SessionError`.
    func session() throws -> SessionReader {
        defer { if spool != nil { unlink(path) } }
        return try SessionReader(opening: path)
    }

    /// Reads the file as a document; not for sessions.
    /// - Throws: `FormatError`, or any error that `progress` throws.
    func document(keepsGoodPart: Bool = false, progress: ((Double) throws -> Void)? = nil) throws -> TrackDocument {
        do {
            return try Importer(keepsGoodPart: keepsGoodPart).load(path: path, named: name, progress: progress)
        } catch FormatError.badLine(let path, let line, let reason) where !keepsGoodPart {
            throw FormatError.badLine(
                path: path, line: line,
                reason: Phrase("{1}; “odographctl import --keep-good” leaves out what is broken", [reason]))
        }
    }

    private static func isPipe(_ name: String) -> Bool {
        var status = stat()
        return stat(name, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    private static func putBy(_ name: String) throws -> (file: String, descriptor: Int32) {
        func failure() -> FormatError { .file(path: name, reason: Phrase(plain: String(cString: strerror(errno)))) }
        let source = open(name, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure() }
        defer { close(source) }
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "odograph-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw failure() }
        let file = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        do {
            try copy(source, to: descriptor, failure)
        } catch {
            unlink(file)
            close(descriptor)
            throw error
        }
        return (file, descriptor)
    }

    private static func copy(_ source: Int32, to target: Int32, _ failure: () -> FormatError) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            var start = 0
            while start < count {
                let written = buffer.withUnsafeBytes { write(target, $0.baseAddress.map { $0 + start }, count - start) }
                if written < 0, errno != EINTR { throw failure() }
                start += max(0, written)
            }
        }
    }
}
