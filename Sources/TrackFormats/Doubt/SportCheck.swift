import Geodesy
import SensorModel

/// Compares a stated way of moving with how fast it can be.
struct SportCheck {
    /// The bounds of what counts as a contradiction.
    struct Bounds {
        /// Seconds of a window, at least: a sprint and a jump of the receiver are shorter.
        var window = 60.0
        /// Seconds faster than possible that contradict a statement of any length.
        var duration = 600.0
        /// The share of the moving time that contradicts a shorter one, if it is at least ``shortest`` seconds.
        var share = 0.5
        /// Seconds.
        var shortest = 120.0
        /// Metres per second below which a window does not count as moving.
        var movement = 0.5

        /// Returns the fastest speed that can be kept up for a window, in m/s; `nil` if there is no bound.
        func fastest(_ activity: Activity) -> Double? {
            switch activity {
            case .walking: 5
            // The world record over 800 m is 7.9 m/s.
            case .running: 8
            // Long descents.
            case .cycling: 28
            case .automotive, .stationary, .unknown: nil
            }
        }
    }

    /// A contradiction.
    struct Contradiction {
        /// The bound that was exceeded, in m/s.
        let fastest: Double
        /// The time above it, in seconds.
        let duration: Double
    }

    private let bounds: Bounds
    private let fastest: Double
    private var start: (time: Instant, coordinate: Coordinate)?
    private var moving = 0.0
    private var tooFast = 0.0

    /// Starts without points; `nil` if the activity can be of any speed.
    init?(_ activity: Activity, _ bounds: Bounds = Bounds()) {
        guard let fastest = bounds.fastest(activity) else { return nil }
        self.bounds = bounds
        self.fastest = fastest
    }

    /// Adds the next point in the order of time.
    mutating func note(_ time: Instant, _ coordinate: Coordinate) {
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

    /// The contradiction of the points so far; `nil` if there is none.
    var contradiction: Contradiction? {
        let isMuch = tooFast >= bounds.duration || (tooFast >= bounds.shortest && tooFast > bounds.share * moving)
        return isMuch ? Contradiction(fastest: fastest, duration: tooFast) : nil
    }
}
