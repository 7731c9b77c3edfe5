public import Geodesy
public import SensorModel

/// Adds up the way: what raw gated fixes measured, and apart from it what was estimated between them.
///
/// From fix to fix the way is the chord of the raw fixes. Where their noise would lengthen it noticeably, the
/// receiver's own speed of the two fixes stands in, so that jitter adds nothing; at rest nothing is added at all.
/// Where fixes are missing the way is estimated; where a track starts again elsewhere, the leap is no way at all.
/// Guide: docs/estimators/distance.md.
public struct TrackDistance: Sendable, Hashable {
    /// Metres measured so far.
    public private(set) var metres = 0.0
    /// Metres estimated so far, through outages.
    public private(set) var estimatedMetres = 0.0
    private var stored: Place?

    /// What lies between a fix and the one before.
    public enum Link: Sendable, Hashable {
        /// Nothing: the one follows the other.
        case fixes
        /// A time without fixes, in which so many metres were estimated.
        case outage(Double)
        /// A leap that nobody made, of a receiver or from one to another, while so many metres were estimated.
        case leap(Double)
    }

    private struct Place: Sendable, Hashable {
        var coordinate: Coordinate
        var time: Instant
        var speed: Double?
        var isStill: Bool
    }

    /// Noise in a chord, as a share of it, up to which the chord is the better measure.
    private static let tolerableNoise = 0.1
    /// The mean of two speeds in m/s from which on they are believed to tell a move.
    private static let movingSpeed = 0.5
    /// Seconds up to which two speeds tell the way between them.
    private static let speedInterval = 3.5

    /// Standard deviations of a fix by which a step without speeds has grown out of the noise. Noise makes a chord longer, and
    /// the first that is long enough is one that it made so: of 3 a walk under 5 m becomes twice as long.
    private static let noisesOfStep = 6.0

    /// Makes an empty sum.
    public init() {}

    /// Adds the way to the next fix.
    /// - Parameters:
    ///   - coordinate: Where the fix is, raw.
    ///   - time: When.
    ///   - speed: The receiver's speed in m/s; nil where it gives none.
    ///   - noise: 1-sigma white error of the fix in metres.
    ///   - isStill: True while nothing moves.
    ///   - link: What lies between it and the fix before.
    public mutating func add(
        _ coordinate: Coordinate, at time: Instant, speed: Double?, noise: Double, isStill: Bool, link: Link = .fixes
    ) {
        let next = Place(coordinate: coordinate, time: time, speed: speed, isStill: isStill)
        guard let before = stored else {
            stored = next
            return
        }
        let chord = before.coordinate.distance(to: coordinate)
        switch link {
        case .fixes: break
        case .outage(let way):
            // The exit is known now: a way that is shorter, or absurdly longer, than the chord was a wrong guess.
            estimatedMetres += way > chord && way < 1.5 * chord ? way : chord
            stored = next
            return
        case .leap(let way):
            estimatedMetres += min(way, chord)
            stored = next
            return
        }
        if isStill && before.isStill {
            stored = next
            return
        }
        if let first = before.speed, let second = speed, time - before.time <= Self.speedInterval {
            let way = (first + second) / 2 * (time - before.time)
            // A chord much longer than the speeds say is a jump of the receiver, unless they say rest: some tell zero always.
            let scale = (first + second) / 2 >= Self.movingSpeed ? way : max(chord, way)
            let isNoisy = noise > Self.tolerableNoise * scale
            metres += isNoisy ? min(way, chord + 4 * noise) : chord
            stored = next
            return
        }
        // Without speeds a step within the noise is not a step yet; it counts once it has grown out of it.
        guard chord > Self.noisesOfStep * noise else { return }
        metres += chord
        stored = next
    }
}
