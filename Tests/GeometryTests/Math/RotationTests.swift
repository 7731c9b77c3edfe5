import Testing

@testable import Geometry

@Suite struct RotationTests {
    @Test(arguments: [0.0, 1e-9, 1e-3, 0.1, 0.39, 0.41, 1, 3])
    func `a rotation vector and its angle and axis are the same rotation`(angle: Double) {
        let axis = Vector3(1, -2, 0.5) / Vector3(1, -2, 0.5).length
        let series = Quaternion(rotationVector: axis * angle)
        let exact = Quaternion(angle: angle, axis: axis)
        for (left, right) in [(series.w, exact.w), (series.x, exact.x), (series.y, exact.y), (series.z, exact.z)] {
            #expect(abs(left - right) < 1e-13)
        }
    }

    @Test(arguments: [
        Vector3(0, 0, 1), Vector3(0.01, -0.02, 1), Vector3(1, 2, 0.1), Vector3(0.1, 0, -1), Vector3(0, 0, -1),
    ])
    func `lifting takes a direction straight up`(direction: Vector3) {
        let unit = direction / direction.length
        let lift = Quaternion(liftingToUp: unit)
        #expect((lift.rotate(unit) - Vector3(0, 0, 1)).length < 1e-9)
        #expect(abs(lift.w * lift.w + lift.x * lift.x + lift.y * lift.y + lift.z * lift.z - 1) < 1e-9)
    }

    @Test func `the rows of a rotation's matrix are those of the rotation`() {
        let rotation = Quaternion(w: 0.3, x: -0.4, y: 0.5, z: 0.7).normalized
        let vector = Vector3(0.2, -3, 1.5)
        let turned = rotation.rotate(vector)
        #expect(abs(rotation.firstRow.dot(vector) - turned.x) < 1e-12)
        #expect(abs(rotation.secondRow.dot(vector) - turned.y) < 1e-12)
        #expect(abs(rotation.up.dot(vector) - turned.z) < 1e-12)
        #expect((rotation.conjugate.rotate(turned) - vector).length < 1e-12)
    }

    @Test func `an angle is wrapped to within half a turn`() {
        #expect(abs(wrapAngle(3.5) - (3.5 - 2 * .pi)) < 1e-12)
        #expect(abs(wrapAngle(-20) - (-20 + 6 * .pi)) < 1e-12)
        #expect(wrapAngle(1) == 1)
    }
}
