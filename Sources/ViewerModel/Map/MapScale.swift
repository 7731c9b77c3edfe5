import Glibc

/// A bar of a round length on the ground.
public struct MapScale: Sendable, Hashable {
    /// The bar's length in pixels.
    public let length: Double
    /// Its label: `200 m`.
    public let label: String

    /// Chooses the longest bar with a round length that fits; `nil` if the map shows nothing.
    /// - Parameters:
    ///   - viewport: The visible part of the map.
    ///   - longest: The maximum length of the bar, in pixels.
    ///   - unit: The unit of the label.
    public init?(_ viewport: MapViewport, longest: Double = 100, unit: DistanceUnit = .metric) {
        let metres = viewport.metresPerPixel * longest
        guard metres.isFinite, metres > 0, longest > 0 else { return nil }
        // As for distances, metres are used up to half a nautical mile, and feet up to a mile, as on maps.
        let end = unit == .nautical ? unit.largeFrom * unit.small.metres : unit.large.metres
        let part = metres < end ? unit.small : unit.large
        let room = metres / part.metres
        let power = pow(10, floor(log10(room) + 1e-12))
        let lead = room / power
        let round = (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power
        length = round * part.metres / viewport.metresPerPixel
        let decimals = round >= 1 ? 0 : round >= 0.1 ? 1 : 2
        label = "\(decimalText(round, decimals: decimals)) \(part.symbol)"
    }
}
