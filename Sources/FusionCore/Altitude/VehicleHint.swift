import SensorModel

/// Infers from the receiver's speed whether the user rides: during a ride, climbs are hills and not stairs.
struct VehicleHint: Sendable, Hashable {
    private var fastSince: Instant?
    private var lastFast: Instant?
    private var slowSince: Instant?
    private var isFast = false
    private var stepsAtFast = 0

    /// Processes a speed over ground in m/s, and the 1-sigma accuracy of its fix in metres.
    mutating func update(
        speed: Double, accuracy: Double, steps: Int, at time: Instant, _ parameters: Altimeter.Parameters
    ) {
        guard speed > parameters.vehicleSpeed else {
            fastSince = nil
            guard accuracy <= parameters.vehicleAccuracy else { return }
            let since = slowSince ?? time
            slowSince = since
            if time - since >= parameters.vehicleHold { isFast = false }
            return
        }
        let since = fastSince ?? time
        (fastSince, lastFast, slowSince) = (since, time, nil)
        if time - since >= parameters.vehicleTime {
            isFast = true
            stepsAtFast = steps
        }
    }

    /// Returns whether the user rides. Steps since the last fast fix indicate that the user got out.
    func isRiding(steps: Int, _ parameters: Altimeter.Parameters) -> Bool {
        isFast && Double(steps - stepsAtFast) < 2 * parameters.fewestSteps
    }

    /// Returns whether at least one recent speed was that of a vehicle.
    func wasFast(at time: Instant, _ parameters: Altimeter.Parameters) -> Bool {
        lastFast.map { time - $0 <= parameters.fastHold } ?? false
    }
}
