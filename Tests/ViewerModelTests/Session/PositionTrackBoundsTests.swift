import Geometry
import Glibc
import SensorModel
import Testing

@testable import FusionCore
@testable import ViewerModel

@Suite struct PositionTrackBoundsTests {
    private let start = Instant(seconds: 1_000)

    private func track(_ places: [Coordinate]) -> PositionTrack {
        PositionTrack(
            places.enumerated().map {
                PositionEstimate(
                    time: start + Double($0.offset) * 10, coordinate: $0.element, accuracy: 5, isEstimated: false)
            })
    }

    @Test func `a box tells the time spent in it, and a time tells its box`() throws {
        let track = track((0..<10).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-3) })
        let times = track.times
        #expect(track.range(in: track.mercatorBounds()) == times[0]...times[9])
        let part = track.mercatorBounds(in: times[3]...times[5])
        #expect(track.range(in: part) == times[3]...times[5])
        let away = MercatorBounds(minimumX: 0, minimumY: 0, maximumX: 0.1, maximumY: 0.1)
        #expect(track.range(in: away) == nil)
        #expect(track.mercatorBounds(in: (start + 41)...(start + 42)).isEmpty)
        #expect(PositionTrack().mercatorBounds().isEmpty)
    }

    @Test func `a frame on a turned map holds what is in it, not what is in the box around it`() {
        let track = track((0..<11).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-4) })
        let times = track.times
        let middle = UnitMercator(track.coordinate(of: 5))
        // Ten pixels from place to place; the frame is 44 pixels long and 6 pixels wide.
        let zoom = log2(10 * 360 / 1e-4 / MapViewport.tileSize)
        func frame(_ rotation: Double) -> MapViewport {
            MapViewport(centre: middle, zoom: zoom, width: 44, height: 6, rotation: rotation)
        }
        #expect(track.range(in: frame(0)) == times[3]...times[7])
        #expect(track.range(in: frame(.pi)) == times[3]...times[7])
        #expect(track.range(in: frame(.pi / 2)) == times[5]...times[5])
        #expect(track.range(in: frame(.pi / 4)) == times[5]...times[5])
    }

    @Test(arguments: [-1.0, 0, 1]) func `a box around the antimeridian is the same one world further`(world: Double) {
        let track = track(
            (0..<10).map { Coordinate(latitude: -17, longitude: wrappedDegrees(179.995 + Double($0) * 1e-3)) })
        let times = track.times
        let box = track.mercatorBounds(in: times[6]...times[8]).moved(x: world)
        #expect(track.range(in: box) == times[6]...times[8])
    }

    @Test func `the box is that of the drawn track, over the antimeridian and without what is no place`() {
        let crossing = (0..<101).map { step in
            Coordinate(latitude: -17 + Double(step % 7) * 0.01, longitude: wrappedDegrees(179.95 + Double(step) * 1e-3))
        }
        let broken = [Coordinate(latitude: .nan, longitude: 0)] + crossing + [Coordinate(latitude: 91, longitude: 0)]
        for places in [wanderingTrack(count: 500), crossing, broken] {
            let bounds = track(places).mercatorBounds()
            let drawn = TrackGeometry(places).bounds
            for edge in [\MercatorBounds.minimumX, \.maximumX, \.minimumY, \.maximumY] {
                #expect(abs(bounds[keyPath: edge] - drawn[keyPath: edge]) < 1e-9)
            }
        }
    }
}
