import SensorModel

/// The metres of a walk: by fixes where they come, by steps where none tell the way.
///
/// A fix tells the way since the one before it. Until it comes steps wait; after a silence as long as the one that the
/// track takes for an outage nothing is left to wait for, and they count.
struct TravelledWay: Sendable, Hashable {
    /// Metres so far.
    private(set) var metres = 0.0
    /// Metres by steps that the next fix may tell better.
    private var waiting = 0.0
    /// When the last fix was noted; nil before the first.
    private var heard: Instant?
    private var last: WorkoutDetector.Travel?

    /// Takes how far one has come; the first call is the beginning.
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
