import SensorModel

/// Tells from a receiver's speed whether one rides, for counting flights: who rides climbs hills, not stairs.
struct VehicleHint: Sendable, Hashable {
    private var fastSince: Instant?
    private var lastFast: Instant?
    private var slowSince: Instant?
    private var isFast = false
    private var stepsAtFast = 0

    /// Processes a speed over ground.
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

    /// True while riding; who has walked since has got out.
    func isRiding(steps: Int, _ parameters: Altimeter.Parameters) -> Bool {
        isFast && Double(steps - stepsAtFast) < 2 * parameters.fewestSteps
    }

    /// True if even one speed lately was a vehicle's.
    func wasFast(at time: Instant, _ parameters: Altimeter.Parameters) -> Bool {
        lastFast.map { time - $0 <= parameters.fastHold } ?? false
    }
}
