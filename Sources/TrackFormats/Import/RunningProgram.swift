import Foundation

/// A program whose output is read as a file is, and that ends with its reader.
final class RunningProgram {
    private let process = Process()
    private let pipe = Pipe()
    private let name: String

    /// Starts a program found on the path.
    /// - Parameters:
    ///   - name: Its name.
    ///   - purpose: What to tell a person who lacks it: "install it ...".
    init(_ name: String, _ arguments: [String], purpose: String) throws {
        guard let path = Self.path(of: name) else { throw FormatError.programMissing(name: name, purpose: purpose) }
        self.name = name
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
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
            throw FormatError.malformed(
                path: file, reason: "\(name) cannot read it (exit \(process.terminationStatus))")
        }
    }

    /// Returns where a program is; nil where it is not installed.
    static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
