import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct AttitudeDevicesTests {
    private func report(
        _ device: UInt16, _ name: String, label: String? = nil, state: SourceState = .connected,
        _ streams: [StreamKind], mount: MountMatrix? = nil
    ) -> SensorEvent {
        SensorEvent(
            time: Instant(seconds: 1.7e9 - 1),
            payload: .source(
                SourceReport(
                    device: DeviceID(device), name: name, label: label, streams: streams, state: state,
                    mountMatrix: mount)))
    }

    @Test func `two unlabelled devices of one laptop are one body`() {
        let motion = SimulatedMotion()
        var core = FusionCore()
        let events =
            [report(1, "accel_3d", [.acceleration]), report(2, "gyro_3d", [.rotation])]
            + motion.events(
                duration: 10, acceleration: 100, rotation: 100, accelerationDevice: 1, rotationDevice: 2)
        let record = MotionRecord.run(events, core: &core)
        #expect(core.motion.bodies.count == 1)
        #expect(core.latest.motion?.source == .inertial)
        #expect(record.gravities.allSatisfy { $0.device == DeviceID(1) })
    }

    @Test(arguments: [0, 1, 2]) func `a stamp of tomorrow ends nothing, nor does a clock that is set back`(
        stream: Int
    ) throws {
        let motion = SimulatedMotion()
        var events = motion.events(duration: 60, acceleration: 50, rotation: stream == 2 ? 0 : 50)
        let wrong = try #require(
            events.firstIndex { event in
                guard event.time - motion.start > 20 else { return false }
                return switch event.payload {
                case .acceleration: stream != 1
                case .rotation: stream == 1
                default: false
                }
            })
        // Received when it should, as the recorder's clock says.
        events[wrong] = SensorEvent(
            time: events[wrong].time + 86_400, received: events[wrong].received, payload: events[wrong].payload)
        for index in events.indices where events[index].time - motion.start >= 40 && index != wrong {
            events[index].time = events[index].time + -20
        }
        var core = FusionCore()
        let record = MotionRecord.run(events, core: &core)
        #expect(record.gravities.count >= 2_960, "\(record.gravities.count)")
        #expect(core.latest.motion?.time == Instant(seconds: motion.start.seconds + 39.98))
        #expect(core.latest.motion?.source == (stream == 2 ? .accelerometerOnly : .inertial))
        let late = record.gravities.suffix(900)
        #expect(late.allSatisfy { $0.time - motion.start > 0 && $0.vector.length > 9 })
    }

    @Test func `a labelled sensor on the head has its own attitude`() {
        let base = SimulatedMotion()
        let head = SimulatedMotion(frequency: 0.7, amplitude: 0.3, turning: -0.5)
        var events = [
            report(1, "accel_3d", [.acceleration]), report(2, "gyro_3d", [.rotation]),
            report(7, "imu", label: "head", [.acceleration, .rotation]),
        ]
        var samples = base.events(
            duration: 20, acceleration: 100, rotation: 100, accelerationDevice: 1, rotationDevice: 2)
        samples += head.events(duration: 20, acceleration: 50, rotation: 50, accelerationDevice: 7, rotationDevice: 7)
        EventOrder().sort(&samples)
        events += samples
        var core = FusionCore()
        let record = MotionRecord.run(events, core: &core)
        #expect(core.motion.bodies.count == 2)
        #expect(core.motion.bodies.contains { $0.label == "head" })
        #expect(core.latest.headAttitude?.device == DeviceID(7))
        #expect(core.latest.attitude?.device == DeviceID(1))
        for (device, truth) in [(DeviceID(1), base), (DeviceID(7), head)] {
            let gravities = record.gravities.filter { $0.device == device && $0.time - truth.start > 5 }
            #expect(!gravities.isEmpty)
            #expect((gravities.map(truth.gravityError).max() ?? 99) < 2)
        }
    }

    @Test func `a second unlabelled accelerometer is a body of its own`() {
        let motion = SimulatedMotion()
        var events = motion.events(
            duration: 5, acceleration: 100, rotation: 100, accelerationDevice: 1, rotationDevice: 2)
        events += motion.events(duration: 5, acceleration: 50, rotation: nil, accelerationDevice: 3, offset: 0.002)
        EventOrder().sort(&events)
        var core = FusionCore()
        _ = MotionRecord.run(events, core: &core)
        #expect(core.motion.bodies.map(\.device) == [DeviceID(1), DeviceID(3)])
    }

    @Test func `a device that comes back under another number takes its place again`() {
        let motion = SimulatedMotion()
        var core = FusionCore()
        let early = motion.events(
            duration: 20, acceleration: 100, rotation: 100, accelerationDevice: 1, rotationDevice: 2)
        _ = MotionRecord.run(Array(early.prefix(2000)), core: &core)
        core.consume(report(1, "accel_3d", state: .lost, [.acceleration])) { _ in }
        core.consume(report(5, "accel_3d", [.acceleration])) { _ in }
        let late = motion.events(
            duration: 20, acceleration: 100, rotation: 100, accelerationDevice: 5, rotationDevice: 2)
        _ = MotionRecord.run(Array(late.suffix(2000)), core: &core)
        #expect(core.motion.bodies.count == 1)
        #expect(core.latest.motion?.device == DeviceID(5))
        #expect(core.latest.motion?.source == .inertial)
    }

    @Test func `the mount matrix turns sensor axes into the device's`() {
        // The accelerometer is mounted a quarter turn about z from the gyroscope.
        let mount = MountMatrix(first: Vector3(0, -1, 0), second: Vector3(1, 0, 0), third: Vector3(0, 0, 1))
        let motion = SimulatedMotion()
        let turned = motion.events(
            duration: 20, acceleration: 100, rotation: 100, accelerationDevice: 1, rotationDevice: 2
        ).map { event in
            guard case .acceleration(let sample) = event.payload else { return event }
            var event = event
            event.payload = .acceleration(VectorSample(device: sample.device, x: sample.y, y: -sample.x, z: sample.z))
            return event
        }
        let record = MotionRecord.run([report(1, "accel_3d", [.acceleration], mount: mount)] + turned)
        let settled = record.gravities.filter { $0.time - motion.start > 5 }
        #expect((settled.map(motion.gravityError).max() ?? 99) < 1)
    }

    @Test func `a mount matrix that is no rotation is not applied`() {
        let zero = MountMatrix(first: Vector3(), second: Vector3(), third: Vector3())
        let motion = SimulatedMotion()
        let events = motion.events(duration: 10, acceleration: 100, rotation: 100, accelerationDevice: 1)
        let record = MotionRecord.run([report(1, "accel_3d", [.acceleration], mount: zero)] + events)
        #expect((record.gravities.suffix(100).map(motion.gravityError).max() ?? 99) < 1)
    }

    @Test func `a reset keeps what the sources are`() {
        let motion = SimulatedMotion()
        var core = FusionCore()
        core.consume(report(7, "imu", label: "head", [.acceleration, .rotation])) { _ in }
        core.consume(SensorEvent(time: motion.start, payload: .reset)) { _ in }
        _ = MotionRecord.run(
            motion.events(duration: 2, acceleration: 100, rotation: 100, accelerationDevice: 7, rotationDevice: 7),
            core: &core)
        #expect(core.motion.bodies.map(\.label) == ["head"])
    }

    @Test func `user acceleration makes the arbiter move`() throws {
        let motion = SimulatedMotion(amplitude: 0, turning: 0)
        var core = FusionCore()
        var events = motion.events(duration: 10, acceleration: 100, rotation: 100)
        for index in events.indices {
            guard case .acceleration(var sample) = events[index].payload, events[index].time - motion.start > 9.5 else {
                continue
            }
            sample.z += 1.5
            events[index].payload = .acceleration(sample)
        }
        let quiet = events.filter { $0.time - motion.start < 9.4 }
        _ = MotionRecord.run(quiet, core: &core)
        #expect(core.latest.motion.map { $0.userAcceleration.length < 0.01 } == true)
        _ = MotionRecord.run(Array(events.suffix(20)), core: &core)
        let felt = try #require(core.latest.motion)
        let up = felt.gravity / felt.gravity.length
        let vertical = felt.userAcceleration.dot(up)
        #expect(vertical > 1.2 && (felt.userAcceleration - up * vertical).length < 0.3)
    }
}
