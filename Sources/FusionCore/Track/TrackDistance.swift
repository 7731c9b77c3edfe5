import SensorModel

/// Accumulates the length of a track from its posterior, so that noise adds as little as possible.
///
/// If the receiver's velocity is trusted, the distance between two fixes is the mean of both speeds times the interval.
/// The same applies to a speed without a course. Otherwise, it is the chord between the posterior positions, minus the
/// contribution of noise. At rest, nothing is added. `TrackLength` does the same for a finished track, with more
/// information. An outage adds its bridge as an estimate; a leap adds nothing, and a long silence only if it was a ride. Guide:
/// docs/estimators/distance.md.
public struct TrackDistance: Sendable, Hashable {
    /// The measured distance so far, in metres.
    public private(set) var metres = 0.0
    /// The distance estimated so far, through outages, in metres.
    public private(set) var estimatedMetres = 0.0
    /// The part of the estimated distance from before the first accepted fix, by steps or speeds without a position, in
    /// metres. It has no place on the track.
    public private(set) var unplacedMetres = 0.0
    private var last: Point?

    /// The relation between a fix and the previous one.
    enum Link: Hashable {
        /// The fixes are consecutive.
        case fixes
        /// A time without fixes, or a restart of the track, with an estimated distance in metres.
        case estimated(Double)
    }

    /// A fix with its posterior.
    struct Point: Sendable, Hashable {
        var time: Instant
        /// The position on the plane, and the shift of the plane's origin since the previous fix, both in metres.
        var position: SIMD2<Double>
        var shift: SIMD2<Double>
        /// The measured position of the fix, in metres on the plane.
        var measured: SIMD2<Double>
        /// The posterior speed, in m/s.
        var speed: Double
        /// The receiver's speed in m/s, with its scale corrected; `nil` if it reports none.
        var statedSpeed: Double?
        /// The posterior variances of one axis: of the position in m^2, and of the velocity in m^2/s^2.
        var variance: Double
        var velocityVariance: Double
        /// The variance of one axis of the chord to the next point, in m^2; `nil` if it is not known yet.
        var chordVariance: Double?
        var hasVelocity: Bool
        /// True if the receiver's velocity is trusted.
        var isVelocityBelieved: Bool
        var isAtRest: Bool

        init(
            _ record: FixRecord, position: SIMD2<Double>, velocity: SIMD2<Double>, variance: Double,
            velocityVariance: Double, trustsVelocity: Bool
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
            isVelocityBelieved = trustsVelocity
            isAtRest = record.isAtRest
        }

        init(_ record: FixRecord, _ fix: SmoothedFix) {
            self.init(
                record, position: fix.position, velocity: fix.velocity, variance: fix.variance,
                velocityVariance: fix.velocityVariance, trustsVelocity: fix.trustsVelocity)
            chordVariance = fix.chordVariance
        }

        /// Lets the drawn line of a baseline count in full.
        /// - Parameter position: The drawn position in metres; `nil` if it is that of the point.
        mutating func countDrawnLine(at position: SIMD2<Double>? = nil) {
            self.position = position ?? self.position
            (chordVariance, isVelocityBelieved, isAtRest) = (0, false, false)
        }
    }

    /// The maximum time between two speeds, in seconds, for which they give the distance between them.
    private static let speedInterval = 3.5

    /// The maximum speed, in m/s, at which a restarted track connects; a faster one has leapt.
    private static let fastestJoin = 150.0

    /// Adds a distance in metres that was travelled before the first accepted fix.
    mutating func walk(_ metres: Double) {
        unplacedMetres += metres
        estimatedMetres += metres
    }

    /// Returns whether a place can be reached, given its distance in metres and the time in seconds.
    static func isReachable(_ chord: Double, within seconds: Double) -> Bool {
        chord <= fastestJoin * max(1, seconds)
    }

    /// Returns the distance between two parts of a track, in metres: the last speed times the interval, and at most the
    /// chord. Receivers have different errors, and that difference is not a distance.
    static func metres(over seconds: Double, at speed: Double, chord: Double) -> Double {
        min(speed * max(0, seconds), chord)
    }

    /// The maximum length of a guess for an outage, as a multiple of the chord.
    private static let longestDetour = 1.5

    /// Returns the distance of an outage, in metres. A guess that is shorter or much longer than the chord is wrong.
    /// - Parameters:
    ///   - distance: The distance guessed from the data before and after the outage, in metres.
    ///   - measured: The distance by speeds measured without a position, in metres; 0 if there are none.
    ///   - chord: The straight-line distance between both ends, in metres.
    static func metres(guessed distance: Double, measured: Double = 0, chord: Double) -> Double {
        if measured > 0 { return max(measured, chord) }
        return distance > chord && distance < longestDetour * chord ? distance : chord
    }

    /// Returns the distance of an outage that is too long to guess its path, in metres: at least the chord if the user rode, or
    /// was elsewhere in the end.
    /// - Parameters:
    ///   - seconds: The duration of the outage, in seconds.
    ///   - measured: The distance by speeds measured without a position, in metres; 0 if there are none.
    ///   - chord: The straight-line distance between both ends, in metres.
    ///   - rules: The rules for silences.
    static func metres(
        unknownFor seconds: Double, measured: Double = 0, chord: Double, _ rules: SilenceParameters
    ) -> Double {
        let hasMoved = rules.isRide(of: chord, in: seconds) || rules.isMove(of: chord, in: seconds)
        return hasMoved && isReachable(chord, within: seconds) ? max(measured, chord) : measured
    }

    /// Creates an empty total.
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
        /// The distance by speeds or by well-known positions, in metres; 0 at rest.
        case metres(Double)
        /// The chord between two positions and the length of the track between them, in metres; the noise in the
        /// squared chord, in m^2; and the chord between the fixes themselves, in metres.
        case byPlace(chord: Double, path: Double, noise: Double, measured: Double)

        /// The distance to count without further information, in metres: the part that is not noise.
        var metres: Double {
            switch self {
            case .metres(let metres): metres
            case .byPlace(let chord, let path, let noise, _):
                chord > 0 ? path * max(0, 1 - noise / (chord * chord)).squareRoot() : 0
            }
        }

        /// True if the distance follows only from noisy positions.
        var isByPlace: Bool {
            if case .byPlace = self { true } else { false }
        }

        /// The expected length of the track, in metres, if all of it is motion. The true track winds about the
        /// posterior one, which is the mean of all possible tracks; its lateral variance adds to the square of the
        /// length. The errors of the fixes only lengthen their own chord, which is therefore the upper limit.
        var expectedPath: Double {
            switch self {
            case .metres(let metres): metres
            case .byPlace(_, let path, let noise, let measured):
                max(path, min((path * path + noise / 2).squareRoot(), measured))
            }
        }
    }

    /// Returns the distance between two consecutive fixes.
    /// - Parameter path: The length of the curve between them, in metres; `nil` for a straight line.
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
        let displacement = point.position + point.shift - last.position
        let square = (displacement * displacement).sum()
        let chord = square.squareRoot()
        guard !point.hasVelocity else { return .metres(path ?? chord) }
        // Nearby fixes have similar errors, so the velocity limits the error of their difference; distant fixes have
        // independent errors.
        let noise =
            last.chordVariance.map { 2 * $0 }
            ?? min((last.velocityVariance + point.velocityVariance) * dt * dt, 2 * (last.variance + point.variance))
        let fixes = point.measured + point.shift - last.measured
        return .byPlace(
            chord: chord, path: path ?? chord, noise: noise, measured: (fixes * fixes).sum().squareRoot())
    }
}
