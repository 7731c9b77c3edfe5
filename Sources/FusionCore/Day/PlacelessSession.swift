import NavigationMath
public import SensorModel

/// A session in which no fix was accepted: what was being done, and what the motion sensors counted meanwhile.
public struct PlacelessSession: Sendable, Hashable {
    /// What had been counted at a moment.
    struct Count: Sendable, Hashable {
        var time: Instant
        var steps = 0
        var floorsUp = 0
        var floorsDown = 0
        /// The metres of the steps.
        var metres = 0.0
    }

    private var counts: [Count] = []
    /// What was being done, in order of time.
    var activities: [ActivityEstimate] = []

    /// Adds a step; those that are credited late come with it.
    mutating func note(_ step: StepEstimate) {
        note(at: step.time) { count in
            count.metres += Double(max(0, step.count - count.steps)) * step.strideLength
            count.steps = max(count.steps, step.count)
        }
    }

    /// Adds what the altimeter says of floors.
    mutating func note(_ altitude: AltitudeEstimate) {
        guard altitude.floorsUp != counts.last?.floorsUp ?? 0 || altitude.floorsDown != counts.last?.floorsDown ?? 0
        else { return }
        note(at: altitude.time) { count in
            count.floorsUp = altitude.floorsUp
            count.floorsDown = altitude.floorsDown
        }
    }

    private mutating func note(at time: Instant, _ change: (inout Count) -> Void) {
        var count = counts.last ?? Count(time: time)
        count.time = max(count.time, time)
        change(&count)
        counts.append(count)
    }

    /// Returns one move for each activity, with its steps and floors and with the metres of its steps as an estimate. O(n).
    /// - Parameter span: What lies outside does not count; `nil` for all of the session.
    func moves(within span: TimeSpan?) -> [StorylineItem] {
        activities.compactMap { activity in
            let start = max(activity.time, span?.start ?? activity.time)
            let end = min(activity.until, span?.end ?? activity.until)
            guard end > start else { return nil }
            let (first, last) = (count(at: start), count(at: end))
            var move = StorylineItem.Move(
                start: start, end: end, activity: activity.activity, distance: 0,
                estimatedDistance: last.metres - first.metres, steps: last.steps - first.steps)
            move.confidence = activity.isStated ? nil : activity.confidence
            move.isStated = activity.isStated
            if last.floorsUp > first.floorsUp { move.floorsUp = last.floorsUp - first.floorsUp }
            if last.floorsDown > first.floorsDown { move.floorsDown = last.floorsDown - first.floorsDown }
            return .move(move)
        }
    }

    /// Returns whether the session lasted at an instant.
    func covers(_ instant: Instant) -> Bool {
        guard let first = activities.first, let last = activities.last else { return false }
        return first.time <= instant && instant <= last.until
    }

    /// Returns the metres of the steps up to an instant.
    func metres(at instant: Instant) -> Double { count(at: instant).metres }

    /// The rests.
    var rests: [TimeSpan] {
        activities.filter { $0.activity == .stationary }.map { TimeSpan(start: $0.time, end: $0.until) }
    }

    private func count(at time: Instant) -> Count {
        let place = counts.partitionPoint { $0.time <= time }
        return place > 0 ? counts[place - 1] : Count(time: time)
    }
}

extension [StorylineItem] {
    /// Adds sessions without a place if nothing else is known of their time; a gap that they lie in is what they leave of it.
    mutating func fill(with sessions: [PlacelessSession], within span: TimeSpan?) {
        for session in sessions {
            let moves = session.moves(within: span)
            guard let start = moves.first?.start, let end = moves.last?.end else { continue }
            let rivals = indices.filter { self[$0].start < end && self[$0].end > start }
            guard !rivals.isEmpty else {
                insert(contentsOf: moves, at: partitionPoint { $0.start < start })
                continue
            }
            guard rivals.count == 1, case .gap(let from, let until) = self[rivals[0]], from <= start, end <= until
            else {
                continue
            }
            let before = from < start ? [StorylineItem.gap(from: from, until: start)] : []
            let after = end < until ? [StorylineItem.gap(from: end, until: until)] : []
            replaceSubrange(rivals[0]...rivals[0], with: before + moves + after)
        }
    }
}
