import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct SpeedArbiterTests {
    private func arbiter(
        gps: Double?, moving: Double? = nil, pace: Double?? = nil
    ) -> SpeedArbiter {
        var arbiter = SpeedArbiter()
        arbiter.update(gpsSpeed: gps, accuracy: 4)
        if let moving { arbiter.noteMotion(last: Session.at(moving)) }
        if let pace { arbiter.update(paceSecondsPerMetre: pace, at: Session.at(moving ?? 0)) }
        return arbiter
    }

    @Test func `a speed inferred from estimated places is an estimate; a standstill, too, unless sensors confirm it`() {
        var arbiter = SpeedArbiter()
        arbiter.update(gpsSpeed: 5, accuracy: 20, isEstimated: true)
        #expect(arbiter.speed(at: Session.at(1)).isEstimated)
        arbiter.update(gpsSpeed: 0.1, accuracy: 20, isEstimated: true)
        #expect(arbiter.speed(at: Session.at(2)).isEstimated)
        arbiter.noteMotion(last: nil)
        #expect(!arbiter.speed(at: Session.at(3)).isEstimated)
        arbiter.update(gpsSpeed: 5, accuracy: 4)
        #expect(!arbiter.speed(at: Session.at(4)).isEstimated)
    }

    @Test func `a GPS speed of half a metre a second or more is shown as it is`() {
        let speed = arbiter(gps: 0.5, moving: 10, pace: 0.7).speed(at: Session.at(10))
        #expect(speed.value == 0.5)
        #expect(speed.source == .gps)
        #expect(!speed.isEstimated)
    }

    @Test func `below that while moving the pedometer's reciprocal pace is shown as an estimate`() {
        let speed = arbiter(gps: 0.4, moving: 10, pace: 0.8).speed(at: Session.at(10.2))
        #expect(speed.value == 1.25)
        #expect(speed.source == .pedometer)
        #expect(speed.isEstimated)
    }

    @Test(arguments: [nil, 0, -1, .nan] as [Double?])
    func `no pace, or one that is not positive, is no speed and never infinity`(pace: Double?) {
        let speed = arbiter(gps: 0, moving: 10, pace: .some(pace)).speed(at: Session.at(10))
        #expect(speed.value == 1.12)
        #expect(speed.source == .placeholder)
        #expect(speed.isEstimated)
    }

    @Test func `moving lasts half a second after the last crossing`() {
        let arbiter = arbiter(gps: 0, moving: 10)
        #expect(arbiter.speed(at: Session.at(10.5)).value == 1.12)
        let after = arbiter.speed(at: Session.at(10.51))
        #expect(after.value == 0)
        #expect(after.source == .still)
    }

    @Test func `an acceleration up to 0.08 g is not moving`() {
        var sensing = MotionSensing(parameters: StreamingParameters().sensing)
        for (second, share) in [0.079, 0.081, 0.079].enumerated() {
            let up = Vector3(0, 0, standardGravity)
            _ = sensing.consume(
                DeviceMotion(
                    time: Session.at(Double(second)), device: DeviceID(1), acceleration: up * (1 + share), gravity: up,
                    rotationRate: nil, source: .accelerometerOnly))
            #expect(sensing.sensed.lastMotion == (second < 1 ? nil : Session.at(1)))
        }
    }

    @Test func `not moving and no GPS speed is zero`() {
        #expect(arbiter(gps: 0.49).speed(at: Session.at(3)).value == 0)
    }
}
