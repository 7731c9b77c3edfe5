import Geodesy
import NavigationMath
import SensorModel

/// A fix that the track took.
struct AcceptedFix: Sendable, Hashable {
    var time: Instant
    var sensorTime: Instant
    var coordinate: Coordinate
}

/// A fix that serves the speed, with its two times.
struct ServingFix {
    var coordinate: Coordinate
    /// The receiver's speed in m/s; nil where it gives none.
    var speed: Double?
    /// Metres above mean sea level; nil where it gives none.
    var altitude: Double?
    /// The receiver's velocity in m/s; nil where it gives none.
    var velocity: SIMD2<Double>?
    /// 1-sigma, in metres.
    var accuracy: Double
    /// For the stages of fixes: on the receiver's axis.
    var time: Instant
    /// For the stages of sensors: on the recorder's axis.
    var sensorTime: Instant
    /// True where the track takes it, too.
    var isAccepted: Bool
}

// What follows from a fix: verdict, position, way, speed.
extension FusionCore {
    mutating func consume(_ attempt: Fix, event: SensorEvent, _ emit: (Estimate) -> Void) {
        let fix = SampleBounds.possible(attempt)
        // The heartbeat comes before any test: a rejected fix is not silence. A receiver in a tunnel that says, second
        // by second, that it has no fix, is: the speed from before must not stay on show.
        if fix.coordinate != nil { watchdog.hear(at: event.received) }
        let accuracy = gate.accuracy(of: fix)
        let verdict = judge(fix, event, emit)
        latest.verdict = verdict
        emit(.verdict(verdict))
        guard verdict.servesSpeed, let coordinate = fix.coordinate, let accuracy else { return }
        clocks.note(event)
        let wasLost = watchdog.accept(at: event.received)
        latest.isOutdated = false
        if wasLost { announce(.signalBack, "The GPS signal is back.", at: event.time, emit) }
        let serving = ServingFix(
            coordinate: coordinate, speed: fix.speed, altitude: fix.altitude,
            velocity: PositionFilter.velocity(of: fix), accuracy: accuracy,
            time: event.time, sensorTime: ClockAlignment.sensorTime(of: event), isAccepted: verdict.isAccepted)
        stillness.update(velocity: serving.velocity, at: serving.time)
        if !tellsPlacesOnly {
            takeSpeed(of: serving, emit)
            consumeForAltitude(fix, accuracy: accuracy, at: serving.sensorTime)
        }
        if verdict.isAccepted {
            takePosition(of: serving, emit)
            consumeStride(serving)
        }
        if !tellsPlacesOnly { showSpeed(sensed: serving.sensorTime, at: serving.time, emit) }
    }

    private mutating func judge(_ fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void) -> FixVerdict {
        // Not the whole filter: copying that costs more than judging.
        let expectation = position.expectation(at: event.time)
        let verdict = gate.judge(fix, time: event.time, received: event.received) { coordinate, accuracy in
            expectation?.innovation(of: coordinate, accuracy: accuracy)
        }
        if let seconds = gate.understoodOffset {
            announce(
                .clockDisagrees,
                "The receiver's clock and the recorder's disagree by \(Int(seconds.rounded())) s; fixes are taken as "
                    + "they arrive.", at: event.time, emit)
        }
        if gate.consequence != nil {
            position.reset()
            speedSmoother.reset()
            // Of another time, the way carried on has no place in this one.
            if gate.consequence == .timeStepped { deadReckoner = DeadReckoner(parameters: parameters.deadReckoning) }
            leftBehind = lastAccepted ?? leftBehind
            lastAccepted = nil
        }
        return verdict
    }

    private mutating func takeSpeed(of serving: ServingFix, _ emit: (Estimate) -> Void) {
        let raw = rawSpeed(of: serving)
        var smoothed: Double?
        if let measured = serving.speed {
            let noise = position.constantVelocity.noise.levels.speed
            smoothed = speedSmoother.update(measured, noise: noise, at: serving.time, parameters.speed.smoothing)
        }
        speed.update(gpsSpeed: raw, smoothed: smoothed, accuracy: serving.accuracy)
        consumeGroundSpeed(
            groundSpeed(of: serving, raw: raw), accuracy: serving.accuracy, at: serving.sensorTime, emit)
    }

