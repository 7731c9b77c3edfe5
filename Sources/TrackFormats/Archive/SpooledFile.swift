import Foundation
import Glibc
import SensorModel

/// A file on disk for programs that need a path. Content from elsewhere is written to a temporary file.
final class SpooledFile {
    /// The path, in a form that cannot be mistaken for an option.
    let path: String
    private let isTemporary: Bool

    /// Uses the source's own file, or writes the source's bytes to a temporary file that only its owner can read.
    /// - Throws: ``FormatError`` if the content exceeds the limit in bytes, or cannot be written.
    init(_ source: ByteSource, limit: Int) throws {
        if let path = source.path, let size = source.size {
            guard size <= limit else {
                throw FormatError.tooLarge(
                    path: path, what: Phrase(translatable("bytes in one document")), limit: limit)
            }
            self.path = path.hasPrefix("-") ? "./\(path)" : path
            isTemporary = false
            return
        }
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "odograph-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        isTemporary = true
        guard descriptor >= 0 else {
            throw FormatError.file(
                path: path, reason: Phrase(translatable("cannot be written: {1}"), String(cString: strerror(errno))))
        }
        defer { close(descriptor) }
        do {
            try Self.copy(source, to: descriptor, limit: limit, path: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func copy(_ source: ByteSource, to descriptor: Int32, limit: Int, path: String) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            if count == 0 { return }
            total += count
            guard total <= limit else {
                throw FormatError.tooLarge(
                    path: source.name, what: Phrase(translatable("bytes in one document")), limit: limit)
            }
            var start = 0
            while start < count {
                let written = buffer.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + start }, count - start)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw FormatError.file(
                        path: path,
                        reason: Phrase(translatable("cannot be written: {1}"), String(cString: strerror(errno))))
                }
                start += written
            }
        }
    }

    deinit { if isTemporary { unlink(path) } }
}
