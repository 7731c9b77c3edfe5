import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct GyroscopeMemoryTests {
    private let bias = Vector3(0.02, -0.05, 0.11)

    private func report(_ session: inout Session, name: String = "gyro_3d", mount: MountMatrix? = nil) {
        for (device, name) in [(UInt16(1), "accel_3d"), (2, name)] {
            session.feed(
                .source(
                    SourceReport(
                        device: DeviceID(device), name: name, streams: [device == 1 ? .acceleration : .rotation],
                        state: .connected, mountMatrix: mount)), at: 0)
        }
    }

    /// A device that lies for some seconds, with a gyroscope that is 6.5 degrees per second off.
    private func rest(_ session: inout Session, seconds: Double) {
        for index in 0..<Int(seconds * 50) {
            let time = Double(index) / 50
            session.feed(
                .rotation(VectorSample(device: DeviceID(2), x: bias.x, y: bias.y, z: bias.z)), at: time)
            session.feed(.acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: standardGravity)), at: time)
        }
    }

    @Test func `a raw gyroscope's bias is known after seconds of rest`() throws {
        #expect(bias.length > 6.5 * .pi / 180)
        var session = Session()
        report(&session)
        rest(&session, seconds: 8)
        let body = try #require(session.core.motion.bodies.first)
        #expect((body.filter.gyroscopeBias - bias).length < 0.2 * .pi / 180)
        #expect(body.filter.gyroscopeBiasSigma < 0.2 * .pi / 180)
        let learned = try #require(session.core.learned.gyroscopes.first)
        #expect(learned.name == "gyro_3d" && learned.label == nil)
        #expect((learned.bias - bias).length < 0.2 * .pi / 180)
    }

    /// The second session is on the road from its first second on, and in a tunnel before it ever rests.
    private func tunnel(after learned: Learned?) throws -> Double {
        var drive = SimulatedDrive()
        drive.rateBias = bias
        var session = Session()
        report(&session)
        if let learned { session.feed(.learned(learned), at: 0) }
        let (samples, places) = drive.samples(80)
        var place = SimulatedDrive.Place()
        for (index, sample) in samples.enumerated() where sample.time > 32 {
            session.feed(
                .rotation(VectorSample(device: DeviceID(2), x: sample.rate.x, y: sample.rate.y, z: sample.rate.z)),
                at: sample.time)
            session.feed(
                .acceleration(
                    VectorSample(device: DeviceID(1), x: sample.force.x, y: sample.force.y, z: sample.force.z)),
                at: sample.time)
            guard index % 50 == 0 else { continue }
            session.tick(sample.time)
            place = places[index]
            if sample.time < 38 {
                let course = 90 - place.heading * 180 / .pi
                session.fix(
                    sample.time, east: place.east, north: place.north, accuracy: 3, speed: place.speed,
                    course: (course + 720).truncatingRemainder(dividingBy: 360))
            }
        }
        let estimated = session.positions.filter(\.isEstimated)
        let last = try #require(estimated.last)
        let heading = Quaternion(yaw: place.heading).rotate(Vector3(1, 0, 0))
        let truth = SIMD2(heading.x, heading.y)
        let east = try #require(last.eastVelocity)
        let north = try #require(last.northVelocity)
        let velocity = SIMD2(east, north)
        return (velocity * truth).sum() / velocity.length
    }

    @Test func `the heading in a tunnel is right from the start of the second session`() throws {
        var first = Session()
        report(&first)
        rest(&first, seconds: 10)
        let learned = first.core.learned
        #expect(learned.gyroscopes.count == 1)
        // Cosines of the error of the course after 40 s without fixes.
        let (known, unknown) = (try tunnel(after: learned), try tunnel(after: nil))
        #expect(known > 0.97)
        #expect(unknown < 0.97)
    }

    @Test func `what is known of a sensor grows less certain with age`() throws {
        let old = Learned.Gyroscope(
            name: "gyro_3d", label: nil, x: 0.01, y: 0, z: 0, sigma: 0.0005, time: Session.start)
        func sigma(after days: Double) throws -> Double {
            var memory = GyroscopeMemory()
            memory.add([old])
            let known = memory.take(name: "gyro_3d", label: nil, at: Session.start + days * 86_400)
            return try #require(known).sigma
        }
        let (now, month, year) = (try sigma(after: 0), try sigma(after: 30), try sigma(after: 365))
        #expect(now > 0.0005 && month > 1.5 * now && year > 3 * month)
        let early = try sigma(after: -3)
        #expect(early == now)
    }

    @Test func `another sensor, and what is no bias, is passed over`() {
        var memory = GyroscopeMemory()
        let good = Learned.Gyroscope(name: "a", label: "base", x: 0.1, y: 0, z: 0, sigma: 0.01, time: Session.start)
        var bad: [Learned.Gyroscope] = []
        for value in [Double.nan, .infinity] {
            var one = good
            one.x = value
            bad.append(one)
            one = good
            one.sigma = value
            bad.append(one)
        }
        var none = good
        none.sigma = 0
        memory.add(bad + [none])
        #expect(memory.isEmpty && memory.gyroscopes.isEmpty)
        memory.add([good])
        let other = memory.take(name: "a", label: nil, at: Session.start)
        let known = memory.take(name: "a", label: "base", at: Session.start)
        let again = memory.take(name: "a", label: "base", at: Session.start)
        #expect(other == nil && known != nil && again == nil)
    }

    @Test func `a mounted sensor's bias is kept in its own axes`() throws {
        let mount = MountMatrix(
            first: Vector3(0, 1, 0), second: Vector3(-1, 0, 0), third: Vector3(0, 0, 1))
        var session = Session()
        report(&session, mount: mount)
        rest(&session, seconds: 8)
        let learned = try #require(session.core.learned.gyroscopes.first)
        #expect((learned.bias - bias).length < 0.2 * .pi / 180)
    }
}
