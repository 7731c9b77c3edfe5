import Geometry
import SensorModel

extension Coordinate {
    /// Whether both angles are zero, which trackers and loggers write if they have no position.
    var isNowhere: Bool { latitude == 0 && longitude == 0 }
}
