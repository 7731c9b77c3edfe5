import Geodesy
import SensorModel

/// Steps, activity, and workout: the conclusions from acceleration and from the speed of fixes.
extension FusionCore {
    /// Processes a sample of acceleration.
    mutating func consumeGait(_ sample: VectorSample, at time: Instant, _ emit: (Estimate) -> Void) {
        if gaitSource == .notes { return consumeNotes(at: time, emit) }
        switch acceleration.update(sample, at: time) {
        case .ignored: return
        case .restarted: pedometer.detector.interrupt()
        case .taken: break
        }
        while let cell = acceleration.next() {
            var newest: StepEstimate?
            let isRunning = pedometer.detector.isRunning
            pedometer.update(cell.value, at: cell.time) { step in
                newest = step
                emit(.step(step))
            }
            if let newest {
                consumeStep(newest, pace: pedometer.pace, at: time)
                if gaitSource == .recorded { gaitNotes.append(.steps(pedometer.fresh, pace: pedometer.pace)) }
            }
            activity.noteSteps(pedometer.fresh)
            var concluded = ActivityConclusions()
            activity.update(
                cell.value, at: cell.time, isRunning: isRunning, heldSteps: pedometer.detector.heldCount
            ) { concluded.add($0, $1) }
            publish(concluded, emit)
        }
    }

    /// Processes the speed over ground of a fix that serves the speed.
    mutating func consumeGroundSpeed(
        _ speed: Double?, accuracy: Double, at time: Instant, _ emit: (Estimate) -> Void
    ) {
        guard let speed else { return }
        (gaitFix.speed, gaitFix.accuracy) = (speed, accuracy)
        if gaitSource == .notes { return consumeNotes(at: time, emit) }
        pedometer.update(groundSpeed: speed, at: time)
        var concluded = ActivityConclusions()
        activity.update(speed: speed, accuracy: accuracy, at: time) { concluded.add($0, $1) }
        publish(concluded, emit)
    }

    /// Calibrates the length of a step by an accepted fix.
    mutating func consumeStride(_ serving: ServingFix) {
        (gaitFix.calibrates, gaitFix.accuracy) = (true, serving.accuracy)
        guard gaitSource != .notes else { return }
        pedometer.calibrate(
            serving.coordinate, accuracy: serving.accuracy, speed: serving.speed, at: serving.sensorTime)
    }

    /// Processes a tick of the recorder's clock, which closes activity windows even without samples.
    mutating func consumeActivityTick(at time: Instant, _ emit: (Estimate) -> Void) {
        if gaitSource == .notes { return consumeNotes(at: time, emit) }
        var concluded = ActivityConclusions()
        activity.tick(at: time) { concluded.add($0, $1) }
        publish(concluded, emit)
    }

    /// Processes the user's correction.
    mutating func consumeCorrection(_ correction: Correction, _ emit: (Estimate) -> Void) {
        guard case .activity(let name, let from, let until) = correction else { return }
        emit(.activity(activity.correct(name, from: from, until: until)))
    }

    private mutating func publish(_ concluded: ActivityConclusions, _ emit: (Estimate) -> Void) {
        guard !concluded.windows.isEmpty else { return }
        closedActivityWindows += concluded.windows
        for estimate in concluded.estimates { emit(.activity(estimate)) }
        latest.activity = activity.current
        if gaitSource == .recorded {
            gaitNotes.append(
                .windows(
                    concluded.estimates, current: activity.current, steps: pedometer.count,
                    distanceOnFoot: pedometer.distance))
        }
        guard let current = activity.current else { return }
        let travel = travel(steps: pedometer.count, distanceOnFoot: pedometer.distance)
        for estimate in workout.update(current, travel: travel) { report(estimate, emit) }
    }

    /// Emits a workout estimate, and keeps the workout in ``latest`` while it continues.
    mutating func report(_ estimate: WorkoutEstimate, _ emit: (Estimate) -> Void) {
        latest.workout = estimate.isRunning ? estimate : nil
        if !estimate.isRunning { latest.endedWorkout = estimate }
        emit(.workout(estimate))
    }

    /// Returns the distance travelled so far, by the given steps and by the fixes.
    func travel(steps: Int, distanceOnFoot: Double) -> WorkoutDetector.Travel {
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

    /// Passes changed parameters to the stages of this file.
    mutating func distributeActivityParameters() {
        acceleration.parameters = streaming.gait.grid
        if pedometer.detector.parameters != streaming.gait.steps {
            pedometer.detector.parameters = streaming.gait.steps
        }
        pedometer.vehicle.parameters = streaming.gait.vehicle
        pedometer.stride.parameters = streaming.gait.stride
        activity.parameters = streaming.gait.activity
        workout.parameters = streaming.workout
    }
}

/// The windows that one event closed, and the estimates that followed from them.
private struct ActivityConclusions {
    var windows: [ActivityWindow] = []
    var estimates: [ActivityEstimate] = []

    mutating func add(_ window: ActivityWindow, _ concluded: [ActivityEstimate]) {
        windows.append(window)
        estimates += concluded
    }
}
