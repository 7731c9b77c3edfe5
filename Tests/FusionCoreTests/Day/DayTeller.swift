import Geometry
import Glibc
import SensorModel
import Simulation

@testable import FusionCore

/// A day told leg by leg, with jitter that wanders as a receiver's does.
struct DayTeller {
    private var random: RandomSource
    private let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
    private var time: Instant
    private var place = PlanePoint(east: 0, north: 0)
    private var drift = PlanePoint(east: 0, north: 0)
    private var distance = 0.0
    private(set) var points: [DayPoint] = []
    private(set) var activities: [ActivityEstimate] = []
    let interval: Double
    /// Whether the receiver reported a speed.
    var hasSpeed = true

    init(interval: Double = 1, seed: UInt64 = 7, start: Double = 1_700_000_000) {
        self.interval = interval
        time = Instant(seconds: start)
        random = RandomSource(seed: seed)
    }

    var now: Instant { time }

    private mutating func add(jitter: Double) {
        let decay = max(0, 1 - interval / 60)
        let kick = jitter * (1 - decay * decay).squareRoot()
        drift.east = drift.east * decay + kick * random.normal()
        drift.north = drift.north * decay + kick * random.normal()
        points.append(
            DayPoint(
                time: time,
                coordinate: plane.coordinate(
                    PlanePoint(east: place.east + drift.east, north: place.north + drift.north)),
                accuracy: max(5, jitter), distance: distance, hasMeasuredSpeed: hasSpeed))
    }

    private mutating func note(_ activity: Activity, since start: Instant) {
        activities.append(
            ActivityEstimate(time: start, until: time, activity: activity, confidence: .high, probability: 0.99))
    }

    mutating func stay(_ seconds: Double, jitter: Double = 3) {
        let start = time
        for _ in 0..<Int(seconds / interval) {
            time = time + interval
            add(jitter: jitter)
        }
        note(.stationary, since: start)
    }

    /// Stays in one place while the receiver wanders away from it and back, as it does indoors.
    mutating func drift(_ seconds: Double, reach: Double) {
        let start = time
        let home = place
        for index in 0..<Int(seconds / interval) {
            time = time + interval
            let share = Double(index) * interval / seconds
            place.east = home.east + reach * sin(2 * .pi * share) * sin(.pi * share)
            place.north = home.north + reach * (cos(4 * .pi * share) - 1) / 2
            add(jitter: 5)
        }
        place = home
        note(.stationary, since: start)
    }

    mutating func go(_ seconds: Double, speed: Double, course: Double = 0, turn: Double = 0, by activity: Activity) {
        let start = time
        var course = course * .pi / 180
        for _ in 0..<Int(seconds / interval) {
            time = time + interval
            course += turn * interval * .pi / 180
            place.east += speed * interval * sin(course)
            place.north += speed * interval * cos(course)
            distance += speed * interval
            add(jitter: 2)
        }
        note(activity, since: start)
    }

    mutating func silence(_ seconds: Double, east: Double = 0) {
        time = time + seconds
        place.east += east
    }

    func material(_ corrections: [Correction] = []) -> DayMaterial {
        DayMaterial(points: points, activities: activities, corrections: corrections)
    }

    func day(_ corrections: [Correction] = []) -> Day { material(corrections).day() }
}

func stops(_ day: Day) -> [StorylineItem.Stop] {
    day.items.compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
}

func moves(_ day: Day) -> [StorylineItem.Move] {
    day.items.compactMap { if case .move(let move) = $0 { move } else { nil } }
}
