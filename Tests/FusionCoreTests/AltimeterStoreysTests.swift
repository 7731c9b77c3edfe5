import Testing

@testable import FusionCore

@Suite struct AltimeterStoreysTests {
    @Test func `known floors give storeys and a higher hall`() throws {
        var storeys = StoreyHeights()
        storeys.add(height: 10.6, floor: 2)
        storeys.add(height: 28.4, floor: 7)
        storeys.add(height: 14.2, floor: 3)
        let estimate = try #require(storeys.estimate)
        #expect(abs(estimate.height - 3.56) < 0.05)
        #expect(estimate.lowest > 6.5)
        #expect(storeys.floor(at: 10.9) == 2)
        #expect(storeys.floor(at: 28.9) == 7)
        #expect(storeys.floor(at: 21.2) == 5)
        #expect(storeys.floor(at: 0.4) == 0)
    }

    @Test func `one known floor gives all storeys alike`() {
        var storeys = StoreyHeights()
        storeys.add(height: 25.9, floor: 7)
        #expect(storeys.floor(at: 26.4) == 7)
        #expect(storeys.floor(at: -3.7) == -1)
    }

    @Test func `many heights give the spacing, one height alone is not sure`() throws {
        var storeys = StoreyHeights()
        #expect(storeys.estimate == nil)
        storeys.add(height: 12.5)
        #expect(try #require(storeys.estimate).isSure == false)
        storeys = floors(of: 4.1)
        let estimate = try #require(storeys.estimate)
        #expect(abs(estimate.height - 4.1) < 0.1)
        #expect(estimate.isSure)
    }

    private func floors(of height: Double) -> StoreyHeights {
        var storeys = StoreyHeights()
        for floor in [1, 2, 4, 7, 9, 12, 3, 8] {
            storeys.add(height: height * Double(floor) + (floor % 2 == 0 ? 0.2 : -0.2))
        }
        return storeys
    }

    @Test(arguments: [0.0, 0.5, 200, 1e300])
    func `what is no height of a floor is not learned from`(height: Double) {
        var storeys = StoreyHeights()
        storeys.add(height: height, floor: 3)
        #expect(storeys.estimate == nil)
    }

    @Test func `one known floor gives a storey that people build`() throws {
        var storeys = StoreyHeights()
        storeys.add(height: 4, floor: 3)
        #expect(try #require(storeys.estimate).height == storeys.parameters.smallest)
        storeys = StoreyHeights()
        storeys.add(height: 8, floor: 1)
        #expect(try #require(storeys.estimate).height == storeys.parameters.largest)
    }

    @Test func `not a number is not learned from`() {
        var storeys = StoreyHeights()
        storeys.add(height: .nan)
        storeys.add(height: .infinity, floor: 3)
        storeys.add(height: 3, floor: 0)
        #expect(storeys.estimate == nil)
        #expect(storeys.floor(at: 5) == nil)
    }
}
