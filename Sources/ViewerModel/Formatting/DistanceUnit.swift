/// The units in which a distance is shown.
public enum DistanceUnit: String, Sendable, Hashable, Codable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and statute miles.
    case imperial
    /// Metres and nautical miles.
    case nautical

    /// The small unit: its symbol and metres.
    public var small: (symbol: String, metres: Double) {
        switch self {
        case .metric, .nautical: ("m", 1)
        case .imperial: ("ft", 0.3048)
        }
    }

    /// The large unit: its symbol and metres.
    public var large: (symbol: String, metres: Double) {
        switch self {
        case .metric: ("km", 1_000)
        case .imperial: ("mi", 1_609.344)
        case .nautical: ("nmi", 1_852)
        }
    }

    /// The minimum number of small units that is shown in the large unit.
    var largeFrom: Double { self == .nautical ? 926 : 1_000 }

    /// Returns a distance: `850 m`, `2.1 km`, `63.4 km`, `412 km`.
    /// - Parameter metres: The distance; ``missingText`` if it is missing or not finite.
    public func text(of metres: Double?) -> String {
        guard let metres, metres.isFinite else { return missingText }
        let small = metres / small.metres
        if abs(small.rounded()) < largeFrom { return "\(decimalText(small)) \(self.small.symbol)" }
        let large = metres / large.metres
        return "\(decimalText(large, decimals: abs(large) < 99.95 ? 1 : 0)) \(self.large.symbol)"
    }

    /// Returns a height or an accuracy in the small unit: `±3 m`, `+42 m`.
    /// - Parameters:
    ///   - metres: The length; ``missingText`` if it is missing or not finite.
    ///   - prefix: The text before the number.
    ///   - decimals: Digits after the point.
    public func smallText(of metres: Double?, prefix: String = "", decimals: Int = 0) -> String {
        guard let metres, metres.isFinite else { return missingText }
        return "\(prefix)\(decimalText(metres / small.metres, decimals: decimals)) \(small.symbol)"
    }

    /// Returns a short distance with three digits: `0.82 m`, `22.7 m`.
    public func shortText(of metres: Double?) -> String {
        smallText(of: metres, decimals: (metres ?? 0) < 9.95 * small.metres ? 2 : 1)
    }

    /// Returns a difference in height with its sign and without its unit: `+42`, `−3`, `0`.
    public func signedDigits(of metres: Double) -> String {
        guard metres.isFinite else { return missingText }
        let digits = decimalText(metres / small.metres)
        return (metres / small.metres).rounded() > 0 ? "+\(digits)" : digits
    }

    /// Returns a difference in height with its sign: `+42 m`, `−3 m`, `0 m`.
    public func signedText(of metres: Double?) -> String {
        guard let metres else { return missingText }
        return smallText(of: metres, prefix: (metres / small.metres).rounded() > 0 ? "+" : "")
    }
}
