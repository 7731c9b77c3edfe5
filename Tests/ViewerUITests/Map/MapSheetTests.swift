import Glibc
import Testing

@testable import ViewerUI

@Suite @MainActor struct MapSheetTests {
    private func sheet(isVector: Bool = false, hasDensePictures: Bool = false) -> MapSheet {
        var tiles = TileClient.Tiles(
            name: "", attribution: nil, zoomLevels: 0...19, bounds: nil, isVector: isVector, read: { _, _ in nil })
        tiles.hasDensePictures = hasDensePictures
        return MapSheet(tiles, ground: nil)
    }

    @Test(arguments: [1, 2, 3], [false, true])
    func `a picture is neither enlarged by more than 1.42 nor reduced to less than 0.7`(scale: Int, isDense: Bool) {
        let sheet = sheet(hasDensePictures: isDense)
        let pixels = isDense && scale >= 2 ? 512.0 : 256
        for zoom in stride(from: 3.0, to: 17, by: 0.05) {
            let shown = 256 * exp2(zoom - Double(sheet.level(atZoom: zoom, scale: scale))) * Double(scale)
            #expect((0.7...1.42).contains(shown / pixels), "\(zoom)")
        }
    }

    @Test func `the tile of a map of shapes is drawn with 512 to 1024 pixels a side`() {
        let sheet = sheet(isVector: true)
        for zoom in stride(from: 3.0, to: 17, by: 0.05) {
            let side = 256 * exp2(zoom - Double(sheet.level(atZoom: zoom, scale: 1)))
            #expect((511.9...1_024).contains(side), "\(zoom)")
        }
    }
}
