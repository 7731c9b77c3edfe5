import Geodesy
import NavigationMath
import SensorModel

/// A fix that the track took.
struct AcceptedFix: Sendable, Hashable {
    var time: Instant
    var sensorTime: Instant
    var coordinate: Coordinate
    /// The filter's speed there in m/s.
    var speed: Double
}

/// A fix that serves the speed, with its two times.
struct ServingFix {
    var coordinate: Coordinate
    /// The receiver's speed in m/s; nil if it gives none.
    var speed: Double?
    /// 1-sigma, in metres.
    var accuracy: Double
    /// For the stages of fixes: on the receiver's axis.
    var time: Instant
    /// For the stages of sensors: on the recorder's axis.
    var sensorTime: Instant
    /// True if the track takes it, too.
    var isAccepted: Bool
}

// What follows from a fix: verdict, position, way, speed.
extension FusionCore {
    mutating func consume(_ attempt: Fix, event: SensorEvent, _ emit: (Estimate) -> Void) {
        let fix = SampleBounds.possible(attempt)
        heardFix = HeardFix()
        // The heartbeat comes before any test: a rejected fix is not silence. A receiver in a tunnel that says, second
        // by second, that it has no fix, is: the speed from before must not stay on show.
        if fix.coordinate != nil { watchdog.hear(at: event.received) }
        let accuracy = gate.accuracy(of: fix)
        let verdict = judge(fix, event, emit)
        latest.verdict = verdict
        emit(.verdict(verdict))
        guard verdict.servesSpeed, let coordinate = fix.coordinate else { return }
        clocks.note(event)
        let wasLost = watchdog.accept(at: event.received)
        if wasLost { announce(.signalBack, "The GPS signal is back.", at: event.time, emit) }
        let serving = ServingFix(
            coordinate: coordinate, speed: fix.speed, accuracy: accuracy, time: event.time,
            sensorTime: ClockAlignment.sensorTime(of: event), isAccepted: verdict.isAccepted)
        stillness.update(velocity: position.velocity(of: fix)?.value, at: serving.time)
        let raw = rawSpeed(of: serving)
        if verdict.isAccepted { takePosition(of: serving, fix, emit) }
        if !tellsPlacesOnly {
            takeSpeed(of: serving, raw: raw, emit)
            consumeForAltitude(fix, accuracy: accuracy, at: serving.sensorTime)
        }
        if verdict.isAccepted { consumeStride(serving) }
        if !tellsPlacesOnly { showSpeed(sensed: serving.sensorTime, at: serving.time, emit) }
    }

    private mutating func judge(_ fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void) -> FixVerdict {
        let verdict = gate.judge(fix, time: event.time, received: event.received)
        if let seconds = gate.understoodOffset {
            announce(
                .clockDisagrees,
                "The receiver's clock and the recorder's disagree by \(Int(seconds.rounded())) s; fixes are taken as "
                    + "they arrive.", at: event.time, emit)
        }
        if gate.consequence != nil {
            position.reset()
            // Of another time, the way carried on has no place in this one.
            if gate.consequence == .timeStepped { deadReckoner = DeadReckoner(parameters: streaming.deadReckoning) }
            leftBehind = lastAccepted ?? leftBehind
            lastAccepted = nil
        }
        return verdict
    }

    private mutating func takeSpeed(of serving: ServingFix, raw: Double?, _ emit: (Estimate) -> Void) {
        let filtered = serving.isAccepted ? position.model.estimate?.velocity.length : nil
        let shown = streaming.speed.source == .filter ? filtered ?? serving.speed : raw
        speed.update(gpsSpeed: shown, accuracy: serving.accuracy)
        if !serving.isAccepted || streaming.speed.source == .raw {
            fastest.note(raw ?? 0, after: nil)
        } else if let record = position.model.record, let estimate = position.model.estimate, !position.model.bank.isOdd
        {
            fastest.note(
                record.rest == .none ? estimate.velocity.length - estimate.velocityVariance.squareRoot() : 0,
                after: record.isStart ? nil : record.interval)
        }
        latest.fastestSpeed = fastest.fastest
        consumeGroundSpeed(
            groundSpeed(of: serving, raw: raw, filtered: filtered), accuracy: serving.accuracy, at: serving.sensorTime,
            emit)
    }

