import SensorModel

extension FusionCore {
    /// Takes a sample of acceleration for steps, activity and workout.
    mutating func consumeGait(_ sample: VectorSample, at time: Instant, _ emit: (Estimate) -> Void) {
        switch acceleration.update(sample, at: time) {
        case .ignored: return
        case .restarted: pedometer.detector.interrupt()
        case .taken: break
        }
        while let cell = acceleration.next() {
            var newest: StepEstimate?
            pedometer.update(cell.value, at: cell.time) { step in
                newest = step
                emit(.step(step))
            }
            guard let newest else { continue }
            latest.step = newest
            speed.update(paceSecondsPerMetre: pedometer.pace, at: time)
        }
    }

    /// Takes the speed over ground of a fix that serves the speed.
    mutating func consumeGroundSpeed(_ speed: Double?, at time: Instant) {
        guard let speed else { return }
        pedometer.update(groundSpeed: speed, at: time)
    }

    /// Hands changed parameters to the stages of this file.
    mutating func distributeActivityParameters() {
        if pedometer.detector.parameters != parameters.steps { pedometer.detector.parameters = parameters.steps }
        pedometer.vehicle.parameters = parameters.vehicle
        pedometer.stride.parameters = parameters.stride
    }
}
