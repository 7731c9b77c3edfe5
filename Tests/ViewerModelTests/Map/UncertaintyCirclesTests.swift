import Geometry
import SensorModel
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct UncertaintyCirclesTests {
    private let corner = Coordinate(latitude: 50, longitude: 14)

    /// A way east and back.
    private var positions: PositionTrack {
        PositionTrack(
            (0..<2_000).map { (index: Int) -> PositionEstimate in
                let steps = Double(min(index, 2_000 - index))
                return PositionEstimate(
                    time: Instant(seconds: Double(index)),
                    coordinate: Coordinate(latitude: 50, longitude: 14 + steps * 1e-5), accuracy: 3, isEstimated: false)
            })
    }

    @Test func `circles keep their distance at each zoom`() {
        var circles = UncertaintyCircles(positions, spacing: 14)
        var counts: [Int] = []
        for zoom in [10.2, 12.9, 15.0, 19.5] {
            let viewport = MapViewport(centre: UnitMercator(corner), zoom: zoom, width: 800, height: 600)
            let shown = circles.circles(in: viewport)
            counts.append(shown.count)
            let points = shown.map { viewport.screenPoint(of: $0.place) }
            for (left, right) in zip(points, points.dropFirst()) {
                let distance: Double = abs(left.x - right.x) + abs(left.y - right.y)
                #expect(distance >= 14 - 1e-6)
            }
            #expect(shown.first?.radius == 3)
        }
        #expect(counts == counts.sorted() && counts[0] < 10 && counts[3] > 300)
    }
}
