import Geometry
import SensorModel
import Testing

@testable import RoadMatching

@Suite struct SegmentGridTests {
    /// Segments from some metres to 3 km long, made of a fixed sequence of numbers.
    private static let segments: [SegmentGrid.Segment] = {
        var state: UInt64 = 7
        func number(_ scale: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Double(state >> 11) / Double(1 << 53) - 0.5) * scale
        }
        return (0..<400).map { index in
            let from = PlanePoint(east: number(4_000), north: number(4_000))
            let length = index % 10 == 0 ? 3_000.0 : 60
            return SegmentGrid.Segment(
                from: from, to: PlanePoint(east: from.east + number(length), north: from.north + number(length)))
        }
    }()

    @Test func `every segment within the radius of a point is found`() {
        let grid = SegmentGrid(Self.segments)
        for east in stride(from: -2_500.0, through: 2_500, by: 250) {
            for north in stride(from: -2_500.0, through: 2_500, by: 250) {
                let point = PlanePoint(east: east, north: north)
                var found: Set<Int> = []
                grid.forEach(near: point, within: 40) { found.insert($0) }
                let near = Self.segments.indices.filter { index in
                    let segment = Self.segments[index]
                    return RoadNetwork.foot(of: point, from: segment.from, to: segment.to).point.distance(to: point)
                        <= 40
                }
                #expect(found.isSuperset(of: near))
            }
        }
    }

    @Test func `a segment is found along every segment that crosses it`() {
        let grid = SegmentGrid(Self.segments)
        for index in stride(from: 0, to: Self.segments.count, by: 10) {
            var found: Set<Int> = []
            grid.forEach(along: Self.segments[index]) { found.insert($0) }
            #expect(found.contains(index))
        }
    }

    @Test func `an empty grid, one point and places that are not finite do no harm`() {
        let point = PlanePoint(east: 0, north: 0)
        SegmentGrid([]).forEach(near: point, within: 10) { _ in Issue.record("There is nothing.") }
        var count = 0
        SegmentGrid([.init(from: point, to: point)]).forEach(near: point, within: 10) { _ in count += 1 }
        #expect(count == 1)
        SegmentGrid(Self.segments).forEach(near: PlanePoint(east: .nan, north: 1e300), within: 10) { _ in }
    }
}
