import SensorModel
import Testing

@Suite struct NearestIntegerTests {
    @Test(arguments: [
        (0.5, 1), (-2.4, -2), (1e300, Int.max), (-.infinity, Int.min), (.infinity, Int.max), (9.3e18, Int.max),
        (.nan, 0),
    ])
    func `a number of any size has a nearest integer`(value: Double, expected: Int) {
        #expect(Int(nearest: value) == expected)
    }
}
