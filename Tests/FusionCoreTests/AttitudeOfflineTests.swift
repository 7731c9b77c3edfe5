import FusionCore
import NavigationMath
import Testing

@Suite struct AttitudeOfflineTests {
    private let interval = 0.01

    private func errors(_ motion: SimulatedMotion, _ estimate: (Int) -> Quaternion, count: Int) -> Double {
        var worst = 0.0
        for index in 0..<count {
            let up = motion.attitude(at: Double(index) * interval).up
            worst = max(worst, (up - estimate(index).up).length)
        }
        return worst * 180 / .pi
    }

    @Test func `both directions are right from the first sample on, with a biased gyroscope`() {
        let motion = SimulatedMotion(bias: Vector3(0.008, -0.01, 0.004))
        let count = 6000
        let times = (0..<count).map { Double($0) * interval }
        let offline = OfflineOrientation(
            rotation: times.map { motion.rotation(at: $0, over: interval) },
            acceleration: times.map(motion.acceleration(at:)), magneticField: times.map(motion.magneticField(at:)),
            interval: interval)
        #expect(offline.inertialAttitudes.count == count)
        #expect(offline.headings.count == count)
        #expect(errors(motion, offline.attitude(at:), count: count) < 2)
        let late = offline.attitude(at: 5000).conjugate * motion.attitude(at: 50)
        #expect(abs(late.w) > 0.999)
    }

    @Test func `without a magnetometer only up is known`() {
        let motion = SimulatedMotion()
        let times = (0..<2000).map { Double($0) * interval }
        let offline = OfflineOrientation(
            rotation: times.map { motion.rotation(at: $0, over: interval) },
            acceleration: times.map(motion.acceleration(at:)), interval: interval)
        #expect(offline.headings.isEmpty)
        #expect(offline.attitude(at: 100) == offline.inertialAttitudes[100])
        #expect(errors(motion, offline.attitude(at:), count: 2000) < 2)
    }

    @Test func `nothing gives nothing`() {
        #expect(OfflineOrientation(rotation: [], acceleration: [], interval: 0.01).inertialAttitudes.isEmpty)
        let one = [Vector3(0, 0, 9.8)]
        #expect(OfflineOrientation(rotation: one, acceleration: one, interval: 0).inertialAttitudes.isEmpty)
        #expect(OfflineOrientation(rotation: one, acceleration: one, interval: 0.01).inertialAttitudes.count == 1)
    }
}
