import Foundation
import GRDB
import Geodesy
import MapTiles
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

/// The file of a download: what survives its end, and what is said if it cannot be written.
@Suite struct UnfinishedMapTests {
    private let folder: URL
    private var target: String { folder.appending(path: "town.mbtiles").path }
    private var unfinished: String { target + UnfinishedMap.ending }

    init() throws { folder = try temporaryFolder() }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func download(
        _ area: String = "52.3,13.0,52.7,13.8", levels: ClosedRange<Int> = 6...9
    ) throws -> TileDownload {
        TileDownload(
            template: try #require(TileTemplate("https://example.com/{z}/{x}/{y}.png?key=secret")),
            plan: try TilePlan(TileArea(text: area), zoomLevels: levels), attribution: "Someone")
    }

    /// Whether a file holds a text anywhere.
    private func holds(_ path: String, _ text: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
    }

    @Test func `an interrupted download is continued with the tiles that it lacks`() throws {
        defer { remove() }
        let download = try download()
        let addresses = download.plan.addresses
        do {
            let map = try UnfinishedMap(download, target: target)
            for address in addresses.prefix(5) { #expect(try map.take(Self.picture, at: address)) }
            try map.noteMissing(addresses[5])
            #expect(try !map.take(Array("<html>".utf8), at: addresses[6]))
            map.noteOdd()
            try map.interrupt()
        }
        let found = MapFolder(path: folder.path).interruptedDownloads()
        #expect(found == [TileDownload.Interrupted(path: target, download: download, done: 6)])
        let map = try UnfinishedMap(download, target: target)
        #expect(map.progress.stored == 5 && map.progress.missing == 1 && map.progress.bytes == 40)
        #expect(addresses.filter(map.needs) == Array(addresses.dropFirst(6)))
        for address in addresses.filter(map.needs) { #expect(try map.take(Self.picture, at: address)) }
        try map.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["town.mbtiles"])
        let file = try MapFile(path: target)
        #expect(file.name == download.name && file.attribution == "Someone" && file.zoomLevels == 6...9)
        #expect(try file.tile(addresses[0]) == Self.picture && file.tile(addresses[5]) == nil)
        #expect(try !holds(target, "secret"))
    }

    @Test func `what was written survives a program that is killed`() throws {
        defer { remove() }
        let download = try download(levels: 6...11)
        let map = try UnfinishedMap(download, target: target)
        for address in download.plan.addresses.prefix(17) { _ = try map.take(Self.picture, at: address) }
        // The files as a killed program leaves them: nothing is closed.
        let copy = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: copy) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(at: folder.appending(path: name), to: copy.appending(path: name))
        }
        let again = try UnfinishedMap(download, target: copy.appending(path: "town.mbtiles").path)
        #expect(again.progress.stored == 16)
    }

    @Test func `a download that is interrupted before its first tile leaves nothing`() throws {
        defer { remove() }
        try UnfinishedMap(try download(), target: target).interrupt()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a map without any tile is removed, with a sentence`() throws {
        defer { remove() }
        let download = try download()
        let map = try UnfinishedMap(download, target: target)
        for address in download.plan.addresses { try map.noteMissing(address) }
        #expect(throws: TileDownloadError.nothingThere) { try map.finish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a name that is taken is refused, and the file with it is not touched`() throws {
        defer { remove() }
        try Data("mine".utf8).write(to: URL(filePath: target))
        #expect(throws: TileDownloadError.exists(path: target)) { try UnfinishedMap(try download(), target: target) }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: unfinished))
    }

    @Test func `a name that is taken meanwhile costs nothing`() throws {
        defer { remove() }
        let download = try download()
        do {
            let map = try UnfinishedMap(download, target: target)
            for address in download.plan.addresses { _ = try map.take(Self.picture, at: address) }
            try Data("mine".utf8).write(to: URL(filePath: target))
            #expect(throws: TileDownloadError.exists(path: target)) { try map.finish() }
        }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
        try FileManager.default.removeItem(atPath: target)
        let again = try UnfinishedMap(download, target: target)
        #expect(again.progress.stored == download.plan.count)
        try again.finish()
        #expect(try MapFile(path: target).tile(download.plan.addresses[0]) == Self.picture)
    }

    @Test func `another download, another program and another kind of file are distinguished`() throws {
        defer { remove() }
        let first = try UnfinishedMap(try download(), target: target)
        #expect(throws: TileDownloadError.inUse(path: unfinished)) { try UnfinishedMap(first.download, target: target) }
        _ = try first.take(Self.picture, at: first.download.plan.addresses[0])
        try first.interrupt()
        let other = folder.appending(path: "other.mbtiles").path
        try FileManager.default.copyItem(atPath: unfinished, toPath: other + UnfinishedMap.ending)
        #expect(throws: TileDownloadError.otherDownload(path: other + UnfinishedMap.ending)) {
            try UnfinishedMap(try download("52.3,13.0,52.7,13.9"), target: other)
        }
        let text = folder.appending(path: "text.mbtiles").path
        try Data(repeating: 0x20, count: 5_000).write(to: URL(filePath: text + UnfinishedMap.ending))
        #expect(throws: TileDownloadError.otherDownload(path: text + UnfinishedMap.ending)) {
            try UnfinishedMap(try download(), target: text)
        }
    }

    @Test(arguments: ["/proc/town.mbtiles", "/nowhere/town.mbtiles"])
    func `a folder that cannot be written is named`(path: String) throws {
        defer { remove() }
        let error = #expect(throws: TileDownloadError.self) { try UnfinishedMap(try download(), target: path) }
        let sentence = try #require(error).description
        #expect(sentence.hasPrefix("\(path).download cannot be written ("), "\(sentence)")
        #expect(sentence.hasSuffix("check the folder and the disk."), "\(sentence)")
    }

    @Test func `an area across the antimeridian is one map with tiles on both sides`() throws {
        defer { remove() }
        let download = try download("-19,177,-16,-179", levels: 0...8)
        do {
            let map = try UnfinishedMap(download, target: target)
            for address in download.plan.addresses.prefix(7) { _ = try map.take(Self.picture, at: address) }
            try map.interrupt()
        }
        // Its area is read as it was written.
        let map = try UnfinishedMap(download, target: target)
        for address in download.plan.addresses.filter(map.needs) { _ = try map.take(Self.picture, at: address) }
        try map.finish()
        let file = try MapFile(path: target)
        for x in [0, 255] {
            #expect(try file.tile(#require(TileAddress(zoom: 8, x: x, y: 140))) == Self.picture)
        }
        #expect(file.bounds == MapBounds(west: -180, south: -19, east: 180, north: -16))
        let queue = try DatabaseQueue(path: target)
        let center = try queue.read {
            try String.fetchOne($0, sql: "SELECT value FROM metadata WHERE name = 'center'")
        }
        // Where the area is, not where its bounds are.
        #expect(center == "179.0,-17.5,0")
    }
}
