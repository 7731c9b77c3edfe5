import SensorModel

/// Collects data of each fix that a day needs in addition to the smoothed track and the steps: flights and corrections.
struct DayPointCollector: Sendable {
    /// The state after an accepted fix.
    struct FixCounts: Sendable {
        var time: Instant
        var floorsUp: Int
        var floorsDown: Int
        var hasMeasuredSpeed: Bool

        /// Returns whether nothing but the time differs from another state.
        func isSame(as other: FixCounts) -> Bool {
            floorsUp == other.floorsUp && floorsDown == other.floorsDown && hasMeasuredSpeed == other.hasMeasuredSpeed
        }
    }

    /// The states that differ from the ones before them.
    private var counts: [FixCounts] = []
    /// The latest time of a state.
    private var latest = Instant(nanoseconds: .min)
    /// The counts before the last reset, to which later counts are added.
    private var counted: FixCounts?
    /// The user's corrections.
    private(set) var corrections: [Correction] = []
    /// The sports that files state.
    private(set) var statements: [ActivityStatement] = []
    /// The pauses that the device states.
    private var pauses = TakenTime()

    /// Records a correction made by the user.
    mutating func consume(_ correction: Correction) {
        if case .fix = correction { return }
        corrections.append(correction)
    }

    /// Records the sport that a file states.
    mutating func consume(_ statement: ActivityStatement) { statements.append(statement) }

    /// Records a pause that the device states. O(log pauses) if in order.
    mutating func consume(pause: TimeSpan) { if pause.start < pause.end { pauses.take(pause) } }

    /// Records the state after an accepted fix. O(1).
    mutating func consume(_ new: FixCounts) {
        var new = continued(new)
        // A state counts once all earlier ones do, as when each is kept.
        latest = max(latest, new.time)
        new.time = latest
        if let last = counts.last, last.isSame(as: new) { return }
        counts.append(new)
    }

    /// Shifts all recorded times by a number of seconds. O(changes).
    mutating func shift(by seconds: Double) {
        for index in counts.indices { counts[index].time = counts[index].time + seconds }
        if !counts.isEmpty { latest = latest + seconds }
        pauses = pauses.shifted(by: seconds)
    }

    /// Handles a reset of the core, which restarts its counters at zero; the totals of the day continue.
    mutating func consumeReset() { counted = counts.last }

    private func continued(_ new: FixCounts) -> FixCounts {
        guard let counted else { return new }
        var new = new
        new.floorsUp += counted.floorsUp
        new.floorsDown += counted.floorsDown
        return new
    }

    /// Returns the points of a track with the distance along it, the steps, and the recorded flights. All inputs are in
    /// order of time. O(n).
    func points(on track: PositionTrack, _ distances: DistanceColumn, _ steps: StepLedger) -> [DayPoint] {
        var next = 0
        var new = FixCounts(
            time: .init(nanoseconds: .min), floorsUp: 0, floorsDown: 0, hasMeasuredSpeed: false)
        var walk = DistanceColumn.Walk(distances)
        var (counted, last) = (0, Instant?.none)
        return track.lazy.filter { !$0.isInterpolated }.map { position in
            while next < counts.count, counts[next].time <= position.time {
                new = counts[next]
                next += 1
            }
            while counted < steps.times.count, steps.times[counted] <= position.time { counted += 1 }
            let metres = walk.metres(at: position.time)
            var point = DayPoint(
                time: position.time, coordinate: position.coordinate, accuracy: position.accuracy,
                isEstimated: position.isEstimated, distance: metres.x, estimatedDistance: metres.y, steps: counted,
                hasMeasuredSpeed: new.hasMeasuredSpeed)
            point.floorsUp = new.floorsUp
            point.floorsDown = new.floorsDown
            if let last, last < position.time, !pauses.spans.isEmpty {
                let running = pauses.parts(of: TimeSpan(start: last, end: position.time)).reduce(0) { $0 + $1.duration }
                point.pausedShare = 1 - running / (position.time - last)
            }
            last = position.time
            return point
        }
    }
}
