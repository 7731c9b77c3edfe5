public import Geodesy

/// Adds up the way between raw gated fixes.
public struct TrackDistance: Sendable, Hashable {
    /// Metres so far.
    public private(set) var metres = 0.0
    private var last: Coordinate?

    /// Makes an empty sum.
    public init() {}

    /// Adds the way to the next fix.
    public mutating func add(_ coordinate: Coordinate) {
        if let last { metres += last.distance(to: coordinate) }
        last = coordinate
    }
}
