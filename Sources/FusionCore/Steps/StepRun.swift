import SensorModel

/// A run of consecutive steps, held until it is long and even enough, and then emitted.
struct StepRun: Sendable, Hashable {
    /// The restriction on counting steps.
    enum Licence: Sendable, Hashable {
        /// The usual rules apply.
        case usual
        /// Only a long even run counts, since the shaking may come from a vehicle.
        case doubtful
        /// No steps count, since a vehicle moves.
        case suppressed
    }

    var licence = Licence.usual
    private var held: [StepDetector.Step] = []
    private(set) var isCounting = false
    /// The step rate of the run; `nil` before its first step.
    private(set) var cadence: Double?
    private var last: StepDetector.Step?
    private var amplitude = 0.0
    private var evidence = 0.0
    private var lastCounted: Instant?

    /// The maximum number of held steps; older ones are dropped.
    private static let longestHold = 64

    /// The number of held steps.
    var heldCount: Int { held.count }

    /// Processes a candidate step.
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
        cadence = gait.stepFrequency
        if isCounting {
            emit(step)
            lastCounted = step.time
            return
        }
        held.append(step)
        evidence +=
            (gait.regularity - parameters.evidenceRegularity) * min(1, step.amplitude / parameters.evidenceAmplitude)
        guard isEnough(at: step.time, parameters), isEven(parameters) else {
            if held.count >= Self.longestHold { held.removeFirst(Self.longestHold / 2) }
            return
        }
        isCounting = true
        for index in held.indices { emit(held[index]) }
        lastCounted = step.time
        held.removeAll(keepingCapacity: true)
    }

    private func isEnough(at time: Instant, _ parameters: StepDetector.Parameters) -> Bool {
        let isDoubtful = licence == .doubtful
        guard Double(held.count) >= (isDoubtful ? parameters.doubtfulSteps : parameters.heldSteps) else { return false }
        let isResumed = !isDoubtful && lastCounted.map { time - $0 <= parameters.resumption } ?? false
        return evidence >= parameters.heldEvidence * (isResumed ? parameters.resumedShare : 1)
    }

    private func isEven(_ parameters: StepDetector.Parameters) -> Bool {
        var (intervals, amplitudes) = (Spread(), Spread())
        for index in held.indices {
            amplitudes.add(held[index].amplitude)
            if index > 0 { intervals.add(held[index].time - held[index - 1].time) }
        }
        return intervals.variation <= parameters.intervalVariation
            && amplitudes.variation <= parameters.amplitudeVariation
    }

    private struct Spread {
        var count = 0.0
        var sum = 0.0
        var squares = 0.0

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            squares += value * value
        }

        /// The coefficient of variation: the standard deviation divided by the mean.
        var variation: Double {
            guard count > 0, sum > 0 else { return 0 }
            let mean = sum / count
            return max(0, squares / count - mean * mean).squareRoot() / mean
        }
    }

    /// Records that there was no gait up to a time, which ends the run after a long pause.
    mutating func rest(until time: Instant, parameters: StepDetector.Parameters) {
        if let last, time - last.time > parameters.longestPause { end() }
    }

    /// Ends the run and drops the held steps.
    mutating func end() {
        held.removeAll(keepingCapacity: true)
        isCounting = false
        last = nil
        amplitude = 0
        cadence = nil
        evidence = 0
    }
}
