import Foundation
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionDraftTests {
    private let folder: URL
    private let header = SessionHeader(
        title: "Draft", created: Instant(seconds: 1_700_000_000), programVersion: "test")

    init() throws { folder = try temporaryFolder() }

    private func draft(_ path: String) throws -> SessionDraft {
        try SessionDraft(path, header: header, events: [SensorEvent(time: Instant(seconds: 1), payload: .tick)])
    }

    @Test func `a second draft of one session is refused, and does the first no harm`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s.odograph").path
        let first = try draft(path)
        #expect(throws: SessionError.alreadyExists(path: path)) { try draft(path) }
        try SessionDraft.publish([first])
        #expect(try SessionReader(opening: path).events().count == 1)
    }

    @Test func `a draft that a killed program of the same number left is replaced`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s.odograph").path
        try Data("rest".utf8).write(to: URL(filePath: "\(path).new-\(getpid())"))
        try SessionDraft.publish([draft(path)])
        #expect(try SessionReader(opening: path).events().count == 1)
    }
}
