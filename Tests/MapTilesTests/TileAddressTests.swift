import MapTiles
import Testing

@Suite struct TileAddressTests {
    @Test(arguments: [
        (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
        (12, 3423, 1763, 19_078_479),
    ])
    func `a tile has the number that the specification gives it`(zoom: Int, x: Int, y: Int, number: UInt64) throws {
        #expect(try #require(TileAddress(zoom: zoom, x: x, y: y)).hilbertNumber == number)
    }

    @Test func `there is no tile beyond its level`() {
        #expect(TileAddress(zoom: 1, x: 2, y: 0) == nil)
        #expect(TileAddress(zoom: -1, x: 0, y: 0) == nil)
        #expect(TileAddress(zoom: 23, x: 0, y: 0) == nil)
    }
}
