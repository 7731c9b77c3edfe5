public import Geometry
public import SensorModel

/// An item of a day: a stop, a move, or a gap. Items follow one another and never overlap.
public enum StorylineItem: Sendable, Hashable {
    /// A stay at a place.
    case stop(Stop)
    /// A movement with a single activity.
    case move(Move)
    /// A period about which nothing is known.
    case gap(from: Instant, until: Instant)

    /// A stay at one place.
    public struct Stop: Sendable, Hashable {
        /// The start time.
        public var start: Instant
        /// The end time.
        public var end: Instant
        /// The centre.
        public var coordinate: Coordinate
        /// The radius around the centre, in metres.
        public var radius: Double
        /// The name that the user gave to the place; `nil` if there is none.
        public var name: String?
        /// The distance moved during the stop, in metres, measured by fixes.
        public var distance = 0.0
        /// The distance moved during the stop, in metres, that is estimated and not in ``distance``.
        public var estimatedDistance = 0.0
        /// The measured and estimated distance, in metres.
        public var length: Double { distance + estimatedDistance }
        /// The steps during the stop; `nil` if none were counted.
        public var steps: Int?
        /// The flights climbed during the stop; `nil` if none were counted.
        public var floorsUp: Int?
        /// The flights descended during the stop; `nil` if none were counted.
        public var floorsDown: Int?
    }

    /// A movement with a single activity.
    public struct Move: Sendable, Hashable {
        /// The start time.
        public var start: Instant
        /// The end time.
        public var end: Instant
        /// The activity.
        public var activity: Activity
        /// The distance in metres, measured by fixes.
        public var distance: Double
        /// The estimated distance in metres, not in ``distance``.
        public var estimatedDistance: Double
        /// The measured and estimated distance, in metres.
        public var length: Double { distance + estimatedDistance }
        /// The steps; `nil` if none were counted.
        public var steps: Int?
        /// The flights climbed; `nil` if none were counted.
        public var floorsUp: Int?
        /// The flights descended; `nil` if none were counted.
        public var floorsDown: Int?
        /// The confidence in the activity, that of most of its time; `nil` if a file states it.
        public var confidence: Confidence?
        /// The probable kind of vehicle; `nil` if the track does not show it.
        public var vehicle: VehicleKind?
        /// True if the activity is not an estimate but is stated by an imported file.
        public var isStated = false
        /// The name of the sport that an imported file states, as lower-case words; `nil` if there is none.
        public var sport: String?

        /// Whether only its ends are known: the silence between them is too long, and they are too far apart, for anything
        /// else. Its distance is the straight line, as an estimate.
        public var isOfUnknownDistance: Bool { activity == .unknown && distance == 0 && estimatedDistance > 0 }

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

    /// The start time.
    public var start: Instant {
        switch self {
        case .stop(let stop): stop.start
        case .move(let move): move.start
        case .gap(let from, _): from
        }
    }

    /// The end time.
    public var end: Instant {
        switch self {
        case .stop(let stop): stop.end
        case .move(let move): move.end
        case .gap(_, let until): until
        }
    }
}
