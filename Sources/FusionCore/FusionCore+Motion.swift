import Geometry
import SensorModel

extension FusionCore {
    /// Processes a sample of the main body's motion, with gravity separated. Samples have to be in order of time.
    ///
    /// The stages that work on motion (speed, altimeter, dead reckoning, shaking) receive their input here.
    mutating func consume(_ sample: DeviceMotion, _ emit: (Estimate) -> Void) {
        speed.update(userAccelerationG: sample.userAcceleration.length / standardGravity, at: sample.time)
        latest.motion = sample
        altimeter.update(shaking: sample.userAcceleration.length)
        carryMotion(sample)
        watchShake(sample, emit)
    }

    mutating func consumeAcceleration(_ sample: VectorSample, at time: Instant, _ emit: (Estimate) -> Void) {
        guard !leavesOutMotion, let body = motion.take(acceleration: sample, at: time) else { return }
        drain(body, emit)
    }

    mutating func consumeRotation(_ sample: VectorSample, at time: Instant, _ emit: (Estimate) -> Void) {
        guard !leavesOutMotion, let body = motion.take(rotation: sample, at: time) else { return }
        drain(body, emit)
    }

    mutating func consumeMagneticField(_ sample: VectorSample, at time: Instant) {
        if !leavesOutMotion { motion.take(magneticField: sample, at: time) }
    }

    private mutating func drain(_ body: Int, _ emit: (Estimate) -> Void) {
        let isMain = body == motion.mainBody
        while let output = motion.next(body) {
            switch output {
            case .motion(let sample):
                emit(.gravity(GravityEstimate(time: sample.time, device: sample.device, vector: sample.gravity)))
                if isMain { consume(sample, emit) }
                if motion.isHead(body) { latest.headMotion = sample }
            case .attitude(let attitude):
                if isMain { latest.attitude = attitude }
                if motion.isHead(body) { latest.headAttitude = attitude }
                emit(.attitude(attitude))
            }
        }
    }

    private mutating func watchShake(_ sample: DeviceMotion, _ emit: (Estimate) -> Void) {
        let threshold = streaming.motion.shakeThreshold * standardGravity
        let square = sample.acceleration.dot(sample.acceleration)
        guard square > threshold * threshold else { return }
        if let last = lastShakeCrossing, sample.time - last <= streaming.motion.shakeHold {
            lastShakeCrossing = sample.time
            return
        }
        lastShakeCrossing = sample.time
        let tenths = Int((square.squareRoot() / standardGravity * 10).rounded())
        let message = "Shaken with \(tenths / 10).\(tenths % 10) g."
        announceMotion(StatusEstimate(time: sample.time, kind: .shake, message: message), emit)
    }

    /// Reports what the motion sensors lack, and withdraws reports that no longer hold. Called at every tick.
    mutating func announceMotionLacks(at time: Instant, _ emit: (Estimate) -> Void) {
        for body in motion.bodies.indices {
            let (begun, ended) = motion.lackChanges(of: body, at: time)
            for lack in MotionBody.Lack.allCases {
                let part = MotionLack(body: motion.bodies[body].label, lack: lack)
                if ended.contains(lack) {
                    latest.withdraw(part)
                    motionNotes.append(.withdrawn(part))
                }
                if begun.contains(lack) {
                    let message = motion.bodies[body].sentence(for: lack)
                    announceMotion(
                        StatusEstimate(time: time, kind: .unavailable, message: message, lack: part), emit)
                }
            }
        }
    }
}

extension MotionBody {
    /// Returns a message for the user that names what is missing and its consequence.
    func sentence(for lack: Lack) -> String {
        let place = label.map { " on “\($0)”" } ?? ""
        return switch lack {
        case .noGyroscope:
            "There is no gyroscope\(place): gravity is a low-pass of the accelerometer, and motion tilts it."
        case .gyroscopeSilent:
            "The gyroscope\(place) is silent: gravity is a low-pass of the accelerometer until it is back."
        case .noMagnetometer: "There is no magnetometer\(place): yaw starts anywhere and drifts."
        }
    }
}
