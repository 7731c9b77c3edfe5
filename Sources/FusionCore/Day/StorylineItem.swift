public import Geodesy
public import SensorModel

/// One item of a day: staying, moving or not knowing. Items follow one another and never overlap.
public enum StorylineItem: Sendable, Hashable {
    /// Somebody stayed somewhere.
    case stop(Stop)
    /// Somebody went somewhere.
    case move(Move)
    /// Nothing is known.
    case gap(from: Instant, until: Instant)

    /// A stay at one place.
    public struct Stop: Sendable, Hashable {
        /// When it began.
        public var start: Instant
        /// When it ended.
        public var end: Instant
        /// The middle of it.
        public var coordinate: Coordinate
        /// Metres around the middle.
        public var radius: Double
        /// The place's name, where the user gave one.
        public var name: String?
        /// Metres that were moved there, from measured fixes.
        public var distance = 0.0
        /// Metres that were moved there and are estimated, beyond the measured.
        public var estimatedDistance = 0.0
        /// Steps made there; nil if nothing counted any.
        public var steps: Int?
        /// Flights climbed there; nil if nothing counted any.
        public var floorsUp: Int?
        /// Flights descended there; nil if nothing counted any.
        public var floorsDown: Int?

        /// Creates a stop.
        public init(start: Instant, end: Instant, coordinate: Coordinate, radius: Double, name: String? = nil) {
            self.start = start
            self.end = end
            self.coordinate = coordinate
            self.radius = radius
            self.name = name
        }
    }

    /// A way in one manner of moving.
    public struct Move: Sendable, Hashable {
        /// When it began.
        public var start: Instant
        /// When it ended.
        public var end: Instant
        /// How.
        public var activity: Activity
        /// Metres, from measured fixes.
        public var distance: Double
        /// Metres that are estimated, beyond the measured.
        public var estimatedDistance: Double
        /// Steps; nil if nothing counted them.
        public var steps: Int?
        /// Flights climbed; nil if nothing counted any.
        public var floorsUp: Int?
        /// Flights descended; nil if nothing counted any.
        public var floorsDown: Int?
        /// The confidence of the activity: that of most of its time; `nil` if a file states it.
        public var confidence: Confidence?
        /// True if an imported file states the activity: it is no estimate.
        public var isStated = false
        /// The name of the sport that an imported file states, as words in lower case; `nil` if none does.
        public var sport: String?

        /// Creates a move.
        public init(
            start: Instant, end: Instant, activity: Activity, distance: Double, estimatedDistance: Double = 0,
            steps: Int? = nil
        ) {
            self.start = start
            self.end = end
            self.activity = activity
            self.distance = distance
            self.estimatedDistance = estimatedDistance
            self.steps = steps
        }
    }

    /// When it began.
    public var start: Instant {
        switch self {
        case .stop(let stop): stop.start
        case .move(let move): move.start
        case .gap(let from, _): from
        }
    }

    /// When it ended.
    public var end: Instant {
        switch self {
        case .stop(let stop): stop.end
        case .move(let move): move.end
        case .gap(_, let until): until
        }
    }
}
