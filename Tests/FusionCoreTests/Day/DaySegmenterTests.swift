import Geometry
import SensorModel
import Testing

@testable import FusionCore

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

    /// A drive of ten minutes, a stay, and a drive, of which a receiver sees a place now and then.
    private func seen(every interval: Double, from phase: Double, stay: Double, speed: Double) -> Day {
        let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
        let points = stride(from: phase, to: 1_200 + stay, by: interval).map { second in
            let metres = speed * (min(second, 600) + max(0, second - 600 - stay))
            return DayPoint(
                time: Instant(seconds: second), coordinate: plane.coordinate(PlanePoint(east: 0, north: metres)),
                accuracy: 5, distance: metres)
        }
        // The decision knows a rest from its first fix to its last.
        let rest = points.filter { $0.time.seconds >= 600 && $0.time.seconds <= 600 + stay }
        let edges = [0, rest[0].time.seconds, rest[rest.count - 1].time.seconds, 1_200 + stay]
        let activities = zip(edges, edges.dropFirst()).enumerated().map { index, span in
            ActivityEstimate(
                time: Instant(seconds: span.0), until: Instant(seconds: span.1),
                activity: index == 1 ? .stationary : .cycling, confidence: .high, probability: 0.99)
        }
        return DaySegmenter().segment(points, activities: activities)
    }

    @Test(arguments: intervals, [0.0, 0.3, 0.7])
    func `an arrival between two fixes is when the way was over`(_ interval: Double, _ phase: Double) throws {
        let found = stops(seen(every: interval, from: phase * interval, stay: 900, speed: 9))
        try #require(found.count == 1)
        #expect(abs(found[0].start.seconds - 600) <= 15)
        #expect(abs(found[0].end.seconds - 1_500) <= 15)
    }

    @Test(arguments: intervals, [0.0, 0.3, 0.7])
    func `five minutes are as long at any sampling`(_ interval: Double, _ phase: Double) {
        #expect(stops(seen(every: interval, from: phase * interval, stay: 302, speed: 6)).count == 1)
        #expect(stops(seen(every: interval, from: phase * interval, stay: 150, speed: 6)).isEmpty)
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

    @Test func `a place that jumps does not cut a rest short`() throws {
        let plane = LocalPlane(origin: Coordinate(latitude: 48.2, longitude: 16.4))
        // Two walks with half an hour between them, in which two places are 150 m off.
        let points = stride(from: 0.0, to: 3_000, by: 10).map { second in
            let metres = 1.4 * (min(second, 600) + max(0, second - 2_400))
            let jump = second == 1_300 || second == 1_800 ? 150.0 : 0
            return DayPoint(
                time: Instant(seconds: second), coordinate: plane.coordinate(PlanePoint(east: jump, north: metres)),
                accuracy: 5, distance: metres)
        }
        let spans: [(Activity, Double, Double)] = [
            (.walking, 0, 600), (.stationary, 600, 2_400), (.walking, 2_400, 3_000),
        ]
        let decided = spans.map {
            ActivityEstimate(
                time: Instant(seconds: $1), until: Instant(seconds: $2), activity: $0, confidence: .high,
                probability: 0.95)
        }
        let found = stops(DaySegmenter().segment(points, activities: decided))
        try #require(found.count == 1)
        #expect(abs(found[0].start.seconds - 600) <= 20)
        #expect(abs(found[0].end.seconds - 2_400) <= 20)
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

    @Test(arguments: [1.0, 5, 15], [true, false])
    func `a short walk between two stays at one place is a move if it leaves the place`(
        _ interval: Double, _ hasSpeed: Bool
    ) {
        /// The items of a day with legs of a number of seconds at 1.3 m/s, each with the course before it turned by some degrees.
        func items(_ seconds: Double, turn: Double, legs: Int) -> [Activity?] {
            var teller = DayTeller(interval: interval)
            teller.hasSpeed = hasSpeed
            teller.stay(1_200)
            for leg in 0..<legs { teller.go(seconds, speed: 1.3, course: turn * Double(leg), by: .walking) }
            teller.stay(1_200)
            return teller.day().items.map { item in if case .move(let move) = item { move.activity } else { nil } }
        }
        #expect(items(120, turn: 180, legs: 2) == [nil, .walking, nil])
        #expect(items(75, turn: 90, legs: 4) == [nil, .walking, nil])
        #expect(items(30, turn: 180, legs: 2) == [nil])
    }

    @Test func `a slow walk in a circle is a move`() {
        var teller = DayTeller()
        teller.go(1_200, speed: 0.9, turn: 2.5, by: .walking)
        let day = teller.day()
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.walking])
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

    @Test(arguments: [(20.0, true), (30.0, false), (28 * 24.0, false)])
    func `a silence that ends where it began is a stop up to a day`(_ hours: Double, isStop: Bool) {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.silence(hours * 3_600)
        teller.go(600, speed: 1.4, by: .walking)
        let day = teller.day()
        let gaps = day.items.filter { if case .gap = $0 { true } else { false } }
        #expect(stops(day).count == (isStop ? 1 : 0), "\(day.items)")
        #expect(gaps.count == (isStop ? 0 : 1), "\(day.items)")
        #expect(gaps.allSatisfy { $0.end - $0.start > 86_000 })
    }

    /// A phone that sleeps while it rests wakes some streets away.
    @Test func `a silence that ends some streets away is a stop until the way there`() throws {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        let arrival = try #require(teller.points.last?.time)
        teller.silence(2 * 3_600, east: 300)
        teller.go(600, speed: 1.4, by: .walking)
        let day = teller.day()
        let stop = try #require(stops(day).first)
        #expect(stops(day).count == 1 && day.items.count == 3, "\(day.items)")
        #expect(stop.start == arrival)
        #expect(abs(stop.end - (arrival + (2 * 3_600 - 300))) < 30)
        #expect(day.explanation(at: stop.start).description.contains("assumed to have stayed"))
    }

    @Test(arguments: [(900.0, 450.0), (7_200, 700)])
    func `a silence that ends too far away for a stay is a gap`(_ seconds: Double, _ east: Double) {
        var teller = DayTeller()
        teller.go(600, speed: 1.4, by: .walking)
        teller.silence(seconds, east: east)
        teller.go(600, speed: 1.4, by: .walking)
        #expect(stops(teller.day()).isEmpty)
    }

    /// A device that is switched on for a run some streets away has not run these, and neither has one that is switched off.
    @Test(arguments: [(Activity.running, 3.2), (.cycling, 6), (.automotive, 14)])
    func `a silence that ends some streets away adds nothing to a run or a ride`(_ activity: Activity, _ speed: Double)
        throws
    {
        var teller = DayTeller()
        teller.go(600, speed: speed, by: activity)
        let arrival = try #require(teller.points.last?.time)
        teller.silence(20 * 3_600, east: 300)
        let start = try #require(teller.points.last?.time) + 20 * 3_600
        teller.go(600, speed: speed, by: activity)
        let day = teller.day()
        let stop = try #require(stops(day).first)
        #expect(stops(day).count == 1 && day.items.count == 3, "\(day.items)")
        #expect(stop.start == arrival && abs(stop.end - start) < 5, "\(stop.end - start) s")
    }

    @Test func `a metro ride without sky is bridged, and far places after a long absence are a move on an unknown way`()
        throws
    {
        var metro = DayTeller()
        metro.go(600, speed: 1.4, by: .walking)
        metro.silence(1_200, east: 9_000)
        metro.go(600, speed: 1.4, by: .walking)
        #expect(!metro.day().items.contains { if case .gap = $0 { true } else { false } })

        var absence = DayTeller()
        absence.go(600, speed: 1.4, by: .walking)
        absence.silence(5 * 3_600, east: 9_000)
        absence.go(600, speed: 1.4, by: .walking)
        let day = absence.day()
        let unknown = moves(day).filter(\.isOfUnknownDistance)
        #expect(day.items.count == 3 && unknown.count == 1, "\(day.items)")
        #expect(unknown.allSatisfy { abs($0.end - $0.start - 5 * 3_600) < 5 && abs($0.estimatedDistance - 9_000) < 20 })
        #expect(abs((day.distances[.unknown] ?? 0) - 9_000) < 20)
        let reason = day.explanation(at: try #require(unknown.first).start + 60).description
        #expect(reason.contains("too slow for a ride"))
    }

    @Test func `two silences around a single fix are one gap`() {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let points = [0.0, 45_000, 90_000].map { seconds in
            DayPoint(
                time: Instant(seconds: seconds), coordinate: plane.coordinate(PlanePoint(east: seconds, north: 0)),
                accuracy: 5)
        }
        let items = DaySegmenter().segment(points, activities: []).items
        #expect(items == [.gap(from: Instant(seconds: 0), until: Instant(seconds: 90_000))])
    }

    @Test func `a receiver that samples each quarter of an hour is not silent`() {
        var teller = DayTeller(interval: 900)
        teller.stay(14_400)
        teller.go(7_200, speed: 2, by: .cycling)
        teller.stay(14_400)
        let day = teller.day()
        #expect(day.stopCount == 2 && day.moveCount == 1)
        #expect(!day.items.contains { if case .gap = $0 { true } else { false } })
    }

    @Test func `nothing faster than a bicycle is one for want of anything else`() {
        func activity(_ speed: Double) -> Activity? {
            var teller = DayTeller(interval: 10)
            teller.go(1_800, speed: speed, by: .unknown)
            return moves(teller.day()).first?.activity
        }
        #expect(activity(1) == .unknown)
        #expect(activity(5) == .cycling)
        #expect(activity(20) == .unknown)
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
        #expect(day.explanation(at: light).description.contains("4 min"))
        #expect(day.explanation(at: light + -300).description.contains("a move"))
        #expect(day.explanation(at: light + 90_000).description.contains("outside"))
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
