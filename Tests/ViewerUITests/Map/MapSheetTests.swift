import Geodesy
import Glibc
import MapTiles
import ShumateKit
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

    @Test(arguments: [false, true], [0, 30, 45, 90, 200])
    func `a map on a large screen has all tiles in view, however it is turned`(isVector: Bool, degrees: Int) {
        let sheet = sheet(isVector: isVector)
        for zoom in [9.49, 9.5, 10] {
            let projection = MapProjection(
                center: UnitMercator(x: 0.54, y: 0.34), scale: 256 * exp2(zoom), width: 3_840, height: 2_160,
                rotation: Double(degrees) * .pi / 180)
            let look = MapSheet.Look(zoom: zoom, scale: 1, isDark: false)
            let tiles = Set(sheet.frames(projection, look).map(\.frame.address))
            let level = sheet.level(atZoom: zoom, scale: 1)
            var missing = 0
            for x in stride(from: 0.0, through: 3_840, by: 60) {
                for y in stride(from: 0.0, through: 2_160, by: 60) {
                    let place = projection.point(x: x, y: y)
                    let side = Double(1 << level)
                    let tile = TileAddress(zoom: level, x: Int(place.x * side), y: Int(place.y * side))
                    if let tile, !tiles.contains(tile) { missing += 1 }
                }
            }
            #expect(missing == 0, "zoom \(zoom)")
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
