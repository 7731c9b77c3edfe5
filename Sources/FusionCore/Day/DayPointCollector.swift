import SensorModel

/// Keeps, fix by fix, what a day needs beside the smoothed track: the way, the steps, the corrections.
struct DayPointCollector: Sendable {
    private struct Way: Sendable {
        var time: Instant
        var distance: Double
        var estimatedDistance: Double
        var steps: Int
        var hasMeasuredSpeed: Bool
    }

    private var ways: [Way] = []
    /// What a person put right.
    private(set) var corrections: [Correction] = []

    /// Makes room for a number of fixes.
    mutating func reserveCapacity(_ count: Int) { ways.reserveCapacity(count) }

    /// Takes what a person put right.
    mutating func note(_ correction: Correction) { corrections.append(correction) }

    /// Takes what was known after an accepted fix.
    mutating func note(
        _ fix: Fix, at time: Instant, distance: Double, estimatedDistance: Double, steps: Int
    ) {
        ways.append(
            Way(
                time: time, distance: distance, estimatedDistance: estimatedDistance, steps: steps,
                hasMeasuredSpeed: fix.speed != nil))
    }

    /// Joins a track with what was noted; both are in order of time. O(n).
    func points(on track: [PositionEstimate]) -> [DayPoint] {
        var next = 0
        var way = Way(
            time: .init(nanoseconds: .min), distance: 0, estimatedDistance: 0, steps: 0, hasMeasuredSpeed: false)
        return track.map { position in
            while next < ways.count, ways[next].time <= position.time {
                way = ways[next]
                next += 1
            }
            return DayPoint(
                time: position.time, coordinate: position.coordinate, accuracy: position.accuracy,
                isEstimated: position.isEstimated, distance: way.distance,
                estimatedDistance: way.estimatedDistance, steps: way.steps, hasMeasuredSpeed: way.hasMeasuredSpeed)
        }
    }
}
