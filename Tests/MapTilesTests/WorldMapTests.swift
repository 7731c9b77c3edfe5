import Foundation
import MapTiles
import Testing

/// The map of the world that is part of the program.
@Suite struct WorldMapTests {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/maps/world.pmtiles")

    private func world() throws -> (bytes: [UInt8], read: PMTilesArchive.Read) {
        let bytes = [UInt8](try Data(contentsOf: Self.path))
        return (bytes, { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) })
    }

    @Test func `it takes two megabytes at most and has six levels`() throws {
        let (bytes, read) = try world()
        #expect(bytes.count <= 2_000_000)
        let archive = try PMTilesArchive(read: read)
        #expect(archive.header.zoomLevels == 0...5 && archive.header.content == .vector)
        #expect(
            String(decoding: try #require(try archive.metadata(read: read)), as: UTF8.self).contains("Natural Earth"))
    }

    @Test func `Berlin lies on land, has a name, and a border is near`() throws {
        let (_, read) = try world()
        var archive = try PMTilesArchive(read: read)
        let address = try #require(TileAddress(zoom: 5, x: 17, y: 10))
        let drawing = MapDrawing(try VectorTile(try #require(try archive.tile(address, read: read))), at: address)
        #expect(drawing.shapes.contains { $0.paint == .land })
        #expect(drawing.shapes.contains { $0.paint == .countryBoundary })
        #expect(drawing.labels.contains { $0.text == "Berlin" && $0.kind == .city })
    }

    @Test func `every tile can be drawn`() throws {
        let (_, read) = try world()
        var archive = try PMTilesArchive(read: read)
        var count = 0
        for zoom in 0...5 {
            for x in 0..<(1 << zoom) {
                for y in 0..<(1 << zoom) {
                    let address = try #require(TileAddress(zoom: zoom, x: x, y: y))
                    guard let bytes = try archive.tile(address, read: read) else { continue }
                    count += MapDrawing(try VectorTile(bytes), at: address).shapes.isEmpty ? 0 : 1
                }
            }
        }
        #expect(count > 500)
    }
}
