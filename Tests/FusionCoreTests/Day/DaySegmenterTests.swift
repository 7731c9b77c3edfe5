import Geodesy
import Glibc
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// A day told leg by leg, with jitter that wanders as a receiver's does.
private struct DayTeller {
    private var random: RandomSource
    private let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
    private var time = Instant(seconds: 1_700_000_000)
    private var place = PlanePoint(east: 0, north: 0)
    private var drift = PlanePoint(east: 0, north: 0)
    private var distance = 0.0
    private(set) var points: [DayPoint] = []
    private(set) var activities: [ActivityEstimate] = []
    let interval: Double
    /// Whether the receiver told its speed.
    var hasSpeed = true

    init(interval: Double = 1, seed: UInt64 = 7) {
        self.interval = interval
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

    func day(_ corrections: [Correction] = []) -> Day {
        DaySegmenter().segment(points, activities: activities, corrections: corrections)
    }
}

private func stops(_ day: Day) -> [StorylineItem.Stop] {
    day.items.compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
}

private func moves(_ day: Day) -> [StorylineItem.Move] {
    day.items.compactMap { if case .move(let move) = $0 { move } else { nil } }
}

private let intervals: [Double] = [1, 5, 10, 30, 60]

@Suite struct DaySegmenterTests {
    @Test(arguments: [5.0, 60, 90, 170]) func `a pause in traffic is no stop`(_ pause: Double) {
        var teller = DayTeller()
        teller.go(400, speed: 12, by: .automotive)
        teller.stay(pause)
        teller.go(400, speed: 12, by: .automotive)
        let day = teller.day()
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.automotive])
    }

    @Test(arguments: intervals) func `a café of ten minutes is one stop at any sampling`(_ interval: Double) throws {
        var teller = DayTeller(interval: interval)
        teller.go(600, speed: 1.4, by: .walking)
        let arrival = teller.now
        teller.stay(600, jitter: 15)
        let departure = teller.now
        teller.go(600, speed: 1.4, by: .walking)
        let day = teller.day()
        try #require(stops(day).count == 1)
        #expect(abs(stops(day)[0].start - arrival) <= interval + 30)
        #expect(abs(stops(day)[0].end - departure) <= interval + 30)
        #expect(moves(day).map(\.activity) == [.walking, .walking])
    }

    @Test(arguments: 1...20) func `a drifting receiver does not cut a café short`(_ seed: Int) throws {
        var teller = DayTeller(interval: 30, seed: UInt64(seed))
        teller.go(600, speed: 1.4, by: .walking)
        let arrival = teller.now
        teller.stay(600, jitter: 10.6)
        let departure = teller.now
        teller.go(600, speed: 1.4, by: .walking)
        let found = stops(teller.day())
        try #require(found.count == 1)
        #expect(abs(found[0].start - arrival) <= 60)
        #expect(abs(found[0].end - departure) <= 60)
    }

    @Test(arguments: [true, false]) func `creeping in a jam is no stop`(_ hasSpeed: Bool) {
        var teller = DayTeller()
        teller.hasSpeed = hasSpeed
        teller.go(400, speed: 12, by: .automotive)
        for _ in 0..<6 {
            teller.stay(40)
            teller.go(20, speed: 4, by: .automotive)
        }
        teller.go(400, speed: 12, by: .automotive)
        #expect(stops(teller.day()).isEmpty)
    }

    @Test(arguments: intervals) func `an hour indoors with a drifting receiver is one stop`(_ interval: Double) {
        var teller = DayTeller(interval: interval)
        teller.hasSpeed = false
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(3_600, jitter: 25)
        teller.go(600, speed: 1.4, by: .walking)
        #expect(stops(teller.day()).count == 1)
    }

    @Test func `two stays at one place with a step outside are one stop`() {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(900)
        teller.go(50, speed: 1.2, by: .walking)
        teller.go(50, speed: 1.2, course: 180, by: .walking)
        teller.stay(900)
        teller.go(600, speed: 1.4, by: .walking)
        #expect(stops(teller.day()).count == 1)
    }

    @Test func `a slow walk in a circle is a move`() {
        var teller = DayTeller()
        teller.go(1_200, speed: 0.9, turn: 2.5, by: .walking)
        let day = teller.day()
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.walking])
    }

    @Test func `a ride in a loop stays one ride though a bend looked like running`() {
        var teller = DayTeller()
        teller.go(600, speed: 5, turn: 0.3, by: .cycling)
        teller.go(120, speed: 3.2, turn: 0.3, by: .running)
        teller.go(600, speed: 5, turn: 0.3, by: .cycling)
        #expect(moves(teller.day()).map(\.activity) == [.cycling])
    }

    @Test func `a night without fixes at home is one stop`() {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(1_800)
        teller.silence(8 * 3_600)
        teller.stay(1_800)
        teller.go(600, speed: 1.4, by: .walking)
        let day = teller.day()
        #expect(stops(day).count == 1)
        #expect((stops(day).first.map { $0.end - $0.start } ?? 0) > 8.8 * 3_600)
    }

    @Test func `a metro ride without sky is bridged and a long absence is a gap`() {
        var metro = DayTeller()
        metro.go(600, speed: 1.4, by: .walking)
        metro.silence(1_200, east: 9_000)
        metro.go(600, speed: 1.4, by: .walking)
        #expect(!metro.day().items.contains { if case .gap = $0 { true } else { false } })

        var absence = DayTeller()
        absence.go(600, speed: 1.4, by: .walking)
        absence.silence(5 * 3_600, east: 9_000)
        absence.go(600, speed: 1.4, by: .walking)
        let gaps = absence.day().items.filter { if case .gap = $0 { true } else { false } }
        #expect(gaps.count == 1)
    }

    @Test(arguments: intervals) func `items follow one another and never overlap`(_ interval: Double) {
        var teller = DayTeller(interval: interval)
        teller.stay(1_200)
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(700)
        teller.go(900, speed: 9, by: .automotive)
        teller.silence(4_000, east: 200)
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(2_000)
        let items = teller.day().items
        #expect(items.count >= 6)
        for (before, after) in zip(items, items.dropFirst()) { #expect(before.end == after.start) }
        #expect(items.first?.start == teller.points.first?.time)
        #expect(items.last?.end == teller.points.last?.time)
    }

    @Test func `a person's word wins`() throws {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(900)
        teller.go(600, speed: 5, by: .automotive)
        let stop = try #require(stops(teller.day()).first)
        let middle = stop.start + 100
        #expect(stops(teller.day([.noStop(from: stop.start, until: stop.end)])).isEmpty)
        #expect(stops(teller.day([.placeName("Café", at: middle)])).first?.name == "Café")
        let ride = Correction.activity(.cycling, from: stop.end, until: teller.now)
        #expect(moves(teller.day([ride])).last?.activity == .cycling)
    }

    @Test func `the reason can be asked for`() {
        var teller = DayTeller()
        teller.go(400, speed: 12, by: .automotive)
        let light = teller.now + 75
        teller.stay(150)
        teller.go(400, speed: 12, by: .automotive)
        let day = teller.day()
        #expect(day.explanation(at: light).contains("5 min"))
        #expect(day.explanation(at: light + -300).contains("moving"))
        #expect(day.explanation(at: light + 90_000).contains("outside"))
    }

    @Test func `nothing, one point and one place are days too`() {
        #expect(DaySegmenter().segment([], activities: []).items.isEmpty)
        var teller = DayTeller()
        teller.stay(1)
        #expect(teller.day().items.count <= 1)
        teller.stay(1_000)
        #expect(stops(teller.day()).count == 1)
    }
}
