import Geometry
import SensorModel
import Testing
import ViewerModel

@Suite struct MapFurnitureTests {
    private func viewport(_ zoom: Double, latitude: Double = 50, longitude: Double = 14) -> MapViewport {
        MapViewport(
            centre: UnitMercator(Coordinate(latitude: latitude, longitude: longitude)), zoom: zoom, width: 1_000,
            height: 700)
    }

    @Test func `the bar is round, fits, and is as long as it says`() throws {
        for step in 0...80 {
            let viewport = viewport(Double(step) / 4)
            let scale = try #require(MapScale(viewport))
            #expect(scale.length <= 100.001 && scale.length >= 39)
            let parts = scale.label.split(separator: " ")
            let metres = try #require(Double(parts[0])) * (parts[1] == "km" ? 1_000 : 1)
            #expect(abs(scale.length * viewport.metresPerPixel - metres) < 1e-6 * metres)
            let digit = try #require(parts[0].first { $0 != "0" && $0 != "." })
            #expect("125".contains(digit))
        }
        #expect(MapScale(viewport(14), unit: .imperial)?.label.hasSuffix("ft") == true)
        #expect(MapScale(viewport(.nan)) == nil)
    }

    @Test func `lines of the graticule are round and where they belong`() throws {
        for zoom in [2.0, 7.3, 13, 17.9] {
            let viewport = viewport(zoom)
            let graticule = Graticule(viewport)
            #expect(!graticule.meridians.isEmpty && !graticule.parallels.isEmpty)
            for line in graticule.parallels {
                let point = viewport.mercator(at: ScreenPoint(x: 500, y: line.position))
                #expect(abs(point.coordinate.latitude - line.degrees) < 1e-7)
                let ratio = line.degrees / graticule.spacing
                #expect(abs(ratio - ratio.rounded()) < 1e-6)
            }
            let xs = graticule.meridians.map(\.position)
            #expect(zip(xs, xs.dropFirst()).allSatisfy { $1 - $0 >= 129 })
        }
        #expect(Graticule(viewport(14)).meridians.contains { $0.label.description.hasSuffix("° E") })
    }

    @Test func `the graticule goes over the antimeridian`() {
        let graticule = Graticule(viewport(8, latitude: -17, longitude: 179.9))
        #expect(graticule.meridians.contains { $0.degrees > 179 })
        #expect(graticule.meridians.contains { $0.degrees < -178 })
        #expect(graticule.meridians.allSatisfy { abs($0.degrees) <= 180 })
    }
}
