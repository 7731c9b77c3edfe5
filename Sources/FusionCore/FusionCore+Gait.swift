import Geometry
import SensorModel

/// The effects of steps and activities: speed, distance, and workout.
extension FusionCore {
    /// The activity windows that the last event closed, for ``ActivityCollector``.
    public var closedActivityWindows: [ActivityWindow] { gait?.closedWindows ?? [] }

    /// Processes a sample of acceleration.
    mutating func consumeGait(_ sample: VectorSample, at time: Instant, _ emit: (Estimate) -> Void) {
        gait?.consume(sample, at: time, into: &gaitNotes)
        consumeNotes(at: time, emit)
    }

    /// Processes the speed over ground of a fix that serves the speed.
    mutating func consumeGroundSpeed(
        _ speed: Double?, accuracy: Double, at time: Instant, _ emit: (Estimate) -> Void
    ) {
        guard let speed else { return }
        altimeter.update(groundSpeed: speed, accuracy: accuracy, at: time)
        (gaitFix.speed, gaitFix.accuracy) = (speed, accuracy)
        gait?.consume(speed: speed, accuracy: accuracy, at: time, into: &gaitNotes)
        consumeNotes(at: time, emit)
    }

    /// Calibrates the length of a step by an accepted fix.
    mutating func consumeStride(_ serving: ServingFix) {
        (gaitFix.calibrates, gaitFix.accuracy) = (true, serving.accuracy)
        gait?.calibrate(serving)
    }

    /// Processes a tick of the recorder's clock.
    mutating func consumeGaitTick(at time: Instant, _ emit: (Estimate) -> Void) {
        gait?.tick(at: time, into: &gaitNotes)
        consumeNotes(at: time, emit)
    }

    /// Processes the user's correction.
    mutating func consumeCorrection(_ correction: Correction, at time: Instant, _ emit: (Estimate) -> Void) {
        guard case .activity(let activity, let from, let until) = correction else { return }
        gait?.correct(activity, from: from, until: until, into: &gaitNotes)
        consumeNotes(at: time, emit)
    }

    /// Processes the notes of the current event, its own or those of a record.
    @inline(__always)
    private mutating func consumeNotes(at time: Instant, _ emit: (Estimate) -> Void) {
        guard !gaitNotes.isEmpty else { return }
        for note in gaitNotes { consume(note, at: time, emit) }
    }

    private mutating func consume(_ note: GaitNote, at time: Instant, _ emit: (Estimate) -> Void) {
        switch note {
        case .steps(let steps, let pace):
            for step in steps { emit(.step(step)) }
            if let newest = steps.last { consumeStep(newest, pace: pace, at: time) }
        case .activities(let estimates, let current, let steps, let distanceOnFoot):
            for estimate in estimates { emit(.activity(estimate)) }
            latest.activity = current
            guard let current else { return }
            let travel = travel(steps: steps, distanceOnFoot: distanceOnFoot)
            for estimate in workout.update(current, travel: travel) { report(estimate, emit) }
        case .correction(let estimate): emit(.activity(estimate))
        }
    }

    /// Processes the newest of one or more steps.
    private mutating func consumeStep(_ step: StepEstimate, pace: Double?, at time: Instant) {
        if deadReckoner.since == nil {
            distance.walk(Double(max(0, step.count - (latest.step?.count ?? 0))) * step.strideLength)
            latest.estimatedDistance = distance.estimatedMetres
        }
        latest.step = step
        carryStep(step)
        speed.update(paceSecondsPerMetre: pace, at: time)
    }

    private mutating func report(_ estimate: WorkoutEstimate, _ emit: (Estimate) -> Void) {
        latest.workout = estimate.isRunning ? estimate : nil
        if !estimate.isRunning { latest.endedWorkout = estimate }
        emit(.workout(estimate))
    }

    /// Returns the distance travelled so far, by the given steps and by the fixes.
    private func travel(steps: Int, distanceOnFoot: Double) -> WorkoutDetector.Travel {
        WorkoutDetector.Travel(
            steps: steps, distanceOnFoot: distanceOnFoot, distanceOverGround: distance.metres,
            lastFix: lastAccepted?.time, longestInterval: longestInterval)
    }

    /// The longest time between two accepted fixes, in seconds, for which the distance between them counts as measured.
    /// Longer gaps are outages.
    @inline(__always)
    var longestInterval: Double {
        max(
            streaming.watchdog.silence,
            streaming.outages.outageIntervals * position.model.usualInterval)
    }
}
