import SensorModel
import Testing

@testable import FusionCore

@Suite struct DayMaterialTests {
    /// Work, a walk, a café, a walk; recorded from a start on, at an interval.
    private func session(_ seed: UInt64, interval: Double = 1, start: Double = 1_700_000_000) -> DayTeller {
        var teller = DayTeller(interval: interval, seed: seed, start: start)
        teller.stay(900)
        teller.go(600, speed: 1.4, by: .walking)
        teller.stay(900)
        teller.go(600, speed: 1.4, by: .walking)
        return teller
    }

    private func way(_ day: Day) -> Double { day.distances.values.reduce(0, +) }

    @Test func `two receivers of one day count once, in any order`() {
        let first = session(1).material()
        let second = session(2, interval: 5).material()
        let alone = first.day()
        let joined = DayMaterial.joined([first, second])
        #expect(joined == DayMaterial.joined([second, first]))
        #expect(joined.day().items == alone.items)
        #expect(DayMaterial.joined([first, first]).day().items == alone.items)
    }

    @Test func `what only one of them saw is kept`() {
        let early = session(1).material()
        // Begins while the other one is in the café, and lasts longer.
        let late = session(2, start: 1_700_000_000 + 1_800).material()
        let day = DayMaterial.joined([late, early]).day()
        #expect(day.items.first?.start == early.points.first?.time)
        #expect(day.items.last?.end == late.points.last?.time)
        for (before, after) in zip(day.items, day.items.dropFirst()) { #expect(before.end == after.start) }
        // A quarter of what the later session walked was walked while the earlier one ran.
        #expect(abs(way(day) - way(early.day()) - 0.75 * way(late.day())) < 60)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `sessions in any order make the same day`(_ seed: UInt64) {
        let starts = [0.0, 2_000, 5_000, 30_000, 31_000]
        let sessions = starts.enumerated().map {
            session(seed &+ UInt64($0.offset), start: 1_700_000_000 + $0.element).material(
                [.placeName("\($0.offset)", at: Instant(seconds: 1_700_000_000 + $0.element + 300))])
        }
        let expected = DayMaterial.joined(sessions)
        var shuffled = sessions
        var state = seed
        for index in shuffled.indices.reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            shuffled.swapAt(index, Int(state >> 33) % (index + 1))
        }
        #expect(DayMaterial.joined(shuffled) == expected)
        #expect(DayMaterial.joined(sessions.reversed()) == expected)
    }

    @Test func `a night between two sessions at home is one stay`() {
        var evening = DayTeller(seed: 3)
        evening.go(900, speed: 1.4, by: .walking)
        evening.go(900, speed: 1.4, course: 180, by: .walking)
        evening.stay(600)
        var morning = DayTeller(seed: 4, start: evening.now.seconds + 9 * 3_600)
        morning.stay(600)
        morning.go(900, speed: 1.4, by: .walking)
        let found = stops(DayMaterial.joined([morning.material(), evening.material()]).day())
        #expect(found.count == 1)
        #expect((found.first.map { $0.end - $0.start } ?? 0) > 9.2 * 3_600)
    }
}

@Suite struct TakenTimeTests {
    private func span(_ start: Double, _ end: Double) -> TimeSpan {
        TimeSpan(start: Instant(seconds: start), end: Instant(seconds: end))
    }

    @Test func `what is taken is joined, and what is left lies around it`() {
        var taken = TakenTime()
        for stretch in [span(10, 20), span(40, 50), span(15, 30), span(60, 60)] { taken.take(stretch) }
        #expect(taken.spans == [span(10, 30), span(40, 50), span(60, 60)])
        #expect(taken.parts(of: span(0, 45)) == [span(0, 10), span(30, 40)])
        #expect(taken.parts(of: span(12, 28)).isEmpty)
        #expect(taken.parts(of: span(55, 65)) == [span(55, 60), span(60, 65)])
        #expect(taken.contains(Instant(seconds: 30)) && !taken.contains(Instant(seconds: 31)))
        taken.take(span(0, 100))
        #expect(taken.spans == [span(0, 100)])
    }

    @Test func `times are broken at silences`() {
        let times = [0.0, 1, 2, 50, 51].map { Instant(seconds: $0) }
        #expect(TimeSpan.spans(of: times, gap: 10) == [span(0, 2), span(50, 51)])
        #expect(TimeSpan.spans(of: [], gap: 10).isEmpty)
    }
}
