public import SensorModel

/// Adds up the length of a track from its posterior, so that noise adds as little as it can.
///
/// Between two fixes the distance is the mean of both speeds over the time, if the receiver's velocity is believed; a speed
/// without a course counts likewise; without either it is the chord between the posterior positions,
/// less what noise adds to it. At rest nothing is added. `TrackLength` does the same for a finished track, of which more
/// is known. An outage adds its bridge as estimated, a leap and a long silence add nothing. Guide: docs/estimators/distance.md.
public struct TrackDistance: Sendable, Hashable {
    /// The metres measured so far.
    public private(set) var metres = 0.0
    /// The metres estimated so far, through outages.
    public private(set) var estimatedMetres = 0.0
    /// The metres by steps or by speeds without a position before any fix was accepted, part of the estimated ones: no track leads over them.
    public private(set) var unplacedMetres = 0.0
    private var last: Point?

    /// What lies between a fix and the one before.
    enum Link: Hashable {
        /// Nothing: the one follows the other.
        case fixes
        /// A time without fixes, or a new start of the track, over which so many metres are estimated.
        case estimated(Double)
    }

    /// A fix with its posterior.
    struct Point: Sendable, Hashable {
        var time: Instant
        /// Metres on the plane, and those that its origin moved since the fix before.
        var position: SIMD2<Double>
        var shift: SIMD2<Double>
        /// Where the fix itself is, in metres on the plane.
        var measured: SIMD2<Double>
        /// The posterior speed in m/s.
        var speed: Double
        /// The receiver's speed in m/s, its scale put right; `nil` if it gives none.
        var statedSpeed: Double?
        /// The variances of one axis of the posterior position in m^2 and velocity in m^2/s^2.
        var variance: Double
        var velocityVariance: Double
        /// The variance of one axis of the chord to the next point in m^2; `nil` while that is not known.
        var chordVariance: Double?
        var hasVelocity: Bool
        /// True if the receiver's velocity is believed.
        var isVelocityBelieved: Bool
        var isAtRest: Bool

        init(
            _ record: FixRecord, position: SIMD2<Double>, velocity: SIMD2<Double>, variance: Double,
            velocityVariance: Double, trust: Double
        ) {
            self.variance = variance
            self.velocityVariance = velocityVariance
            time = record.time
            self.position = position
            shift = record.shift
            measured = record.position
            speed = (velocity * velocity).sum().squareRoot()
            statedSpeed = record.speed.map { $0 * record.findings.factor }
            hasVelocity = record.velocity != nil && !record.isAssumed
            isVelocityBelieved = trust > 0.5
            isAtRest = record.rest == .sensed || (record.rest == .reported && trust > 0.5)
        }

        init(_ record: FixRecord, _ fix: SmoothedFix) {
            self.init(
                record, position: fix.position, velocity: fix.velocity, variance: fix.variance,
                velocityVariance: fix.velocityVariance, trust: fix.velocityTrust)
            chordVariance = fix.chordVariance
        }
    }

    /// The seconds up to which two speeds give the distance between them.
    private static let speedInterval = 3.5

    /// Metres a second beyond which a track that starts again has leapt.
    private static let fastestJoin = 150.0

    /// Adds metres that were travelled before any fix was accepted.
    mutating func walk(_ metres: Double) {
        unplacedMetres += metres
        estimatedMetres += metres
    }

    /// Returns whether a place so many metres away can be reached within some seconds.
    static func isReachable(_ chord: Double, within seconds: Double) -> Bool {
        chord <= fastestJoin * max(1, seconds)
    }

    /// Returns the metres that lie between two stretches of a track: what the last speed makes of the time, no more than the
    /// chord. One receiver errs otherwise than another, and that difference is no distance.
    static func metres(over seconds: Double, at speed: Double, chord: Double) -> Double {
        min(speed * max(0, seconds), chord)
    }

    /// How many times the chord of an outage a guess may be.
    private static let longestDetour = 1.5

    /// Returns the metres of an outage: a guess that is shorter, or absurdly longer, than the chord was wrong.
    /// - Parameters:
    ///   - way: The metres by what was known before and after.
    ///   - measured: The metres by speeds that were measured without a position; 0 if none were.
    static func metres(guessed way: Double, measured: Double = 0, chord: Double) -> Double {
        if measured > 0 { return max(measured, chord) }
        return way > chord && way < longestDetour * chord ? way : chord
    }

    /// Creates an empty sum.
    public init() {}

    /// Adds the distance to the next fix.
    mutating func add(_ point: Point, link: Link = .fixes) {
        defer { last = point }
        guard let last else { return }
        switch link {
        case .fixes: metres += Self.measure(from: last, to: point).metres
        case .estimated(let bridge): estimatedMetres += bridge
        }
    }

    /// The distance between two fixes, and its source.
    enum Measure: Hashable {
        /// Metres by speeds or by surely known positions; 0 at rest.
        case metres(Double)
        /// The chord between two positions and the length of the track between them in metres, the noise in the square of
        /// the chord in m^2, and the chord between the fixes themselves in metres.
        case byPlace(chord: Double, path: Double, noise: Double, measured: Double)

        /// The metres that count if nothing else is known: those that are not noise.
        var metres: Double {
            switch self {
            case .metres(let metres): metres
            case .byPlace(let chord, let path, let noise, _):
                chord > 0 ? path * max(0, 1 - noise / (chord * chord)).squareRoot() : 0
            }
        }

        /// True if only positions that noise moves indicate the distance.
        var isByPlace: Bool {
            if case .byPlace = self { true } else { false }
        }

        /// The expected length of the track in metres if all of it is motion. The true track winds about the posterior one,
        /// which is the mean of all that fit: what the chord varies by across it adds to its square. The errors of the fixes
        /// only add to that, so their own chord is the limit.
        var expectedPath: Double {
            switch self {
            case .metres(let metres): metres
            case .byPlace(_, let path, let noise, let measured):
                max(path, min((path * path + noise / 2).squareRoot(), measured))
            }
        }
    }

    /// Returns the distance between two fixes that follow each other.
    /// - Parameter path: The metres along the curve between them; `nil` for a straight line.
    static func measure(from last: Point, to point: Point, along path: Double? = nil) -> Measure {
        if last.isAtRest && point.isAtRest { return .metres(0) }
        let dt = point.time - last.time
        let isBelieved = point.isVelocityBelieved && last.isVelocityBelieved
        if isBelieved, point.hasVelocity, last.hasVelocity, dt <= speedInterval {
            return .metres((last.speed + point.speed) / 2 * dt)
        }
        if isBelieved, !(point.hasVelocity && last.hasVelocity), dt <= speedInterval,
            let first = last.statedSpeed, let second = point.statedSpeed
        {
            return .metres((first + second) / 2 * dt)
        }
        let way = point.position + point.shift - last.position
        let square = (way * way).sum()
        let chord = square.squareRoot()
        guard !point.hasVelocity else { return .metres(path ?? chord) }
        // Near fixes err alike, so that the velocity says how surely they differ; far ones err each for itself.
        let noise =
            last.chordVariance.map { 2 * $0 }
            ?? min((last.velocityVariance + point.velocityVariance) * dt * dt, 2 * (last.variance + point.variance))
        let fixes = point.measured + point.shift - last.measured
        return .byPlace(
            chord: chord, path: path ?? chord, noise: noise, measured: (fixes * fixes).sum().squareRoot())
    }
}
