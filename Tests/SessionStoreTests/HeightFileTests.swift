import Foundation
import Geometry
import MapTiles
import SensorModel
import SessionStore
import TestSupport
import Testing

/// Files of heights: a valid one, and those that are not.
@Suite struct HeightFileTests {
    private static let length = 2 * 1_201 * 1_201

    private func write(_ name: String, _ count: Int, byte: UInt8 = 0, in home: URL) throws -> String {
        let path = home.appending(path: name).path
        try Data(repeating: byte, count: count).write(to: URL(filePath: path))
        return path
    }

    @Test func `heights are copied to the maps, listed apart from them, and read`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = MapFolder(path: home.appending(path: "maps").path)
        let path = try folder.add(write("S01W002.hgt", Self.length, byte: 1, in: home))
        #expect(folder.heights() == [path] && folder.maps().isEmpty)
        let map = HeightMap([try HeightFile(path: path).part])
        #expect(map.height(at: Coordinate(latitude: -0.5, longitude: -1.5)) == 257)
        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 10)
        #expect(map.height(at: Coordinate(latitude: -0.5, longitude: -1.5)) == nil)
    }

    @Test func `what is not a file of heights gets one sentence, and is not added`() throws {
        let home = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = MapFolder(path: home.appending(path: "maps").path)
        let named = try write("hills.hgt", Self.length, in: home)
        let short = try write("N52E013.hgt", 100, in: home)
        let empty = try write("N52E014.hgt", 0, in: home)
        let inside = home.appending(path: "N52E015.hgt").path
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
        let pipe = home.appending(path: "N52E016.hgt").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let missing = home.appending(path: "N52E017.hgt").path
        let faults: [(String, TileFileError)] = [
            (named, .notHeights(path: named, .name)), (short, .notHeights(path: short, .length(bytes: 100))),
            (empty, .notHeights(path: empty, .length(bytes: 0))), (inside, .notFile(path: inside)),
            (pipe, .notFile(path: pipe)), (missing, .unreadable(path: missing)),
        ]
        for (path, fault) in faults {
            #expect(throws: fault) { try folder.add(path) }
            #expect(fault.description.contains(path) && fault.description.hasSuffix("."))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
