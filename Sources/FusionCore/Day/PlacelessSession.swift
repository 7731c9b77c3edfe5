import NavigationMath
public import SensorModel

/// A session in which no fix was accepted: what was being done, and what the motion sensors counted meanwhile.
public struct PlacelessSession: Sendable, Hashable {
    /// The flights up to a moment.
    struct Flights: Sendable, Hashable {
        var time: Instant
        var up = 0
        var down = 0
    }

    private var flights: [Flights] = []
    /// The steps, of which those within the moves are the session's.
    var steps = StepLedger()
    /// What was being done, in order of time.
    var activities: [ActivityEstimate] = []

    /// Adds what the altimeter reports of flights.
    mutating func note(_ altitude: AltitudeEstimate) {
        let last = flights.last
        guard altitude.floorsUp != last?.up ?? 0 || altitude.floorsDown != last?.down ?? 0 else { return }
        flights.append(
            Flights(
                time: max(last?.time ?? altitude.time, altitude.time), up: altitude.floorsUp,
                down: altitude.floorsDown))
    }

    /// Returns one move for each activity, with its steps and floors and with the metres of its steps as an estimate. O(n).
    /// - Parameter span: What lies outside does not count; `nil` for all of the session.
    func moves(within span: TimeSpan?) -> [StorylineItem] {
        let (begin, finish) = (activities.first?.time, activities.last?.until)
        return activities.compactMap { activity in
            let start = max(activity.time, span?.start ?? activity.time)
            let end = min(activity.until, span?.end ?? activity.until)
            guard end > start else { return nil }
            // The first step is made before the first activity is decided, and the last one after the last.
            let first = start == begin ? Instant(nanoseconds: .min) : start
            let last = end == finish ? Instant(nanoseconds: .max) : end
            var move = StorylineItem.Move(
                start: start, end: end, activity: activity.activity, distance: 0,
                estimatedDistance: steps.metres(at: last) - steps.metres(at: first))
            move.steps = activity.activity.isRide ? nil : steps.count(at: last) - steps.count(at: first)
            move.confidence = activity.isStated ? nil : activity.confidence
            move.isStated = activity.isStated
            let (before, after) = (flights(at: first), flights(at: last))
            if after.up > before.up { move.floorsUp = after.up - before.up }
            if after.down > before.down { move.floorsDown = after.down - before.down }
            return .move(move)
        }
    }

    /// Returns whether the session lasted at an instant.
    func covers(_ instant: Instant) -> Bool {
        guard let first = activities.first, let last = activities.last else { return false }
        return first.time <= instant && instant <= last.until
    }

    /// Returns the metres of the steps up to an instant.
    func metres(at instant: Instant) -> Double { steps.metres(at: instant) }

    /// The rests.
    var rests: [TimeSpan] {
        activities.filter { $0.activity == .stationary }.map { TimeSpan(start: $0.time, end: $0.until) }
    }

    private func flights(at time: Instant) -> Flights {
        let place = flights.partitionPoint { $0.time <= time }
        return place > 0 ? flights[place - 1] : Flights(time: time)
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
