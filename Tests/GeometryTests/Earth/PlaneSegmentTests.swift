import Geometry
import Testing

@Suite struct PlaneSegmentTests {
    private func distance(_ segment: PlaneSegment, _ east: Double, _ north: Double) -> Double {
        segment.squaredDistance(to: PlanePoint(east: east, north: north)).squareRoot()
    }

    @Test func `a point beside is off by its perpendicular, one beyond by its way to the end`() {
        let segment = PlaneSegment(from: PlanePoint(east: 10, north: 0), to: PlanePoint(east: 10, north: 100))
        #expect(distance(segment, 13, 50) == 3)
        #expect(distance(segment, 7, 0) == 3)
        #expect(distance(segment, 13, -4) == 5)
        #expect(distance(segment, 13, 104) == 5)
    }

    @Test func `a segment without length is a point`() {
        let point = PlanePoint(east: -1, north: 2)
        #expect(distance(PlaneSegment(from: point, to: point), 2, 6) == 5)
    }
}
