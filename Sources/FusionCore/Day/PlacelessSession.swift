import Geometry
import SensorModel

/// A session, or the part of one before its first accepted fix: its activities, and what sensors measured without a
/// position.
public struct PlacelessSession: Sendable, Hashable {
    /// The flights up to an instant.
    struct Flights: Sendable, Hashable {
        var time: Instant
        var up = 0
        var down = 0
    }

    /// The distance up to an instant by speeds that were measured without a position.
    struct Sensed: Sendable, Hashable {
        var time: Instant
        var metres: Double
    }

    private var flights: [Flights] = []
    private var sensed: [Sensed] = []
    /// The time of the first accepted fix; `nil` if there is none.
    private(set) var firstFix: Instant?
    /// The steps. Only those within moves belong to the session.
    private var steps = StepLedger()
    /// The activities, in order of time.
    private(set) var activities: [ActivityEstimate] = []

    /// Adds an altitude estimate if its number of flights changed.
    mutating func consume(_ altitude: AltitudeEstimate) {
        let last = flights.last
        guard altitude.floorsUp != last?.up ?? 0 || altitude.floorsDown != last?.down ?? 0 else { return }
        flights.append(
            Flights(
                time: max(last?.time ?? altitude.time, altitude.time), up: altitude.floorsUp,
                down: altitude.floorsDown))
    }

    /// Adds a distance in metres by speeds that were measured without a position.
    mutating func consume(sensed metres: Double, at time: Instant) {
        guard metres > 0 else { return }
        sensed.append(Sensed(time: max(sensed.last?.time ?? time, time), metres: (sensed.last?.metres ?? 0) + metres))
    }

    /// Shifts all that was measured by a number of seconds, except for the steps and the activities. O(n).
    mutating func shift(by seconds: Double) {
        for index in flights.indices { flights[index].time = flights[index].time + seconds }
        for index in sensed.indices { sensed[index].time = sensed[index].time + seconds }
    }

    /// Completes the session.
    /// - Parameters:
    ///   - activities: The activities of the whole session, in order of time.
    ///   - steps: The steps of the whole session.
    ///   - firstFix: The time of the first accepted fix; only what was before it is kept. `nil` if there is none.
    mutating func finish(_ activities: [ActivityEstimate], _ steps: StepLedger, until firstFix: Instant?) {
        (self.activities, self.steps, self.firstFix) = (activities, steps, firstFix)
        if let firstFix {
            self.activities = activities.prefix { $0.time < firstFix }
                .map { activity in
                    var clipped = activity
                    clipped.until = min(activity.until, firstFix)
                    return clipped
                }
        }
        // Only the speed is known about the time before the first activity.
        let end = self.activities.first?.time ?? firstFix ?? sensed.last?.time
        if let start = sensed.first?.time, let end, start < end {
            let part = ActivityEstimate(
                time: start, until: end, activity: .unknown, confidence: .low, probability: 0)
            self.activities.insert(part, at: 0)
        }
        guard firstFix != nil else { return }
        self.activities.removeFirst(self.activities.prefix { $0.activity == .stationary }.count)
    }

    /// Returns whether the part before the first fix is long enough for a move; true without a fix.
    func isLong(_ parameters: DayParameters) -> Bool {
        guard let firstFix else { return true }
        guard let start = activities.first?.time else { return false }
        return firstFix - start >= parameters.shortestMove && metres(at: firstFix) >= parameters.shortestMoveDistance
    }

    /// Returns a move for each activity, with its steps and flights, and with the length of its steps as the estimated
    /// distance. O(n).
    /// - Parameter span: The time span that the moves are cut to; `nil` for the whole session.
    func moves(within span: TimeSpan?) -> [StorylineItem] {
        let (begin, finish) = (activities.first?.time, firstFix == nil ? activities.last?.until : nil)
        return activities.compactMap { activity in
            let start = max(activity.time, span?.start ?? activity.time)
            let end = min(activity.until, span?.end ?? activity.until)
            guard end > start else { return nil }
            // The first step occurs before the first activity is inferred, and the last step after the last activity.
            let first = start == begin ? Instant(nanoseconds: .min) : start
            let last = end == finish ? Instant(nanoseconds: .max) : end
            var move = StorylineItem.Move(
                start: start, end: end, activity: activity.activity, distance: 0,
                estimatedDistance: metres(at: last) - metres(at: first))
            let isUncounted = activity.activity.isRide || steps.times.isEmpty
            move.steps = isUncounted ? nil : steps.count(at: last) - steps.count(at: first)
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

    /// Returns the distance by steps and speeds up to an instant, or up to the first fix, in metres.
    func metres(at instant: Instant) -> Double {
        let instant = min(instant, firstFix ?? instant)
        return steps.metres(at: instant) + sensedMetres(at: instant)
    }

    /// Returns the distance by speeds that were measured without a position up to an instant, in metres. O(log n).
    func sensedMetres(at instant: Instant) -> Double {
        let place = sensed.partitionPoint { $0.time <= instant }
        return place > 0 ? sensed[place - 1].metres : 0
    }

    /// The times of the speeds that were measured without a position.
    var sensedTimes: [Instant] { sensed.map(\.time) }

    /// Discards everything except for the total distance by speeds.
    mutating func thin() {
        let total = sensed.suffix(1)
        self = PlacelessSession()
        sensed = Array(total)
    }

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
    /// - Parameters:
    ///   - sessions: The sessions without places.
    ///   - span: The time span that their moves are cut to; `nil` for all of the time.
    ///   - named: Returns a move with what is stated about it.
    mutating func fill(
        with sessions: [PlacelessSession], within span: TimeSpan?, named: (StorylineItem) -> StorylineItem
    ) {
        for session in sessions {
            let moves = session.moves(within: span).map(named)
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
