import Geometry
import Testing

@Suite struct DistanceTests {
    @Test func `known lines come out right`() {
        // Vincenty's inverse on WGS 84: one degree along the equator and the meridian, Paris to New York.
        let origin = Coordinate(latitude: 0, longitude: 0)
        #expect(abs(origin.distance(to: Coordinate(latitude: 0, longitude: 1)) - 111_319.491) < 1)
        #expect(abs(origin.distance(to: Coordinate(latitude: 1, longitude: 0)) - 110_574.389) < 1)
        let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
        let newYork = Coordinate(latitude: 40.7128, longitude: -74.0060)
        #expect(abs(paris.distance(to: newYork) - 5_852_935) < 3_000)
    }

    @Test func `the antimeridian adds no distance`() {
        let west = Coordinate(latitude: 10, longitude: 179.9995)
        let east = Coordinate(latitude: 10, longitude: -179.9995)
        #expect(abs(west.distance(to: east) - 109.6) < 0.5)
    }
}

@Suite struct LocalPlaneTests {
    @Test(arguments: [(50.1, 14.4), (-33.9, 151.2), (0, -180), (89.99, 10), (-90, 0)])
    func `a point goes there and back`(latitude: Double, longitude: Double) {
        let plane = LocalPlane(origin: Coordinate(latitude: latitude, longitude: longitude))
        // At a pole a metre northward leaves the globe; southward it does not.
        let point = PlanePoint(east: 0.5, north: latitude > 0 ? -800 : 800)
        let back = plane.point(plane.coordinate(point))
        #expect(abs(back.east - point.east) < 1e-3)
        #expect(abs(back.north - point.north) < 1e-3)
    }

    @Test func `lengths within ten kilometres agree with the ellipsoid to a decimetre a kilometre`() {
        let origin = Coordinate(latitude: 50.1, longitude: 14.4)
        let plane = LocalPlane(origin: origin)
        for (east, north) in [(1_000.0, 0.0), (0, 1_000), (3_000, -4_000), (-7_000, 100)] {
            let length = (east * east + north * north).squareRoot()
            let there = plane.coordinate(PlanePoint(east: east, north: north))
            #expect(abs(origin.distance(to: there) - length) < length * 6e-4)
        }
    }

    @Test func `the plane of the baseline has 111 320 m a degree`() {
        let plane = LocalPlane(sphericalAt: Coordinate(latitude: 60, longitude: 0))
        #expect(plane.metresPerDegreeLatitude == 111_320)
        #expect(abs(plane.metresPerDegreeLongitude - 55_660) < 1e-6)
    }

    @Test func `angles wrap at the antimeridian`() {
        #expect(wrappedDegrees(190) == -170)
        #expect(wrappedDegrees(-190) == 170)
        #expect(wrappedDegrees(180) == 180)
        #expect(wrappedDegrees(725) == 5)
    }
}

@Suite struct UnitMercatorTests {
    @Test func `the square's corners and middle are where they belong`() {
        let middle = UnitMercator(Coordinate(latitude: 0, longitude: 0))
        #expect(abs(middle.x - 0.5) < 1e-12)
        #expect(abs(middle.y - 0.5) < 1e-12)
        #expect(abs(UnitMercator(Coordinate(latitude: 90, longitude: -180)).y) < 1e-9)
        #expect(abs(UnitMercator(Coordinate(latitude: -90, longitude: 180)).y - 1) < 1e-9)
    }

    @Test func `a coordinate goes there and back`() {
        let here = Coordinate(latitude: 50.1, longitude: 14.4)
        #expect(UnitMercator(here).coordinate.distance(to: here) < 1e-5)
    }
}
