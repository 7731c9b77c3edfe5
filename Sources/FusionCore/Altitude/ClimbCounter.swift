/// Accumulates ascent and descent. A height counts if it differs from the last counted one by more than the noise.
///
/// Training platforms use the same dead band (2 m with a barometer, 10 m with satellites). Without it, noise would
/// accumulate as ascent and descent.
public struct ClimbCounter: Sendable, Hashable {
    /// The ascent in metres.
    public private(set) var ascent = 0.0
    /// The descent in metres.
    public private(set) var descent = 0.0
    /// The minimum difference from the last counted height, in metres, at which a height counts.
    public let deadBand: Double
    private var reference: Double?

    /// The dead band for heights derived from air pressure, in metres.
    public static let pressureDeadBand = 2.0
    /// The dead band for heights from satellites, in metres.
    public static let satelliteDeadBand = 10.0

    /// Creates a counter without a height.
    public init(deadBand: Double) { self.deadBand = deadBand }

    /// True after the first height.
    public var isMeasured: Bool { reference != nil }

    /// Processes the next height in metres; ignores one that is not finite.
    public mutating func update(_ height: Double) {
        guard height.isFinite else { return }
        guard let last = reference else {
            reference = height
            return
        }
        let change = height - last
        guard abs(change) > deadBand else { return }
        if change > 0 { ascent += change } else { descent -= change }
        reference = height
    }
}
