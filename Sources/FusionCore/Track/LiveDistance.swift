public import SensorModel

/// Collects the distance along a track while it is recorded, according to the live filter.
///
///     live.consumeReset(of: core)  // before a reset
///     core.consume(event) { … }
///     if case .fix = event.payload { live.append(fixAt: event.time, of: core) }
public struct LiveDistance: Sendable {
    /// The distance so far; that of the finished track comes from ``TrackFinisher/smoothed(_:together:)``.
    public private(set) var distances = DistanceColumn()
    /// The measured and the estimated metres before the last reset of the core.
    private var counted = SIMD2<Double>(0, 0)

    /// Creates an empty distance.
    public init() {}

    /// Keeps the distance of a core that is about to be reset.
    public mutating func consumeReset(of core: FusionCore) { counted += core.metres }

    /// Adds a fix that the core has consumed.
    public mutating func append(fixAt time: Instant, of core: FusionCore) {
        guard let verdict = core.latest.verdict, verdict.hasTrackPoint, verdict.time == time else { return }
        distances.append(time, metres: counted + core.metres)
    }
}

extension FusionCore {
    /// The measured and the estimated distance, in metres.
    fileprivate var metres: SIMD2<Double> { SIMD2(distance.metres, distance.estimatedMetres) }
}
