import Geodesy
import Glibc

/// The direction from which the light of a hill shading comes on the ground. On the screen, it comes from the upper left:
/// with light from below, hills look like hollows.
///
/// Source: Imhof (1965), "Kartographische Geländedarstellung", on the inversion of relief.
public struct HillLight: Sendable, Hashable {
    /// The steps of 22.5 degrees by which the light turns, so that a turning map is not painted again for each angle.
    private let step: Int

    private static let steps = 16
    /// The azimuth from the top of the screen, in radians.
    private static let screenAzimuth = 315 * radiansPerDegree

    /// The light of a map that has north up.
    public static let northUp = HillLight(rotation: 0)

    /// Creates the light of a map that is turned clockwise by an angle in radians.
    public init(rotation: Double) {
        let turns = rotation.isFinite ? rotation / (2 * .pi) : 0
        let share = turns - turns.rounded(.down)
        step = Int((share * Double(Self.steps)).rounded()) % Self.steps
    }

    /// The azimuth from north, in radians.
    var azimuth: Double { Self.screenAzimuth - Double(step) * 2 * .pi / Double(Self.steps) }
}
