import Glibc
public import SensorModel

/// A receiver's sky as it is drawn: north up, the zenith in the middle, the horizon at the rim.
public struct SkyView: Sendable, Hashable {
    /// A satellite on the plot.
    public struct Mark: Sendable, Hashable {
        /// From the middle to the right, in shares of the radius.
        public var x: Double
        /// From the middle downwards, in shares of the radius.
        public var y: Double
        /// The constellation's letter and the satellite's number: `G12`.
        public var label: String
        /// Whether the fix uses it.
        public var isUsed: Bool
        /// How strong the signal is, 0 ... 1; nil if the receiver does not say.
        public var strength: Double?
    }

    /// The satellites whose place is known, the used ones last, so that they lie on top.
    public let marks: [Mark]
    /// Satellites that the fix uses.
    public let usedCount: Int
    /// Satellites in view, those without a known place included.
    public let count: Int
    /// The dilution of precision, horizontal; nil if the receiver does not say.
    public let horizontalDilution: Double?
    /// The same, vertical.
    public let verticalDilution: Double?
    /// The same, of the position in space.
    public let positionDilution: Double?

    /// Signal strengths in dB-Hz from hardly there to excellent.
    private static let strengths = 15.0...48.0

    /// Draws a sky up. O(n log n).
    public init(_ sky: Sky) {
        count = sky.satellites.count
        usedCount = sky.satellites.count { $0.isUsed }
        horizontalDilution = sky.horizontalDilution
        verticalDilution = sky.verticalDilution
        positionDilution = sky.positionDilution
        marks = sky.satellites.sorted { ($0.isUsed ? 1 : 0, $0.number) < ($1.isUsed ? 1 : 0, $1.number) }
            .compactMap(Self.mark)
    }

    private static func mark(_ satellite: Satellite) -> Mark? {
        guard let elevation = satellite.elevationDegrees, let azimuth = satellite.azimuthDegrees,
            (0...90).contains(elevation), azimuth.isFinite
        else { return nil }
        let radius = (90 - elevation) / 90
        let angle = azimuth / 180 * .pi
        let strength = satellite.signalStrength.flatMap { value in
            value > 0 ? (value - strengths.lowerBound) / (strengths.upperBound - strengths.lowerBound) : nil
        }
        return Mark(
            x: radius * sin(angle), y: -radius * cos(angle), label: label(of: satellite), isUsed: satellite.isUsed,
            strength: strength.map { min(1, max(0, $0)) })
    }

    /// The letters of RINEX; empty if the constellation is not known.
    private static func label(of satellite: Satellite) -> String {
        let letters = [0: "G", 1: "S", 2: "E", 3: "C", 5: "J", 6: "R", 7: "I"]
        return (satellite.constellation.flatMap { letters[$0] } ?? "") + "\(satellite.number)"
    }
}
