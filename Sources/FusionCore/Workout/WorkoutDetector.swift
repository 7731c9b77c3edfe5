public import SensorModel

/// Starts a workout automatically when the user clearly walks or runs, and ends it when the user clearly rests or
/// rides.
///
/// Guide: docs/estimators/workout.md.
public struct WorkoutDetector: Sendable, Hashable {
    /// The parameters for reporting workouts.
    public struct Parameters: Sendable, Hashable {
        /// The time between two reports of a continuing workout, in seconds.
        public var reportInterval = 10.0
        /// The length of a split, in metres.
        public var splitLength = 1_000.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// The distance travelled since the session began.
    public struct Travel: Sendable, Hashable {
        /// The steps counted since the session began.
        public var steps: Int
        /// The distance by steps, in metres.
        public var distanceOnFoot: Double
        /// The distance by accepted fixes, in metres.
        public var distanceOverGround: Double
        /// The time of the last accepted fix; `nil` before the first. Only changes of it matter.
        public var lastFix: Instant?
        /// The maximum time between two fixes, in seconds, at which the later one measures the distance between them.
        public var longestInterval: Double = 8
    }

    /// The progress at the end of a window.
    private struct Progress: Sendable, Hashable {
        var steps: Int
        var metres: Double
    }

    private struct Workout: Sendable, Hashable {
        var start: Instant
        var base: Progress
        var reported: Instant
        var activity: Activity
        /// The time at which each full split was completed.
        var splitEnds = SplitTimes()
    }

    /// The parameters for reporting workouts.
    public var parameters: Parameters
    private var workout: Workout?
    /// The start of the current activity.
    private var stretch: (start: Instant, base: Progress)? {
        get { stretchStart.flatMap { start in stretchBase.map { (start, $0) } } }
        set { (stretchStart, stretchBase) = (newValue?.start, newValue?.base) }
    }
    private var stretchStart: Instant?
    private var stretchBase: Progress?
    private var previous: Progress?
    private var previousTime: Instant?
    private var distance = WorkoutDistance()

    /// Creates a detector without a workout.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Processes the current activity estimate.
    /// - Parameters:
    ///   - activity: The activity estimate, which covers the time so far.
    ///   - travel: The distance travelled since the session began.
    /// - Returns: The report of a workout that starts, continues, or ends; empty if none is due.
    public mutating func update(_ activity: ActivityEstimate, travel: Travel) -> [WorkoutEstimate] {
        distance.update(travel, at: activity.until)
        let progress = Progress(steps: travel.steps, metres: distance.metres)
        defer { (previous, previousTime) = (progress, activity.until) }
        if stretchStart != activity.time { stretch = (activity.time, previous ?? progress) }
        let isOnFoot = isClearlyOnFoot(activity, progress)
        guard workout != nil else {
            guard isOnFoot, let stretch else { return [] }
            workout = Workout(
                start: stretch.start, base: stretch.base, reported: activity.until, activity: activity.activity)
            return report(at: activity.until, progress)
        }
        // A ride also ends a workout, since its distance is not walked. Without a speed, rest and a ride look alike.
        if activity.confidence >= .medium, activity.activity == .stationary || activity.activity == .automotive,
            let stretch
        {
            let ended = report(
                at: activity.until, stretch.base, end: max(stretch.start, workout?.start ?? stretch.start))
            workout = nil
            return ended
        }
        if isOnFoot { workout?.activity = activity.activity }
        split(at: activity.until, progress)
        guard let reported = workout?.reported, activity.until - reported >= parameters.reportInterval else {
            return []
        }
        workout?.reported = activity.until
        return report(at: activity.until, progress)
    }

    /// Returns whether the user clearly walks or runs: with high confidence or, since motion alone never gives that, with
    /// medium confidence and counted steps.
    private func isClearlyOnFoot(_ activity: ActivityEstimate, _ progress: Progress) -> Bool {
        guard activity.activity == .walking || activity.activity == .running, let stretch else { return false }
        let steps = progress.steps - stretch.base.steps
        return activity.confidence == .high || activity.confidence == .medium && steps >= Self.confirmingSteps
    }

    /// The minimum number of steps since the activity began that confirm it.
    private static let confirmingSteps = 20

    /// Records the splits completed since the last window, at times interpolated with even progress.
    private mutating func split(at time: Instant, _ progress: Progress) {
        guard var present = workout else { return }
        let length = max(1, parameters.splitLength)
        let now = progress.metres - present.base.metres
        let before = previous.map { $0.metres - present.base.metres } ?? 0
        let since = max(previousTime ?? time, present.start)
        while now >= Double(present.splitEnds.count + 1) * length {
            let target = Double(present.splitEnds.count + 1) * length
            let share = now > before ? min(1, max(0, (target - before) / (now - before))) : 1
            let end = since + share * max(0, time - since)
            present.splitEnds.append(max(end, present.splitEnds.last ?? end))
        }
        workout = present
    }

    private func report(at time: Instant, _ progress: Progress, end: Instant? = nil) -> [WorkoutEstimate] {
        guard let workout else { return [] }
        let metres = max(0, progress.metres - workout.base.metres)
        // If the end of a workout is before the current window, later splits do not count.
        let full = Int(nearest: (metres / max(1, parameters.splitLength)).rounded(.down))
        let splits = workout.splitEnds
        let isWhole = end == nil && splits.count <= full
        return [
            WorkoutEstimate(
                time: time, start: workout.start, end: end, activity: workout.activity,
                steps: max(0, progress.steps - workout.base.steps), distance: metres,
                splitEnds: isWhole ? splits : SplitTimes(splits.prefix(full).filter { $0 <= end ?? time }))
        ]
    }
}

extension WorkoutDetector.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "reportInterval", \.reportInterval, title: "Report interval", unit: "s", range: 1...600,
            meaning: "The time between two reports of an active workout.", source: "a glance"),
        .number(
            "splitLength", \.splitLength, tier: .tunable, title: "Split", unit: "m", range: 50...50_000,
            meaning: "The length of a split; 1609.344 is a mile.", source: "a kilometre"),
    ]
}
