public import FusionCore
public import SensorModel

/// The description of a workout: the activity, the distance, the pace, and the splits in the unit of the preferences.
public struct WorkoutRow: Sendable, Hashable {
    /// The time at which the first move began.
    public let start: Instant
    /// The time at which the last move ended.
    public let end: Instant
    /// The kind of movement.
    public let activity: Activity
    /// The confidence of the activity; `nil` if a file states it.
    public let confidence: Confidence?
    /// The duration, the distance and the steps: `30 min · 5.4 km · 4 210 steps`.
    public let facts: Phrase
    /// The mean pace with its unit: `5:35 min/km`; ``missingText`` without a distance.
    public let averagePace: String
    /// The mean pace without rests; `nil` if it is shown as the same.
    public let movingPace: String?
    /// The time of each full kilometre or mile: `5:33`.
    public let splits: [String]
    /// The length of a split: `km`, `mi`.
    public let splitSymbol: String

    /// Describes a workout.
    /// - Parameters:
    ///   - workout: The workout.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public init(_ workout: Workout, unit: SpeedUnit) {
        (start, end) = (workout.start, workout.end)
        (activity, confidence) = (workout.activity, workout.confidence)
        let distance = DayList.text(
            of: workout.distance, estimated: workout.estimatedDistance, unit: unit.distanceUnit)
        let steps = workout.steps.map { steps in
            steps == 1 ? Phrase(translatable("1 step")) : Phrase(translatable("{1} steps"), countText(steps))
        }
        let parts = [Phrase(plain: durationText(workout.duration)), distance, steps]
        facts = Phrase(list: parts.compactMap(\.self)) ?? distance
        let pace = unit.paceUnit
        averagePace = workout.averageSpeed.map(pace.text(of:)) ?? missingText
        let moving = workout.movingSpeed.map(pace.text(of:)) ?? missingText
        movingPace = moving == averagePace ? nil : moving
        splits = (pace == .milePace ? workout.mileSplits : workout.kilometreSplits).map { stopwatchText($0) }
        splitSymbol = pace.distanceUnit.large.symbol
    }
}
