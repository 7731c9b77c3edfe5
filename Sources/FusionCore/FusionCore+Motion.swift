import SensorModel

extension FusionCore {
    /// Takes one sample of motion with gravity told apart, in order of time within a device.
    ///
    /// This is where stages that work on motion (steps, activity, altimeter) are fed.
    mutating func consume(_ motion: DeviceMotion, _ emit: (Estimate) -> Void) {
        speed.update(userAccelerationG: motion.userAcceleration.length / Self.standardGravity, at: motion.time)
    }

    /// The acceleration of free fall that turns m/s^2 into g.
    static let standardGravity = 9.80665
}