    /// The speed that says what is being done: distance over time, unless noise makes more of it than a walk does; then the
    /// filter's.
    private func groundSpeed(of serving: ServingFix, raw: Double?, filtered: Double?) -> Double? {
        guard serving.speed == nil, let raw, let record = position.model.record else { return raw }
        let white = position.model.bank.errorShares.white * record.accuracy
        return 2 * white > Self.tellingNoise * record.interval ? filtered : raw
    }

    /// The noise in m/s of distance over time from which on it does not separate a walk from a ride.
    private static let tellingNoise = 1.0

    private mutating func takePosition(of serving: ServingFix, _ fix: Fix, _ emit: (Estimate) -> Void) {
        let isSensed = stillness.sensorsRest(at: serving.sensorTime)
        // Some receivers say zero for ever: their word counts as long as the fixes bear it out.
        let isStill =
            stillness.isStill(at: serving.sensorTime) && (isSensed || position.model.bank.velocityTrust > 0.5)
        let travelled = sensorWay.restart(
            speed: serving.speed ?? position.model.estimate?.velocity.length ?? 0, at: serving.time)
        let estimate = position.update(
            fix, coordinate: serving.coordinate, accuracy: serving.accuracy, at: serving.time,
            rest: !isStill ? .none : isSensed ? .sensed : .reported, travelled: travelled)
        if !tellsPlacesOnly { takeWay(to: serving) }
        if !tellsPlacesOnly, let innovation = position.model.bank.innovation, !position.model.bank.isOdd {
            consistency.add(innovation.squared, variance: innovation.variance)
        }
        latest.position = estimate
        emit(.position(estimate))
        if let state = position.model.estimate {
            deadReckoner.restart(velocity: state.velocity, held: position.model.heldVelocity, at: serving.time)
        }
        lastAccepted = AcceptedFix(
            time: serving.time, sensorTime: serving.sensorTime, coordinate: serving.coordinate,
            speed: position.model.estimate?.velocity.length ?? 0)
    }

    private mutating func takeWay(to serving: ServingFix) {
        guard let record = position.model.record, let estimate = position.model.estimate else { return }
        let trust = position.model.bank.velocityTrust
        let point = TrackDistance.Point(
            record, position: estimate.position, velocity: estimate.velocity,
            variance: estimate.variance, velocityVariance: estimate.velocityVariance, trust: trust)
        distance.add(point, link: link(to: serving, record))
        leftBehind = nil
        latest.distance = distance.metres
        latest.estimatedDistance = distance.estimatedMetres
    }

    /// Inlined, as what it asks is: a call would be handed a copy of the whole core, and at every fix.
    @inline(__always)
    private func link(to serving: ServingFix, _ record: FixRecord) -> TrackDistance.Link {
        guard let last = lastAccepted ?? leftBehind else { return .fixes }
        let chord = last.coordinate.distance(to: serving.coordinate)
        if record.isStart {
            // The track starts again, perhaps in another time: only the recorder's clock says how long it took.
            let gap = serving.sensorTime - last.sensorTime
            guard gap <= streaming.outages.longestBridge, TrackDistance.isReachable(chord, within: gap) else {
                return .estimated(0)
            }
            return .estimated(TrackDistance.metres(over: gap, at: last.speed, chord: chord))
        }
        guard record.interval > longestInterval else { return .fixes }
        guard record.interval <= streaming.outages.longestBridge else { return .estimated(record.travelled) }
        return .estimated(
            TrackDistance.metres(guessed: deadReckoner.way, measured: record.travelled, chord: chord))
    }

    /// The receiver's speed; where it has none, distance over time from the fix accepted before to another accepted one.
    private func rawSpeed(of serving: ServingFix) -> Double? {
        if let measured = serving.speed { return measured }
        guard serving.isAccepted, let last = lastAccepted, serving.time - last.time > 0 else { return nil }
        return last.coordinate.distance(to: serving.coordinate) / (serving.time - last.time)
    }

    /// Shows the speed of a moment that the sensors' stages know as `sensed`.
    mutating func showSpeed(sensed: Instant, at time: Instant, _ emit: (Estimate) -> Void) {
        var estimate = speed.speed(at: sensed)
        estimate.time = time
        latest.speed = estimate
        emit(.speed(estimate))
    }
}
