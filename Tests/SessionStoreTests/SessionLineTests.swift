import Foundation
import FusionCore
import GRDB
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

@Suite struct SessionLineTests {
    private func withLibrary(_ body: (SessionLibrary) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SessionLibrary(folder: folder.path))
    }

    /// Ten minutes to the north and ten to the east, with a silence between both if one is asked for.
    private func write(_ path: String, silence: Double = 0) throws {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let events = (0...1_200).map { second in
            let corner = min(600.0, Double(second))
            let place = PlanePoint(east: 4 * max(0, Double(second) - 600), north: 4 * corner)
            let fix = Fix(coordinate: plane.coordinate(place), horizontalAccuracy: 3, speed: 4)
            let time = Instant(seconds: 1_700_000_000 + Double(second) + (second > 600 ? silence : 0))
            return LoggedEvent(SensorEvent(time: time, sequence: UInt64(second), payload: .fix(fix)))
        }
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: events[0].event.time))
        try writer.append(events)
        try writer.close()
    }

    private func sql(_ statement: String, in library: SessionLibrary) throws {
        try DatabaseQueue(path: library.folder + "/library.sqlite").write { try $0.execute(sql: statement) }
    }

    @Test func `a summarized session has a line with few places along its track`() throws {
        try withLibrary { library in
            let path = library.folder + "/a.odograph"
            try write(path)
            #expect(library.knownLines(of: [path]).isEmpty)
            _ = library.summarizedEntries()
            let line = try #require(library.knownLines(of: [path, "/other"])[path])
            #expect(line.places.count >= 3 && line.places.count < 40)
            #expect(line.activities.count == line.places.count && line.isEstimated.count == line.places.count)
            let start = try #require(line.places.first)
            #expect(start.distance(to: Coordinate(latitude: 50, longitude: 14)) < 30)
            #expect(!line.isEstimated.contains(true))
            #expect(line == SessionLine(bytes: line.bytes))
            #expect(try library.line(of: path) == line)
        }
    }

    @Test func `a line of another version, of a changed session, or without an index is computed again`() throws {
        try withLibrary { library in
            let path = library.folder + "/a.odograph"
            try write(path)
            let line = try library.line(of: path)
            #expect(library.entries().first?.summary != nil)
            try sql("UPDATE line SET version = version + 1", in: library)
            #expect(library.knownLines(of: [path]).isEmpty)
            #expect(try library.line(of: path) == line)
            #expect(library.knownLines(of: [path]).count == 1)
            try FileManager.default.removeItem(atPath: path)
            try write(path, silence: 3_600)
            #expect(library.knownLines(of: [path]).isEmpty)
            #expect(try library.line(of: path).isEstimated.contains(true))
            try FileManager.default.removeItem(atPath: path)
            _ = library.entries()
            let left = try DatabaseQueue(path: library.folder + "/library.sqlite").read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM line")
            }
            #expect(left == 0)
        }
    }

    @Test func `a session without places has an empty line, a damaged one none`() throws {
        try withLibrary { library in
            let (empty, bad) = (library.folder + "/a.odograph", library.folder + "/b.odograph")
            let writer = try SessionWriter(creating: empty, header: SessionHeader(created: Instant(seconds: 1)))
            try writer.close()
            #expect(try library.line(of: empty).places.isEmpty)
            try Data("no session".utf8).write(to: URL(filePath: bad))
            #expect(throws: SessionError.notASession(path: bad)) { try library.line(of: bad) }
        }
    }

    @Test func `bytes that are not a line are nothing`() throws {
        try withLibrary { library in
            let path = library.folder + "/a.odograph"
            try write(path)
            let bytes = try library.line(of: path).bytes
            #expect(SessionLine(bytes: []) == nil)
            #expect(SessionLine(bytes: Array(bytes.prefix(9))) == nil)
            #expect(SessionLine(bytes: [255, 255, 255, 255] + bytes.dropFirst(4)) == nil)
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x55
                let line = SessionLine(bytes: other)
                #expect(line == nil || line?.places.count == line?.activities.count)
            }
        }
    }
}
