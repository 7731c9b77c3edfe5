import GTKKit
import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import ShumateKit
@testable import Viewer
@testable import ViewerUI

@Suite @MainActor struct MapProjectionTests {
    private func projection(_ rotation: Double) -> MapProjection {
        MapProjection(
            center: UnitMercator(Coordinate(latitude: 50.1, longitude: 14.4)), scale: 256 * 30_000, width: 900,
            height: 500, rotation: rotation)
    }

    private static let corners = [(0.0, 0.0), (900, 0), (0, 500), (900, 500), (450, 250), (123, 456)]

    @Test(arguments: [0.0, 0.5, .pi / 2, 3, -2])
    func `a pixel goes to the world and back, as the model of the viewer has it`(rotation: Double) {
        let projection = projection(rotation)
        for (x, y) in Self.corners {
            let point = projection.point(x: x, y: y)
            let back = projection.pixel(point)
            #expect(abs(back.x - x) < 1e-6 && abs(back.y - y) < 1e-6)
            let model = projection.viewport.mercator(at: ScreenPoint(x: x, y: y))
            #expect(abs(model.x - point.x) < 1e-12 && abs(model.y - point.y) < 1e-12)
        }
    }

    @Test func `a place beyond the antimeridian lies next to those before it`() {
        let map = MapProjection(center: UnitMercator(x: 0.999, y: 0.5), scale: 100_000, width: 900, height: 500)
        let place = map.pixel(nearest: UnitMercator(x: 0.001, y: 0.5))
        #expect(abs(place.x - 650) < 1e-6 && abs(place.y - 250) < 1e-6)
    }

    @Test func `a quarter turn brings the north to the right`() {
        let projection = projection(.pi / 2)
        let north = projection.pixel(
            UnitMercator(x: projection.center.x, y: projection.center.y - 100 / projection.scale))
        #expect(abs(north.x - 550) < 1e-6 && abs(north.y - 250) < 1e-6)
    }

    @Test(arguments: [0.5, .pi / 2, 3, -2])
    func `the upright map holds all that the turned one shows, and no more than needed`(rotation: Double) {
        let projection = projection(rotation)
        let upright = projection.upright
        #expect(upright.rotation == 0)
        let places = Self.corners.map { upright.pixel(projection.point(x: $0.0, y: $0.1)) }
        #expect(abs((places.map(\.x).min() ?? -1)) < 1e-6 && abs((places.map(\.y).min() ?? -1)) < 1e-6)
        #expect(abs((places.map(\.x).max() ?? 0) - upright.width) < 1e-6)
        #expect(abs((places.map(\.y).max() ?? 0) - upright.height) < 1e-6)
    }

    @Test(arguments: [0.0, 0.5, .pi / 2, 3, -2])
    func `what is drawn upright lies where the turned map has it`(rotation: Double) {
        let projection = projection(rotation)
        let place = projection.point(x: 200.5, y: 100.5)
        let picture = Picture(width: 900, height: 500) { drawing in
            drawing.upright(projection) { upright in
                let (x, y) = upright.pixel(place)
                drawing.setColor(Color(0xFF0000))
                drawing.newPath()
                drawing.circle(x: x, y: y, radius: 3)
                drawing.fill()
            }
        }
        #expect(picture.pixel(x: 200, y: 100) == 0xFFFF_0000)
        #expect(picture.pixel(x: 210, y: 100) == 0)
    }
}