    private mutating func takePosition(of serving: ServingFix, _ emit: (Estimate) -> Void) {
        let isStill = stillness.isStill(at: serving.sensorTime)
        if !tellsPlacesOnly { takeWay(to: serving, isStill: isStill) }
        let estimate = position.update(
            PositionFilter.Measurement(
                coordinate: serving.coordinate, velocity: serving.velocity, altitude: serving.altitude,
                accuracy: serving.accuracy, time: serving.time),
            isStill: isStill, isSensed: stillness.sensorsRest(at: serving.sensorTime))
        if !tellsPlacesOnly, let squared = position.constantVelocity.lastInnovationSquared {
            consistency.add(squared, variance: position.constantVelocity.lastInnovationVariance)
        }
        latest.position = estimate
        emit(.position(estimate))
        if let state = position.constantVelocity.state {
            deadReckoner.restart(velocity: state.velocity, accuracy: estimate.accuracy, at: serving.time)
        }
        lastAccepted = AcceptedFix(
            time: serving.time, sensorTime: serving.sensorTime, coordinate: serving.coordinate)
    }

    private mutating func takeWay(to serving: ServingFix, isStill: Bool) {
        distance.add(
            serving.coordinate, at: serving.time, speed: serving.speed,
            noise: position.constantVelocity.noise.levels.white.squareRoot(), isStill: isStill, link: link(to: serving))
        leftBehind = nil
        latest.distance = distance.metres
        latest.estimatedDistance = distance.estimatedMetres
    }

    /// Inlined, as what it asks is: a call would be handed a copy of the whole core, and at every fix.
    @inline(__always)
    private func link(to serving: ServingFix) -> TrackDistance.Link {
        if let last = lastAccepted {
            return serving.time - last.time > longestInterval ? .outage(deadReckoner.way) : .fixes
        }
        guard let last = leftBehind else { return .fixes }
        // The track starts again, perhaps in another time: only the recorder's clock tells how long it took.
        let gap = serving.sensorTime - last.sensorTime
        guard gate.consequence == .leapt, gap <= longestInterval, deadReckoner.since != nil else {
            return .outage(deadReckoner.way)
        }
        var carried = deadReckoner
        carried.advance(to: last.time + gap)
        return .leap(carried.way)
    }

    /// The receiver's speed; where it has none, distance over time from the fix accepted before to another accepted one.
    private func rawSpeed(of serving: ServingFix) -> Double? {
        if let measured = serving.speed { return measured }
        guard serving.isAccepted, let last = lastAccepted, serving.time - last.time > 0 else { return nil }
        return last.coordinate.distance(to: serving.coordinate) / (serving.time - last.time)
    }

    /// The speed that tells what is being done: where noise makes more of distance over time than a walk does, the filter's.
    @inline(__always)
    private func groundSpeed(of serving: ServingFix, raw: Double?) -> Double? {
        guard serving.speed == nil, let raw, let last = lastAccepted, let state = position.constantVelocity.state else {
            return raw
        }
        let white = position.constantVelocity.noise.levels.white.squareRoot()
        guard 2 * white > Self.tellingNoise * (serving.time - last.time) else { return raw }
        return state.velocity.length
    }

    /// The noise in m/s of distance over time from which on it does not tell a walk from a ride.
    private static let tellingNoise = 1.0

    /// Shows the speed of a moment that the sensors' stages know as `sensed`.
    mutating func showSpeed(sensed: Instant, at time: Instant, _ emit: (Estimate) -> Void) {
        var estimate = speed.speed(at: sensed)
        estimate.time = time
        latest.speed = estimate
        if !estimate.isEstimated { latest.fastestSpeed = max(latest.fastestSpeed, estimate.value) }
        emit(.speed(estimate))
    }
}
