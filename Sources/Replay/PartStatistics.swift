public import FusionCore
import NavigationMath
public import SensorModel

/// A session, or a part of it, in a few numbers of motion.
public struct PartStatistics: Sendable, Hashable {
    /// The acceleration without gravity; `nil` without an accelerometer.
    public var acceleration: MotionBatches.Acceleration?
    /// How evenly steps follow each other; `nil` for too few steps.
    public var steps: StepRegularity?
    /// Metres, measured and estimated.
    public var distance: Double
    /// Seconds in which something moved.
    public var movingTime: Double

    /// The mean speed in m/s while something moved; `nil` if nothing did.
    public var movingSpeed: Double? { movingTime > 0 && distance > 0 ? distance / movingTime : nil }

    /// Measures a part of a run. O(n).
    /// - Parameters:
    ///   - run: The run.
    ///   - batches: The motion of its recording.
    ///   - span: The part; `nil` for the whole session.
    public init(of run: SessionRun, _ batches: MotionBatches, within span: TimeSpan? = nil) {
        acceleration = batches.acceleration(within: span)
        func isInside(_ time: Instant) -> Bool { span?.contains(time) ?? true }
        steps = StepRegularity(of: run.steps.times.lazy.filter(isInside))
        if let span {
            distance = max(0, run.distance(at: span.end) - run.distance(at: span.start))
        } else {
            distance = run.summary.distance + run.summary.estimatedDistance
        }
        movingTime = run.movingTime(within: span)
    }
}

extension MotionBatches {
    /// Collects the motion of a recording; `nil` if it was cancelled. O(events).
    public init?(of recording: Recording, parameters: Parameters, isCancelled: () -> Bool = { false }) {
        self.init(parameters: parameters)
        var (index, isComplete) = (0, true)
        recording.events.forEach(in: 0..<recording.events.count) { event in
            note(event)
            index += 1
            isComplete = !index.isMultiple(of: 65_536) || !isCancelled()
            return isComplete
        }
        guard isComplete else { return nil }
    }
}
