import MapTiles
import Testing

@testable import Viewer

@Suite @MainActor struct TileProviderTests {
    @Test(arguments: [
        ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", 19), ("https://a.tile.opentopomap.org/{z}/{x}/{y}.png", 17),
        ("https://a.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png", 19),
    ])
    func `a known server is named, with its deepest level`(address: String, depth: Int) throws {
        let provider = try #require(TileProvider.provider(of: address))
        #expect(provider.attribution.contains("OpenStreetMap") && provider.deepestZoom == depth)
    }

    @Test func `every server that can be chosen is known by its address`() {
        for server in TileProvider.known {
            #expect(TileProvider.provider(of: server.address)?.name == server.name)
            #expect(TileTemplate(server.address) != nil)
        }
    }

    @Test(arguments: [("{ratio}", "", "@2x"), ("{r}", "", "@2x"), ("", "", "")])
    func `an address has a place for the ending of dense pictures`(mark: String, usual: String, dense: String) {
        let address = "https://{s}.example.com/{z}/{x}/{y}\(mark).png"
        #expect(TileProvider.hasDensePictures(address) == !mark.isEmpty)
        let expected = "https://a.example.com/{z}/{x}/{y}"
        #expect(TileProvider.template(address, isDense: false) == expected + usual + ".png")
        #expect(TileProvider.template(address, isDense: true) == expected + dense + ".png")
    }

    @Test(arguments: ["https://openstreetmap.org.example.com/{z}", "https://notopentopomap.org/{z}", "", "x"])
    func `a host that only looks like one is not`(address: String) {
        #expect(TileProvider.provider(of: address) == nil)
    }
}
