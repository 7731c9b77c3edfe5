import Foundation
import Glibc

/// A program whose output is read as a file is, and that ends with its reader.
final class RunningProgram {
    private let process = Process()
    private let pipe = Pipe()
    private let name: String
    private let complaints = Complaints()

    /// Starts a program found on the path.
    /// - Parameters:
    ///   - name: Its name.
    ///   - purpose: What to tell the user who lacks it: "install it ...".
    init(_ name: String, _ arguments: [String], purpose: String) throws {
        guard let path = Self.path(of: name) else { throw FormatError.programMissing(name: name, purpose: purpose) }
        self.name = name
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = complaints.handle ?? FileHandle.nullDevice
        do { try process.run() } catch {
            throw FormatError.file(path: path, reason: "does not start: \(error.localizedDescription)")
        }
        // The reader sees the end only once this side's copy of the pipe is closed.
        try? pipe.fileHandleForWriting.close()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Its output, named after the file it reads.
    func output(named file: String) -> ByteSource {
        let source = ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor, name: file)
        source.owner = self
        source.atEnd = { [unowned self] in try end(reading: file) }
        return source
    }

    private func end(reading file: String) throws {
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let told = complaint.map { ": \($0)" } ?? " (exit \(process.terminationStatus))"
            throw FormatError.malformed(path: file, reason: "\(name) cannot read it\(told)")
        }
    }

    /// Waits for the end and returns what the program complained of.
    func finished() -> String? {
        process.waitUntilExit()
        return complaint
    }

    /// What the program complained of, as one line; nil if it did not.
    var complaint: String? { complaints.text }

    /// Returns where a program is; nil if it is not installed.
    static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// What a program writes to standard error, in a file without a name: a pipe that nobody reads would stop the program.
private final class Complaints {
    let handle: FileHandle?

    /// Bytes of it that are told.
    private static let told = 4_096
    private static let longestText = 300

    init() {
        var template = Array("\(NSTemporaryDirectory())/odograph-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            handle = nil
            return
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// The sentences in one line, without what every line begins with, and without a stop at the end.
    var text: String? {
        guard let handle, (try? handle.seek(toOffset: 0)) != nil, let data = try? handle.read(upToCount: Self.told)
        else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let text = String(lines.joined(separator: " ").prefix(Self.longestText))
        let whole = text.last == "." ? String(text.dropLast()) : text
        return whole.isEmpty ? nil : whole
    }
}
