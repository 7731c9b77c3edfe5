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
        let overview = SessionOverview(run)
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
        let titles = SessionOverview(run).rows(in: .kilometresPerHour).map(\.title.description)
        #expect(titles.contains("Steps") == (run.summary.stepsAvailability == .measured))
        #expect(titles.contains("Ascent") == (run.climb() != nil))
        #expect(Set(titles).count == titles.count)
    }

    @Test func `ascent by the map is beside the receiver's, if the map covers the part`() throws {
        let run = try SampleRide.run()
        let times = (0...2_100).map { SampleRide.start + Double($0) }
        // Up by 80 m in the first half and down by 50 m in the second, after which the map ends.
        let heights = times.indices.map { index -> Float in
            let share = Float(index) / Float(times.count - 1)
            return share < 0.5 ? 300 + 160 * share : share < 0.75 ? 380 - 200 * (share - 0.5) : .nan
        }
        let ground = TimeSeries(times: times, values: heights, longestStep: 60)
        let start = TimeSpan(start: times[0], end: times[1_050])
        let part = values(SessionOverview(run, within: start, mapHeights: ground), .kilometresPerHour)
        let length = SpeedUnit.kilometresPerHour.distanceUnit
        let climb = try #require(MapHeights.climb(along: ground, within: start))
        #expect(abs(climb.ascent - 80) <= ClimbCounter.satelliteDeadBand && climb.descent == 0)
        #expect(part["Ascent by the map"] == length.smallText(of: climb.ascent))
        #expect(part["Descent by the map"] == length.smallText(of: 0))
        #expect(part["Ascent"] == values(SessionOverview(run, within: start), .kilometresPerHour)["Ascent"])
        let whole = values(SessionOverview(run, mapHeights: ground), .kilometresPerHour)
        #expect(whole["Ascent by the map"] == nil && whole["Distance"] != nil)
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
