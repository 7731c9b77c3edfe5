import Geometry
import SensorModel

// What motion samples cause: attitude and gravity to show, and the conclusions of ``MotionSensing``.
extension FusionCore {
    mutating func consumeMotion(
        _ sample: VectorSample, _ stream: MotionTracker.Stream, at time: Instant, _ emit: (Estimate) -> Void
    ) {
        guard let body = sensing?.take(sample, stream, at: time) else { return }
        let isMain = body == sensing?.tracker.mainBody
        let isHead = sensing?.tracker.isHead(body) == true
        while let output = sensing?.next(body) {
            switch output {
            case .motion(let sample):
                emit(.gravity(GravityEstimate(time: sample.time, device: sample.device, vector: sample.gravity)))
                if isMain { consume(sample, emit) }
                if isHead { latest.headMotion = sample }
            case .attitude(let attitude):
                if isMain { latest.attitude = attitude }
                if isHead { latest.headAttitude = attitude }
                emit(.attitude(attitude))
            }
        }
    }

    /// Processes a sample of the main body, with gravity separated. Samples have to be in order of time.
    private mutating func consume(_ sample: DeviceMotion, _ emit: (Estimate) -> Void) {
        latest.motion = sample
        guard let notes = sensing?.consume(sample), let sensed = sensing?.sensed else { return }
        adopt(sensed)
        for note in notes { pass(note, emit) }
    }

    /// Reports what the motion sensors lack. Called at every tick.
    mutating func announceMotionLacks(at time: Instant, _ emit: (Estimate) -> Void) {
        guard let notes = sensing?.lacks(at: time) else { return }
        for note in notes { pass(note, emit) }
    }

    /// Passes the motion up to now to dead reckoning. Called before everything that reads it.
    mutating func takeMotion(_ emit: (Estimate) -> Void) {
        if let note = sensing?.takeMotion() { pass(note, emit) }
    }

    private mutating func pass(_ note: MotionNote, _ emit: (Estimate) -> Void) {
        motionNotes.append(note)
        consume(note, emit)
    }

    /// Processes a conclusion from motion samples, of this core or of a record.
    mutating func consume(_ note: MotionNote, _ emit: (Estimate) -> Void) {
        switch note {
        case .announced(let status):
            latest.update(status)
            emit(.status(status))
        case .withdrawn(let lack): latest.withdraw(lack)
        case .moved(let increment): deadReckoner.carry(increment, at: clocks.place(increment.end))
        }
    }

    /// Replaces the results of the motion samples so far.
    mutating func adopt(_ sensed: SensedState) {
        self.sensed = sensed
        guard let shaking = sensed.shaking else { return }
        speed.noteMotion(last: sensed.lastMotion)
        altimeter.update(shaking: shaking)
    }
}
