import Geometry
import Testing

@Suite struct QuantilesTests {
    @Test func `quantiles are those of the sorted values`() {
        var state: UInt64 = 7
        for count in [1, 2, 3, 10, 101, 1_000] {
            let values = (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return Double(state >> 58)
            }
            let sorted = values.sorted()
            let shares = [0.0, 0.5, 0.9, 0.95, 1]
            #expect(
                quantiles(shares, of: values)
                    == shares.map { sorted[min(count - 1, Int($0 * Double(count)))] })
        }
    }

    @Test func `of nothing they are nothing`() { #expect(quantiles([0.5, 0.9], of: []) == [0, 0]) }
}
