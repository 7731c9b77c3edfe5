import MapTiles
import ShumateKit
import Testing

@testable import ViewerUI

@Suite struct ServedMapTests {
    /// A vector tile of one layer without features.
    private static let shapes: [UInt8] = [0x1A, 0x08, 0x78, 0x02, 0x0A, 0x01, 0x61, 0x28, 0x80, 0x20]
    /// The same tile, and none, compressed with gzip.
    private static let (packedShapes, packedNothing): ([UInt8], [UInt8]) = (
        [
            0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 2, 3, 0x93, 0xE2, 0xA8, 0x60, 0xE2, 0x62, 0x4C, 0xD4, 0x68, 0x50, 0, 0,
            0x28, 0x75,
            0x26, 0xA9, 0x0A, 0, 0, 0,
        ], [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    )
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

    @Test func `what a server sends is recognized by its bytes`() throws {
        #expect(try ServedMap.isVector(Self.png) == false)
        #expect(try ServedMap.isVector(Self.shapes) == true)
        #expect(try ServedMap.isVector(Self.packedShapes) == true)
        #expect(try ServedMap.isVector([]) == nil)
        #expect(try ServedMap.isVector(Self.packedNothing) == nil)
    }

    @Test(arguments: ["<!doctype html><p>Log in first", "{\"tilejson\": \"3.0.0\"}", "x"])
    func `what is not a tile is said to be none`(answer: String) {
        #expect(throws: ServedMapError.notTiles) { try ServedMap.isVector(Array(answer.utf8)) }
    }

    @Test(arguments: [
        (TileServerError.status(403), "answers 403: check"), (.status(503), "answers 503: it is asked again later"),
        (.status(429), "again later"), (.tooLarge, "check the tile address"), (.notWeb, "https:// or http://"),
        (.failed(reason: "Could not connect"), "Could not connect"),
    ])
    func `what is wrong with a server is said in a sentence`(error: TileServerError, part: String) {
        #expect("\(error)".contains(part))
    }

    /// The requests for the kind of a server's tiles.
    private actor Requests {
        private(set) var levels: [Int] = []
        func note(_ address: TileAddress) { levels.append(address.zoom) }
    }

    @Test(arguments: [(14, true, [14]), (12, true, [14, 13, 12]), (9, false, [14, 13, 12, 11, 10])])
    func `vector tiles are found above missing pictures of a near view, with few requests`(
        deepest: Int, isFound: Bool, levels: [Int]
    ) async throws {
        let requests = Requests()
        let search = ShapeSearch(levels: 10...14) { address in
            await requests.note(address)
            return address.zoom > deepest ? nil : true
        }
        for x in 0..<4 {
            let missing = try #require(TileAddress(zoom: 17, x: x, y: 0))
            #expect(await search.findsShapes(above: missing) == (isFound && x == 0))
        }
        #expect(await requests.levels == levels)
    }

    @Test func `vector tiles are not searched for once pictures were found`() async throws {
        let requests = Requests()
        let search = ShapeSearch(levels: 10...14) { address in
            await requests.note(address)
            return false
        }
        for x in [0, 4_000] {
            let missing = try #require(TileAddress(zoom: 17, x: x, y: 0))
            #expect(await !search.findsShapes(above: missing))
        }
        #expect(await requests.levels == [14])
        let other = ShapeSearch(levels: 10...14) { _ in true }
        await other.end()
        #expect(await !other.findsShapes(above: try #require(TileAddress(zoom: 17, x: 0, y: 0))))
        // The levels of vector tiles need no search.
        let near = ShapeSearch(levels: 10...14) { _ in true }
        #expect(await !near.findsShapes(above: try #require(TileAddress(zoom: 10, x: 0, y: 0))))
    }

    @Test(arguments: [
        ("https://a.org/{z}/{x}/{y}.pbf", true), ("https://a.org/{z}/{x}/{y}.MVT?key=x.png", true),
        ("https://a.org/{z}/{x}/{y}.png?key=x.pbf", false), ("https://a.org/{z}/{x}/{y}", false),
    ])
    func `an address with the ending of vector tiles promises them`(address: String, isVector: Bool) throws {
        #expect(try #require(TileTemplate(address)).namesVectorTiles == isVector)
        #expect(try #require(TileTemplate(address)).namesPictures == address.contains(".png?"))
    }
}
