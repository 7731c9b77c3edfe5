import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct StepWiringTests {
    private func run(_ samples: [StepSignals.Sample], speed: Double?) -> [StepEstimate] {
        var core = FusionCore()
        var steps: [StepEstimate] = []
        var nextFix = 0.0
        for sample in samples {
            if let speed, sample.time >= nextFix {
                let place = Coordinate(latitude: 48, longitude: 11 + sample.time * speed / 74_000)
                let fix = Fix(mode: .threeDimensional, coordinate: place, horizontalAccuracy: 3, speed: speed)
                core.consume(SensorEvent(time: Instant(seconds: sample.time), payload: .fix(fix))) { _ in }
                nextFix += 1
            }
            let payload = SensorEvent.Payload.acceleration(VectorSample(x: sample.x, y: sample.y, z: sample.z))
            core.consume(SensorEvent(time: Instant(seconds: sample.time), payload: payload)) {
                if case .step(let step) = $0 { steps.append(step) }
            }
        }
        return steps
    }

    @Test func `the core counts steps on and knows cadence and length`() throws {
        let steps = run(StepSignals.walk(rate: 50, cadence: 1.8, steps: 100), speed: 1.3)
        #expect((98...102).contains(steps.count))
        #expect(steps.map(\.count) == Array(1...steps.count))
        let last = try #require(steps.last)
        #expect(abs(last.cadence - 1.8) < 0.1)
        #expect((0.5...0.9).contains(last.strideLength))
    }

    @Test func `nothing is a step in a vehicle, not even at a red light`() {
        let shaking = StepSignals.walk(rate: 50, cadence: 1.8, steps: 300, strength: 1)
        #expect(run(shaking, speed: 15).isEmpty)
    }

    @Test func `a run at a runner's speed is counted`() {
        let running = StepSignals.walk(rate: 50, cadence: 2.8, steps: 200, strength: 9)
        #expect((196...204).contains(run(running, speed: 3.6).count))
    }

    @Test func `a second sensor adds no steps`() {
        var core = FusionCore()
        var count = 0
        for sample in StepSignals.walk(rate: 50, cadence: 1.8, steps: 100) {
            for device in [DeviceID(1), DeviceID(2)] {
                let payload = SensorEvent.Payload.acceleration(
                    VectorSample(device: device, x: sample.x, y: sample.y, z: sample.z))
                core.consume(SensorEvent(time: Instant(seconds: sample.time), payload: payload)) {
                    if case .step = $0 { count += 1 }
                }
            }
        }
        #expect((98...102).contains(count), "\(count)")
    }
}
