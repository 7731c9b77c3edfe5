import Glibc

extension TrackDocument {
    /// Returns the speed over ground in m/s and the course in degrees of a velocity to the north and to the east, in m/s.
    static func motion(north: Double, east: Double) -> (speed: Double, course: Double) {
        (
            (north * north + east * east).squareRoot(),
            (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
        )
    }
}
