import Geodesy
import SensorModel

/// Decides whether a fix can follow the one accepted before: no fix is anywhere else than one could get to.
///
/// The bound grows with the gap and leans on the receiver's Doppler speed, which errs independently of its position.
/// A fix that is refused is remembered: when several in a row agree among themselves, they are right and the track
/// was wrong. Guide: docs/estimators/fix-gate.md.
public struct ContinuityGate: Sendable, Hashable {
    /// What can follow.
    public struct Parameters: Sendable, Hashable {
        /// m/s that nothing exceeds, unless the receiver's own speed says so.
        public var maximumSpeed = 150.0
        /// Standard deviations of both fixes' accuracy that are allowed on top.
        public var accuracyFactor = 6.0
        /// Metres that are always allowed.
        public var margin = 50.0
        /// Refused fixes in a row, consistent among themselves, that are believed.
        public var reacquisitionFixes = 4.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "maximumSpeed", \.maximumSpeed, tier: .tunable, title: "Maximum speed", unit: "m/s", range: 1...1000,
                meaning: "Nothing is faster, unless the receiver's speed says so. Small: fast trains are refused. "
                    + "Large: jumps pass.", source: "the fastest trains, with margin"),
            .number(
                "accuracyFactor", \.accuracyFactor, tier: .tunable, title: "Accuracy factor", unit: "", range: 1...20,
                meaning: "Standard deviations allowed on top of the way. Small: noise is refused. Large: jumps pass.",
                source: "a fix may be noisy; only the impossible is refused"),
            .number(
                "margin", \.margin, title: "Margin", unit: "m", range: 0...100,
                meaning: "Metres always allowed, since receivers state too good an accuracy.",
                source: "multipath in town reaches tens of metres beyond what is stated"),
            .number(
                "reacquisitionFixes", \.reacquisitionFixes, title: "Re-acquisition", unit: "fixes", range: 1...100,
                meaning: "So many refused fixes that agree among themselves are believed. Small: a cluster of bad "
                    + "fixes enters. Large: a wrong track lasts.", source: "multipath outliers seldom last 4 s"),
        ]
    }

    /// A fix as this gate sees it.
    struct Candidate: Hashable {
        var time: Instant
        var coordinate: Coordinate
        var accuracy: Double
        var speed: Double?
    }

    /// What becomes of a candidate.
    enum Outcome: Hashable {
        /// It follows.
        case accepted
        /// It does not follow, and others agree with it: the track starts again here.
        case reacquired
        /// It does not follow.
        case rejected(FixVerdict.Rejection)
    }

    /// What can follow.
    public var parameters: Parameters
    private var last: Candidate?
    private var refused: Candidate?
    private var streak = 0

    /// Creates a gate that has seen nothing.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Forgets the fix before, as after a step of the receiver's clock.
    mutating func reset() {
        last = nil
        refused = nil
        streak = 0
    }

    /// Judges a fix that has passed every test of its own.
    mutating func judge(_ candidate: Candidate) -> Outcome {
        guard let last else {
            accept(candidate)
            return .accepted
        }
        guard !canFollow(last, candidate) else {
            accept(candidate)
            return .accepted
        }
        if let refused, candidate.time - refused.time > 0, canFollow(refused, candidate) {
            streak += 1
        } else {
            streak = 1
        }
        refused = candidate
        guard Double(streak) >= parameters.reacquisitionFixes else { return .rejected(.impliedSpeed) }
        accept(candidate)
        return .reacquired
    }

    private mutating func accept(_ candidate: Candidate) {
        last = candidate
        refused = nil
        streak = 0
    }

    private func canFollow(_ before: Candidate, _ after: Candidate) -> Bool {
        let gap = max(0, after.time - before.time)
        let spread = (before.accuracy * before.accuracy + after.accuracy * after.accuracy).squareRoot()
        let slack = parameters.accuracyFactor * spread + parameters.margin
        let known = Self.faster(before.speed, after.speed)
        let bound = max(parameters.maximumSpeed, Self.speedMargin * (known ?? 0))
        let reach = gap * bound
        // Nearly every fix is so near that the exact distance need not be known.
        if let most = Self.mostMetres(before.coordinate, after.coordinate), most <= reach + slack { return true }
        return before.coordinate.distance(to: after.coordinate) <= reach + slack
    }

    private static func faster(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return second > first ? second : first
    }

    /// More metres than lie between two coordinates that are near each other; nil for others.
    private static func mostMetres(_ first: Coordinate, _ second: Coordinate) -> Double? {
        let latitude = abs(second.latitude - first.latitude)
        let longitude = abs(second.longitude - first.longitude)
        guard latitude < nearDegrees, longitude < nearDegrees else { return nil }
        return (latitude + longitude) * longestDegree
    }

    /// How many times the receiver's own speed is allowed: one that continues gathering speed unseen is no faster.
    private static let speedMargin = 1.5
    /// Degrees within which two coordinates are near each other.
    private static let nearDegrees = 0.05
    /// Metres that no degree on the ellipsoid exceeds: 111 694 at a pole.
    private static let longestDegree = 112_000.0
}
