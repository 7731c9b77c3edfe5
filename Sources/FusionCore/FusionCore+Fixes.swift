import Geodesy
import SensorModel

/// A fix that the track took.
struct AcceptedFix: Sendable, Hashable {
    var time: Instant
    var coordinate: Coordinate
}

// What follows from a fix: verdict, position, way, speed.
extension FusionCore {
    mutating func consume(_ fix: Fix, event: SensorEvent, _ emit: (Estimate) -> Void) {
        // The heartbeat comes before any test: a rejected fix is not silence. A receiver in a tunnel that says, second
        // by second, that it has no fix, is: the speed from before must not stay on show.
        if fix.coordinate != nil { watchdog.hear(at: event.received) }
        let accuracy = gate.accuracy(of: fix)
        let verdict = judge(fix, event, emit)
        latest.verdict = verdict
        emit(.verdict(verdict))
        guard verdict.servesSpeed, let coordinate = fix.coordinate, let accuracy else { return }
        clocks.note(time: event.time, received: event.received)
        let wasLost = watchdog.accept(at: event.received)
        latest.isOutdated = false
        if wasLost { announce(.signalBack, "The GPS signal is back.", at: event.time, emit) }
        let velocity = PositionFilter.velocity(of: fix)
        stillness.update(velocity: velocity, at: event.time)
        if !tellsPlacesOnly {
            takeSpeed(of: fix, coordinate, accuracy: accuracy, event, emit)
            consumeForAltitude(fix, accuracy: accuracy, at: event.time)
        }
        if verdict.isAccepted {
            takePosition(fix, coordinate, velocity, accuracy: accuracy, at: event.time, emit)
            consumeStride(fix, coordinate, accuracy: accuracy, event)
        }
        if !tellsPlacesOnly { show(speed.speed(at: event.time), emit) }
    }

    private mutating func judge(_ fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void) -> FixVerdict {
        // Not the whole filter: copying that costs more than judging.
        let expectation = position.expectation(at: event.time)
        let verdict = gate.judge(fix, time: event.time, received: event.received) { coordinate, accuracy in
            expectation?.innovation(of: coordinate, accuracy: accuracy)
        }
        switch gate.consequence {
        case .clockUnderstood(let seconds):
            announce(
                .clockDisagrees,
                "The receiver's clock and the recorder's disagree by \(Int(seconds.rounded())) s; fixes are taken as "
                    + "they arrive.", at: event.time, emit)
        case .timeStepped, .reacquired:
            self.position.reset()
            speedSmoother.reset()
            lastAccepted = nil
        case nil: break
        }
        return verdict
    }

    private mutating func takeSpeed(
        of fix: Fix, _ coordinate: Coordinate, accuracy: Double, _ event: SensorEvent, _ emit: (Estimate) -> Void
    ) {
        let time = event.time
        let raw = rawSpeed(fix, coordinate, at: time)
        var smoothed: Double?
        if let measured = fix.speed {
            let noise = position.constantVelocity.noise.levels.speed
            smoothed = speedSmoother.update(measured, noise: noise, at: time, parameters.speed.smoothing)
        }
        speed.update(gpsSpeed: raw, smoothed: smoothed, accuracy: accuracy)
        consumeGroundSpeed(raw, accuracy: accuracy, event, emit)
    }

    private mutating func takePosition(
        _ fix: Fix, _ coordinate: Coordinate, _ velocity: SIMD2<Double>?, accuracy: Double, at time: Instant,
        _ emit: (Estimate) -> Void
    ) {
        let isStill = stillness.isStill(at: time)
        if !tellsPlacesOnly { takeWay(fix, coordinate, isStill: isStill, at: time) }
        let estimate = position.update(
            PositionFilter.Measurement(
                coordinate: coordinate, velocity: velocity, altitude: fix.altitude, accuracy: accuracy, time: time),
            isStill: isStill, isSensed: stillness.sensorsRest(at: time))
        if !tellsPlacesOnly, let squared = position.constantVelocity.lastInnovationSquared {
            consistency.add(squared, variance: position.constantVelocity.lastInnovationVariance)
        }
        latest.position = estimate
        emit(.position(estimate))
        if let state = position.constantVelocity.state {
            deadReckoner.restart(velocity: state.velocity, accuracy: estimate.accuracy, at: time)
        }
        lastAccepted = AcceptedFix(time: time, coordinate: coordinate)
    }

    private mutating func takeWay(_ fix: Fix, _ coordinate: Coordinate, isStill: Bool, at time: Instant) {
        let gap = lastAccepted.map { time - $0.time } ?? 0
        let isOutage = gap > longestInterval
        distance.add(
            coordinate, at: time, speed: fix.speed,
            noise: position.constantVelocity.noise.levels.white.squareRoot(), isStill: isStill,
            isOutage: isOutage, estimatedWay: deadReckoner.way)
        latest.distance = distance.metres
        latest.estimatedDistance = distance.estimatedMetres
    }

    /// The receiver's speed; where it has none, distance over time from the fix accepted before.
    private func rawSpeed(_ fix: Fix, _ coordinate: Coordinate, at time: Instant) -> Double? {
        if let measured = fix.speed { return measured }
        guard let last = lastAccepted, time - last.time > 0 else { return nil }
        return last.coordinate.distance(to: coordinate) / (time - last.time)
    }

    mutating func show(_ estimate: SpeedEstimate, _ emit: (Estimate) -> Void) {
        latest.speed = estimate
        if !estimate.isEstimated { latest.fastestSpeed = max(latest.fastestSpeed, estimate.value) }
        emit(.speed(estimate))
    }
}
