import Geometry
import SensorModel

// What continues without fixes: rest, dead reckoning, the ticks that detect silence, and the signal.
extension FusionCore {
    /// Processes a step of the main body.
    mutating func carryStep(_ step: StepEstimate) {
        deadReckoner.step(speed: step.cadence * step.strideLength, at: clocks.place(step.time))
    }

    /// Processes a speed that was measured without a position. Its distance counts before the first fix and through
    /// outages.
    mutating func consumeSensorSpeed(_ speed: Double, at sensorTime: Instant) {
        let time = clocks.place(sensorTime)
        let metres = sensorDistance.add(speed: speed, at: time)
        if deadReckoner.since == nil {
            distance.walk(metres)
            latest.estimatedDistance = distance.estimatedMetres
        }
        deadReckoner.measure(speed: speed, at: time)
    }

    mutating func consumeTick(_ event: SensorEvent, _ emit: (Estimate) -> Void) {
        let time = clocks.place(event.time)
        announceMotionLacks(at: event.time, emit)
        takeMotion(emit)
        consumeGaitTick(at: event.time, emit)
        if let loss = watchdog.tick(at: event.received) {
            speed.loseSignal()
            announce(loss, at: time, emit)
        }
        guard watchdog.state.loss != nil else { return }
        carryOn(to: time, sensors: event.time, emit)
        showSpeed(sensed: event.time, at: time, emit)
    }

    /// Processes a sky view, whose signals may show interference.
    mutating func consume(_ sky: Sky, event: SensorEvent, _ emit: (Estimate) -> Void) {
        let parameters = streaming.interference
        let change = interference[sky.device, default: InterferenceDetector(parameters)]
            .consume(sky.satellites, at: event.received)
        switch change {
        case .fell:
            announce(
                .interference, translatable("The signals of all satellites fell at the same time: interference?"),
                of: sky.device, at: event.time, emit)
        case .recovered:
            announce(
                .interferenceOver, translatable("The signal of the satellites is back."), of: sky.device,
                at: event.time,
                emit)
        case nil: break
        }
    }

    private mutating func announce(_ loss: SilenceWatchdog.Loss, at time: Instant, _ emit: (Estimate) -> Void) {
        let hasMotion = speed.state.hasMotion
        switch loss {
        case .silent:
            announce(
                .signalLost,
                hasMotion
                    ? translatable("No GPS signal: motion sensors estimate the speed.")
                    : translatable("No GPS signal, and no motion sensors to estimate the speed."), at: time, emit)
        case .unusable:
            announce(
                .signalUnusable,
                hasMotion
                    ? translatable("Every fix is rejected: motion sensors estimate the speed.")
                    : translatable("Every fix is rejected, and there are no motion sensors to estimate the speed."),
                at: time, emit)
        }
    }

    private mutating func carryOn(to time: Instant, sensors sensorTime: Instant, _ emit: (Estimate) -> Void) {
        guard deadReckoner.since != nil, let last = latest.position else { return }
        if sensed.isResting(at: sensorTime, for: streaming.stillness.sensorTime) { deadReckoner.rest(at: time) }
        deadReckoner.advance(to: time)
        speed.carry(speed: deadReckoner.speed(at: time))
        guard let start = position.lastCoordinate else { return }
        let plane = LocalPlane(origin: start)
        let offset = deadReckoner.offset
        let accuracy = deadReckoner.currentAccuracy
        let estimate = PositionEstimate(
            time: time, coordinate: plane.coordinate(PlanePoint(east: offset.x, north: offset.y)),
            altitude: last.altitude, accuracy: accuracy, eastVelocity: deadReckoner.velocity.x,
            northVelocity: deadReckoner.velocity.y,
            covariance: SIMD3(accuracy * accuracy, 0, accuracy * accuracy), isEstimated: true)
        latest.position = estimate
        latest.estimatedDistance = distance.estimatedMetres + deadReckoner.distance
        emit(.position(estimate))
    }
}
