import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct AttitudeTests {
    private let motion = SimulatedMotion()

    private func worst(_ values: [Double]) -> Double { values.max() ?? .infinity }

    @Test(arguments: [12.5, 50, 100, 400])
    func `gravity and attitude follow at any rate`(rate: Double) {
        let record = MotionRecord.run(
            motion.events(duration: 60, acceleration: rate, rotation: rate, magneticField: rate))
        #expect(record.gravities.count == Int(60 * rate))
        #expect(record.attitudes.count == Int(60 * rate))
        let settled = record.gravities.filter { $0.time - motion.start > 10 }
        #expect(worst(settled.map(motion.gravityError)) < 2)
        let turned = record.attitudes.filter { $0.time - motion.start > 30 }
        #expect(turned.allSatisfy { $0.reference == .magneticNorthZUp })
        #expect(worst(turned.map(motion.attitudeError)) < 5)
    }

    @Test func `sensors of unlike rates and stamps give gravity at the accelerometer's stamps`() {
        let events = motion.events(duration: 40, acceleration: 62.5, rotation: 200, offset: 0.0037)
        let record = MotionRecord.run(events)
        let stamps = events.filter { if case .acceleration = $0.payload { true } else { false } }.map(\.time)
        // The last sample still waits for the gyroscope.
        #expect(record.gravities.map(\.time) == Array(stamps.prefix(record.gravities.count)))
        #expect(record.gravities.count >= stamps.count - 1)
        #expect(worst(record.gravities.filter { $0.time - motion.start > 5 }.map(motion.gravityError)) < 1)
    }

    @Test func `an accelerometer much faster than the gyroscope loses no sample`() {
        let record = MotionRecord.run(motion.events(duration: 20, acceleration: 400, rotation: 12.5, offset: 0.001))
        #expect(record.gravities.count >= 8000 - 33)
        #expect(zip(record.gravities, record.gravities.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(worst(record.gravities.filter { $0.time - motion.start > 5 }.map(motion.gravityError)) < 8)
    }

    @Test func `jittered stamps and lost samples do not tilt`() {
        var events = motion.events(duration: 60, acceleration: 100, rotation: 100)
        events = events.enumerated().filter { ($0.offset * 7919) % 23 != 0 }.map(\.element)
        let record = MotionRecord.run(events)
        #expect(worst(record.gravities.filter { $0.time - motion.start > 10 }.map(motion.gravityError)) < 4)
    }

    @Test func `after a gap gravity is right again at once`() {
        let events = motion.events(duration: 60, acceleration: 100, rotation: 100).filter {
            let seconds = $0.time - motion.start
            return seconds < 20 || seconds > 33.3
        }
        let record = MotionRecord.run(events)
        let after = record.gravities.filter { (33.4...36).contains($0.time - motion.start) }
        #expect(!after.isEmpty)
        #expect(worst(after.map(motion.gravityError)) < 3)
    }

    @Test func `without a gyroscope gravity is a low-pass that says so`() {
        var slow = motion
        slow.frequency = 0.02
        slow.turning = 0
        var events = slow.events(duration: 30, acceleration: 50, rotation: nil)
        events += (0..<15).map { SensorEvent(time: slow.instant(Double($0) * 2), payload: .tick) }
        EventOrder().sort(&events)
        var core = FusionCore()
        let record = MotionRecord.run(events, core: &core)
        #expect(record.gravities.count == 1500)
        #expect(record.attitudes.count == 1500)
        #expect(record.attitudes.allSatisfy { $0.reference == .arbitraryZUp })
        #expect(core.latest.motion?.source == .accelerometerOnly)
        #expect(core.latest.motion?.rotationRate == nil)
        #expect(worst(record.gravities.map(slow.gravityError)) < 6)
        let messages = record.statuses.filter { $0.kind == .unavailable }.map(\.message)
        #expect(messages.contains { $0.contains("no gyroscope") })
        #expect(messages.contains { $0.contains("no magnetometer") })
        #expect(messages.count == 2)
    }

    @Test func `a gyroscope that falls silent is replaced, and taken back`() {
        var events = motion.events(duration: 40, acceleration: 100, rotation: 100).filter {
            guard case .rotation = $0.payload else { return true }
            return !(10..<25).contains($0.time - motion.start)
        }
        events += (0..<20).map { SensorEvent(time: motion.instant(Double($0) * 2), payload: .tick) }
        EventOrder().sort(&events)
        var core = FusionCore()
        var sources: [DeviceMotion.Source?] = []
        var record = MotionRecord()
        for event in events {
            core.consume(event) { record.take($0) }
            if event.payload == .tick { sources.append(core.latest.motion?.source) }
        }
        #expect(record.gravities.count == 4000)
        #expect(sources[4] == .inertial)
        #expect(sources[9] == .accelerometerOnly)
        #expect(sources[15] == .inertial)
        #expect(record.statuses.contains { $0.message.contains("gyroscope is silent") })
        #expect(!core.latest.messages.contains { $0.message.contains("gyroscope is silent") })
        let late = record.gravities.filter { $0.time - motion.start > 30 }
        #expect(worst(late.map(motion.gravityError)) < 2)
    }

    @Test func `the gyroscope's bias is learned at rest and in motion`() {
        let bias = Vector3(0.01, -0.02, 0.005)
        var still = SimulatedMotion(amplitude: 0, turning: 0, bias: bias)
        var core = FusionCore()
        _ = MotionRecord.run(still.events(duration: 30, acceleration: 100, rotation: 100), core: &core)
        let rested = core.motion.bodies[0].filter
        #expect((rested.gyroscopeBias - bias).length < 0.001)
        #expect(rested.isResting)
        #expect(core.sensed.isResting(at: still.instant(30), for: 1))

        still = SimulatedMotion(bias: bias)
        core = FusionCore()
        _ = MotionRecord.run(still.events(duration: 300, acceleration: 50, rotation: 50), core: &core)
        let moved = core.motion.bodies[0].filter
        // Turning about up alone hides the vertical part: what is left is that.
        #expect((moved.gyroscopeBias - bias).length < bias.length / 3)
        #expect(!moved.isResting)
        #expect(!core.sensed.isResting(at: still.instant(300), for: 1))
    }

    @Test func `a magnet held near turns the heading little`() {
        let events = motion.events(duration: 120, acceleration: 100, rotation: 100, magneticField: 100).map { event in
            guard case .magneticField(var sample) = event.payload, (60..<80).contains(event.time - motion.start) else {
                return event
            }
            var event = event
            sample.x += 80
            event.payload = .magneticField(sample)
            return event
        }
        let record = MotionRecord.run(events)
        let disturbed = record.attitudes.filter { (60..<80).contains($0.time - motion.start) }
        #expect(worst(disturbed.map(motion.attitudeError)) < 6)
    }

    @Test func `estimates are the same to the bit from any checkpoint`() {
        let events = motion.events(duration: 20, acceleration: 90, rotation: 110, magneticField: 25, offset: 0.002)
        var straight = FusionCore()
        let all = MotionRecord.run(events, core: &straight)
        for cut in stride(from: 1, to: events.count, by: events.count / 20) {
            var core = FusionCore()
            var record = MotionRecord.run(Array(events[..<cut]), core: &core)
            let checkpoint = core
            _ = MotionRecord.run(Array(events[cut...].prefix(50)), core: &core)
            core = checkpoint
            let rest = MotionRecord.run(Array(events[cut...]), core: &core)
            record.gravities += rest.gravities
            record.attitudes += rest.attitudes
            #expect(record.gravities == all.gravities)
            #expect(record.attitudes == all.attitudes)
        }
    }

    @Test func `a shake is told once, and steps at rest are no shake`() {
        var events = motion.events(duration: 10, acceleration: 100, rotation: 100)
        for index in events.indices {
            guard case .acceleration(var sample) = events[index].payload,
                (4..<4.6).contains(events[index].time - motion.start)
            else { continue }
            sample.x += 40
            events[index].payload = .acceleration(sample)
        }
        let record = MotionRecord.run(events)
        let shakes = record.statuses.filter { $0.kind == .shake }
        #expect(shakes.count == 1)
        #expect(shakes.first.map { abs($0.time - motion.instant(4)) < 0.02 } == true)
    }

    @Test func `numbers that are none and stamps that stand still change nothing`() {
        var core = FusionCore()
        let events = motion.events(duration: 10, acceleration: 100, rotation: 100)
        let clean = MotionRecord.run(events)
        var record = MotionRecord()
        for event in events {
            core.consume(event) { record.take($0) }
            core.consume(event) { record.take($0) }
            let nothing = VectorSample(x: .nan, y: .infinity, z: 0)
            core.consume(SensorEvent(time: event.time, payload: .acceleration(nothing))) { record.take($0) }
            core.consume(SensorEvent(time: event.time, payload: .rotation(nothing))) { record.take($0) }
        }
        #expect(record.gravities == clean.gravities)
        #expect(record.attitudes == clean.attitudes)
    }
}
