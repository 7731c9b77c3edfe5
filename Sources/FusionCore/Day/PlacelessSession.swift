import NavigationMath
import SensorModel

/// A session without an accepted fix: its activities, and the steps and flights that motion sensors counted.
public struct PlacelessSession: Sendable, Hashable {
    /// The flights up to an instant.
    struct Flights: Sendable, Hashable {
        var time: Instant
        var up = 0
        var down = 0
    }

    private var flights: [Flights] = []
    /// The steps. Only those within moves belong to the session.
    var steps = StepLedger()
    /// The activities, in order of time.
    var activities: [ActivityEstimate] = []

    /// Adds an altitude estimate if its number of flights changed.
    mutating func note(_ altitude: AltitudeEstimate) {
        let last = flights.last
        guard altitude.floorsUp != last?.up ?? 0 || altitude.floorsDown != last?.down ?? 0 else { return }
        flights.append(
            Flights(
                time: max(last?.time ?? altitude.time, altitude.time), up: altitude.floorsUp,
                down: altitude.floorsDown))
    }

    /// Returns a move for each activity, with its steps and flights, and with the length of its steps as the estimated
    /// distance. O(n).
    /// - Parameter span: The time span that the moves are cut to; `nil` for the whole session.
    func moves(within span: TimeSpan?) -> [StorylineItem] {
        let (begin, finish) = (activities.first?.time, activities.last?.until)
        return activities.compactMap { activity in
            let start = max(activity.time, span?.start ?? activity.time)
            let end = min(activity.until, span?.end ?? activity.until)
            guard end > start else { return nil }
            // The first step occurs before the first activity is inferred, and the last step after the last activity.
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

    /// Returns whether an instant is within the session.
    func covers(_ instant: Instant) -> Bool {
        guard let first = activities.first, let last = activities.last else { return false }
        return first.time <= instant && instant <= last.until
    }

    /// Returns the total length of the steps up to an instant, in metres.
    func metres(at instant: Instant) -> Double { steps.metres(at: instant) }

    /// The periods in which the user was stationary.
    var rests: [TimeSpan] {
        activities.filter { $0.activity == .stationary }.map { TimeSpan(start: $0.time, end: $0.until) }
    }

    private func flights(at time: Instant) -> Flights {
        let place = flights.partitionPoint { $0.time <= time }
        return place > 0 ? flights[place - 1] : Flights(time: time)
    }
}

extension [StorylineItem] {
    /// Inserts sessions without places if their time has no other items, or is within a gap, which then keeps the
    /// remaining time.
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
