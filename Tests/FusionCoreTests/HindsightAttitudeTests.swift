import FusionCore
import NavigationMath
import SensorModel
import Testing

@Suite struct HindsightAttitudeTests {
    private typealias Told = (attitude: AttitudeEstimate, gravity: GravityEstimate)

    private func hindsight(_ events: [SensorEvent], parameters: Parameters = .init()) -> [Told] {
        var hindsight = HindsightAttitude()
        for event in events { hindsight.note(event) }
        var told: [Told] = []
        hindsight.finish(parameters: parameters) { told.append(($0, $1)) }
        return told
    }

    @Test func `a saved session's attitude is that of both directions, at every sample of the gyroscope`() {
        let motion = SimulatedMotion(bias: Vector3(0.008, -0.01, 0.004))
        let rate = 100.0
        let events = motion.events(duration: 60, acceleration: rate, rotation: rate, magneticField: rate)
        let told = hindsight(events)
        let times = (0..<6_000).map { Double($0) / rate }
        let offline = OfflineOrientation(
            rotation: times.map { motion.rotation(at: $0, over: 1 / rate) },
            acceleration: times.map(motion.acceleration(at:)), magneticField: times.map(motion.magneticField(at:)),
            interval: 1 / rate)
        #expect(told.count == 6_000)
        var difference = 0.0
        for (index, item) in told.enumerated() {
            difference = max(
                difference, 2 * (1 - abs((offline.attitude(at: index).conjugate * item.attitude.rotation).w)))
        }
        // The field is sampled a millisecond late; 0.05 degrees are 1.9e-7.
        #expect(difference < 1.9e-7, "\(difference)")
        #expect(told.allSatisfy { $0.attitude.reference == .magneticNorthZUp })
    }

    @Test func `sensors of unlike rates, jitter and a gap are no trouble`() throws {
        let motion = SimulatedMotion()
        var events = motion.events(duration: 60, acceleration: 52, rotation: 104)
        events.removeAll { (20...24).contains($0.time - motion.start) }
        let told = hindsight(events)
        #expect(told.allSatisfy { $0.attitude.reference == .arbitraryZUp })
        #expect(!told.contains { (20.1...23.9).contains($0.attitude.time - motion.start) })
        #expect(told.allSatisfy { motion.gravityError($0.gravity) < 2 })
    }

    @Test func `blocks of a long session join without a step in yaw`() {
        let motion = SimulatedMotion(frequency: 0.1, turning: 0.01)
        let told = hindsight(motion.events(duration: 2_000, acceleration: 12.5, rotation: 12.5))
        #expect(told.count == 25_000)
        var worst = 1.0
        for (one, other) in zip(told, told.dropFirst()) {
            worst = min(worst, abs((one.attitude.rotation.conjugate * other.attitude.rotation).w))
        }
        // The fastest turn of this motion is 0.51 rad/s: 0.041 rad a sample.
        #expect(worst > 0.99975, "\(worst)")
    }

    @Test func `a stamp of tomorrow costs one sample, and a clock that is set back none`() throws {
        let motion = SimulatedMotion()
        for stream in 0...1 {
            var events = motion.events(duration: 60, acceleration: 50, rotation: 50)
            let wrong = try #require(events.indices.filter { $0 >= 2_000 }.dropFirst(stream).first)
            events[wrong].time = events[wrong].time + 86_400
            #expect(hindsight(events).filter { $0.attitude.time - motion.start < 60 }.count >= 2_995)
        }
        var events = motion.events(duration: 60, acceleration: 50, rotation: 50)
        for index in events.indices where events[index].time - motion.start >= 30 {
            events[index].time = events[index].time + -20
        }
        #expect(hindsight(events).count == 3_000)
    }

    @Test func `a body without a gyroscope has no hindsight`() {
        #expect(hindsight(SimulatedMotion().events(duration: 10, acceleration: 50, rotation: nil)).isEmpty)
    }
}
