import Geometry
import SensorModel

/// Compares a stated activity with the speeds possible for it.
struct SportCheck {
    /// The limits that define a contradiction.
    struct Bounds {
        /// The minimum duration of a window, in seconds. A sprint or a jump of the receiver is shorter.
        var window = 60.0
        /// The time above the possible speed, in seconds, that contradicts a statement of any length.
        var duration = 600.0
        /// The fraction of the moving time above the possible speed that contradicts a statement, if it amounts to at
        /// least ``shortest`` seconds.
        var share = 0.5
        /// The minimum time above the possible speed, in seconds, for ``share`` to apply.
        var shortest = 120.0
        /// The minimum speed, in m/s, of a window that counts as moving.
        var movement = 0.5

        /// Returns the highest speed that can be sustained for a window, in m/s; `nil` if there is no limit.
        func fastest(_ activity: Activity) -> Double? {
            switch activity {
            case .walking: 5
            // The world record over 800 m is 7.9 m/s.
            case .running: 8
            // Reached on long descents.
            case .cycling: 28
            case .automotive, .stationary, .unknown: nil
            }
        }
    }

    /// A contradiction between a statement and the points.
    struct Contradiction {
        /// The speed limit that was exceeded, in m/s.
        let fastest: Double
        /// The time spent above the limit, in seconds.
        let duration: Double
    }

    private let bounds: Bounds
    private let fastest: Double
    private var start: (time: Instant, coordinate: Coordinate)?
    private var moving = 0.0
    private var tooFast = 0.0

    /// Creates a check without points; `nil` if the activity has no speed limit.
    init?(_ activity: Activity, _ bounds: Bounds = Bounds()) {
        guard let fastest = bounds.fastest(activity) else { return nil }
        self.bounds = bounds
        self.fastest = fastest
    }

    /// Adds the next point in order of time.
    mutating func consume(_ time: Instant, _ coordinate: Coordinate) {
        guard let start, time >= start.time else {
            self.start = (time, coordinate)
            return
        }
        let duration = time - start.time
        guard duration >= bounds.window else { return }
        let speed = start.coordinate.distance(to: coordinate) / duration
        if speed > bounds.movement { moving += duration }
        if speed > fastest { tooFast += duration }
        self.start = (time, coordinate)
    }

    /// The contradiction found in the points so far; `nil` if there is none.
    var contradiction: Contradiction? {
        let isMuch = tooFast >= bounds.duration || (tooFast >= bounds.shortest && tooFast > bounds.share * moving)
        return isMuch ? Contradiction(fastest: fastest, duration: tooFast) : nil
    }
}
