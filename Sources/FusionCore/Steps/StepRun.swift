import SensorModel

/// A run of steps that follow each other: held until it is long and even enough, then given out.
struct StepRun: Sendable, Hashable {
    /// Where the steps of this moment may go.
    enum Licence: Sendable, Hashable {
        /// As usual.
        case usual
        /// Only a long even run counts: a vehicle may be what shakes.
        case doubtful
        /// Nothing counts: a vehicle moves.
        case suppressed
    }

    var licence = Licence.usual
    private var held: [StepDetector.Step] = []
    private var isCounting = false
    private var last: StepDetector.Step?
    private var amplitude = 0.0

    /// Takes a candidate step.
    mutating func offer(
        _ step: StepDetector.Step, gait: Gait, parameters: StepDetector.Parameters,
        emit: (StepDetector.Step) -> Void
    ) {
        guard licence != .suppressed else {
            end()
            return
        }
        guard step.amplitude >= max(parameters.minimumStepAmplitude, parameters.relativeAmplitude * amplitude) else {
            return
        }
        var step = step
        if let last {
            let interval = step.time - last.time
            let period = 1 / gait.stepFrequency
            if interval < parameters.refractory * period { return }
            if interval > parameters.longestPause {
                end()
            } else if !isCounting, interval > period * (1 + parameters.unevenness) {
                end()
            } else if interval < 2 * period {
                step.cadence = 1 / interval
            }
        }
        amplitude = amplitude == 0 ? step.amplitude : amplitude + 0.2 * (step.amplitude - amplitude)
        last = step
        if isCounting {
            emit(step)
            return
        }
        held.append(step)
        let needed = licence == .doubtful ? parameters.doubtfulSteps : parameters.heldSteps
        guard Double(held.count) >= needed else { return }
        isCounting = true
        for index in held.indices { emit(held[index]) }
        held.removeAll(keepingCapacity: true)
    }

    /// Notes that there was no gait up to a moment.
    mutating func rest(until time: Instant, parameters: StepDetector.Parameters) {
        if let last, time - last.time > parameters.longestPause { end() }
    }

    /// Ends the run; what was held is dropped.
    mutating func end() {
        held.removeAll(keepingCapacity: true)
        isCounting = false
        last = nil
        amplitude = 0
    }
}
