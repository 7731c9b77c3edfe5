import GRDB
import Glibc
import SensorModel

@testable import SessionStore

/// A session file made of the fuzzer's bytes, in memory's file system.
///
/// To open a connection takes several times as long as to read so small a file: one input in sixteen goes through the
/// opener, the others are put under a connection that stays open.
final class SessionFile: Sendable {
    private static let path = "/dev/shm/odograph-fuzz-\(getpid()).odograph"

    private let queue: DatabaseQueue
    private let descriptor: Int32

    /// Opens the connection.
    init() throws {
        let path = Self.path + "-open"
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        var configuration = Configuration()
        configuration.readonly = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        atexit { unlink(SessionFile.path + "-open") }
    }

    /// Reads everything that can be read, and the estimates.
    func read(_ bytes: [UInt8], execution: UInt32) {
        if execution & 15 == 0 { readFile(bytes) } else { try? readImage(bytes, execution) }
    }

    /// Opens the bytes as a session.
    private func readFile(_ bytes: [UInt8]) {
        guard let file = fopen(Self.path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        defer { unlink(Self.path) }
        guard let reader = try? SessionReader(opening: Self.path) else { return }
        _ = reader.readableEvents(into: 0) { $0 += $1.count }
        _ = try? reader.info()
    }

    /// Does what ``SessionReader`` does, on the open connection.
    private func readImage(_ bytes: [UInt8], _ execution: UInt32) throws {
        var image = bytes
        if image.count >= 44 {
            // A file that was left in write-ahead mode is read without its log, as the opener does.
            (image[18], image[19]) = (1, 1)
            // SQLite sees by the counter of changes and the schema's that the file is another one.
            withUnsafeBytes(of: execution.bigEndian) { counter in
                image.replaceSubrange(24..<28, with: counter)
                image.replaceSubrange(40..<44, with: counter)
            }
        }
        pwrite(descriptor, image, image.count, 0)
        ftruncate(descriptor, image.count)
        try queue.read { database in
            try UntrustedDatabase.harden(database)
            try SchemaCheck.check(database, path: "fuzz")
            UntrustedDatabase.trust(database)
            try Self.readSession(database, header: try HeaderRow.fetch(database))
        }
    }

    /// Reads all events of a session and computes its estimates.
    static func readSession(_ database: Database, header: SessionHeader) throws {
        var survey = SessionSurvey(parameters: header.parameters)
        defer { _ = survey.info(path: "fuzz", header: header, size: 0, isOpen: false) }
        try BatchReader(database, part: .everything).forEachBatch { batch in
            for logged in batch { survey.consume(logged.event) }
        }
    }
}
