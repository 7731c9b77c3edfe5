import Simulation
import Testing

@Suite struct RandomSourceTests {
    @Test func `normal numbers have mean zero and variance one`() {
        var random = RandomSource(seed: 42)
        var sum = 0.0
        var squares = 0.0
        for _ in 0..<100_000 {
            let value = random.normal()
            sum += value
            squares += value * value
        }
        #expect(abs(sum / 100_000) < 0.02)
        #expect(abs(squares / 100_000 - 1) < 0.02)
    }

    @Test func `uniform numbers stay in range and a split source goes its own way`() {
        var random = RandomSource(seed: 1)
        var other = random.split()
        for _ in 0..<1_000 {
            let value = random.uniform()
            #expect(value >= 0 && value < 1)
            #expect(value != other.uniform())
        }
    }
}
