import SensorModel
import Testing

@testable import FusionCore

@Suite struct StillnessTests {
    private let start = Instant(seconds: 1_700_000_000)

    /// Feeds samples of sensors at rest except for a rotation, at a rate per second.
    private func feed(
        _ rest: inout SensorRest, from first: Double, until last: Double, rate: Double = 50, rotation: Double?
    ) {
        for index in 0..<Int((last - first) * rate) {
            let time = start + first + Double(index) / rate
            rest.update(acceleration: 9.81, rotation: rotation, at: time, .init())
        }
    }

    private func isResting(_ rest: SensorRest, at seconds: Double) -> Bool {
        rest.since.map { start + seconds - $0 >= Stillness.Parameters().sensorTime } ?? false
    }

    @Test func `a gyroscope that is lost while it turns does not turn for ever`() {
        var rest = SensorRest()
        feed(&rest, from: 0, until: 10, rotation: 0.5)
        #expect(!isResting(rest, at: 10))
        feed(&rest, from: 10, until: 13, rotation: nil)
        #expect(isResting(rest, at: 13))
    }

    @Test func `a session whose gyroscope was lost while turning stands still afterwards`() {
        var session = Session()
        for second in 0..<240 {
            for sample in 0..<20 {
                let time = Double(second) + Double(sample) / 20
                session.feed(.acceleration(VectorSample(x: 0, y: 0, z: 9.81)), at: time)
                if second < 30 { session.feed(.rotation(VectorSample(x: 0, y: 0, z: 0.5)), at: time) }
            }
            // Without speeds, from a place that wanders.
            if second > 60, second.isMultiple(of: 3) {
                session.fix(Double(second), east: second / 15 % 2 == 0 ? 0 : 15, speed: nil)
            }
        }
        #expect(session.core.latest.distance < 1)
    }

    @Test(arguments: [10.0, 50, 200]) func `rest after a turn comes as soon at every rate`(rate: Double) {
        var rest = SensorRest()
        feed(&rest, from: 0, until: 5, rate: rate, rotation: 1)
        feed(&rest, from: 5, until: 6.2, rate: rate, rotation: 0)
        #expect(!isResting(rest, at: 6.2))
        feed(&rest, from: 6.2, until: 7.5, rate: rate, rotation: 0)
        #expect(isResting(rest, at: 7.5))
    }
}
