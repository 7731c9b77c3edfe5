import Testing

@testable import MapTiles

@Suite struct TileServerTests {
    @Test(
        arguments: [
            "tile.openstreetmap.org", "a.tile.openstreetmap.org", "TILE.OpenStreetMap.org", "tile.openstreetmap.org.",
            "tile.openstreetmap.org:443", "tile.openstreetmap.org.:80", "vector.openstreetmap.org", "openstreetmap.org",
            "a.tile-cyclosm.openstreetmap.fr", "tile.opentopomap.org", "a.tile.opentopomap.org", "tile.osm.org",
            "tile.openstreetmap.de", "me:word@tile.openstreetmap.org", "tile.openstreetmap.org?key=1",
            "tile.openstreetmap%2Eorg",
        ])
    func `a provider that forbids copies is known by any of its names`(host: String) {
        #expect(TileServerRules.forbidsCopies(host: host))
    }

    @Test(
        arguments: [
            "example.org", "openstreetmap.org.example.com", "notopenstreetmap.org", "localhost:8080", "127.0.0.1", "",
            "opentopomap.com",
        ])
    func `others may allow them`(host: String) { #expect(!TileServerRules.forbidsCopies(host: host)) }

    @Test func `an address names each tile`() throws {
        let template = try #require(TileTemplate("https://{s}.example.com/{z}/{x}/{y}{ratio}.png?key=1"))
        let tile = try #require(TileAddress(zoom: 12, x: 2_201, y: 1_343))
        #expect(template.address(of: tile) == "https://a.example.com/12/2201/1343.png?key=1")
        #expect(template.hasDensePictures)
        #expect(template.plain(isDense: true) == "https://a.example.com/{z}/{x}/{y}@2x.png?key=1")
        #expect(TileTemplate("https://example.com/{z}/{x}") == nil)
    }

    @Test func `maps are made of servers on the web that do not forbid it`() throws {
        #expect(try TileTemplate("https://{s}.example.com:81/{z}/{x}/{y}.png")?.hostForCopies() == "a.example.com:81")
        for text in ["file:///{z}/{x}/{y}", "{z}{x}{y}", "ftp://example.com/{z}/{x}/{y}"] {
            let template = try #require(TileTemplate(text))
            #expect(throws: TileDownloadError.notAddress) { try template.hostForCopies() }
        }
        let closed = try #require(TileTemplate("https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png"))
        #expect(throws: TileDownloadError.forbidden(host: "a.tile.openstreetmap.org")) { try closed.hostForCopies() }
    }

    @Test func `a map is named after its server, its middle and its levels`() throws {
        let template = try #require(TileTemplate("https://example.com/{z}/{x}/{y}.png"))
        let plan = try TilePlan(TileArea(text: "-19,177,-16,-178.9995"), zoomLevels: 3...7)
        let download = TileDownload(template: template, plan: plan, attribution: "")
        #expect(download.name == "example.com -17.5 179.0 z3-7")
    }

    @Test func `tiles are recognized by their bytes`() throws {
        #expect(TileContent(of: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
        #expect(TileContent(of: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(TileContent(of: Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8)) == .webP)
        // A layer of the name "a", version 2.
        #expect(TileContent(of: [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]) == .shapes)
    }

    @Test(
        arguments: [
            "", "<!DOCTYPE html><html>", "{\"error\": 1}", "Not found", "RIFF1234WAVE", "\u{1F}\u{8B}", "\u{89}PNG",
        ])
    func `what is not a tile is not taken for one`(text: String) {
        #expect(TileContent(of: Array(text.utf8)) == nil)
        #expect(TileContent(of: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) == nil)
    }

    @Test func `a vector tile is compressed as map files have it, once`() throws {
        let tile: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
        let packed = TileInflation.compressed(tile)
        #expect(packed.prefix(2) == [0x1F, 0x8B] && TileInflation.compressed(packed) == packed)
        #expect(try TileInflation.inflated(packed, limit: 100) == tile && TileContent(of: packed) == .shapes)
        let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        #expect(try TileInflation.inflated(TileInflation.compressed(large), limit: large.count) == large)
    }
}
