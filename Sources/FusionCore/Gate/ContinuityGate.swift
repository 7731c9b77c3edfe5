import Geometry
import SensorModel

/// Decides whether a fix can follow the last accepted one: a fix farther away than the user can have moved is rejected.
///
/// The bound grows with the gap between the fixes and with the receiver's Doppler speed, whose errors are independent
/// of the position's. The gate remembers rejected fixes. If several in a row are consistent with one another, they are
/// accepted and the track restarts from them. Guide: docs/estimators/fix-gate.md.
public struct ContinuityGate: Sendable, Hashable {
    /// The limits on what can follow a fix.
    public struct Parameters: Sendable, Hashable {
        /// The maximum plausible speed, in m/s, unless the receiver itself reports a higher one.
        public var maximumSpeed = 150.0
        /// The maximum speed, in m/s, that the fixes before make plausible if the receiver reports none.
        public var maximumUnstatedSpeed = 350.0
        /// The number of standard deviations, of both fixes combined, added to the allowed distance.
        public var accuracyFactor = 6.0
        /// The distance, in metres, that is always allowed.
        public var margin = 50.0
        /// The number of consecutive, mutually consistent rejected fixes after which the track restarts from them.
        public var reacquisitionFixes = 4.0

        /// Creates parameters with default values.
        public init() {}

        static let table: [ParameterEntry<Self>] = [
            .number(
                "maximumSpeed", \.maximumSpeed, tier: .tunable, title: "Maximum speed", unit: "m/s", range: 1...1000,
                meaning:
                    "The highest plausible speed between two fixes. The second fix is rejected if it implies more, unless the receiver states that speed. Lower values reject fixes of fast trains; higher values accept jumps.",
                source: "the fastest trains, with margin"),
            .number(
                "maximumUnstatedSpeed", \.maximumUnstatedSpeed, title: "Maximum speed, unstated", unit: "m/s",
                range: 1...1000,
                meaning:
                    "The highest plausible speed between two fixes if no fix states a speed and the fixes before were as fast. Lower values reject fixes of aircraft; higher values accept jumps.",
                source: "the fastest airliners in a jet stream, with margin"),
            .number(
                "accuracyFactor", \.accuracyFactor, tier: .tunable, title: "Accuracy factor", unit: "", range: 1...20,
                meaning:
                    "The distance that is allowed beyond the one possible at the maximum speed, in standard deviations of the fixes. Lower values reject noisy fixes; higher values accept jumps.",
                source: "a fix may be noisy; only the impossible is rejected"),
            .number(
                "margin", \.margin, title: "Margin", unit: "m", range: 0...100,
                meaning:
                    "The distance in excess of the plausible one that is always allowed, because receivers state too good an accuracy.",
                source: "multipath in town reaches tens of metres beyond what is stated"),
            .number(
                "reacquisitionFixes", \.reacquisitionFixes, title: "Re-acquisition", unit: "fixes", range: 1...100,
                meaning:
                    "The number of consecutive rejected fixes after which they are accepted if they agree with each other. Lower values accept a cluster of bad fixes; higher values keep a wrong track longer.",
                source: "multipath outliers rarely last 4 s"),
        ]
    }

    /// The properties of a fix that this gate judges.
    struct Candidate: Hashable {
        var time: Instant
        var coordinate: Coordinate
        var accuracy: Double
        var speed: Double?
        /// The speed since the previous fix, in m/s; `nil` if it is not known, or if either fix states a speed.
        var impliedSpeed: Double?
    }

    /// The verdict on a candidate.
    enum Outcome: Hashable {
        /// The candidate can follow the last accepted fix.
        case accepted
        /// The candidate cannot follow, but enough rejected fixes before it agree with it: the track restarts here.
        case reacquired
        /// The candidate cannot follow the last accepted fix.
        case rejected(FixVerdict.Rejection)
    }

    /// The limits on what can follow a fix.
    public var parameters: Parameters
    private var last: Candidate?
    private var refused: Candidate?
    private var streak = 0

    /// Creates a gate that has seen no fix.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// Forgets the earlier fixes, as is necessary after a step of the receiver's clock.
    mutating func reset() {
        last = nil
        refused = nil
        streak = 0
    }

    /// Judges a fix that has passed every test that needs no other fix.
    mutating func judge(_ candidate: Candidate) -> Outcome {
        guard let last else {
            accept(candidate)
            return .accepted
        }
        guard !canFollow(last, candidate) else {
            accept(candidate.after(last))
            return .accepted
        }
        let before = refused ?? last
        if refused != nil, candidate.time - before.time > 0, canFollow(before, candidate) {
            streak += 1
        } else {
            streak = 1
        }
        let candidate = candidate.after(before)
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
        let shown = min(Self.speedMargin * (before.impliedSpeed ?? 0), parameters.maximumUnstatedSpeed)
        let bound = max(parameters.maximumSpeed, known.map { Self.speedMargin * $0 } ?? shown)
        let reach = gap * bound
        // Nearly every fix is so close that an upper bound decides, without the exact distance.
        if let most = Self.mostMetres(before.coordinate, after.coordinate), most <= reach + slack { return true }
        return before.coordinate.distance(to: after.coordinate) <= reach + slack
    }

    private static func faster(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return second > first ? second : first
    }

    /// Returns an upper bound on the distance, in metres, between two nearby coordinates; `nil` if they are not near.
    private static func mostMetres(_ first: Coordinate, _ second: Coordinate) -> Double? {
        let latitude = abs(second.latitude - first.latitude)
        let longitude = abs(second.longitude - first.longitude)
        guard latitude < nearDegrees, longitude < nearDegrees else { return nil }
        return (latitude + longitude) * longestDegree
    }

    /// The multiple of the receiver's own speed that is allowed, since the device may accelerate unseen during the gap.
    private static let speedMargin = 1.5
    /// The maximum difference, in degrees of latitude and of longitude, between nearby coordinates.
    private static let nearDegrees = 0.05
    /// An upper bound on the length of a degree on the ellipsoid, in metres: the longest is 111,694 m, at a pole.
    private static let longestDegree = 112_000.0
}

extension ContinuityGate.Candidate {
    /// Returns the fix with the speed that it implies since another one, unless either states a speed.
    fileprivate func after(_ before: Self) -> Self {
        guard speed == nil, before.speed == nil, time - before.time > 0 else { return self }
        var fix = self
        fix.impliedSpeed = before.coordinate.distance(to: coordinate) / (time - before.time)
        return fix
    }
}
