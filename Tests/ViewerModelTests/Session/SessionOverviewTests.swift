import FusionCore
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct SessionOverviewTests {
    private func values(_ overview: SessionOverview, _ unit: SpeedUnit) -> [String: String] {
        let rows = overview.rows(in: unit)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.title.description, $0.value) })
    }

    @Test func `the numbers are those of the summary, in the unit that was asked for`() throws {
        let run = try SampleRide.run()
        let overview = SessionOverview(run, TrackFigures(run))
        let metric = values(overview, .kilometresPerHour)
        let unit = SpeedUnit.kilometresPerHour.distanceUnit
        #expect(metric["Distance"] == unit.text(of: run.summary.distance))
        #expect((metric["Estimated"] != nil) == (run.summary.estimatedDistance >= 0.5))
        #expect(metric["Fastest"] == SpeedUnit.kilometresPerHour.text(of: run.summary.maximumSpeed))
        #expect(metric["Rejected fixes"]?.hasSuffix("/ \(run.summary.fixes)") == true)
        #expect(values(overview, .milesPerHour)["Fastest"]?.hasSuffix("mph") == true)
    }

    @Test func `what nothing measured is left out`() throws {
        let run = try SampleRide.run()
        let titles = SessionOverview(run, TrackFigures(run)).rows(in: .kilometresPerHour).map(\.title.description)
        #expect(titles.contains("Steps") == (run.summary.stepsAvailability == .measured))
        #expect(titles.contains("Ascent") == (run.climb() != nil))
        #expect(Set(titles).count == titles.count)
    }

    @Test func `two parts of a session add up to it`() throws {
        let run = try SampleRide.run()
        let times = run.core.speeds.times
        let start = try #require(times.first) + -10.0
        let end = try #require(times.last) + 10.0
        let middle = start + (end - start) / 2
        let halves = [TimeSpan(start: start, end: middle), TimeSpan(start: middle + 0.000_001, end: end)]
            .map(run.summary(within:))
        func sum(_ value: (Summary) -> Double) -> Double { halves.map(value).reduce(0, +) }
        #expect(
            abs(sum(\.distance) + sum(\.estimatedDistance) - run.summary.distance - run.summary.estimatedDistance) < 30)
        #expect(sum { Double($0.steps) } == Double(run.summary.steps))
        #expect(abs(sum(\.movingTime) - run.summary.movingTime) < 2)
        #expect(sum { Double($0.rejectedCount) } <= Double(run.summary.rejectedCount))
        let part = SessionOverview(run, within: TimeSpan(start: middle, end: middle + 120))
        let rows = part.rows(in: .kilometresPerHour)
        #expect(rows.first { $0.title.description == "Duration" }?.value == durationText(120))
    }
}
