import SensorModel

/// The distance of a walk: measured by fixes if they arrive, and by steps otherwise.
///
/// A fix measures the distance since the previous one, so the distance by steps is pending until the next fix. After a
/// silence as long as an outage of the track, it counts.
struct WorkoutDistance: Sendable, Hashable {
    /// The distance so far, in metres.
    private(set) var metres = 0.0
    /// The distance by steps, in metres, that the next fix may replace.
    private var waiting = 0.0
    /// The time of the last noted fix; `nil` before the first.
    private var heard: Instant?
    private var last: WorkoutDetector.Travel?

    /// Processes the distance travelled since the session began; the first call sets the start.
    mutating func update(_ travel: WorkoutDetector.Travel, at time: Instant) {
        defer { last = travel }
        guard let last else {
            if travel.lastFix != nil { heard = time }
            return
        }
        let onFoot = max(0, travel.distanceOnFoot - last.distanceOnFoot)
        let overGround = max(0, travel.distanceOverGround - last.distanceOverGround)
        if overGround > 0 || travel.lastFix != last.lastFix {
            metres += overGround
            (heard, waiting) = (time, 0)
        } else if let heard, time - heard <= travel.longestInterval {
            waiting += onFoot
        } else {
            metres += waiting + onFoot
            waiting = 0
        }
    }
}
