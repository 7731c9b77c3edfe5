import Geometry
import Glibc
import SensorModel
import Simulation

/// A walk to a place, an hour of short legs and pauses within it, and a walk on.
struct Lingering {
    /// The times of arrival and departure, in seconds. The last leg ends some seconds later.
    static let (arrival, departure) = (900.0, 4_500.0)

    /// The radius of the place, in metres.
    var radius: Double
    /// The durations of the pauses, in seconds.
    var pauses: ClosedRange<Double>
    /// The maximum length of a leg on each axis, in metres.
    var legs: Double

    private var random = RandomSource(seed: 5)
    private var now = 0.0
    private var place = PlanePoint(east: 0, north: 0)
    private var drift = PlanePoint(east: 0, north: 0)
    private var seconds: [(time: Double, place: PlanePoint, speed: Double)] = []

    init(within radius: Double, pauses: ClosedRange<Double>, legs: Double) {
        (self.radius, self.pauses, self.legs) = (radius, pauses, legs)
    }

    /// Returns fixes with an error of 3 m that wanders over a minute.
    func events(every interval: Double, hasSpeed: Bool) -> [SensorEvent] {
        var told = self
        told.walk(to: PlanePoint(east: 0, north: 1.4 * Self.arrival), speed: 1.4)
        let centre = PlanePoint(east: 0, north: told.place.north + 0.8 * radius)
        while told.now < Self.departure {
            told.wait(pauses.lowerBound + (pauses.upperBound - pauses.lowerBound) * told.random.uniform())
            told.walk(to: told.target(around: centre), speed: 0.5 + 0.6 * told.random.uniform())
        }
        told.walk(to: PlanePoint(east: 0, north: told.place.north + 1.4 * 900), speed: 1.4)
        let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
        return told.seconds.enumerated().filter { $0.offset.isMultiple(of: Int(interval)) }.map { _, second in
            let fix = Fix(
                coordinate: plane.coordinate(second.place), horizontalAccuracy: 5,
                speed: hasSpeed ? abs(second.speed + 0.1 * told.random.normal()) : nil)
            return SensorEvent(time: Instant(seconds: second.time), payload: .fix(fix))
        }
    }

    private mutating func target(around centre: PlanePoint) -> PlanePoint {
        while true {
            let target = PlanePoint(
                east: place.east + legs * (2 * random.uniform() - 1),
                north: place.north + legs * (2 * random.uniform() - 1))
            if hypot(target.east - centre.east, target.north - centre.north) < radius { return target }
        }
    }

    private mutating func walk(to target: PlanePoint, speed: Double) {
        let (east, north) = (target.east - place.east, target.north - place.north)
        let steps = max(1, (hypot(east, north) / speed).rounded())
        for _ in 0..<Int(steps) { step(east / steps, north / steps, speed: speed) }
    }

    private mutating func wait(_ duration: Double) {
        for _ in 0..<Int(duration) { step(0, 0, speed: 0) }
    }

    private mutating func step(_ east: Double, _ north: Double, speed: Double) {
        now += 1
        place = PlanePoint(east: place.east + east, north: place.north + north)
        let kick = 3 * (1 - 0.983 * 0.983).squareRoot()
        drift = PlanePoint(
            east: 0.983 * drift.east + kick * random.normal(), north: 0.983 * drift.north + kick * random.normal())
        seconds.append((now, PlanePoint(east: place.east + drift.east, north: place.north + drift.north), speed))
    }
}
