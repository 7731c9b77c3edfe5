import Geometry
import Glibc
import SensorModel

/// A drive with speed and turns of a kind, as fixes and as a device felt it that is mounted anyhow in the vehicle.
struct SimulatedDrive {
    /// From the vehicle's axes (forward, left, up) to the device's.
    var mounting = Quaternion(rotationVector: Vector3(0.4, -1.1, 0.7))
    /// Biases in rad/s and m/s^2, in the device's axes.
    var rateBias = Vector3()
    var forceBias = Vector3()
    /// The factor by which the accelerometer measures a change of speed; 1 is right.
    var forceScale = 1.0
    /// Samples per second.
    var rate = 50.0

    struct Sample {
        var time: Double
        var force: Vector3
        var rate: Vector3
    }

    struct Place {
        var east = 0.0
        var north = 0.0
        var speed = 0.0
        /// Radians, counterclockwise from east.
        var heading = 0.0
    }

    /// Speed in m/s: starts, stops, and changes in between; it stands for the first 20 s.
    static func speed(at time: Double) -> Double {
        guard time > 20 else { return 0 }
        let phase = (time - 20).truncatingRemainder(dividingBy: 90)
        let cruise = 14 + 3 * sin((time - 20) / 13)
        return cruise * max(0, min(1, min(phase / 10, (84 - phase) / 8)))
    }

    /// Radians per second, counterclockwise: a bend of a right angle now and then.
    static func turn(at time: Double) -> Double {
        guard speed(at: time) > 3 else { return 0 }
        let phase = time.truncatingRemainder(dividingBy: 47)
        let side = Int(time / 47) % 3 == 0 ? -1.0 : 1.0
        return phase < 6 ? side * 0.26 : 0
    }

    /// Returns the samples and the true places at each of them.
    func samples(_ seconds: Double) -> (samples: [Sample], places: [Place]) {
        var place = Place()
        var samples: [Sample] = []
        var places: [Place] = []
        var noise = Noise()
        let dt = 1 / rate
        for index in 0..<Int(seconds * rate) {
            let time = Double(index) * dt
            let (speed, turn) = (Self.speed(at: time), Self.turn(at: time))
            let along = (Self.speed(at: time + dt) - Self.speed(at: time - dt)) / (2 * dt)
            let isMoving = speed > 0.1
            let shake = isMoving ? 0.3 : 0.01
            let force = Vector3(
                along * forceScale + shake * noise.next(), speed * turn * forceScale + shake * noise.next(),
                standardGravity + shake * noise.next())
            let angular = Vector3(0.003 * noise.next(), 0.003 * noise.next(), turn + 0.003 * noise.next())
            place.speed = speed
            place.heading += turn * dt
            place.east += speed * cos(place.heading) * dt
            place.north += speed * sin(place.heading) * dt
            samples.append(
                Sample(
                    time: time, force: mounting.rotate(force) + forceBias, rate: mounting.rotate(angular) + rateBias))
            places.append(place)
        }
        return (samples, places)
    }

    /// Feeds a session with the drive; fixes arrive once per second, except in the seconds of an outage.
    /// - Returns: The true place at each second.
    func feed(_ session: inout Session, seconds: Double, outage: Range<Double>, from start: Double = 0) -> [Place] {
        let (samples, places) = samples(seconds)
        var noise = Noise()
        var seen: [Place] = []
        for (index, sample) in samples.enumerated() {
            let time = start + sample.time
            session.feed(
                .rotation(VectorSample(device: DeviceID(2), x: sample.rate.x, y: sample.rate.y, z: sample.rate.z)),
                at: time)
            session.feed(
                .acceleration(
                    VectorSample(device: DeviceID(1), x: sample.force.x, y: sample.force.y, z: sample.force.z)),
                at: time)
            guard index % Int(rate) == 0 else { continue }
            session.tick(time)
            let place = places[index]
            seen.append(place)
            guard !outage.contains(sample.time) else { continue }
            let course = (90 - place.heading * 180 / .pi).truncatingRemainder(dividingBy: 360)
            session.fix(
                time, east: place.east + 0.5 * noise.next(), north: place.north + 0.5 * noise.next(), accuracy: 3,
                speed: max(0, place.speed + 0.05 * noise.next()),
                course: place.speed > 0.5 ? (course < 0 ? course + 360 : course) : nil)
        }
        return seen
    }

    /// Noise of variance one that is the same in every run.
    private struct Noise {
        private var state: UInt64 = 88_172_645_463_325_252

        mutating func next() -> Double {
            var sum = 0.0
            for _ in 0..<12 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                sum += Double(state >> 11) / Double(1 << 53)
            }
            return sum - 6
        }
    }
}
