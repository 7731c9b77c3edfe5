import Glibc

extension Coordinate {
    /// The maximum difference of latitude and longitude, in degrees, for a flat metric at the middle latitude.
    static let flatLimitDegrees = 0.1

    /// Returns the distance to another coordinate along the ellipsoid, in metres.
    ///
    /// Within about 10 km, uses the flat metric at the middle latitude (error below 1 mm per km); beyond, Lambert's
    /// formula for long lines (error about 10 m over thousands of km). Source: W. D. Lambert, "The distance between two
    /// widely separated points on the surface of the earth", J. Washington Academy of Sciences 32 (1942).
    public func distance(to other: Coordinate) -> Double {
        let deltaLatitude = other.latitude - latitude
        let deltaLongitude = wrappedDegrees(other.longitude - longitude)
        let middle = (latitude + other.latitude) / 2 * radiansPerDegree
        if abs(deltaLatitude) < Self.flatLimitDegrees && abs(deltaLongitude) < Self.flatLimitDegrees
            && abs(middle) < 1.5
        {
            let sine = sin(middle)
            let north = deltaLatitude * radiansPerDegree * Ellipsoid.meridianRadius(atSine: sine)
            let east = deltaLongitude * radiansPerDegree * Ellipsoid.primeVerticalRadius(atSine: sine) * cos(middle)
            return (north * north + east * east).squareRoot()
        }
        return lambertDistance(to: other, deltaLongitude: deltaLongitude * radiansPerDegree)
    }

    private func lambertDistance(to other: Coordinate, deltaLongitude: Double) -> Double {
        let reduction = 1 - Ellipsoid.flattening
        let first = atan(reduction * tan(latitude * radiansPerDegree))
        let second = atan(reduction * tan(other.latitude * radiansPerDegree))
        let halfLatitude = sin((second - first) / 2)
        let halfLongitude = sin(deltaLongitude / 2)
        let haversine = min(
            1, halfLatitude * halfLatitude + cos(first) * cos(second) * halfLongitude * halfLongitude)
        let angle = 2 * asin(haversine.squareRoot())
        guard angle > 0 else { return 0 }
        let p = (first + second) / 2
        let q = (second - first) / 2
        let cosHalf = cos(angle / 2)
        let sinHalf = sin(angle / 2)
        // Antipodal points have no unique line, so the distance on the sphere is returned.
        guard abs(cosHalf) > 1e-6 else { return Ellipsoid.meanRadius * angle }
        let x = (angle - sin(angle)) * (sin(p) * cos(q) / cosHalf) * (sin(p) * cos(q) / cosHalf)
        let y = (angle + sin(angle)) * (cos(p) * sin(q) / sinHalf) * (cos(p) * sin(q) / sinHalf)
        return Ellipsoid.semiMajorAxis * (angle - Ellipsoid.flattening / 2 * (x + y))
    }
}
