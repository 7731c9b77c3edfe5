public import SensorModel

/// A workout of a finished session: consecutive moves on foot without a stop, a gap, or a ride between them.
///
/// Guide: docs/estimators/workout.md.
public struct Workout: Sendable, Hashable {
    /// The start time.
    public var start: Instant
    /// The end time.
    public var end: Instant
    /// The activity of the longest move: walking or running.
    public var activity: Activity
    /// The confidence of that activity; `nil` if a file states it.
    public var confidence: Confidence?
    /// True if an imported file states the activity.
    public var isStated = false
    /// The number of steps; `nil` if none were counted.
    public var steps: Int?
    /// The measured distance in metres.
    public var distance: Double
    /// The estimated distance in metres, not in ``distance``.
    public var estimatedDistance: Double
    /// The duration without the rests, in seconds.
    public var movingTime: Double
    /// The duration of each full kilometre, in seconds.
    public var kilometreSplits: [Double] = []
    /// The duration of each full statute mile, in seconds.
    public var mileSplits: [Double] = []

    /// The length of a statute mile, in metres.
    public static let mile = 1_609.344

    /// The time from start to end, in seconds.
    public var duration: Double { end - start }
    /// The measured and estimated distance, in metres.
    public var length: Double { distance + estimatedDistance }
    /// The mean speed in m/s, rests included; `nil` without a distance.
    public var averageSpeed: Double? { duration > 0 && length > 0 ? length / duration : nil }
    /// The mean speed in m/s without the rests; `nil` without a distance.
    public var movingSpeed: Double? { movingTime > 0 && length > 0 ? length / movingTime : nil }
}

extension Workout {
    /// Creates a workout from moves on foot; `nil` without moves, and for less than a minute.
    /// - Parameters:
    ///   - moves: The moves, in order of time.
    ///   - rests: The rests of the day, in order of time.
    ///   - metres: Returns the distance up to an instant, in metres.
    init?(_ moves: [StorylineItem.Move], rests: [TimeSpan], metres: (Instant) -> Double) {
        guard let first = moves.first, let last = moves.last, last.end - first.start >= ActivityTimeline.leastEvidence,
            let longest = moves.max(by: { $0.end - $0.start < $1.end - $1.start })
        else { return nil }
        (start, end) = (first.start, last.end)
        (activity, confidence, isStated) = (longest.activity, longest.confidence, longest.isStated)
        let counted = moves.compactMap(\.steps)
        steps = counted.isEmpty ? nil : counted.reduce(0, +)
        distance = moves.reduce(0) { $0 + $1.distance }
        estimatedDistance = moves.reduce(0) { $0 + $1.estimatedDistance }
        let whole = TimeSpan(start: first.start, end: last.end)
        movingTime = whole.duration - rests.reduce(0) { $0 + ($1.intersection(whole)?.duration ?? 0) }
        kilometreSplits = splits(of: 1_000, metres)
        mileSplits = splits(of: Self.mile, metres)
    }

    /// The number of bisections in the search for the end of a split, which narrow a day to a millisecond.
    private static let halvings = 27

    /// Returns the duration of each full split of a length in metres, in seconds.
    private func splits(of length: Double, _ metres: (Instant) -> Double) -> [Double] {
        let base = metres(start)
        let whole = metres(end) - base
        var splits: [Double] = []
        var begin = start
        while whole.isFinite, Double(splits.count + 1) * length <= whole {
            let target = base + Double(splits.count + 1) * length
            var (low, high) = (begin, end)
            for _ in 0..<Self.halvings {
                let middle = low + (high - low) / 2
                if metres(middle) < target { low = middle } else { high = middle }
            }
            splits.append(high - begin)
            begin = high
        }
        return splits
    }
}

extension DayMaterial {
    /// Returns the workouts among the items of a day. O(items + splits log points).
    /// - Parameters:
    ///   - items: The items.
    ///   - distances: The distance along the track, if the points are only a part of it.
    func workouts(among items: [StorylineItem], along distances: DistanceColumn? = nil) -> [Workout] {
        let rests = activities.filter { $0.activity == .stationary && $0.until > $0.time }.map {
            TimeSpan(start: $0.time, end: $0.until)
        }
        let track = DayTrack(points: points)
        var workouts: [Workout] = []
        var chain: [StorylineItem.Move] = []
        func close() {
            defer { chain = [] }
            guard let start = chain.first?.start, let end = chain.last?.end else { return }
            let session = placeless.first { $0.covers(start) }
            // A walk can begin before the first fix of its session.
            let isWithoutPlaces = session.map { $0.firstFix == nil } ?? points.isEmpty
            let metres: (Instant) -> Double = { instant in
                (session?.metres(at: instant) ?? 0)
                    + (isWithoutPlaces ? 0 : distances?.metres(at: instant)?.sum() ?? track.metres(at: instant))
            }
            let inside = (isWithoutPlaces ? session?.rests ?? [] : rests).filter { $0.start < end && $0.end > start }
            if let workout = Workout(chain, rests: inside, metres: metres) { workouts.append(workout) }
        }
        for item in items {
            guard case .move(let move) = item, move.activity == .walking || move.activity == .running else {
                close()
                continue
            }
            if let last = chain.last, last.end != move.start { close() }
            chain.append(move)
        }
        close()
        return workouts
    }
}
