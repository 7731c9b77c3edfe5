import Geometry
import SensorModel

/// The Earth's surface under a journey: a plane that moves along, so that distances stay accurate on long journeys.
struct Ground {
    private var plane: LocalPlane
    private var anchor = PlanePoint(east: 0, north: 0)

    /// The distance from its origin, in metres, at which the plane moves.
    private static let reach = 500.0

    init(origin: Coordinate) { plane = LocalPlane(origin: origin) }

    /// Moves the plane along with the simulated motion.
    mutating func follow(_ sample: MotionSample) {
        guard max(abs(sample.east - anchor.east), abs(sample.north - anchor.north)) > Self.reach else { return }
        plane = LocalPlane(origin: coordinate(east: sample.east, north: sample.north))
        anchor = PlanePoint(east: sample.east, north: sample.north)
    }

    /// Returns the coordinate of a place, given in metres east and north on the journey's axes.
    func coordinate(east: Double, north: Double) -> Coordinate {
        plane.coordinate(PlanePoint(east: east - anchor.east, north: north - anchor.north))
    }
}
