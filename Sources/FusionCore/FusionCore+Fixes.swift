import Geometry
import SensorModel

/// A fix that the track accepted.
struct AcceptedFix: Sendable, Hashable {
    var time: Instant
    var sensorTime: Instant
    var coordinate: Coordinate
    /// The filtered speed at the fix, in m/s.
    var speed: Double
}

/// A fix that serves the speed, with its times on both axes.
struct ServingFix {
    var coordinate: Coordinate
    /// The receiver's speed in m/s; `nil` if it reports none.
    var speed: Double?
    /// The 1-sigma horizontal accuracy, in metres.
    var accuracy: Double
    /// The time on the receiver's axis, for the stages of fixes.
    var time: Instant
    /// The time on the recorder's axis, for the stages of sensors.
    var sensorTime: Instant
    /// True if the track also accepts the fix.
    var isAccepted: Bool
    /// True if the fix is that of a location service, which states no mode: perhaps a network's estimate.
    var isOfService: Bool

    /// True if a speed can only be inferred from places that may be estimates themselves.
    var hasNoMeasuredSpeed: Bool { isOfService && speed == nil }

    /// Returns the receiver's speed in m/s. If there is none, returns the distance over time from the last accepted fix,
    /// if this one is accepted as well.
    func speed(since last: AcceptedFix?) -> Double? {
        if let speed { return speed }
        guard isAccepted, let last, time - last.time > 0 else { return nil }
        return last.coordinate.distance(to: coordinate) / (time - last.time)
    }
}

// The effects of a fix: verdict, position, distance, and speed.
extension FusionCore {
    mutating func consume(_ attempt: Fix, event: SensorEvent, _ emit: (Estimate) -> Void) {
        let fix = SampleBounds.possible(attempt)
        gaitFix = GaitFix()
        takeMotion(emit)
        // The watchdog is updated before any test, because a rejected fix is not silence. In a tunnel, however, a
        // receiver reports every second that it has no fix. That is silence, so that the earlier speed does not stay
        // displayed.
        if fix.coordinate != nil { watchdog.hear(at: event.received) }
        guard let verdict = verdictOfPrimary(on: fix, event, emit) else { return }
        let accuracy = gate.accuracy(of: fix)
        latest.verdict = verdict
        // The filter has yet to assess an accepted fix.
        if !verdict.isAccepted || fix.coordinate == nil { emit(.verdict(verdict)) }
        guard verdict.servesSpeed, let coordinate = fix.coordinate else { return }
        clocks.update(event)
        let wasLost = watchdog.accept(at: event.received)
        if wasLost { announce(.signalBack, "The GPS signal is back.", at: event.time, emit) }
        let serving = ServingFix(
            coordinate: coordinate, speed: fix.speed, accuracy: accuracy, time: event.time,
            sensorTime: ClockAlignment.sensorTime(of: event), isAccepted: verdict.isAccepted,
            isOfService: fix.mode == .unknown)
        latest.isFromLocationService = serving.isOfService
        stillness.update(velocity: position.velocity(of: fix)?.value, at: serving.time)
        let raw = serving.speed(since: lastAccepted)
        if verdict.isAccepted { takePosition(of: serving, fix, emit) }
        takeSpeed(of: serving, raw: raw, emit)
        consumeForAltitude(fix, accuracy: accuracy, at: serving.sensorTime)
        // The length of a step is learned from satellites only.
        if verdict.isAccepted, !serving.isOfService { consumeStride(serving) }
        showSpeed(sensed: serving.sensorTime, at: serving.time, emit)
    }

    /// Returns the verdict on a fix of the primary receiver, and restarts the track if the gate says so.
    mutating func judge(_ fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void) -> FixVerdict {
        let verdict = gate.judge(fix, time: event.time, received: event.received)
        announceClock(at: event.time, emit)
        if gate.consequence != nil { restartTrack() }
        return verdict
    }

    /// Announces that the last fix established the offset of the primary receiver's clock, if it did.
    mutating func announceClock(at time: Instant, _ emit: (Estimate) -> Void) {
        guard let seconds = gate.understoodOffset else { return }
        announce(
            .clockDisagrees,
            "The receiver's clock and the recorder's disagree by \(Int(seconds.rounded())) s; fixes are taken as "
                + "they arrive.", at: time, emit)
    }

    /// Restarts the track with the next fix.
    mutating func restartTrack() {
        position.reset()
        // The distance continued without fixes is on another time axis, so it does not apply to this one.
        if gate.consequence == .timeStepped { deadReckoner = DeadReckoner(parameters: streaming.deadReckoning) }
        leftBehind = lastAccepted ?? leftBehind
        lastAccepted = nil
    }

