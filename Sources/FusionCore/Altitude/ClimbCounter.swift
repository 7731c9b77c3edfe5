/// Adds up ascent and descent: a height counts once it has left the last one that counted by more than its noise.
///
/// The dead band is what training platforms use (2 m with a barometer, 10 m by satellites): without one every metre of
/// noise would be climbed.
public struct ClimbCounter: Sendable, Hashable {
    /// Metres climbed.
    public private(set) var ascent = 0.0
    /// Metres descended.
    public private(set) var descent = 0.0
    /// Metres by which a height has to leave the last one that counted.
    public let deadBand: Double
    private var reference: Double?

    /// The dead band in metres of heights by air pressure.
    public static let pressureDeadBand = 2.0
    /// The dead band in metres of heights by satellites.
    public static let satelliteDeadBand = 10.0

    /// Creates a counter that has seen nothing.
    public init(deadBand: Double) { self.deadBand = deadBand }

    /// True once a height was seen.
    public var isMeasured: Bool { reference != nil }

    /// Uses the next height in metres.
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
