import FusionCore
import Testing

@Suite struct ClimbCounterTests {
    private func counted(_ heights: [Double], deadBand: Double = 2) -> ClimbCounter {
        var counter = ClimbCounter(deadBand: deadBand)
        for height in heights { counter.update(height) }
        return counter
    }

    @Test func `noise within the dead band is neither climbed nor descended`() {
        let noise = (0..<1_000).map { [0.9, -0.9, 0.3][$0 % 3] }
        let counter = counted(noise)
        #expect(counter.ascent == 0 && counter.descent == 0 && counter.isMeasured)
        #expect(!counted([]).isMeasured && !counted([.nan]).isMeasured)
    }

    @Test func `a hill counts up and down, to the dead band`() {
        let hill = (0...500).map { Double($0) / 5 } + (0...400).map { 100 - Double($0) / 5 }
        let counter = counted(hill)
        #expect(abs(counter.ascent - 100) <= 2.2 && abs(counter.descent - 80) <= 4.2)
    }
}
