import Geometry
import Glibc
import SensorModel
import Testing

@testable import MapTiles

@Suite struct MapRoadNameTests {
    /// Returns the names of a road in a tile, in fractions of the tile's side.
    private func names(_ line: [SIMD2<Float>]) throws -> [(label: MapLabel, x: Double, y: Double)] {
        let address = try #require(TileAddress(zoom: 14, x: 8_847, y: 5_556))
        return MapRoadName.labels("Long Road", along: [line], in: address).map { label in
            (label, label.place.x * 16_384 - 8_847, label.place.y * 16_384 - 5_556)
        }
    }

    @Test func `a straight road has one name, which can be repeated`() throws {
        let names = try names((0...10).map { SIMD2(Float($0) / 10, 0.5) })
        try #require(names.count == 1)
        #expect(names[0].label.isStraight && names[0].label.lowestZoom == 13)
        #expect(abs(names[0].x - 0.5) < 1e-6 && abs(names[0].y - 0.5) < 1e-6)
    }

    @Test func `the names of a bent road lie on it, and are more if the tile is enlarged`() throws {
        // A quarter of a circle about the upper left corner.
        let arc = (0...30).map { step -> SIMD2<Float> in
            let angle = Float(step) / 30 * .pi / 2
            return SIMD2(0.8 * cos(angle), 0.8 * sin(angle))
        }
        let names = try names(arc)
        #expect(names.count > 3 && names.filter { $0.label.lowestZoom == 13 }.count == 1)
        for name in names {
            #expect(abs((name.x * name.x + name.y * name.y).squareRoot() - 0.8) < 0.002)
            #expect(name.label.lowestZoom == 13 || name.label.isStraight)
            #expect(name.label.isStraight == (name.label.lowestZoom > 13))
        }
    }

    @Test(arguments: [Float.infinity, .nan, 3e38, -3e38])
    func `a line to nowhere is not named there`(end: Float) throws {
        for name in try names([SIMD2(0.5, 0.5), SIMD2(end, 0.5), SIMD2(0.6, 0.6)]) {
            #expect((0..<1).contains(name.x) && (0..<1).contains(name.y))
        }
        #expect(try names([]).isEmpty && names([SIMD2(0.5, 0.5)]).isEmpty)
        #expect(try names([SIMD2(0.5, 0.5), SIMD2(0.5, 0.5)]).isEmpty)
    }
}
