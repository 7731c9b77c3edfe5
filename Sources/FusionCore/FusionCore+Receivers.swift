import Geometry
import SensorModel

// The receivers beside the primary one.
extension FusionCore {
    /// The learned properties of each receiver that was observed for some minutes, ordered by device.
    public var receiverFindings: [ReceiverFindings] { receivers.findings(position.model) }

    /// Returns the verdict on a fix of the primary receiver; `nil` if the fix was one of another receiver, which it remains.
    mutating func verdictOfPrimary(on fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void) -> FixVerdict? {
        receivers.begin(with: fix.device)
        guard receivers.primary != fix.device else { return judge(fix, event, emit) }
        var other =
            receivers.others.removeValue(forKey: fix.device)
            ?? Receiver(gate: gate.ofAnotherReceiver, position: PositionFilter(parameters: streaming.position))
        let verdict = other.gate.judge(fix, time: event.time, received: event.received)
        if verdict.servesSpeed, isVacant(for: fix, event) {
            takeOver(by: other, of: fix, event, emit)
            return verdict
        }
        updateSecondary(&other, with: fix, verdict, event, emit)
        receivers.others[fix.device] = other
        if latest.verdict?.isAccepted == true {
            receivers.compareFixes(of: fix.device, primaryFilter: position.model)
        }
        return nil
    }

    /// Returns whether a fix can replace the primary receiver, which has been silent for a while, or is a location service
    /// next to a receiver of satellites.
    private func isVacant(for fix: Fix, _ event: SensorEvent) -> Bool {
        if gate.isSilent(at: event.received) { return true }
        let isLater = gate.state.newestTime.map { event.time > $0 } ?? true
        return isLater && !gate.state.statesMode && fix.mode != .unknown
    }

    /// Lets the track continue with another receiver. It restarts, because the receivers have different errors.
    private mutating func takeOver(
        by other: Receiver, of fix: Fix, _ event: SensorEvent, _ emit: (Estimate) -> Void
    ) {
        let isOnOtherClock = gate.state.newestTime.map { event.time <= $0 } ?? false
        var before = Receiver(gate: gate, position: position)
        before.position.reset()
        receivers.replacePrimary(before, by: fix.device)
        (gate, position) = (other.gate, other.position)
        gate.takeOver(isOnOtherClock: isOnOtherClock)
        announceClock(at: event.time, emit)
        restartTrack()
    }

    /// Updates a receiver that is not the primary one with its fix.
    private mutating func updateSecondary(
        _ other: inout Receiver, with fix: Fix, _ judged: FixVerdict, _ event: SensorEvent, _ emit: (Estimate) -> Void
    ) {
        var verdict = judged
        (verdict.isSecondary, verdict.servesSpeed) = (true, false)
        if verdict.isAccepted, !gate.sharesClock(with: other.gate) { verdict.rejection = .otherReceiver }
        if other.gate.consequence != nil { other.position.reset() }
        if verdict.isAccepted, let coordinate = fix.coordinate {
            _ = other.position.update(
                fix, coordinate: coordinate, accuracy: other.gate.accuracy(of: fix), at: event.time,
                isAtRest: stillness.isStill(sensed, at: ClockAlignment.sensorTime(of: event)))
            verdict.assessment = other.position.model.assessment
        }
        latest.verdict = verdict
        emit(.verdict(verdict))
    }

    /// Returns the position of the primary receiver joined with those of the others.
    mutating func joined(_ estimate: PositionEstimate) -> PositionEstimate {
        guard !receivers.others.isEmpty, let primary = receivers.primary else { return estimate }
        receivers.compareFixes(of: primary, primaryFilter: position.model)
        guard streaming.position.kind == .constantVelocity,
            let fusion = receivers.fuse(position.model, memory: streaming.position.constantVelocity.velocityMemory),
            let plane = position.model.plane
        else { return estimate }
        var joined = estimate
        joined.coordinate = plane.coordinate(PlanePoint(east: fusion.position.x, north: fusion.position.y))
        joined.accuracy = fusion.variance.squareRoot()
        joined.covariance = SIMD3(fusion.variance, 0, fusion.variance)
        return joined
    }
}
