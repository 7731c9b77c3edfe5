import Geometry
import Testing

@Suite struct ButterworthLowPassTests {
    private let coefficients = ButterworthCoefficients(timeConstant: 1, interval: 0.01)

    @Test func `a constant passes unchanged from the first sample on`() {
        var filter = ButterworthLowPass<Vector3>()
        for _ in 0..<500 {
            let output = filter.update(Vector3(1, -2, 3), coefficients)
            #expect((output - Vector3(1, -2, 3)).length < 1e-9)
        }
    }

    @Test func `the first time constant is averaged`() {
        var filter = ButterworthLowPass<SIMD2<Double>>()
        for index in 0..<100 { filter.update(SIMD2(Double(index % 2), 0), coefficients) }
        #expect(abs(filter.value.x - 0.5) < 1e-12)
    }

    @Test func `a step is half there after one time constant, and passed soon`() {
        var filter = ButterworthLowPass<SIMD2<Double>>(settledAt: SIMD2(0, 0), coefficients)
        for _ in 0..<100 { filter.update(SIMD2(1, 1), coefficients) }
        #expect(abs(filter.value.x - 0.49) < 0.02)
        for _ in 0..<1000 { filter.update(SIMD2(1, 1), coefficients) }
        #expect(abs(filter.value.x - 1) < 1e-3)
    }

    @Test func `a change of rate keeps the level`() {
        var filter = ButterworthLowPass<SIMD2<Double>>(settledAt: SIMD2(5, -5), coefficients)
        let slow = ButterworthCoefficients(timeConstant: 1, interval: 0.08)
        filter.retune(slow)
        #expect((filter.update(SIMD2(5, -5), slow) - SIMD2(5, -5)).max() < 1e-12)
    }

    @Test func `a time constant below half an interval passes every sample as it is`() {
        let none = ButterworthCoefficients(timeConstant: 0.05, interval: 0.125)
        var filter = ButterworthLowPass<SIMD2<Double>>()
        for index in 0..<1_000 {
            let input = SIMD2(Double(index * index % 17), 0.1 * Double(index % 3))
            #expect(filter.update(input, none) == input)
        }
        // Nor does it keep what another design left behind.
        filter.retune(coefficients)
        for _ in 0..<10 { filter.update(SIMD2(100, -3), coefficients) }
        filter.retune(none)
        #expect(filter.update(SIMD2(1, 2), none) == SIMD2(1, 2))
        #expect(filter.update(SIMD2(7, 5), none) == SIMD2(7, 5))
    }

    @Test func `the cut-off frequency halves the power`() {
        let interval = 0.002
        let design = ButterworthCoefficients(cutoff: 2, interval: interval)
        var filter = ButterworthLowPass<SIMD2<Double>>(settledAt: SIMD2(0, 0), design)
        var peak = 0.0
        for index in 0..<5000 {
            // A quarter of a period is a whole number of samples at 2 Hz.
            let phase = Double(index % 250) / 250 * 2 * Double.pi
            let sine = Quaternion(angle: 2 * phase, axis: Vector3(0, 0, 1)).z
            let output = filter.update(SIMD2(sine, 0), design).x
            if index > 2500 { peak = max(peak, abs(output)) }
        }
        #expect(abs(peak - 0.5.squareRoot()) < 0.01)
    }
}
