import Geometry
import SensorModel

/// The angles of FIT files.
enum FITAngle {
    /// The size of a semicircle, 1 / 2^32 of a circle, in degrees.
    static let semicircle = 180.0 / 2_147_483_648

    /// Returns the position that programs wrote from a FIT file. Under the names of FIT's profile some write degrees and
    /// some semicircles; no number beyond 180 is an angle in degrees.
    static func coordinate(_ latitude: Double, _ longitude: Double, isNamedAsInFIT: Bool) -> Coordinate {
        let isStored = isNamedAsInFIT && max(abs(latitude), abs(longitude)) > 180
        let scale = isStored ? semicircle : 1
        return Coordinate(latitude: latitude * scale, longitude: longitude * scale)
    }
}
