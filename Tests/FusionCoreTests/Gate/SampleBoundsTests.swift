import FusionCore
import SensorModel
import Testing

@Suite struct SampleBoundsTests {
    private func estimates(_ payload: SensorEvent.Payload) -> Int {
        var core = FusionCore()
        var count = 0
        for second in 0..<3 {
            core.consume(SensorEvent(time: Instant(seconds: 100 + Double(second)), payload: payload)) { _ in count += 1
            }
        }
        return count
    }

    @Test(arguments: [1e300, -1e300, 1e5, .infinity, .nan])
    func `a sample that no sensor can give reaches no stage`(value: Double) {
        #expect(estimates(.acceleration(VectorSample(x: 0, y: value, z: 9.8))) == 0)
        #expect(estimates(.rotation(VectorSample(x: value, y: 0, z: 0))) == 0)
        #expect(estimates(.pressure(ScalarSample(value: value))) == 0)
    }

    @Test func `what a shaken or falling sensor gives is taken`() {
        #expect(estimates(.acceleration(VectorSample(x: 0, y: 0, z: 9.8))) > 0)
        #expect(estimates(.acceleration(VectorSample(x: 0, y: 3_900, z: 9.8))) > 0)
    }
}
