/// The activity of the user.
public enum Activity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Staying in one place.
    case stationary
    /// Moving on foot with one foot always on the ground.
    case walking
    /// Moving on foot with both feet off the ground at times.
    case running
    /// Riding a bicycle.
    case cycling
    /// Riding in a motor vehicle or on rails.
    case automotive
    /// The activity is not known.
    case unknown

    /// The order in which classes that apply at the same time are shown.
    public static let displayOrder: [Activity] = [.running, .cycling, .automotive, .walking, .stationary, .unknown]

    /// Whether the user is moving, on foot or in a vehicle.
    public var isMoving: Bool {
        switch self {
        case .walking, .running, .cycling, .automotive: true
        case .stationary, .unknown: false
        }
    }

    /// Whether the user is riding, on wheels or rails.
    public var isRide: Bool { self == .cycling || self == .automotive }
}

/// The confidence in a classification.
public enum Confidence: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The class is a guess.
    case low
    /// The class is likely.
    case medium
    /// The class is nearly certain.
    case high

    /// Returns whether one confidence is lower than another.
    public static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
}

/// A correction made by the user. It overrides every estimate and persists when the session is estimated again.
public enum Correction: Sendable, Hashable {
    /// The true activity between two instants.
    case activity(Activity, from: Instant, until: Instant)
    /// The user stopped between two instants.
    case stop(from: Instant, until: Instant)
    /// The user did not stop between two instants.
    case noStop(from: Instant, until: Instant)
    /// The name of the place of the stop at an instant.
    case placeName(String, at: Instant)
    /// Whether the track uses a fix. It has to precede the fix; see ``FixRuling``.
    case fix(FixRuling)
}

/// The user's decision about one fix, which overrides the rules that judge fixes. A later decision about the same fix
/// overrides an earlier one.
///
/// A session stores it after its last event, but with the time of the first, and every reader returns it first: the same
/// events then give the same estimates, whether they arrive live or from a file.
public struct FixRuling: Sendable, Hashable {
    /// The times that identify a fix: its own, and that of its arrival, which distinguishes repeated fixes.
    public struct Identity: Sendable, Hashable {
        /// The fix's own time.
        public var time: Instant
        /// The time of its arrival.
        public var received: Instant

        /// Identifies a fix by its two times.
        public init(time: Instant, received: Instant) {
            self.time = time
            self.received = received
        }
    }

    /// The times of the fix that the decision is about.
    public var fix: Identity
    /// True if the track uses the fix; false if it is not used at all.
    public var isAccepted: Bool

    /// Creates a decision about a fix.
    public init(_ fix: Identity, isAccepted: Bool) {
        self.fix = fix
        self.isAccepted = isAccepted
    }
}

/// A statement in a file about its sport over an interval of time. It is neither a measurement nor an estimate.
///
/// It states how the user moved, but not when they rested. Estimates yield to it, and it yields to a ``Correction``.
public struct ActivityStatement: Sendable, Hashable {
    /// The kind of movement: walking, running, cycling, or automotive. Anything else carries no information, except as
    /// ``isOfAnotherSport``.
    public var activity: Activity
    /// The file's name for the sport, as words in lower case, such as "alpine skiing".
    public var sport: String?
    /// The distance that the file states, in metres.
    public var distance: Double?
    /// The start of the interval.
    public var from: Instant
    /// The end of the interval.
    public var until: Instant

    /// Creates a statement about an interval.
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
