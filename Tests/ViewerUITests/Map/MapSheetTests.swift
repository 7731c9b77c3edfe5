import GTKKit
import Geometry
import Glibc
import MapTiles
import SensorModel
import Testing

@testable import ShumateKit
@testable import Viewer
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

    /// A vector tile of layers without features.
    private nonisolated static func tile(layers: [String]) -> [UInt8] {
        layers.flatMap { name -> [UInt8] in
            let layer = [0x78, 0x02, 0x0A, UInt8(name.utf8.count)] + Array(name.utf8)
            return [0x1A, UInt8(layer.count)] + layer
        }
    }

    @Test(arguments: [
        (["things"], ["things"], 1), (["things"], ["water"], 0), (["things"], ["things", "pois"], 0), ([], [], 0),
        ([], ["things"], 1),
    ])
    func `unknown layers are reported once, if no tile in view has a known one`(
        western: [String], eastern: [String], reports: Int
    ) async throws {
        let tiles = TileClient.Tiles(
            name: "", attribution: nil, zoomLevels: 0...14, bounds: nil, isVector: true,
            read: { address, _ in Self.tile(layers: address.x % 2 == 0 ? western : eastern) })
        var (reported, painted) = (0, 0)
        let sheet = MapSheet(tiles, ground: nil) { report in
            switch report {
            case .change: painted += 1
            case .unknownLayers: reported += 1
            case .trouble: break
            }
        }
        for x in [0.5, 0.6] {
            let projection = MapProjection(
                center: UnitMercator(x: x, y: 0.5), scale: 256 * exp2(6), width: 900, height: 600)
            let look = MapSheet.Look(zoom: 6, scale: 1, isDark: false)
            painted = 0
            let count = sheet.frames(projection, look).count
            _ = Picture(width: 900, height: 600) { drawing in
                sheet.draw(in: drawing, projection, look, isResting: true)
            }
            while painted < count { await Task.yield() }
            // A foreign tile hides nothing below it.
            let isWhole = sheet.hidesOthers(projection, look)
            #expect(isWhole == (reports == 0 && !western.contains("things")))
        }
        #expect(reported == reports)
    }

    @Test func `the sentence about unknown layers names the map of a file`() {
        var tiles = TileClient.Tiles(
            name: "Hills", attribution: nil, zoomLevels: 0...14, bounds: nil, isVector: true, read: { _, _ in nil })
        #expect("\(UnknownLayers(of: tiles))".contains("server") && !tiles.statesUnknownLayers)
        tiles.readFile = { _ in nil }
        #expect("\(UnknownLayers(of: tiles))".contains("The map Hills cannot be drawn"))
        tiles.layers = ["things", "poi"]
        #expect(tiles.statesUnknownLayers)
        tiles.layers = ["things", "water"]
        #expect(!tiles.statesUnknownLayers)
    }

    @Test func `the tile of a map of shapes is drawn with 512 to 1024 pixels a side`() {
        let sheet = sheet(isVector: true)
        for zoom in stride(from: 3.0, to: 17, by: 0.05) {
            let side = 256 * exp2(zoom - Double(sheet.level(atZoom: zoom, scale: 1)))
            #expect((511.9...1_024).contains(side), "\(zoom)")
        }
    }
}
