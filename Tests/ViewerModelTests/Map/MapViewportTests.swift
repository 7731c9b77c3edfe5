import Geometry
import SensorModel
import Testing
import ViewerModel

@Suite struct MapViewportTests {
    private let prague = UnitMercator(Coordinate(latitude: 50.1, longitude: 14.4))

    @Test(arguments: [0.0, 0.3, -2.5])
    func `a point goes to the screen and back, turned or not`(rotation: Double) {
        let viewport = MapViewport(centre: prague, zoom: 15.3, width: 1_280, height: 800, rotation: rotation)
        let screen = ScreenPoint(x: 123, y: 456)
        let back = viewport.screenPoint(of: viewport.mercator(at: screen))
        #expect(abs(back.x - screen.x) < 1e-6)
        #expect(abs(back.y - screen.y) < 1e-6)
        let affine = viewport.affine
        let point = viewport.mercator(at: screen)
        #expect(abs(affine.xx * point.x + affine.xy * point.y + affine.x0 - screen.x) < 1e-5)
        #expect(abs(affine.yx * point.x + affine.yy * point.y + affine.y0 - screen.y) < 1e-5)
    }

    @Test func `a fitted box is inside with its padding, and touches it`() {
        let bounds = MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5402, maximumY: 0.3304)
        let viewport = MapViewport.fitting(bounds, width: 1_000, height: 700, margins: MapMargins(50))
        let corner = viewport.screenPoint(of: UnitMercator(x: bounds.minimumX, y: bounds.minimumY))
        #expect(abs(corner.y - 50) < 1e-6)
        #expect(corner.x >= 50)
    }

    @Test func `the box around points holds them all, and there is none around nothing`() {
        let points = [UnitMercator(x: 0.4, y: 0.3), UnitMercator(x: 0.2, y: 0.6)]
        #expect(
            MercatorBounds(around: points)
                == MercatorBounds(minimumX: 0.2, minimumY: 0.3, maximumX: 0.4, maximumY: 0.6))
        #expect(MercatorBounds(around: []) == nil)
    }

    @Test func `a fitted box keeps out of what lies at one side`() {
        let bounds = MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5404, maximumY: 0.3301)
        let margins = MapMargins(top: 20, bottom: 60, start: 150, end: 50)
        let viewport = MapViewport.fitting(bounds, width: 600, height: 500, margins: margins)
        let first = viewport.screenPoint(of: UnitMercator(x: bounds.minimumX, y: bounds.minimumY))
        let last = viewport.screenPoint(of: UnitMercator(x: bounds.maximumX, y: bounds.maximumY))
        #expect(abs(first.x - 150) < 1e-6 && abs(last.x - 550) < 1e-6)
        #expect(abs((first.y + last.y) / 2 - (20 + 440) / 2) < 1e-6)
    }

    @Test func `a fitted box keeps out of a card in the corner, on the side that shows it larger`() {
        let margins = MapMargins(top: 90, bottom: 90, start: 90, end: 90)
        let card = (left: 440.0, top: 500.0)
        func fitted(_ bounds: MercatorBounds) -> (right: Double, bottom: Double) {
            let free = margins.clear(of: card, showing: bounds, width: 820, height: 640)
            let viewport = MapViewport.fitting(bounds, width: 820, height: 640, margins: free)
            let last = viewport.screenPoint(of: UnitMercator(x: bounds.maximumX, y: bounds.maximumY))
            return (last.x, last.y)
        }
        let high = fitted(MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5401, maximumY: 0.3306))
        #expect(high.right < card.left && high.bottom > card.top)
        let wide = fitted(MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5406, maximumY: 0.3301))
        #expect(wide.bottom < card.top && wide.right > card.left)
        let box = MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5401, maximumY: 0.3306)
        let huge = margins.clear(of: (left: 100, top: 110), showing: box, width: 820, height: 640)
        #expect(huge == margins, "a card that leaves no room is drawn over")
    }

    @Test func `one point and no point have a viewport`() {
        let one = TrackGeometry([Coordinate(latitude: 50, longitude: 14)])
        let viewport = MapViewport.fitting(one.bounds, width: 800, height: 600)
        #expect(viewport.zoom == 17)
        let step = TrackGeometry([50, 50.0001].map { Coordinate(latitude: $0, longitude: 14) })
        let close = MapViewport.fitting(step.bounds, width: 800, height: 600)
        #expect(close.metresPerPixel < 0.1, "eleven metres fill the map")
        let none = MapViewport.fitting(TrackGeometry([]).bounds, width: 800, height: 600)
        #expect(none.zoom.isFinite && none.centre.x == 0.5)
    }

    @Test func `a coordinate beyond the antimeridian is drawn beside its neighbour`() {
        let fiji = UnitMercator(Coordinate(latitude: -17, longitude: 179.99))
        let viewport = MapViewport(centre: fiji, zoom: 12, width: 800, height: 600)
        let across = viewport.screenPoint(of: Coordinate(latitude: -17, longitude: -179.99))
        #expect(abs(across.x - 400 - 0.02 / 360 * viewport.worldSize) < 1e-6)
    }

    @Test func `a box is seen from its copy of the world, too`() {
        let place = UnitMercator(Coordinate(latitude: 50, longitude: 14))
        let box = MercatorBounds(
            minimumX: place.x - 1e-5, minimumY: place.y - 1e-5, maximumX: place.x + 1e-5, maximumY: place.y + 1e-5)
        func shows(east: Double) -> Bool {
            let centre = UnitMercator(x: place.x + east, y: place.y)
            return MapViewport(centre: centre, zoom: 12, width: 800, height: 600).shows(box)
        }
        #expect(shows(east: 0) && shows(east: 1) && shows(east: -2) && !shows(east: 0.1) && !shows(east: 0.5))
    }
}
