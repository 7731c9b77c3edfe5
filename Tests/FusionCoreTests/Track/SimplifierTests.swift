import FusionCore
import Geodesy
import Simulation
import Testing

@Suite struct SimplifierTests {
    private func points(_ pairs: [(Double, Double)]) -> [PlanePoint] {
        pairs.map { PlanePoint(east: $0.0, north: $0.1) }
    }

    @Test func `points on a straight line go and its ends stay`() {
        let line = points((0...100).map { (Double($0), 0) })
        #expect(Simplifier.keptIndices(of: line, tolerance: 3) == [0, 100])
    }

    @Test func `a point within the tolerance goes and one beyond it stays`() {
        #expect(Simplifier.keptIndices(of: points([(0, 0), (50, 2.9), (100, 0)]), tolerance: 3) == [0, 2])
        #expect(Simplifier.keptIndices(of: points([(0, 0), (50, 3.1), (100, 0)]), tolerance: 3) == [0, 1, 2])
    }

    @Test func `distances are to the segment, so that a hairpin survives`() {
        // The turning point lies on the line through the ends, far beyond their segment.
        let hairpin = points([(0, 0), (50, 0), (100, 0), (50, 0.5), (10, 1)])
        #expect(Simplifier.keptIndices(of: hairpin, tolerance: 3).contains(2))
    }

    @Test func `a closed loop keeps its shape`() {
        let square = points([(0, 0), (50, 0), (100, 0), (100, 100), (0, 100), (0, 50), (0, 0)])
        #expect(Simplifier.keptIndices(of: square, tolerance: 3) == [0, 2, 3, 4, 6])
    }

    @Test func `duplicates and very short tracks do no harm`() {
        #expect(Simplifier.keptIndices(of: [], tolerance: 3).isEmpty)
        #expect(Simplifier.keptIndices(of: points([(1, 1)]), tolerance: 3) == [0])
        #expect(Simplifier.keptIndices(of: points([(1, 1), (1, 1)]), tolerance: 3) == [0, 1])
        #expect(Simplifier.keptIndices(of: points(Array(repeating: (1, 1), count: 9)), tolerance: 3) == [0, 8])
    }
}
