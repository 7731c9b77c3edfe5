import Geodesy
import SensorModel
import Testing

@testable import MapTiles

@Suite struct TilePlanTests {
    private func plan(_ text: String, _ levels: ClosedRange<Int>) throws -> TilePlan {
        try TilePlan(TileArea(text: text), zoomLevels: levels)
    }

    /// The tile in which a place lies, by the formula of the OpenStreetMap wiki.
    private func tile(_ latitude: Double, _ longitude: Double, _ zoom: Int) -> TileAddress? {
        let point = UnitMercator(Coordinate(latitude: latitude, longitude: longitude))
        return TileAddress(zoom: zoom, x: Int(point.x * Double(1 << zoom)), y: Int(point.y * Double(1 << zoom)))
    }

    @Test func `an area has the tiles in which its places lie, and no others`() throws {
        let plan = try plan("52.3,13.0,52.7,13.8", 8...13)
        let addresses = plan.addresses
        #expect(addresses.count == plan.count && Set(addresses).count == plan.count)
        for zoom in 8...13 {
            var expected: Set<TileAddress> = []
            for row in 0...200 {
                for column in 0...200 {
                    let place = (52.3 + 0.4 * Double(row) / 200, 13 + 0.8 * Double(column) / 200)
                    expected.formUnion([tile(place.0, place.1, zoom)].compactMap(\.self))
                }
            }
            #expect(Set(addresses.filter { $0.zoom == zoom }) == expected, "zoom \(zoom)")
        }
        #expect(addresses.map(\.zoom) == addresses.map(\.zoom).sorted())
    }

    @Test func `the edges of tiles do not belong to the next ones`() throws {
        // The north-eastern quarter of the world, to the digit that a text has.
        let plan = try plan("0,0,85.0511287798066,180", 0...4)
        #expect(plan.addresses.filter { $0.zoom == 1 } == [TileAddress(zoom: 1, x: 1, y: 0)])
        #expect(plan.count == 1 + 1 + 4 + 16 + 64)
        // One tile as MapBounds of another program state it.
        let (west, east) = (13.0078125, 13.359375)
        let (south, north) = (52.48278022207821, 52.69636107827448)
        let one = try TilePlan(TileArea(south: south, west: west, north: north, east: east), zoomLevels: 10...10)
        #expect(one.count == 1)
    }

    @Test func `an area across the antimeridian has tiles on both sides`() throws {
        let fiji = try plan("-19,177,-16,-179", 0...9)
        #expect(fiji.area.crossesAntimeridian)
        let deepest = Set(fiji.addresses.filter { $0.zoom == 9 }.map(\.x))
        #expect(deepest == Set(Array(507...511) + [0, 1]))
        #expect(fiji.addresses.filter { $0.zoom == 0 }.count == 1)
        #expect(Set(fiji.addresses).count == fiji.count)
        #expect(fiji.area.bounds == MapBounds(west: -180, south: -19, east: 180, north: -16))
        // Across the antimeridian and nearly around the world: no tile twice.
        let wide = try plan("-10,1,10,-1", 0...6)
        #expect(Set(wide.addresses).count == wide.count && wide.count == wide.addresses.count)
    }

    @Test func `maps end before the poles`() throws {
        let whole = try plan("-90,-180,90,180", 0...6)
        #expect(whole.count == 5_461)
        #expect(whole.addresses.filter { $0.zoom == 2 }.count == 16)
        #expect(throws: TilePlanError.nearPole) { try TileArea(south: 86, west: 0, north: 90, east: 10) }
        #expect(throws: TilePlanError.nearPole) { try TileArea(south: -90, west: 0, north: -85.1, east: 10) }
        #expect(try TileArea(south: 85, west: 0, north: 90, east: 10).north == UnitMercator.latitudeLimit)
    }

    @Test func `as many tiles as are allowed are planned, and not one more`() throws {
        let level = try TileArea(south: -85, west: -180, north: 85, east: 180)
        // 4^7 = 16 384 tiles; with the next level there would be 81 920.
        #expect(try TilePlan(level, zoomLevels: 7...7).count == 16_384)
        #expect(throws: TilePlanError.tooMany(count: 65_536)) { try TilePlan(level, zoomLevels: 8...8) }
        // The largest map there is does not overflow.
        let whole = try TileArea(south: -90, west: -180, north: 90, east: 180)
        #expect(TilePlan.count(whole, zoomLevels: 0...22) == ((1 << 46) - 1) / 3)
        #expect(TilePlan.count(level, zoomLevels: -9...0) == 1)
        let error = #expect(throws: TilePlanError.self) { try TilePlan(level, zoomLevels: 8...8) }
        #expect(try #require(error).description.contains("65536 tiles"))
    }

