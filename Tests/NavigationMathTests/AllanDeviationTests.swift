import NavigationMath
import Simulation
import Testing

struct AllanDeviationTests {
    private static let rate = 100.0

    /// An hour of a signal at 100 Hz around gravity.
    private static func signal(white: Double, walk: Double, quantum: Double = 0, seed: UInt64) -> [Double] {
        var random = RandomSource(seed: seed)
        var bias = 9.81
        return (0..<Int(3_600 * rate)).map { _ in
            bias += walk / rate.squareRoot() * random.normal()
            let value = bias + white * rate.squareRoot() * random.normal()
            return quantum > 0 ? (value / quantum).rounded() * quantum : value
        }
    }

    @Test(arguments: [0.001, 0.03]) func `white noise alone is found within two percent`(density: Double) throws {
        let found = try #require(
            AllanDeviation(Self.signal(white: density, walk: 0, seed: 1), interval: 1 / Self.rate))
        #expect(abs(found.whiteNoise / density - 1) < 0.02, "\(found.whiteNoise)")
        #expect(found.randomWalk < 0.02 * density)
        #expect(found.biasInstability < 0.2 * density)
    }

    @Test(arguments: [2, 3, 4]) func `white noise and a walk of the bias are distinguished`(seed: UInt64) throws {
        let found = try #require(
            AllanDeviation(Self.signal(white: 0.01, walk: 0.001, seed: seed), interval: 1 / Self.rate))
        #expect(abs(found.whiteNoise / 0.01 - 1) < 0.03, "\(found.whiteNoise)")
        #expect(abs(found.randomWalk / 0.001 - 1) < 0.3, "\(found.randomWalk)")
    }

    @Test func `a coarse sensor's steps are not taken as white noise`() throws {
        let found = try #require(
            AllanDeviation(
                Self.signal(white: 0.001, walk: 0, quantum: 0.01, seed: 5), interval: 1 / Self.rate))
        #expect(abs(found.whiteNoise / 0.001 - 1) < 0.1, "\(found.whiteNoise)")
    }

    @Test func `the points are those of the definition`() throws {
        let found = try #require(AllanDeviation((0..<18).map { Double($0 % 3) }, interval: 0.5))
        // Neighbouring samples differ by 1, 1, and -2: squares of 32 in 17 differences, half of which counts.
        #expect(found.points.first?.seconds == 0.5)
        #expect(abs((found.points.first?.deviation ?? 0) - (16.0 / 17).squareRoot()) < 1e-12)
    }

    @Test func `what cannot be analysed has no deviation`() {
        #expect(AllanDeviation([Double](repeating: 9.81, count: 1_000), interval: 0.01) == nil)
        #expect(AllanDeviation([1, 2, 3], interval: 0.01) == nil)
        #expect(AllanDeviation((0..<100).map(Double.init), interval: 0) == nil)
        #expect(AllanDeviation([.nan] + (0..<100).map(Double.init), interval: 1) == nil)
    }
}
