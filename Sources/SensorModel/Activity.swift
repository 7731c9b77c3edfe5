/// What the user is doing.
public enum Activity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Staying in one place.
    case stationary
    /// Walking.
    case walking
    /// Running.
    case running
    /// Riding a bicycle.
    case cycling
    /// Riding in a motor vehicle or on rails.
    case automotive
    /// Not known.
    case unknown

    /// The order in which one of several simultaneous classes is shown.
    public static let displayOrder: [Activity] = [.running, .cycling, .automotive, .walking, .stationary, .unknown]

    /// True for a way of moving.
    public var isMoving: Bool {
        switch self {
        case .walking, .running, .cycling, .automotive: true
        case .stationary, .unknown: false
        }
    }

    /// True for a way of moving on wheels or rails.
    public var isRide: Bool { self == .cycling || self == .automotive }
}

/// How sure a classification is.
public enum Confidence: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// A guess.
    case low
    /// Likely.
    case medium
    /// Nearly sure.
    case high

    /// Returns whether one confidence is lower.
    public static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
}

/// What the user put right; it wins over every estimate and survives a re-run.
public enum Correction: Sendable, Hashable {
    /// What was really done between two instants.
    case activity(Activity, from: Instant, until: Instant)
    /// There was a stop between two instants.
    case stop(from: Instant, until: Instant)
    /// There was no stop between two instants.
    case noStop(from: Instant, until: Instant)
    /// The place around an instant's stop has this name.
    case placeName(String, at: Instant)
}

/// A statement of a file about its sport over an interval of time: neither a measurement nor an estimate of Odograph's.
///
/// It says how the user moved, and nothing about when they rested. It overrides estimates; a user's ``Correction``
/// overrides it.
public struct ActivityStatement: Sendable, Hashable {
    /// The way of moving. Walking, running, cycling and automotive say something, the others nothing.
    public var activity: Activity
    /// The name that the file gives the sport, as words in lower case, such as "alpine skiing".
    public var sport: String?
    /// The distance in metres that the file states.
    public var distance: Double?
    /// The start.
    public var from: Instant
    /// The end.
    public var until: Instant

    /// Creates a statement.
    public init(
        _ activity: Activity, sport: String? = nil, distance: Double? = nil, from: Instant, until: Instant
    ) {
        self.activity = activity
        self.sport = sport
        self.distance = distance
        self.from = from
        self.until = until
    }
}