    @Test(
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "1,2,x,4", "nan,2,3,4", "3,2,1,4", "1,2,1,4", "1,2,3,2", "1,-181,3,4", "1,2,91,4",
            "inf,2,3,4", "1,,3,4",
        ])
    func `what is not an area is refused`(text: String) {
        #expect(throws: TilePlanError.self) { try TileArea(text: text) }
    }

    @Test func `areas and levels are read as people write them`() throws {
        #expect(try TileArea(text: " 52.3, 13, 52.7, 13.8") == TileArea(south: 52.3, west: 13, north: 52.7, east: 13.8))
        let area = try TileArea(text: "-1,-2,3.5,4")
        #expect(try TileArea(text: area.text) == area)
        #expect(try TilePlan.zoomLevels(text: "10-15") == 10...15)
        #expect(try TilePlan.zoomLevels(text: "7") == 7...7)
        for text in ["", "-", "15-10", "1-2-3", "-1", "0-23", "a-b", "1-"] {
            #expect(throws: TilePlanError.notZoomLevels, "\(text)") { try TilePlan.zoomLevels(text: text) }
        }
    }

    /// Places of a track, as latitude and longitude.
    private func area(_ places: [(Double, Double)], margin: Double) throws -> TileArea {
        try TileArea(around: places.map { Coordinate(latitude: $0.0, longitude: $0.1) }, margin: margin)
    }

    @Test func `an area around places has a margin of so many metres`() throws {
        let area = try area([(60, 10), (60.5, 10.4), (60.2, 10.2)], margin: 1_000)
        #expect(abs((60 - area.south) * 111_320 - 1_000) < 3 && abs((area.north - 60.5) * 111_320 - 1_000) < 3)
        // The margin is wide enough at the northern edge, where a degree of longitude is shortest.
        let metres = UnitMercator.metresPerUnit(atLatitude: area.north) / 360
        #expect(abs((10 - area.west) * metres - 1_000) < 3 && abs((area.east - 10.4) * metres - 1_000) < 3)
        #expect(try self.area([(60, 10)], margin: 100).crossesAntimeridian == false)
        #expect(throws: TilePlanError.emptyArea) { try self.area([], margin: 100) }
    }

    @Test func `a track across the antimeridian has the small area, not the one around the world`() throws {
        let fiji = try area([(-17, 178.5), (-17.5, 179.9), (-18, -179.5)], margin: 5_000)
        #expect(fiji.crossesAntimeridian && fiji.west > 178 && fiji.east < -179)
        #expect(try TilePlan(fiji, zoomLevels: 0...9).count < 60)
        #expect(abs(fiji.middle.longitude - 179.5) < 0.01 && abs(fiji.middle.latitude + 17.5) < 0.01)
        // The margin alone may cross it.
        #expect(try area([(0, 179.999)], margin: 1_000).crossesAntimeridian)
        #expect(try area([(0, -179.999)], margin: 1_000).crossesAntimeridian)
    }

    @Test func `places all around the world, and near a pole, have the whole circle of latitude`() throws {
        let around = try area([(0, -120), (0, 0), (0, 120), (10, 60), (10, -60), (10, 180)], margin: 7_000_000)
        #expect((around.west, around.east) == (-180, 180))
        let polar = try area([(84.9, 0)], margin: 1_000_000)
        #expect((polar.west, polar.east) == (-180, 180) && polar.north == UnitMercator.latitudeLimit)
        #expect(throws: TilePlanError.nearPole) { try area([(89, 0)], margin: 1_000) }
    }

    @Test func `random areas have every tile once and few beyond them`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let south = Double.random(in: -89...80, using: &random)
            let north = south + Double.random(in: 0.01...9, using: &random)
            let west = Double.random(in: -180...180, using: &random)
            let east = Double.random(in: -180...180, using: &random)
            guard let area = try? TileArea(south: south, west: west, north: north, east: east),
                let plan = try? TilePlan(area, zoomLevels: 0...6)
            else { continue }
            #expect(Set(plan.addresses).count == plan.count && plan.count == plan.addresses.count)
            for corner in [(area.south, area.west), (area.north, area.west)] {
                let latitude = min(85.05, max(-85.05, corner.0 + (corner.0 == area.south ? 1e-4 : -1e-4)))
                let inside = min(179.999, corner.1 + 1e-4)
                #expect(plan.addresses.contains { $0 == tile(latitude, inside, 6) }, "\(area)")
            }
        }
    }
}
