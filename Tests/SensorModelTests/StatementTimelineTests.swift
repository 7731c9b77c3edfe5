import SensorModel
import Testing

@Suite struct StatementTimelineTests {
    /// Numbers that look random and are the same in every run.
    private struct Numbers {
        private var state: UInt64 = 7

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test(arguments: [1, 3, 20, 60]) func `the later word wins of every moment and of every stretch`(_ longest: Int) {
        var numbers = Numbers()
        for _ in 0..<60 {
            let statements = (0..<25).map { _ in
                let from = Instant(seconds: Double(numbers.next(below: 60)))
                return ActivityStatement(
                    Activity.allCases[numbers.next(below: Activity.allCases.count)], from: from,
                    until: from + Double(1 + numbers.next(below: longest)))
            }
            let times = timeline(statements)
            for half in -2..<250 {
                let instant = Instant(seconds: Double(half) / 2)
                let then = statements.last { $0.from <= instant && instant <= $0.until }
                #expect(times.statement(at: instant) == then?.activity)
                let end = instant + Double(1 + numbers.next(below: 40)) / 2
                let met = statements.last { $0.from < end && instant < $0.until }
                #expect(times.statement(from: instant, until: end) == met?.activity)
            }
        }
    }

    private func timeline(_ statements: [ActivityStatement]) -> StatementTimeline<Activity> {
        statements.reduce(into: StatementTimeline()) { $0.insert($1) }
    }

    @Test func `a statement of one moment holds for it, one that runs backwards for none`() {
        let one = Instant(seconds: 1)
        let times = timeline([
            ActivityStatement(.walking, from: Instant(seconds: 0), until: Instant(seconds: 2)),
            ActivityStatement(.running, from: one, until: one),
            ActivityStatement(.cycling, from: Instant(seconds: 2), until: Instant(seconds: 1.5)),
        ])
        #expect(times.statement(at: one) == .running)
        #expect(times.statement(at: one + 0.25) == .walking && times.statement(at: one + 0.75) == .walking)
        #expect(StatementTimeline<Int>().isEmpty && StatementTimeline<Int>().statement(at: one) == nil)
    }
}
