import Geometry
import MapTiles
import RoadMatching
import SensorModel
import Testing

@testable import FusionCore
@testable import ViewerModel

/// A track of a minute eastward, along a road for its first half.
@Suite struct MatchedRoadsTests {
    private static let start = Instant(seconds: 1_700_000_000)

    /// A tile with a road from its western edge to its middle, in units of 1/4096.
    private static let tile: [UInt8] = {
        let name: [UInt8] = [0x1a, 54, 0x0a, 14] + Array("transportation".utf8)
        let road: [UInt8] = [0x12, 16, 0x12, 2, 0, 0, 0x18, 2, 0x22, 8, 9, 0, 0x80, 0x20, 0x0a, 0x80, 0x20, 0]
        let key: [UInt8] = [0x1a, 5] + Array("class".utf8)
        let value: [UInt8] = [0x22, 9, 0x0a, 7] + Array("primary".utf8)
        return name + road + key + value + [0x78, 2]
    }()

    private func track() -> PositionTrack {
        // The tile is 1,570 m wide here; the road in its middle row ends after half of it.
        let side = Double(1 << 14)
        return PositionTrack(
            (0..<60).map { second in
                let place = UnitMercator(x: (8_829 + 0.1 + Double(second) * 0.013) / side, y: 5_556.5 / side)
                return PositionEstimate(
                    time: Self.start + Double(second), coordinate: place.coordinate, accuracy: 2,
                    covariance: SIMD3(4, 0, 4))
            })
    }

    private func roads() throws -> MatchedRoads {
        let track = track()
        let match = try RoadMatcher().match(TrackPlace.places(of: track), zoomLevels: 14...14) { address in
            address.x == 8_829 && address.y == 5_556 ? Self.tile : nil
        }
        return MatchedRoads(match, of: track)
    }

    @Test func `the line has the times of the track, and is dashed off the road`() throws {
        let roads = try roads()
        #expect(roads.track.times.count == roads.track.geometry.count)
        let times = Array(roads.track.times)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(times.first == Self.start && times.last == Self.start + 59)
        let styles = roads.track.geometry.styles.filter { $0 != .gap }
        #expect(styles.contains { $0.isDashed } && styles.contains { !$0.isDashed })
        #expect(abs((roads.share ?? 0) - 0.5) < 0.1)
    }

    @Test func `the distance from the road is missing off the road`() throws {
        let roads = try roads()
        #expect((roads.deviation.value(at: Self.start + 10) ?? 99) < 1)
        #expect(roads.deviation.value(at: Self.start + 50) == nil)
        #expect(SessionQuantity.roadDeviation.text(of: 1.26, unit: .kilometresPerHour).description == "1.3 m")
    }
}
