import SensorModel

/// Collects data of each fix that a day needs in addition to the smoothed track and the steps: flights and corrections.
struct DayPointCollector: Sendable {
    /// The state after an accepted fix.
    struct Way: Sendable {
        var time: Instant
        var floorsUp: Int
        var floorsDown: Int
        var hasMeasuredSpeed: Bool

        /// Returns whether nothing but the time differs from another state.
        func isSame(as other: Way) -> Bool {
            floorsUp == other.floorsUp && floorsDown == other.floorsDown && hasMeasuredSpeed == other.hasMeasuredSpeed
        }
    }

    /// The states that differ from the ones before them.
    private var ways: [Way] = []
    /// The latest time of a state.
    private var latest = Instant(nanoseconds: .min)
    /// The counts before the last reset, to which later counts are added.
    private var counted: Way?
    /// The user's corrections.
    private(set) var corrections: [Correction] = []
    /// The sports that files state.
    private(set) var statements: [ActivityStatement] = []
    /// The pauses that the device states.
    private var pauses = TakenTime()

    /// Records a correction made by the user.
    mutating func note(_ correction: Correction) {
        if case .fix = correction { return }
        corrections.append(correction)
    }

    /// Records the sport that a file states.
    mutating func note(_ statement: ActivityStatement) { statements.append(statement) }

    /// Records a pause that the device states. O(log pauses) if in order.
    mutating func note(pause: TimeSpan) { if pause.start < pause.end { pauses.take(pause) } }

    /// Records the state after an accepted fix. O(1).
    mutating func note(_ way: Way) {
        var way = continued(way)
        // A state counts once all earlier ones do, as when each is kept.
        latest = max(latest, way.time)
        way.time = latest
        if let last = ways.last, last.isSame(as: way) { return }
        ways.append(way)
    }

    /// Shifts all recorded times by a number of seconds. O(changes).
    mutating func shift(by seconds: Double) {
        for index in ways.indices { ways[index].time = ways[index].time + seconds }
        if !ways.isEmpty { latest = latest + seconds }
        pauses = pauses.shifted(by: seconds)
    }

    /// Handles a reset of the core, which restarts its counters at zero; the totals of the day continue.
    mutating func noteReset() { counted = ways.last }

    private func continued(_ way: Way) -> Way {
        guard let counted else { return way }
        var way = way
        way.floorsUp += counted.floorsUp
        way.floorsDown += counted.floorsDown
        return way
    }

    /// Returns the points of a track with the distance along it, the steps, and the recorded flights. All inputs are in
    /// order of time. O(n).
    func points(on track: PositionTrack, _ distances: TrackWay, _ steps: StepLedger) -> [DayPoint] {
        var next = 0
        var way = Way(
            time: .init(nanoseconds: .min), floorsUp: 0, floorsDown: 0, hasMeasuredSpeed: false)
        var walk = TrackWay.Walk(distances)
        var (counted, last) = (0, Instant?.none)
        return track.lazy.filter { !$0.isInterpolated }.map { position in
            while next < ways.count, ways[next].time <= position.time {
                way = ways[next]
                next += 1
            }
            while counted < steps.times.count, steps.times[counted] <= position.time { counted += 1 }
            let metres = walk.metres(at: position.time)
            var point = DayPoint(
                time: position.time, coordinate: position.coordinate, accuracy: position.accuracy,
                isEstimated: position.isEstimated, distance: metres.x, estimatedDistance: metres.y, steps: counted,
                hasMeasuredSpeed: way.hasMeasuredSpeed)
            point.floorsUp = way.floorsUp
            point.floorsDown = way.floorsDown
            if let last, last < position.time, !pauses.spans.isEmpty {
                let running = pauses.parts(of: TimeSpan(start: last, end: position.time)).reduce(0) { $0 + $1.duration }
                point.pausedShare = 1 - running / (position.time - last)
            }
            last = position.time
            return point
        }
    }
}
