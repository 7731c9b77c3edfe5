import Foundation
import Testing

@testable import Viewer

@MainActor @Suite struct OpeningJournalTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "odograph-journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func leave(_ content: String, in folder: String) throws {
        try content.write(toFile: "\(folder)/opening-1", atomically: true, encoding: .utf8)
    }

    @Test func `what an ended process was opening is suspected, once`() throws {
        try withFolder { folder in
            try leave("map /maps/a b.mbtiles\0session /tmp/x\ny.gpx\0nonsense\0", in: folder)
            let journal = try #require(OpeningJournal(folder: folder))
            #expect(journal.suspects == [.map(path: "/maps/a b.mbtiles"), .session(path: "/tmp/x\ny.gpx")])
            journal.close()
            let next = try #require(OpeningJournal(folder: folder))
            #expect(next.suspects.isEmpty)
            next.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `what is opened by now, or by a process that lives, is not suspected`() throws {
        try withFolder { folder in
            let journal = try #require(OpeningJournal(folder: folder))
            journal.begin(.map(path: "/a"))
            journal.begin(.session(path: "/b"))
            journal.end(.map(path: "/a"))
            let path = "\(folder)/opening-\(getpid())"
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "session /b\0")
            // It is locked, so that another start leaves it alone.
            try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/opening-1")
            let other = try #require(OpeningJournal(folder: folder))
            #expect(other.suspects.isEmpty)
            other.close()
            journal.close()
        }
    }

    @Test func `a link and a file of another kind are not followed`() throws {
        try withFolder { folder in
            let target = "\(folder)/target"
            try "map /a\0".write(toFile: target, atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/opening-1", withDestinationPath: target)
            #expect(mkfifo("\(folder)/opening-2", 0o600) == 0)
            let journal = try #require(OpeningJournal(folder: folder))
            #expect(journal.suspects.isEmpty)
            journal.close()
            #expect(FileManager.default.fileExists(atPath: target))
            #expect(OpeningJournal(folder: "\(folder)/missing") == nil)
        }
    }
}
