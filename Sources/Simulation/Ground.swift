import Geodesy

/// The Earth under a journey: a plane that follows, so that a metre stays a metre however far one goes.
struct Ground {
    private var plane: LocalPlane
    private var anchor = PlanePoint(east: 0, north: 0)

    /// Metres from its origin at which the plane moves.
    private static let reach = 500.0

    init(origin: Coordinate) { plane = LocalPlane(origin: origin) }

    /// Moves along with what is simulated.
    mutating func follow(_ sample: MotionSample) {
        guard max(abs(sample.east - anchor.east), abs(sample.north - anchor.north)) > Self.reach else { return }
        plane = LocalPlane(origin: coordinate(east: sample.east, north: sample.north))
        anchor = PlanePoint(east: sample.east, north: sample.north)
    }

    /// Returns the coordinate of a place in metres along the journey's east and north.
    func coordinate(east: Double, north: Double) -> Coordinate {
        plane.coordinate(PlanePoint(east: east - anchor.east, north: north - anchor.north))
    }
}
