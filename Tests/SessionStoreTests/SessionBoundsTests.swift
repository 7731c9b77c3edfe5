import Foundation
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

/// Every bound on what a session holds: at the bound it is kept, one beyond it gets a sentence and ends nothing.
@Suite struct SessionBoundsTests {
    private func withWriter(_ body: (SessionWriter, String) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s.odograph").path
        let header = SessionHeader(title: "x", created: Instant(seconds: 0), programVersion: "1")
        try body(SessionWriter(creating: path, header: header), path)
    }

    private func tick(_ sequence: UInt64, raw: String) -> LoggedEvent {
        LoggedEvent(
            SensorEvent(time: Instant(seconds: Double(sequence)), sequence: sequence, payload: .tick), raw: .gpsd(raw))
    }

    @Test func `a value of the largest size is kept, and a larger one is refused in a sentence`() throws {
        try withWriter { writer, path in
            try writer.append([tick(0, raw: String(repeating: "x", count: SessionBounds.valueBytes - 1_000))])
            let error = #expect(throws: SessionError.tooLarge(path: path)) {
                try writer.append([tick(1, raw: String(repeating: "x", count: SessionBounds.valueBytes + 1))])
            }
            #expect(try #require(error).description.contains("16 MB"))
            try writer.append([tick(1, raw: "y")])
            try writer.close()
            #expect(try SessionReader(opening: path).events().map(\.sequence) == [0, 1])
        }
    }

    @Test func `a title is cut where it is longer than any`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for length in [SessionBounds.titleLength, SessionBounds.titleLength + 1, 20_000_000] {
            let path = folder.appending(path: "\(length).odograph").path
            let title = String(repeating: "t", count: length)
            let header = SessionHeader(title: title, created: Instant(seconds: 0), programVersion: "1")
            try SessionWriter(creating: path, header: header).close()
            #expect(try SessionReader(opening: path).header.title.count == SessionBounds.titleLength)
        }
    }

    @Test func `the log is folded in before it is large`() throws {
        try withWriter { writer, path in
            let raw = String(repeating: "x", count: 20_000)
            for sequence in 0..<1_000 { try writer.append([tick(UInt64(sequence), raw: raw)]) }
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
            #expect(try #require(size) < 2 * SessionBounds.logBytes)
        }
    }
}
