import Testing

@testable import MapTiles

@Suite struct TileServerTests {
    @Test func `an address names each tile`() throws {
        let template = try #require(TileTemplate("https://{s}.example.com/{z}/{x}/{y}{ratio}.png?key=1"))
        #expect(template.plain(isDense: false) == "https://a.example.com/{z}/{x}/{y}.png?key=1")
        #expect(template.hasDensePictures)
        #expect(template.plain(isDense: true) == "https://a.example.com/{z}/{x}/{y}@2x.png?key=1")
        #expect(TileTemplate("https://example.com/{z}/{x}") == nil)
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

    @Test func `a compressed vector tile is recognized, too`() throws {
        let tile: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 2, 3, 0x93, 0x62, 0xE5, 0x62, 0x4C, 0xAC, 0x60, 2, 0, 0x4C, 0xC1, 0xFE,
            0xBC, 7, 0,
            0, 0,
        ]
        #expect(try TileInflation.inflated(packed, limit: 100) == tile && TileContent(of: packed) == .shapes)
    }
}
