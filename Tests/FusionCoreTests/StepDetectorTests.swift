import FusionCore
import SensorModel
import Testing

@Suite struct StepDetectorTests {
    @Test(arguments: [12.5, 25, 50, 100, 200, 400])
    func `a walk is counted to the step at every rate`(rate: Double) {
        let steps = StepSignals.count(StepSignals.walk(rate: rate, cadence: 1.8, steps: 120))
        #expect((118...122).contains(steps.count), "\(steps.count) at \(rate) Hz")
    }

    @Test(arguments: [1.2, 1.5, 1.8, 2.1, 2.4])
    func `every cadence of walking is counted`(cadence: Double) {
        let steps = StepSignals.count(StepSignals.walk(rate: 50, cadence: cadence, steps: 100))
        #expect((98...102).contains(steps.count), "\(steps.count) at \(cadence) Hz")
    }

    @Test func `a run is counted`() {
        let steps = StepSignals.count(StepSignals.walk(rate: 50, cadence: 2.8, steps: 200, strength: 8))
        #expect((197...203).contains(steps.count), "\(steps.count)")
    }

    @Test(arguments: [1.6, 1.8, 2.0])
    func `an arm that swings at half the step rate does not halve the count`(cadence: Double) {
        let walk = StepSignals.walk(rate: 12.5, cadence: cadence, steps: 100, strength: 0.8, swing: 1.6)
        let steps = StepSignals.count(walk)
        #expect((97...103).contains(steps.count), "\(steps.count) at \(cadence) Hz")
    }

    @Test func `steps carry the times at which they were made`() throws {
        let steps = StepSignals.count(StepSignals.walk(rate: 100, cadence: 2, steps: 60))
        try #require(steps.count > 50)
        // The bounce peaks half a period into each step.
        for step in steps {
            let phase = (step.time.seconds - 1) * 2 - 0.5
            #expect(abs(phase - phase.rounded()) < 0.2, "\(step.time.seconds)")
        }
        #expect(steps[0].time.seconds < 1.8)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test func `jitter and lost samples change the count by little`() {
        let walk = StepSignals.walk(rate: 50, cadence: 1.8, steps: 150, jitter: 0.8, drop: 0.1)
        let steps = StepSignals.count(walk)
        #expect((147...153).contains(steps.count), "\(steps.count)")
    }

    @Test func `a gap loses no step of the walk that follows`() {
        let first = StepSignals.walk(rate: 50, cadence: 1.8, steps: 60)
        let second = first.map { ($0.time + 100, $0.x, $0.y, $0.z) }
        let steps = StepSignals.count(first + second)
        #expect((117...123).contains(steps.count), "\(steps.count)")
    }

    @Test func `rest and single knocks are no steps`() {
        var still = StepSignals.walk(rate: 50, cadence: 1.8, steps: 0, still: 120)
        for index in stride(from: 100, to: still.count, by: 237) { still[index].z += 15 }
        #expect(StepSignals.count(still).isEmpty)
    }

    @Test func `a few shakes are held and never counted`() {
        #expect(StepSignals.count(StepSignals.walk(rate: 50, cadence: 2, steps: 3, still: 10)).isEmpty)
    }

    @Test func `nonsense neither crashes nor counts`() {
        let values: [Double] = [.nan, .infinity, -.infinity, 0, 1e300, -1e300]
        let samples: [StepSignals.Sample] = (0..<2_000).map { index in
            (time: Double(index % 700) * 0.02, x: values[index % 6], y: values[(index / 6) % 6], z: 0)
        }
        #expect(StepSignals.count(samples).isEmpty)
    }
}
