/// Returns an equivalent angle in radians, from -pi to pi.
@inlinable public func wrapAngle(_ angle: Double) -> Double {
    if angle > -Double.pi, angle <= Double.pi { return angle }
    return angle - 2 * .pi * (angle / (2 * .pi)).rounded()
}