    private mutating func takeSpeed(of serving: ServingFix, raw: Double?, _ emit: (Estimate) -> Void) {
        let filtered = serving.isAccepted ? filteredSpeed(of: serving) : nil
        let shown = streaming.speed.source == .filter ? filtered ?? serving.speed : raw
        speed.update(gpsSpeed: shown, accuracy: serving.accuracy, isEstimated: serving.hasNoMeasuredSpeed)
        if serving.hasNoMeasuredSpeed {
            fastest.update(0, at: serving.sensorTime, after: nil, isInferred: true)
        } else if !serving.isAccepted || streaming.speed.source == .raw {
            fastest.update(raw ?? 0, at: serving.sensorTime, after: nil, isInferred: serving.speed == nil)
        } else if let record = position.model.record, let estimate = position.model.estimate, !position.model.bank.isOdd
        {
            fastest.update(
                record.isAtRest ? 0 : estimate.velocity.length - estimate.velocityVariance.squareRoot(),
                at: record.time, after: record.isStart ? nil : record.interval, isInferred: record.speed == nil)
        }
        latest.fastestSpeed = fastest.fastest
        // The distance over time classifies the activity, or the filter's speed if noise would contribute more than a walk.
        let isNoisy = serving.speed == nil && raw != nil && position.model.hidesWalk
        consumeGroundSpeed(
            isNoisy ? filtered : raw, accuracy: serving.accuracy, at: serving.sensorTime, emit)
    }

    /// Returns the speed of the position filter, combined with a reported speed that the filter could not use.
    private mutating func filteredSpeed(of serving: ServingFix) -> Double? {
        guard let estimate = position.model.estimate else { return nil }
        let filtered = estimate.velocity.length
        guard let speed = serving.speed, let record = position.model.record, record.velocity == nil else {
            return filtered
        }
        return courselessSpeed.update(
            speed, filtered: filtered, variance: estimate.velocityVariance, after: record.interval)
    }

    private mutating func takePosition(of serving: ServingFix, _ fix: Fix, _ emit: (Estimate) -> Void) {
        let travelled = sensorDistance.restart(
            speed: serving.speed ?? position.model.estimate?.velocity.length ?? 0, at: serving.time)
        let estimate = position.update(
            fix, coordinate: serving.coordinate, accuracy: serving.accuracy, at: serving.time,
            isAtRest: stillness.isStill(sensed, at: serving.sensorTime), travelled: travelled)
        takeDistance(to: serving, drawn: estimate.coordinate)
        if let innovation = position.model.bank.innovation, !position.model.bank.isOdd {
            consistency.add(innovation.squared)
        }
        for time in position.model.rejected {
            emit(.verdict(FixVerdict(time: time, rejection: .unsettled, servesSpeed: true)))
        }
        latest.verdict?.assessment = position.model.assessment
        if let verdict = latest.verdict { emit(.verdict(verdict)) }
        let shown = joined(estimate)
        latest.position = shown
        emit(.position(shown))
        if let state = position.model.estimate {
            deadReckoner.restart(velocity: state.velocity, held: position.model.heldVelocity, at: serving.time)
        }
        lastAccepted = AcceptedFix(
            time: serving.time, sensorTime: serving.sensorTime, coordinate: serving.coordinate,
            speed: position.model.estimate?.velocity.length ?? 0)
    }

    private mutating func takeDistance(to serving: ServingFix, drawn: Coordinate) {
        guard let record = position.model.record, let estimate = position.model.estimate else { return }
        var point = TrackDistance.Point(
            record, position: estimate.position, velocity: estimate.velocity,
            variance: estimate.variance, velocityVariance: estimate.velocityVariance,
            trustsVelocity: position.model.bank.velocityTrust > 0.5)
        if streaming.position.kind != .constantVelocity, let place = position.model.plane?.point(drawn) {
            point.countDrawnLine(at: SIMD2(place.east, place.north))
        }
        distance.add(point, link: link(to: serving, record))
        leftBehind = nil
        latest.distance = distance.metres
        latest.estimatedDistance = distance.estimatedMetres
    }

    /// Inlined, as is everything it calls, because a call would copy the whole core at every fix.
    @inline(__always)
    private func link(to serving: ServingFix, _ record: FixRecord) -> TrackDistance.Link {
        guard let last = lastAccepted ?? leftBehind else { return .fixes }
        let chord = last.coordinate.distance(to: serving.coordinate)
        if record.isStart {
            // The track restarts, perhaps on another time axis: only the recorder's clock gives the duration of the
            // gap.
            let gap = serving.sensorTime - last.sensorTime
            guard gap <= streaming.outages.longestBridge, TrackDistance.isReachable(chord, within: gap) else {
                return .estimated(TrackDistance.metres(unknownFor: gap, chord: chord, streaming.outages.silences))
            }
            return .estimated(TrackDistance.metres(over: gap, at: last.speed, chord: chord))
        }
        let (isOutage, longestBridge) = (record.interval > longestInterval, streaming.outages.longestBridge)
        guard isOutage || record.interval > longestBridge else { return .fixes }
        guard !isOutage || record.interval <= longestBridge else {
            return .estimated(
                TrackDistance.metres(
                    unknownFor: record.interval, measured: record.travelled, chord: chord, streaming.outages.silences))
        }
        return .estimated(
            TrackDistance.metres(guessed: deadReckoner.distance, measured: record.travelled, chord: chord))
    }

    /// Emits the speed at a time that the stages of sensors know as `sensed`.
    mutating func showSpeed(sensed: Instant, at time: Instant, _ emit: (Estimate) -> Void) {
        var estimate = speed.speed(at: sensed)
        estimate.time = time
        latest.speed = estimate
        emit(.speed(estimate))
    }
}
