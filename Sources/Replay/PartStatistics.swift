public import FusionCore
import SensorModel

/// The key figures of the motion in a session or a part of it.
public struct PartStatistics: Sendable, Hashable {
    /// The acceleration without gravity; `nil` without an accelerometer.
    public var acceleration: MotionBatches.Acceleration?
    /// The regularity of steps; `nil` if there are too few steps.
    public var steps: StepRegularity?
    /// The distance in metres, measured and estimated.
    public var distance: Double
    /// The time with movement, in seconds.
    public var movingTime: Double

    /// The mean speed while moving, in m/s; `nil` if nothing moved.
    public var movingSpeed: Double? { movingTime > 0 && distance > 0 ? distance / movingTime : nil }

    /// Computes the figures of a part of a run. O(n).
    /// - Parameters:
    ///   - run: The run.
    ///   - batches: The motion data of the run's recording.
    ///   - span: The part; `nil` for the whole session.
    public init(of run: SessionRun, _ batches: MotionBatches, within span: TimeSpan? = nil) {
        acceleration = batches.acceleration(within: span)
        func isInside(_ time: Instant) -> Bool { span?.contains(time) ?? true }
        steps = StepRegularity(of: run.steps.times.lazy.filter(isInside))
        if let span {
            distance = max(0, run.distance(at: span.end) - run.distance(at: span.start))
        } else {
            distance = run.summary.length
        }
        movingTime = run.movingTime(within: span)
    }
}

extension MotionBatches {
    /// Collects the motion data of a recording; `nil` if the collection was cancelled. O(events).
    public init?(of recording: Recording, parameters: Parameters, isCancelled: () -> Bool = { false }) {
        self.init(parameters: parameters)
        var (index, isComplete) = (0, true)
        recording.events.forEach(in: 0..<recording.events.count) { event in
            consume(event)
            index += 1
            isComplete = !index.isMultiple(of: 65_536) || !isCancelled()
            return isComplete
        }
        guard isComplete else { return nil }
    }
}
