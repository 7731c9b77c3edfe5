import SensorModel

/// Collects, fix by fix, what a day needs in addition to the smoothed track and the steps: flights and corrections.
struct DayPointCollector: Sendable {
    /// What was known after an accepted fix.
    struct Way: Sendable {
        var time: Instant
        var floorsUp: Int
        var floorsDown: Int
        var hasMeasuredSpeed: Bool
    }

    private var ways: [Way] = []
    /// What was counted before the last reset; the way of a day continues growing over it.
    private var counted: Way?
    /// What the user put right.
    private(set) var corrections: [Correction] = []
    /// What files state of their sport.
    private(set) var statements: [ActivityStatement] = []

    /// Makes room for a number of fixes.
    mutating func reserveCapacity(_ count: Int) { ways.reserveCapacity(count) }

    /// Takes what the user put right.
    mutating func note(_ correction: Correction) { corrections.append(correction) }

    /// Takes what a file states of its sport.
    mutating func note(_ statement: ActivityStatement) { statements.append(statement) }

    /// Takes what was known after an accepted fix.
    mutating func note(_ way: Way) { ways.append(continued(way)) }

    /// Puts what was noted so many seconds later. O(n).
    mutating func shift(by seconds: Double) {
        for index in ways.indices { ways[index].time = ways[index].time + seconds }
    }

    /// Takes that the core started again: it counts from zero, the day does not.
    mutating func noteReset() { counted = ways.last }

    private func continued(_ way: Way) -> Way {
        guard let counted else { return way }
        var way = way
        way.floorsUp += counted.floorsUp
        way.floorsDown += counted.floorsDown
        return way
    }

    /// Joins a track, and the distance along it, with what was noted; all are in order of time. O(n).
    func points(on track: PositionTrack, _ distances: TrackWay, _ steps: StepLedger) -> [DayPoint] {
        var next = 0
        var way = Way(
            time: .init(nanoseconds: .min), floorsUp: 0, floorsDown: 0, hasMeasuredSpeed: false)
        var walk = TrackWay.Walk(distances)
        var counted = 0
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
            return point
        }
    }
}
