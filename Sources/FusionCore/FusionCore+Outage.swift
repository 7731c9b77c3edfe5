import Geometry
import SensorModel

// What continues without fixes: rest, turns, dead reckoning, and the ticks that detect silence.
extension FusionCore {
    /// Processes the main body's motion: whether it rests, and how the course turns about gravity.
    mutating func carryMotion(_ sample: DeviceMotion) {
        stillness.update(acceleration: sample.acceleration.length, at: sample.time)
        stillness.update(rotation: sample.rotationRate?.length, at: sample.time)
        guard let rate = sample.rotationRate else { return }
        defer { lastTurn = sample.time }
        let length = sample.gravity.length
        guard let last = lastTurn, length > 1 else { return }
        let dt = sample.time - last
        guard dt > 0, dt <= streaming.motion.gap else { return }
        // Gravity defines the vertical axis; a course counts clockwise.
        let time = clocks.place(sample.time)
        deadReckoner.turn(by: -rate.dot(sample.gravity) / length * dt, at: time)
        let bias = motion.mainBody.map { motion.bodies[$0].filter.gyroscopeBias } ?? Vector3()
        deadReckoner.feel(
            force: sample.acceleration, rate: rate + bias, bias: bias,
            isResting: stillness.sensorsRest(at: sample.time), at: time)
    }

    /// Records the time without an accepted fix that might end with this one.
    mutating func noteSilence(before fix: SensorEvent) {
        guard let since = deadReckoner.since else { return }
        longestSilence = max(longestSilence, max(clocks.place(fix.received), fix.time) - since)
    }

    /// Processes a step of the main body.
    mutating func carryStep(_ step: StepEstimate) {
        deadReckoner.step(speed: step.cadence * step.strideLength, at: clocks.place(step.time))
    }

    /// Processes a speed that was measured without a position. Its distance counts before the first fix and through
    /// outages.
    mutating func consumeSensorSpeed(_ speed: Double, at sensorTime: Instant) {
        let time = clocks.place(sensorTime)
        let metres = sensorWay.add(speed: speed, at: time)
        if deadReckoner.since == nil {
            distance.walk(metres)
            latest.estimatedDistance = distance.estimatedMetres
        }
        deadReckoner.measure(speed: speed, at: time)
    }

    mutating func consumeTick(_ event: SensorEvent, _ emit: (Estimate) -> Void) {
        let time = clocks.place(event.time)
        announceMotionLacks(at: event.time, emit)
        consumeGaitTick(at: event.time, emit)
        if let loss = watchdog.tick(at: event.received) {
            speed.loseSignal()
            announce(loss, at: time, emit)
        }
        guard watchdog.state.loss != nil else { return }
        carryOn(to: time, sensors: event.time, emit)
        showSpeed(sensed: event.time, at: time, emit)
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
        hasReckoned = true
        if stillness.sensorsRest(at: sensorTime) { deadReckoner.rest(at: time) }
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
        latest.estimatedDistance = distance.estimatedMetres + deadReckoner.way
        emit(.position(estimate))
    }
}
