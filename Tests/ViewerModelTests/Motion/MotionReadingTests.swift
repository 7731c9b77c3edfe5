import Geometry
import Replay
import SensorModel
import Simulation
import Testing
import ViewerModel

@testable import FusionCore

@Suite struct MotionReadingTests {
    private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func angles(heading degrees: Double, pitch: Double = 0, roll: Double = 0) -> BodyAngles {
        let radians = Double.pi / 180
        // Ahead is y: pitch lifts it about x, roll turns about it.
        return BodyAngles(
            Quaternion(angle: -degrees * radians, axis: Vector3(0, 0, 1))
                * Quaternion(angle: pitch * radians, axis: Vector3(1, 0, 0))
                * Quaternion(angle: roll * radians, axis: Vector3(0, 1, 0)))
    }

    @Test(arguments: [(0.0, 0.0, 0.0), (90, 20, -30), (214, -40, 75), (359, 5, 170)])
    func `roll, pitch and heading come back from the rotation that they make`(
        heading: Double, pitch: Double, roll: Double
    ) throws {
        let angles = angles(heading: heading, pitch: pitch, roll: roll)
        #expect(abs(angles.pitch * 180 / .pi - pitch) < 1e-9)
        #expect(abs(angles.roll * 180 / .pi - roll) < 1e-9)
        #expect(abs(try #require(angles.heading) * 180 / .pi - heading) < 1e-9)
        #expect(abs(wrapAngle(angles.yaw + heading * .pi / 180)) < 1e-9, "yaw is counter-clockwise")
    }

    @Test func `straight up has no heading`() {
        #expect(angles(heading: 30, pitch: 90).heading == nil)
    }

    @Test func `directions have three digits and no 360`() {
        #expect(directionText(0) == "000°" && directionText(2 * .pi - 1e-4) == "000°")
        #expect(directionText(.pi / 2) == "090°" && directionText(nil) == missingText)
        #expect(angleText(-0.2) == "−11°" && angleText(.nan) == missingText)
    }

    @Test func `a body without a magnetometer has a yaw and no heading`() throws {
        var latest = Latest()
        latest.attitude = AttitudeEstimate(
            time: start, device: DeviceID(1), rotation: Quaternion(yaw: 0.5), reference: .arbitraryZUp)
        let reading = MotionReading(latest, at: start + 0.2)
        #expect(abs(try #require(reading.device?.angles).yaw - 0.5) < 1e-9)
        #expect(reading.device?.magneticHeading == nil && reading.head == nil && !reading.isShaken)
        latest.attitude?.reference = .magneticNorthZUp
        let magnetic = MotionReading(latest, at: start).device?.magneticHeading
        #expect(abs(try #require(magnetic) - (2 * .pi - 0.5)) < 1e-9)
        #expect(MotionReading(latest, at: start + 5).device == nil, "an old sample is not that of the instant")
    }

    @Test func `a shake is marked for a moment`() {
        var latest = Latest()
        latest.shake = start
        #expect(MotionReading(latest, at: start + 1).isShaken)
        #expect(!MotionReading(latest, at: start + 3).isShaken)
    }

    @Test func `a sensor on the head is a body of its own, the only one if it is alone`() throws {
        func core(withDevice: Bool) -> FusionCore {
            var core = FusionCore()
            let report = SourceReport(
                device: DeviceID(2), name: "imu", label: "accel-head", streams: [.acceleration], state: .connected)
            core.consume(SensorEvent(time: start, payload: .source(report))) { _ in }
            for index in 0..<200 {
                let time = start + Double(index) / 100
                for device in withDevice ? [DeviceID(1), DeviceID(2)] : [DeviceID(2)] {
                    let sample = VectorSample(device: device, x: 0, y: device == DeviceID(2) ? 9.81 : 0, z: 0.1)
                    core.consume(SensorEvent(time: time, payload: .acceleration(sample))) { _ in }
                }
            }
            return core
        }
        let both = MotionReading(core(withDevice: true).latest, at: start + 2)
        #expect(abs(try #require(both.head?.gravity).y - 9.81) < 0.2)
        #expect(try #require(both.device?.gravity).y < 1)
        let alone = MotionReading(core(withDevice: false).latest, at: start + 2)
        #expect(alone.device == nil && alone.head?.gravity != nil)
    }

    @Test func `raw samples are those at the instant, each stream's last, and none that is old`() throws {
        let session = Scenarios.named("walk-ride-stop")!.simulate(seed: 1)
        let recording = Recording(unordered: session.events)
        let instant = try #require(recording.start) + 60
        let raw = RawSamples(of: recording, at: instant)
        #expect(
            Set(raw.samples.map(\.stream)).isSuperset(of: [
                .acceleration, .rotation, .magneticField, .scalar(.pressure),
            ]))
        for sample in raw.samples {
            let expected = recording.events.last { event in
                event.time <= instant && RawSamples.matches(event, sample)
            }
            #expect(expected?.time == sample.time)
            #expect(sample.values.count == (sample.stream == .scalar(.pressure) ? 1 : 3))
        }
        let first = try #require(raw.samples.first)
        #expect(raw.sample(of: first.stream, from: first.device, at: instant) == first)
        #expect(raw.sample(of: first.stream, from: first.device, at: instant + 10) == nil)
        #expect(RawSamples(of: recording, at: try #require(recording.start) + -10).samples.isEmpty)
    }
}

extension RawSamples {
    fileprivate static func matches(_ event: SensorEvent, _ sample: Sample) -> Bool {
        var raw = RawSamples()
        raw.consume(event)
        return raw.samples.first.map { $0.stream == sample.stream && $0.device == sample.device } ?? false
    }
}
