import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct LibraryPlacesTests {
    private let home = Coordinate(latitude: 50, longitude: 14)

    private func name(_ name: String, _ given: Double, north: Double = 0) -> PlaceName {
        let plane = LocalPlane(origin: home)
        return PlaceName(
            name: name, coordinate: plane.coordinate(PlanePoint(east: 0, north: north)),
            given: Instant(seconds: given))
    }

    private func withLibrary(_ body: (SessionLibrary) throws -> Void) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SessionLibrary(folder: folder.path))
    }

    @Test func `names are kept for their owner alone, and the newest holds`() throws {
        try withLibrary { library in
            try library.name(name("Home", 1))
            try library.name(name("Café", 2, north: 60))
            try library.name(name("House", 3, north: 5))
            let book = try SessionLibrary(folder: library.folder).places(of: [])
            #expect(book.place(at: home)?.name == "House")
            #expect(Set(book.places.compactMap(\.name)) == ["House", "Café"])
            let file = library.folder + "/places.json"
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("Home"))
        }
    }

    @Test func `a damaged file of names is left alone and said`() throws {
        try withLibrary { library in
            let file = library.folder + "/places.json"
            try "{\"names\":".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: SessionError.self) { try library.name(name("Home", 1)) }
            #expect(library.places(of: []).places.isEmpty)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"names\":")
        }
    }

    @Test func `a newer program's names are reported as such and not changed`() throws {
        try withLibrary { library in
            let file = library.folder + "/places.json"
            let text = "{\"format\":\"odograph-places\",\"version\":2,\"sites\":[]}"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: SessionError.newerFormat(path: file, format: 2)) { try library.name(name("Home", 1)) }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }

    @Test func `names given at once by several programs are all kept`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try SessionLibrary(folder: folder.path)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask { try? library.name(name("\(number)", Double(number), north: 500 * Double(number))) }
            }
        }
        #expect(library.places(of: []).places.count == 12)
    }

    @Test func `a correction is appended, and what was recorded stays`() throws {
        try withLibrary { library in
            let path = library.folder + "/a.odograph"
            let events = (0..<100).map { second in
                SensorEvent(
                    time: Instant(seconds: 1_700_000_000 + Double(second)), sequence: UInt64(second),
                    payload: .fix(Fix(coordinate: home, horizontalAccuracy: 3, speed: 0)))
            }
            let writer = try SessionWriter(creating: path, header: SessionHeader(created: events[0].time))
            try writer.append(events.map { LoggedEvent($0) })
            #expect(throws: SessionError.alreadyRecording(path: path)) {
                try SessionWriter.correct(path, with: [.placeName("X", at: events[5].time)])
            }
            try writer.close()
            let corrections: [Correction] = [
                .noStop(from: events[1].time, until: events[50].time), .placeName("X", at: events[5].time),
            ]
            let kept = try SessionWriter.correct(path, with: corrections)
            let read = try SessionReader(opening: path).events()
            #expect(Array(read.prefix(100)) == events)
            #expect(read.suffix(2).map(\.payload) == corrections.map { .correction($0) })
            #expect(read.suffix(2).allSatisfy { $0.time == events[99].time })
            // The first is removed; a number without a correction removes nothing.
            try SessionWriter.withdraw([kept[0], events[7]], from: path)
            let left = try SessionReader(opening: path).events()
            #expect(Array(left.prefix(100)) == events)
            #expect(left.dropFirst(100).map(\.payload) == [.correction(corrections[1])])
        }
    }
}
