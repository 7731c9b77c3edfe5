import Geometry
import Testing

@Suite struct ArrayCopyTests {
    @Test func `a copy is recognized until either is changed`() {
        let numbers = [1, 2, 3]
        var copy = numbers
        #expect(copy.isCopy(of: numbers))
        copy[0] = 1
        #expect(copy == numbers && !copy.isCopy(of: numbers))
    }
}
