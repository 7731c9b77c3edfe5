package import FusionCore
import Localization
package import ViewerModel

/// Detects the end of a workout during a recording.
package struct WorkoutWatch {
    private var running: WorkoutEstimate?

    package init() {}

    /// Records the current workout and the last one that has ended.
    /// - Returns: The workout that has just ended; `nil` if none has.
    package mutating func consume(_ workout: WorkoutEstimate?, ended: WorkoutEstimate?) -> WorkoutEstimate? {
        defer { running = workout }
        guard let running, workout?.start != running.start else { return nil }
        return ended?.start == running.start ? ended : running
    }

    /// Returns a sentence about a workout that has ended.
    package static func sentence(on workout: WorkoutEstimate, unit: SpeedUnit) -> String {
        let name = ActivityWords.name(of: workout.activity)
        let (distance, time) = (unit.distanceUnit.text(of: workout.distance), durationText(workout.duration))
        guard workout.duration > 0, workout.distance > 0 else {
            return localized("Workout ended: {1}, {2} in {3}", name, distance, time)
        }
        let pace = unit.paceUnit.text(of: workout.distance / workout.duration)
        return localized("Workout ended: {1}, {2} in {3}, {4}", name, distance, time, pace)
    }
}
