import Testing

@testable import ViewerUI

@Suite @MainActor struct TileProviderTests {
    @Test(arguments: [
        ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", 19), ("https://a.tile.opentopomap.org/{z}/{x}/{y}.png", 17),
        ("https://a.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png", 19),
    ])
    func `a known server is named, with its deepest level`(address: String, depth: Int) throws {
        let provider = try #require(TileProvider.provider(of: address))
        #expect(provider.attribution.contains("OpenStreetMap") && provider.deepestZoom == depth)
    }

    @Test(arguments: ["https://openstreetmap.org.example.com/{z}", "https://notopentopomap.org/{z}", "", "x"])
    func `a host that only looks like one is not`(address: String) {
        #expect(TileProvider.provider(of: address) == nil)
    }
}
