import SensorModel
import Testing

@testable import ViewerModel

@Suite struct TimeTickTests {
    /// 06:40:00 UTC.
    private let start = Instant(seconds: 1_778_913_600)

    private func window(_ stretches: [ClosedRange<Double>], width: Double = 800) -> ChartWindow {
        let instants = stretches.flatMap { stretch in
            stride(from: stretch.lowerBound, through: stretch.upperBound, by: 30).map { start + $0 }
        }
        return ChartWindow(axis: PlaybackAxis(instants: instants), width: width)
    }

    private func texts(_ ticks: [TimeTick]) -> [String] {
        ticks.map { tick in
            switch tick.precision {
            case .day: tick.clock.date.isoText
            case .minute: tick.clock.minuteText
            case .second: tick.clock.secondText
            }
        }
    }

    @Test func `ticks are at round times and far enough apart`() {
        let window = window([0...6_000])
        let ticks = timeTicks(in: window, atLeast: 100) { _ in 0 }
        #expect(texts(ticks) == ["06:45", "07:00", "07:15", "07:30", "07:45", "08:00", "08:15"])
        #expect(ticks.map(\.x) == [300, 1_200, 2_100, 3_000, 3_900, 4_800, 5_700].map { $0 / 6_000 * 800 })
    }

    @Test func `round is what the local clock shows`() {
        // 12:25 where it is 06:40 in Greenwich.
        let ticks = timeTicks(in: window([0...6_000]), atLeast: 100) { _ in 20_700 }
        #expect(texts(ticks) == ["12:30", "12:45", "13:00", "13:15", "13:30", "13:45", "14:00"])
    }

    @Test func `seconds appear when the chart is zoomed in, and dates at midnight`() {
        var window = window([0...6_000])
        window.show(100...130)
        let zoomed = timeTicks(in: window, atLeast: 200) { _ in 0 }
        #expect(texts(zoomed) == ["06:41:40", "06:41:50", "06:42:00", "06:42:10"])
        let days = self.window([0...200_000])
        let ticks = timeTicks(in: days, atLeast: 150) { _ in 0 }
        #expect(texts(ticks) == ["12:00", "2026-05-17", "12:00", "2026-05-18", "12:00"])
        #expect(texts(timeTicks(in: days, atLeast: 500) { _ in 0 }) == ["2026-05-17"])
    }

    @Test func `a shortened gap has no ticks, and its sides keep their distance`() {
        // Half an hour, a night, half an hour: the night takes four seconds of the axis.
        let window = window([0...1_800, 40_000...41_800])
        let ticks = timeTicks(in: window, atLeast: 90) { _ in 0 }
        #expect(texts(ticks) == ["06:40", "06:50", "07:00", "07:10", "18:00", "18:10"])
        for (left, right) in zip(ticks, ticks.dropFirst()) { #expect(right.x - left.x >= 90) }
        for tick in ticks { #expect(tick.x >= 0 && tick.x <= 800) }
    }

    @Test func `the first instant after a gap to another day shows the date`() {
        // An hour at noon of three days, for which no round hour is far enough from another.
        let window = window([20_000...20_900, 106_000...106_900, 193_000...193_900])
        let ticks = timeTicks(in: window, atLeast: 150) { _ in 0 }
        #expect(texts(ticks).filter { $0.hasPrefix("2026") } == ["2026-05-17", "2026-05-18"])
        for (left, right) in zip(ticks, ticks.dropFirst()) { #expect(right.x - left.x >= 150) }
    }

    @Test func `the calendar is asked once per hour, however many gaps there are`() {
        let stretches = (0..<600).map { Double($0) * 120...Double($0) * 120 + 30 }
        var count = 0
        let ticks = timeTicks(in: window(stretches), atLeast: 80) { _ in
            count += 1
            return 0
        }
        #expect(!ticks.isEmpty && count <= 21)
    }

    @Test func `a chart without a duration or a width has no ticks`() {
        #expect(timeTicks(in: window([0...0]), atLeast: 100) { _ in 0 }.isEmpty)
        #expect(timeTicks(in: window([0...6_000], width: 0), atLeast: 100) { _ in 0 }.isEmpty)
    }
}
