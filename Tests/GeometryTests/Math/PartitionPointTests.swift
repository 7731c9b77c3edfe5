import Geometry
import Testing

@Suite struct PartitionPointTests {
    @Test func `every place of short lists is found`() {
        for count in 0...9 {
            for place in 0...count {
                #expect((0..<count).partitionPoint { $0 < place } == place)
            }
        }
    }

    @Test func `a slice is searched from its own start`() {
        let slice = [1, 5, 5, 7, 9][1..<4]
        #expect(slice.partitionPoint { $0 < 5 } == 1)
        #expect(slice.partitionPoint { $0 <= 5 } == 3)
        #expect(slice.partitionPoint { $0 < 100 } == 4)
    }

    @Test func `a million elements are asked about twenty times`() {
        var asked = 0
        let place = (0..<1_000_000).partitionPoint {
            asked += 1
            return $0 < 765_432
        }
        #expect(place == 765_432)
        #expect(asked <= 20)
    }
}
