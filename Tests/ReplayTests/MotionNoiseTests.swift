import FusionCore
import NavigationMath
import Replay
import SensorModel
import Simulation
import Testing

struct MotionNoiseTests {
    private static let rate = 50.0

    /// A walk of a minute, a rest of ten minutes, and a walk: an accelerometer and a gyroscope that share a device.
    private static let recording: Recording = {
        var random = RandomSource(seed: 7)
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        let events = (0..<Int(720 * rate)).flatMap { index -> [SensorEvent] in
            let seconds = Double(index) / rate
            let time = start + seconds
            let shaking = seconds < 60 || seconds > 660 ? 3.0 : 0
            func noise(_ density: Double) -> Double { density * rate.squareRoot() * random.normal() }
            let force = VectorSample(
                x: noise(0.002), y: shaking * random.normal() + noise(0.002), z: 9.81 + noise(0.004))
            let rotation = VectorSample(x: 0.01 + noise(0.0003), y: noise(0.0003), z: 0)
            return [
                SensorEvent(time: time, payload: .acceleration(force)),
                SensorEvent(time: time, payload: .rotation(rotation)),
            ]
        }
        return Recording(unordered: events)
    }()

    @Test func `the noise is that of the rest, axis by axis`() throws {
        let noises = MotionNoise.all(of: Self.recording, parameters: .init())
        #expect(noises.map(\.sensor) == [.accelerometer, .gyroscope])
        let accelerometer = try #require(noises.first)
        let length = accelerometer.rest.end - accelerometer.rest.start
        #expect(length > 590 && length < 601, "\(length)")
        #expect(abs(accelerometer.interval - 1 / Self.rate) < 1e-6)
        for (axis, density) in zip(accelerometer.axes, [0.002, 0.002, 0.004]) {
            #expect(abs(try #require(axis).whiteNoise / density - 1) < 0.05)
        }
    }

    @Test func `an axis that never changes has no noise to show`() throws {
        let gyroscope = try #require(MotionNoise.all(of: Self.recording, parameters: .init()).last)
        #expect(abs(try #require(gyroscope.axes[0]).whiteNoise / 0.0003 - 1) < 0.05)
        #expect(gyroscope.axes[2] == nil)
    }

    @Test func `sensors that never rested have no noise`() {
        let walk = Recording(unordered: Self.recording.events.filter { $0.time < Self.recording.events[5_000].time })
        #expect(MotionNoise.all(of: walk, parameters: .init()).isEmpty)
    }
}
