import Foundation
import Glibc
import Launch
import SensorModel

/// A program whose output is read like a file, and which is terminated when its reader is released.
final class RunningProgram {
    private let child: Child
    private let name: String
    private let complaints = Complaints()

    /// Starts a program found through `PATH`.
    /// - Parameters:
    ///   - name: The program's name.
    ///   - purpose: The end of the error message if the program is missing: "install it ...".
    init(_ name: String, _ arguments: [String], purpose: Phrase) throws {
        guard let path = InstalledProgram.path(of: name) else {
            throw FormatError.programMissing(name: name, purpose: purpose)
        }
        self.name = name
        var launch = ChildLaunch(words: [path] + arguments)
        launch.output = .pipe
        if let handle = complaints.handle { launch.errors = .descriptor(handle.fileDescriptor) }
        do throws(LaunchFailure) { child = try launch.start() } catch {
            throw FormatError.file(path: path, reason: Phrase(translatable("does not start: {1}"), error.reason))
        }
    }

    deinit { child.kill() }

    /// Returns the program's output as a source, named after the file that the program reads.
    func output(named file: String) -> ByteSource {
        let source = ByteSource(descriptor: child.output, name: file)
        source.owner = self
        source.atEnd = { [unowned self] in try end(reading: file) }
        return source
    }

    private func end(reading file: String) throws {
        let ending = child.wait()
        guard ending == .status(0) else {
            let complaint = complaint ?? "\(ending)"
            throw FormatError.malformed(
                path: file, reason: Phrase(translatable("{1} cannot read it: {2}"), name, complaint))
        }
    }

    /// Waits for the program to exit and returns its error output.
    func finished() -> String? {
        child.wait()
        return complaint
    }

    /// The error output as one line; `nil` if there is none.
    var complaint: String? { complaints.text }
}

/// A program's standard error, in an unlinked temporary file. An unread pipe would block the program when full.
private final class Complaints {
    let handle: FileHandle?

    /// The number of bytes read for the message.
    private static let complaintBytes = 4_096
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

    /// The error output as one line, without a final full stop and limited in length; `nil` if it is empty.
    var text: String? {
        guard let handle, (try? handle.seek(toOffset: 0)) != nil,
            let data = try? handle.read(upToCount: Self.complaintBytes)
        else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let text = String(lines.joined(separator: " ").prefix(Self.longestText))
        let whole = text.last == "." ? String(text.dropLast()) : text
        return whole.isEmpty ? nil : whole
    }
}
