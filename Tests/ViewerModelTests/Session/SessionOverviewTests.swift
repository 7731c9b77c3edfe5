import FusionCore
import Replay
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
        #expect((metric["Estimated"] != nil) == (run.summary.estimatedDistance > 0))
        #expect(metric["Fastest"] == SpeedUnit.kilometresPerHour.text(of: run.summary.maximumSpeed))
        #expect(metric["Rejected fixes"]?.hasSuffix("/ \(run.summary.fixes)") == true)
        #expect(values(overview, .milesPerHour)["Fastest"]?.hasSuffix("mph") == true)
    }

    @Test func `what nothing measured is left out`() throws {
        let run = try SampleRide.run()
        let titles = SessionOverview(run).rows(in: .kilometresPerHour).map(\.title.description)
        #expect(titles.contains("Steps") == (run.summary.stepsAvailability == .measured))
        #expect(titles.contains("Ascent") == (run.climb != nil))
        #expect(Set(titles).count == titles.count)
    }
}
