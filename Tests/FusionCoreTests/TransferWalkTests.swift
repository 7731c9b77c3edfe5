import SensorModel
import Testing

@testable import FusionCore

/// Walks between two rides, told by the speed alone.
@Suite struct TransferWalkTests {
    private let parameters = ActivityClassifier.Parameters()

    private func spans(_ windows: [ActivityWindow], told: Activity = .automotive) -> [(from: Double, until: Double)] {
        let walks = TransferWalk(parameters: parameters).walks(in: windows, told: windows.map { _ in told })
        return walks.map { walk in
            (windows[walk.lowerBound].start - windows[0].start, windows[walk.upperBound - 1].end - windows[0].start)
        }
    }

    /// A bus to 300 s, a walk to 420 s, another bus.
    private func transfer(_ time: Double) -> Double { time < 300 || time >= 420 ? 9 : 1.4 }

    @Test func `the way from one bus to the next is a walk`() throws {
        let found = spans(SpeedWindows.make(900, speed: transfer))
        try #require(found.count == 1)
        #expect(abs(found[0].from - 300) < 15 && abs(found[0].until - 420) < 15)
    }

    @Test func `a jam that stops and goes is none`() {
        let jam = SpeedWindows.make(1_200) { time in time.truncatingRemainder(dividingBy: 40) < 22 ? 0 : 3.5 }
        #expect(spans(jam).isEmpty)
    }

    @Test func `less than a minute at a walker's pace is none`() {
        #expect(spans(SpeedWindows.make(600) { 300...345 ~= $0 ? 1.4 : 9 }).isEmpty)
    }

    @Test func `where steps would have shown there is none`() {
        #expect(spans(SpeedWindows.make(900, stepShare: 0, speed: transfer)).isEmpty)
    }

    @Test func `a bicycle that climbs at a walker's pace stays one`() {
        #expect(spans(SpeedWindows.make(900, speed: transfer), told: .cycling).isEmpty)
    }

    @Test func `a silence is no walk`() {
        #expect(spans(SpeedWindows.make(900) { 300...420 ~= $0 ? nil : 9 }).isEmpty)
    }

    @Test func `a saved session tells it, and how unsure that is`() throws {
        let timeline = ActivityTimeline(
            windows: SpeedWindows.make(900, speed: transfer), corrections: [], parameters: parameters)
        try #require(timeline.stretches.map(\.activity) == [.automotive, .walking, .automotive])
        #expect(timeline.stretches[1].probability < timeline.stretches[0].probability)
    }
}
