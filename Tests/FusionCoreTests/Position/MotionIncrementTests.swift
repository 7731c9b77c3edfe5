import Geometry
import Testing

@testable import FusionCore

@Suite struct MotionIncrementTests {
    /// A second of samples at 50 Hz that turn, tilt, and accelerate.
    private func increment(
        _ samples: Range<Int> = 0..<50, bias: Vector3 = Vector3(), felt: Vector3 = Vector3(), knows: Bool = false
    ) -> MotionIncrement {
        var motion = MotionIncrement(
            at: Session.at(Double(samples.lowerBound) / 50), bias: knows ? bias : Vector3())
        for index in samples {
            let share = Double(index) / 50
            let rate = Vector3(0.3 * share, -0.2, 0.8) + bias
            let force = Vector3(2 - share, 1.5 * share, standardGravity) + felt
            motion.add(force: force, rate: rate, turn: 0.016, at: Session.at(Double(index + 1) / 50))
        }
        return motion
    }

    private func distance(_ one: Quaternion, _ other: Quaternion) -> Double {
        let difference = one.conjugate * other
        return Vector3(difference.x, difference.y, difference.z).length * 2
    }

    @Test func `two increments in a row are one over both`() {
        let (whole, first, second) = (increment(), increment(0..<20), increment(20..<50))
        #expect(distance(whole.rotation, first.rotation * second.rotation) < 1e-12)
        let velocity = first.velocity + first.rotation.rotate(second.velocity)
        #expect((whole.velocity - velocity).length < 1e-12)
        let place = first.place + first.velocity * second.duration + first.rotation.rotate(second.place)
        #expect((whole.place - place).length < 1e-12)
        let turned = first.turned(SIMD2(10, 0))
        #expect((whole.turned(SIMD2(10, 0)).end - second.turned(turned.end).end).length < 1e-12)
        let way = turned.mean * first.duration + second.turned(turned.end).mean * second.duration
        #expect((whole.turned(SIMD2(10, 0)).mean * whole.duration - way).length < 1e-12)
    }

    @Test func `samples with a bias that is found later are corrected to first order`() {
        let truth = increment()
        let (rate, force) = (Vector3(0.02, -0.01, 0.03), Vector3(0.2, -0.1, 0.3))
        let uncorrected = increment(bias: rate, felt: force)
        let corrected = uncorrected.corrected(rateBias: rate, forceBias: force)
        #expect(distance(truth.rotation, uncorrected.rotation) > 0.03)
        #expect(distance(truth.rotation, corrected.rotation) < 0.001)
        #expect((truth.velocity - uncorrected.velocity).length > 0.3)
        #expect((truth.velocity - corrected.velocity).length < 0.01)
        #expect((truth.place - uncorrected.place).length > 0.15)
        #expect((truth.place - corrected.place).length < 0.01)
        // With the bias known before, only the rounding differs.
        #expect(distance(truth.rotation, increment(bias: rate, knows: true).rotation) < 1e-12)
    }
}
