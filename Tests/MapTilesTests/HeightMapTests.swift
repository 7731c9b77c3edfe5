import Geometry
import SensorModel
import Testing

@testable import MapTiles

@Suite struct HeightMapTests {
    /// Returns a file of heights in memory.
    /// - Parameter height: The height in whole metres at a row from the north and a column from the west.
    private static func file(_ name: String, _ height: (_ row: Int, _ column: Int) -> Int16) throws -> HeightMap.File {
        let side = 1_201
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * side * side)
        for row in 0..<side {
            for column in 0..<side {
                let bits = UInt16(bitPattern: height(row, column))
                bytes.append(UInt8(bits >> 8))
                bytes.append(UInt8(bits & 0xFF))
            }
        }
        let content = bytes
        return HeightMap.File(try HeightSquare(name: name, byteCount: content.count)) { offset, count in
            offset < content.count ? Array(content[offset...].prefix(count)) : []
        }
    }

    @Test(arguments: [
        ("N52E013.hgt", 52, 13), ("s01w180.HGT", -1, -180), ("N00E179.SRTMGL1.hgt", 0, 179), ("S90E000.hgt", -90, 0),
    ])
    func `a name states the south-western corner`(name: String, south: Int, west: Int) throws {
        let square = try HeightSquare(name: name, byteCount: 2 * 3_601 * 3_601)
        #expect(square.south == south && square.west == west && square.side == 3_601)
    }

    @Test(arguments: [
        "", "hills.hgt", "N52E013", "N52E013hgt", "E013N52.hgt", "N5AE013.hgt", "N90E013.hgt", "S91E013.hgt",
        "N52E180.hgt", "N52E999.hgt", "N٥٢E013.hgt", "N-1E013.hgt", "N+1E013.hgt",
    ])
    func `a name that is not a corner is rejected`(name: String) {
        #expect(throws: HeightError.name) { try HeightSquare(name: name, byteCount: 2 * 1_201 * 1_201) }
    }

    @Test(arguments: [0, 1, 2 * 1_201 * 1_201 - 1, 2 * 1_200 * 1_200, 25_934_403, Int.max])
    func `another length is rejected`(bytes: Int) {
        #expect(throws: HeightError.length(bytes: bytes)) { try HeightSquare(name: "N52E013.hgt", byteCount: bytes) }
    }

    @Test func `heights lie between their neighbours, to the square's edges`() throws {
        // The plane of 2 m a row southward and 1 m a column eastward.
        let map = HeightMap([try Self.file("N50E014.hgt") { Int16(2 * $0 + $1) }])
        for (latitude, longitude) in [(51.0, 14.0), (50, 15), (50.5, 14.5), (50.123_456, 14.654_321), (50.000_1, 14.9)]
        {
            let (row, column) = ((51 - latitude) * 1_200, (longitude - 14) * 1_200)
            let height = try #require(map.height(at: Coordinate(latitude: latitude, longitude: longitude)))
            #expect(abs(height - (2 * row + column)) < 1e-3, "\(latitude) \(longitude)")
        }
        for (latitude, longitude) in [(49.999, 14.5), (51.001, 14.5), (50.5, 13.999), (50.5, 15.001), (.nan, 14.5)] {
            #expect(map.height(at: Coordinate(latitude: latitude, longitude: longitude)) == nil)
        }
    }

    @Test func `a missing or an impossible height is missing, not zero`() throws {
        for bad in [Int16.min, .max, -1_001, 9_001] {
            let map = HeightMap([try Self.file("N50E014.hgt") { $0 == 600 && $1 == 600 ? bad : 100 }])
            #expect(map.height(at: Coordinate(latitude: 50.5, longitude: 14.5)) == nil)
            #expect(map.height(at: Coordinate(latitude: 50.5 + 0.4 / 1_200, longitude: 14.5)) == nil)
            // A neighbour without weight does not matter.
            #expect(map.height(at: Coordinate(latitude: 50.5 + 1.0 / 1_200, longitude: 14.5)) == 100)
        }
    }

    @Test func `a file that became shorter is missing where it ends`() throws {
        let square = try HeightSquare(name: "N50E014.hgt", byteCount: 2 * 1_201 * 1_201)
        let cut = HeightMap([HeightMap.File(square) { offset, _ in offset < 2_402 ? [0, 7] : [] }])
        #expect(cut.height(at: Coordinate(latitude: 51, longitude: 14)) == 7)
        #expect(cut.height(at: Coordinate(latitude: 50.5, longitude: 14.5)) == nil)
    }

    @Test func `of two files of a square the finer one is used`() throws {
        let coarse = try Self.file("N50E014.hgt") { _, _ in 1 }
        let fine = HeightMap.File(try HeightSquare(name: "N50E014.hgt", byteCount: HeightSquare.mostBytes)) {
            _, count in
            (0..<count).map { UInt8($0 % 2) * 2 }
        }
        let place = Coordinate(latitude: 50.5, longitude: 14.5)
        #expect(HeightMap([coarse, fine]).height(at: place) == 2 && HeightMap([fine, coarse]).height(at: place) == 2)
    }
}
