import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// Days whose truth is known, at every sampling and with several seeds.
@Suite struct DayScenarioTests {
    /// A sampling interval and a seed.
    struct Sampling: Sendable, CustomStringConvertible {
        var interval: Double
        var seed: UInt64
        var description: String { "\(interval) s, seed \(seed)" }

        static let all = [1.0, 5, 10, 30, 60].flatMap { interval in
            [3, 17, 40].map { Sampling(interval: interval, seed: $0) }
        }
        var teller: DayTeller { DayTeller(interval: interval, seed: seed) }
    }

    private func hasGap(_ day: Day) -> Bool { day.items.contains { if case .gap = $0 { true } else { false } } }

    @Test(arguments: Sampling.all) func `a bus that halts for 20 s makes no stop`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(300, speed: 9, by: .automotive)
        for _ in 0..<6 {
            teller.stay(20)
            teller.go(120, speed: 9, by: .automotive)
        }
        let day = teller.day()
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.automotive])
    }

    @Test(arguments: Sampling.all) func `a red light of 90 s and a pause of 5 s are no stops`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(420, speed: 12, by: .automotive)
        teller.stay(90)
        teller.go(420, speed: 12, by: .automotive)
        teller.stay(5)
        teller.go(420, speed: 12, by: .automotive)
        #expect(stops(teller.day()).isEmpty)
    }

    @Test(arguments: Sampling.all) func `ten minutes in a café are one stop`(_ sampling: Sampling) throws {
        var teller = sampling.teller
        teller.go(900, speed: 1.4, by: .walking)
        let arrival = teller.now
        teller.stay(600, jitter: 10.6)
        let departure = teller.now
        teller.go(900, speed: 1.4, by: .walking)
        let found = stops(teller.day())
        try #require(found.count == 1)
        #expect(abs(found[0].start - arrival) <= sampling.interval + 30)
        #expect(abs(found[0].end - departure) <= sampling.interval + 30)
    }

    @Test(arguments: Sampling.all) func `an hour indoors with 80 m of drift is one stop`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.hasSpeed = sampling.seed == 17
        teller.go(900, speed: 1.4, by: .walking)
        teller.drift(3_600, reach: 80)
        teller.go(900, speed: 1.4, by: .walking)
        let found = stops(teller.day())
        #expect(found.count == 1)
        #expect(abs((found.first.map { $0.end - $0.start } ?? 0) - 3_600) <= 2 * (sampling.interval + 60))
    }

    @Test(arguments: Sampling.all) func `a slow walk in a loop is a move`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(1_800, speed: 0.9, turn: 1.2, by: .walking)
        let day = teller.day()
        #expect(stops(day).isEmpty)
        #expect(moves(day).map(\.activity) == [.walking])
    }

    /// A speed in m/s that is certainly below the maximum speed of a stay.
    private static let stroll = 0.25

    @Test(arguments: Sampling.all) func `a way of an hour is none, however slow`(_ sampling: Sampling) {
        for hasSpeed in [false, true] {
            var teller = sampling.teller
            teller.hasSpeed = hasSpeed
            teller.go(900, speed: 1.4, by: .walking)
            teller.go(3_600, speed: Self.stroll, by: .walking)
            teller.go(900, speed: 1.4, by: .walking)
            let found = stops(teller.day())
            #expect(found.allSatisfy { $0.radius <= 100 })
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: Sampling.all) func `a café at the end of a stroll is the stop, and not the stroll`(
        _ sampling: Sampling
    ) throws {
        var teller = sampling.teller
        teller.hasSpeed = true
        teller.go(900, speed: 1.4, by: .walking)
        teller.go(2_400, speed: Self.stroll, by: .walking)
        let arrival = teller.now
        teller.stay(3_000)
        let departure = teller.now
        teller.go(900, speed: 1.4, by: .walking)
        let found = stops(teller.day())
        try #require(found.count == 1)
        // Two of the smallest radii away one is at the latest on the way there.
        #expect(abs(found[0].start - arrival) <= 60 / Self.stroll)
        #expect(abs(found[0].end - departure) <= sampling.interval + 60)
        #expect(found[0].radius <= 100)
    }

    @Test(arguments: Sampling.all) func `two hours about a square are one stop`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(900, speed: 1.4, by: .walking)
        // A slow walk round within 60 m.
        for _ in 0..<6 { teller.go(1_200, speed: 0.3, turn: 0.3, by: .walking) }
        teller.go(900, speed: 1.4, by: .walking)
        #expect(stops(teller.day()).count == 1)
    }

    @Test(arguments: [1.0, 10, 30], [true, false])
    func `an hour in a garden is a stop, though the user walks about in it`(_ interval: Double, _ hasSpeed: Bool) throws
    {
        let events = Lingering(within: 30, pauses: 5...40, legs: 20).events(every: interval, hasSpeed: hasSpeed)
        let found = stops(FinishedTrack(events: events, parameters: .init()).day)
        try #require(found.count == 1)
        #expect(abs(found[0].start.seconds - Lingering.arrival) <= 60)
        #expect(abs(found[0].end.seconds - Lingering.departure) <= 60)
    }

    @Test(arguments: Sampling.all) func `a car that is left on foot is two ways`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(900, speed: 12, by: .automotive)
        teller.go(300, speed: 1.4, by: .walking)
        teller.go(900, speed: 5, by: .cycling)
        #expect(moves(teller.day()).map(\.activity) == [.automotive, .walking, .cycling])
    }

    @Test(arguments: Sampling.all) func `a night is one stop`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(900, speed: 1.4, by: .walking)
        teller.stay(1_800, jitter: 10)
        teller.silence(4 * 3_600)
        teller.stay(600, jitter: 10)
        teller.silence(3 * 3_600)
        teller.stay(1_800, jitter: 10)
        teller.go(900, speed: 1.4, by: .walking)
        let found = stops(teller.day())
        #expect(found.count == 1)
        #expect((found.first.map { $0.end - $0.start } ?? 0) > 7.9 * 3_600)
    }

    @Test(arguments: Sampling.all) func `tunnels and a metro are bridged`(_ sampling: Sampling) {
        var teller = sampling.teller
        teller.go(600, speed: 14, course: 90, by: .automotive)
        teller.silence(90, east: 90 * 14)
        teller.go(600, speed: 14, course: 90, by: .automotive)
        teller.silence(1_200, east: 9_000)
        teller.go(600, speed: 14, course: 90, by: .automotive)
        let day = teller.day()
        #expect(stops(day).isEmpty && !hasGap(day))
        #expect(moves(day).map(\.activity) == [.automotive])
    }

    @Test(arguments: 1...40) func `items of any day leave nothing out and overlap nowhere`(_ seed: Int) {
        var random = RandomSource(seed: UInt64(seed))
        var teller = DayTeller(interval: [1.0, 5, 10, 30, 60][seed % 5], seed: UInt64(seed))
        teller.hasSpeed = seed % 3 != 0
        for _ in 0..<12 {
            let seconds = 30 + 1_500 * random.uniform()
            switch Int(random.uniform() * 5) {
            case 0: teller.stay(seconds, jitter: 2 + 20 * random.uniform())
            case 1: teller.go(seconds, speed: 1.4, course: 360 * random.uniform(), by: .walking)
            case 2: teller.go(seconds, speed: 5, course: 360 * random.uniform(), turn: 0.3, by: .cycling)
            case 3: teller.go(seconds, speed: 14, course: 360 * random.uniform(), by: .automotive)
            default: teller.silence(5_000 * random.uniform(), east: 9_000 * random.uniform())
            }
        }
        let items = teller.day().items
        for (before, after) in zip(items, items.dropFirst()) { #expect(before.end == after.start) }
        for item in items { #expect(item.start < item.end) }
        #expect(items.first?.start == teller.points.first?.time && items.last?.end == teller.points.last?.time)
    }

    @Test func `a moment that is no stop is told with the rule and its numbers`() {
        var teller = DayTeller()
        teller.go(400, speed: 12, by: .automotive)
        let light = teller.now
        teller.stay(150)
        teller.go(400, speed: 12, by: .automotive)
        let arrival = teller.now
        teller.stay(900)
        let day = teller.day()
        let pauses = day.pauses(from: teller.points[0].time, until: arrival)
        #expect(pauses.count == 1)
        #expect(abs((pauses.first?.span.start ?? arrival) - light) <= 30)
        #expect(pauses.first?.reason.description.contains("4 min") == true)
        #expect(day.explanation(at: arrival + 400).description.contains("at least 4 min"))
        #expect(day.explanation(at: light + -200).description.contains("within 100 m, slower than 0.5 m/s"))
    }

    @Test(arguments: [240.0, 900], [nil, 1.8]) func `a ride under ground between two walks makes neither a ride`(
        _ seconds: Double, _ cadence: Double?
    ) throws {
        func walk(_ seconds: Double) -> ActivitySessions.Stretch {
            .init(activity: .walking, seconds: seconds, speed: 1.3, shake: cadence.map { ($0, 2.5) })
        }
        // Minutes without sky, kilometres away again: shorter and longer than a gap.
        let ride = ActivitySessions.Stretch(
            activity: .automotive, seconds: seconds, speed: 12.5, shake: cadence.map { _ in (0, 0) })
        let events = ActivitySessions(rate: 50).events([walk(600), ride, walk(600)]).filter { event in
            guard case .fix = event.payload else { return true }
            return event.time.seconds <= 600 || event.time.seconds >= 600 + seconds
        }
        let ways = moves(FinishedTrack(events: events, parameters: .init()).day)
        try #require(ways.map(\.activity) == [.walking, .automotive, .walking])
        #expect(abs(ways[1].start - ways[0].start - 600) <= 30 && abs(ways[1].end - ways[1].start - seconds) <= 30)
    }

    @Test func `a silence after a bicycle ride is the train's if it was as fast`() throws {
        let legs = [
            ActivitySessions.Stretch(activity: .cycling, seconds: 900, speed: 5),
            .init(activity: .automotive, seconds: 960, speed: 12.5),
            .init(activity: .walking, seconds: 600, speed: 1.3),
        ]
        let events = ActivitySessions(rate: 50).events(legs).filter { event in
            guard case .fix = event.payload else { return true }
            return event.time.seconds <= 900 || event.time.seconds >= 1_860
        }
        let ways = moves(FinishedTrack(events: events, parameters: .init()).day)
        try #require(ways.map(\.activity) == [.cycling, .automotive, .walking])
        #expect(abs(ways[1].end - ways[1].start - 960) <= 30)
        #expect(abs(ways[1].estimatedDistance - 12_000) < 100)
    }

    @Test func `a receiver that samples seldom is not silent`() {
        var teller = DayTeller(interval: 100)
        teller.go(3_600, speed: 9, by: .cycling)
        #expect(moves(teller.day()).map(\.activity) == [.cycling])
    }
}
