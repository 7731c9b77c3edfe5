public import SensorModel

/// Starts a workout by itself when somebody surely walks or runs, and ends it when they surely rest.
///
/// Guide: docs/estimators/workout.md.
public struct WorkoutDetector: Sendable, Hashable {
    /// When a workout starts and ends.
    public struct Parameters: Sendable, Hashable {
        /// Seconds between two reports of a workout that continues.
        public var reportInterval = 10.0
        /// Metres of a split.
        public var splitLength = 1_000.0

        /// Creates parameters with default values.
        public init() {}
    }

    /// How far one has come since the session began.
    public struct Travel: Sendable, Hashable {
        /// Steps.
        public var steps: Int
        /// Metres by steps.
        public var distanceOnFoot: Double
        /// Metres by accepted fixes.
        public var distanceOverGround: Double
        /// When the last accepted fix was; nil before the first. Only that it changes matters.
        public var lastFix: Instant?
        /// Seconds between two fixes up to which the later one tells the way between them.
        public var longestInterval: Double

        /// Creates a state of travel.
        public init(
            steps: Int, distanceOnFoot: Double, distanceOverGround: Double, lastFix: Instant? = nil,
            longestInterval: Double = 8
        ) {
            self.steps = steps
            self.distanceOnFoot = distanceOnFoot
            self.distanceOverGround = distanceOverGround
            self.lastFix = lastFix
            self.longestInterval = longestInterval
        }
    }

    /// How far one has come at a window's end.
    private struct Progress: Sendable, Hashable {
        var steps: Int
        var metres: Double
    }

    private struct Workout: Sendable, Hashable {
        var start: Instant
        var base: Progress
        var reported: Instant
        var activity: Activity
        /// When each full split was completed.
        var splitEnds: [Instant] = []
    }

    /// When a workout starts and ends.
    public var parameters: Parameters
    private var workout: Workout?
    /// Where the present stretch of activity began.
    private var stretch: (start: Instant, base: Progress)? {
        get { stretchStart.flatMap { start in stretchBase.map { (start, $0) } } }
        set { (stretchStart, stretchBase) = (newValue?.start, newValue?.base) }
    }
    private var stretchStart: Instant?
    private var stretchBase: Progress?
    private var previous: Progress?
    private var previousTime: Instant?
    private var way = TravelledWay()

    /// Creates a detector that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Processes the present stretch of activity.
    /// - Parameters:
    ///   - activity: The stretch, as it is now.
    ///   - travel: How far one has come.
    /// - Returns: What is to be told of a workout that starts, continues or ends.
    public mutating func update(_ activity: ActivityEstimate, travel: Travel) -> [WorkoutEstimate] {
        way.update(travel, at: activity.until)
        let progress = Progress(steps: travel.steps, metres: way.metres)
        defer { (previous, previousTime) = (progress, activity.until) }
        if stretchStart != activity.time { stretch = (activity.time, previous ?? progress) }
        let isSure = activity.confidence == .high
        guard workout != nil else {
            guard isSure, activity.activity == .walking || activity.activity == .running, let stretch else { return [] }
            workout = Workout(
                start: stretch.start, base: stretch.base, reported: activity.until, activity: activity.activity)
            return report(at: activity.until, progress)
        }
        // A ride ends it too: its metres are not the walker's.
        if isSure, activity.activity == .stationary || activity.activity == .automotive, let stretch {
            let ended = report(
                at: activity.until, stretch.base, end: max(stretch.start, workout?.start ?? stretch.start))
            workout = nil
            return ended
        }
        if isSure, activity.activity == .walking || activity.activity == .running {
            workout?.activity = activity.activity
        }
        split(at: activity.until, progress)
        guard let reported = workout?.reported, activity.until - reported >= parameters.reportInterval else {
            return []
        }
        workout?.reported = activity.until
        return report(at: activity.until, progress)
    }

    /// Notes the splits completed since the last window, each at the moment that even progress between both gives.
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
        // A workout that is dated back has not made the splits that came after its end.
        let full = Int(metres / max(1, parameters.splitLength))
        var (splits, start) = ([Double](), workout.start)
        for split in workout.splitEnds.prefix(full) where split <= end ?? time {
            splits.append(split - start)
            start = split
        }
        return [
            WorkoutEstimate(
                time: time, start: workout.start, end: end, activity: workout.activity,
                steps: max(0, progress.steps - workout.base.steps), distance: metres, splits: splits)
        ]
    }
}

extension WorkoutDetector.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "reportInterval", \.reportInterval, title: "Report interval", unit: "s", range: 1...600,
            meaning: "Time between two reports of a workout that goes on.", source: "a glance"),
        .number(
            "splitLength", \.splitLength, tier: .tunable, title: "Split", unit: "m", range: 50...50_000,
            meaning: "Distance of a split; 1609.344 for a mile.", source: "a kilometre"),
    ]
}
