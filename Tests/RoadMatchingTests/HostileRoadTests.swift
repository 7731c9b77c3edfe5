import Geometry
import MapTiles
import SensorModel
import Testing

@testable import RoadMatching

/// Maps and tracks that are damaged, or made to take long.
@Suite struct HostileRoadTests {
    @Test func `a coarse map, a map without roads and a damaged tile are reported`() {
        let map = MadeUpMap()
        let drive = MadeUpDrive([(0, 0), (500, 0)], on: map).places
        #expect(throws: RoadMatchingError.tooCoarse(zoom: 5)) {
            try RoadMatcher().match(drive, zoomLevels: 0...5) { _ in nil }
        }
        #expect(throws: RoadMatchingError.noRoads) {
            try RoadMatcher().match(drive, zoomLevels: 0...14) { _ in nil }
        }
        #expect(throws: RoadMatchingError.tile(.damagedTile)) {
            try RoadMatcher().match(drive, zoomLevels: 0...14) { _ in [0x1A, 0x7F, 0x00] }
        }
    }

    @Test func `matching ends when it is cancelled`() {
        let map = MadeUpMap()
        #expect(throws: RoadMatchingError.cancelled) {
            try RoadMatcher().match(
                MadeUpDrive([(0, 0), (500, 0)], on: map).places, zoomLevels: 0...14, isCancelled: { true }
            ) { _ in nil }
        }
    }

    @Test func `a tile may have as many points as the bound, and not one more`() throws {
        // Every vertex is two metres from the last one, so that none is a repetition.
        let zigzag = (0..<RoadMatchingBounds.pointsPerTile).map { index in
            (Double(index % 2) * 2, Double(index) / Double(RoadMatchingBounds.pointsPerTile) * 10)
        }
        var map = MadeUpMap()
        map.road(zigzag)
        let drive = MadeUpDrive([(0, 0), (100, 0)], on: map).places
        #expect(throws: Never.self) { try map.match(drive) }
        map.road([(50, 0), (100, 0)])
        #expect(throws: RoadMatchingError.tooManyRoads) { try map.match(drive) }
    }

    @Test func `places that are not on Earth and covariances that are none are passed over`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "Road")
        var places = MadeUpDrive([(-700, 0), (700, 0)], on: map).places
        places[20].coordinate.latitude = .nan
        places[30].covariance = SIMD3(.nan, 0, -1)
        places[40].covariance = SIMD3(1, 5, 1)
        places[50].covariance = SIMD3(repeating: .infinity)
        places[60].coordinate = Coordinate(latitude: 90, longitude: 180)
        let match = try map.match(places)
        #expect(match.places[60] == nil)
        #expect(match.share(on: "Road") > 0.8)
        #expect(try map.match([]).parts.isEmpty)
        #expect(try map.match(Array(places.prefix(1))).metres == 0)
    }

    @Test func `a track around the world reads a bounded number of tiles`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)])
        let tiles = map.tiles()
        let flight = (0..<2_000).map { index in
            TrackPlace(
                coordinate: Coordinate(latitude: 50.004, longitude: wrappedDegrees(14.4 + Double(index) * 0.18)),
                covariance: SIMD3(1, 0, 1))
        }
        var count = 0
        let match = try RoadMatcher().match(flight, zoomLevels: 0...14) { address in
            count += 1
            return tiles[address]
        }
        #expect(count < 5 * flight.count)
        #expect(match.places.count == flight.count)
    }
}
