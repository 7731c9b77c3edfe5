public import Geometry
import Glibc

/// The attitude of a body as heading, pitch and roll. The body's y axis points ahead, its x axis to the right.
public struct BodyAngles: Sendable, Hashable {
    /// The rotation about the axis that points ahead, in radians, -pi ... pi; positive if the right side is down.
    public var roll: Double
    /// The inclination of the axis that points ahead, in radians, -pi/2 ... pi/2; positive if it points up.
    public var pitch: Double
    /// The rotation about up, in radians, -pi ... pi; counter-clockwise from the reference direction.
    public var yaw: Double

    /// The largest inclination in radians at which the axis that points ahead still has a direction over ground.
    private static let steepest = 85 * Double.pi / 180

    /// Computes the angles of a rotation from the body's axes to east, north, up.
    public init(_ rotation: Quaternion) {
        let ahead = rotation.rotate(Vector3(0, 1, 0))
        let right = rotation.rotate(Vector3(1, 0, 0))
        pitch = asin(min(1, max(-1, ahead.z)))
        yaw = atan2(-ahead.x, ahead.y)
        roll = atan2(-right.z, rotation.up.z)
    }

    /// The compass direction of the axis that points ahead, in radians, 0 ..< 2 pi clockwise from the reference direction;
    /// `nil` if it points straight up or down.
    public var heading: Double? {
        guard abs(pitch) <= Self.steepest else { return nil }
        return yaw > 0 ? 2 * .pi - yaw : -yaw
    }
}

/// Returns an angle in whole degrees: `−12°`.
/// - Parameter radians: The angle; ``missingText`` if it is `nil` or not finite.
public func angleText(_ radians: Double?) -> String {
    guard let radians, radians.isFinite else { return missingText }
    return "\(decimalText(radians * 180 / .pi))°"
}

/// Returns a compass direction in three digits, 000° to 359°.
/// - Parameter radians: Clockwise from north; ``missingText`` if it is `nil` or not finite.
public func directionText(_ radians: Double?) -> String {
    guard let radians, radians.isFinite else { return missingText }
    let degrees = Int((radians * 180 / .pi).truncatingRemainder(dividingBy: 360).rounded())
    return "\(paddedText((degrees + 360) % 360, digits: 3))°"
}
