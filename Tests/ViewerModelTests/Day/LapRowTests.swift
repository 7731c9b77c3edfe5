import FusionCore
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct LapRowTests {
    private let start = SampleRide.start

    private var spans: [SensorEvent] {
        [
            SensorEvent(
                time: start, payload: .span(DeviceSpan(.lap, duration: 330, timerTime: 300, distance: 1_000))),
            SensorEvent(time: start + 60, payload: .span(DeviceSpan(.pause, duration: 30))),
            SensorEvent(time: start + 330, payload: .span(DeviceSpan(.lap, name: "Sprint", duration: 20))),
        ]
    }

    @Test func `a lap has the device's figures, in the unit of the preferences`() throws {
        func table(_ spans: [SensorEvent]) throws -> LapTable {
            LapTable(
                .stated, of: try SampleRide.run(of: Recording(unordered: Array(SampleRide.recording.events) + spans)))
        }
        let rows = LapRow.rows(of: try table(spans), unit: .kilometresPerHour)
        #expect(rows.map(\.name) == ["1", "Sprint"] && rows.map(\.time) == ["5:00", "0:20"])
        #expect(rows.map(\.start) == [start, start + 330])
        let unit = SpeedUnit.kilometresPerHour
        #expect(rows[0].detail == unit.distanceUnit.text(of: 1_000) && rows[0].pace == "5:00 min/km")
        #expect(rows[1].detail == missingText && rows[1].pace == missingText)
        #expect(LapRow.rows(of: try table(spans), unit: .milesPerHour)[0].pace == "8:03 min/mi")
        #expect(
            LapRow.rows(of: try table(Array(spans.prefix(2))), unit: unit).isEmpty,
            "one lap says no more than the totals")
    }

    @Test func `laps by distance have their difference from the best one`() throws {
        let run = try SampleRide.run(of: SampleRide.recording)
        let table = LapTable(.distance(200), of: run)
        let rows = LapRow.rows(of: table, unit: .kilometresPerHour)
        let best = try #require(table.best)
        #expect(rows.map(\.isBest) == rows.indices.map { $0 == best } && rows[best].detail == "+0.0 s")
        #expect(rows[best].time == "0:40" && rows.contains { $0.time.hasPrefix("30:") })
        #expect(rows.last?.detail == table.laps.last?.distance.map { DistanceUnit.metric.text(of: $0) })
        #expect(LapRow.spread(of: table)?.description.hasPrefix("best 0:") == true)
    }

    @Test func `the totals of a session have the time of its pauses, those of a part only its own`() throws {
        let run = try SampleRide.run(of: Recording(unordered: Array(SampleRide.recording.events) + spans))
        func value(_ title: String, _ overview: SessionOverview) -> String? {
            overview.rows(in: .kilometresPerHour).first { $0.title.description == title }?.value
        }
        #expect(value("Paused", SessionOverview(run)) == durationText(30))
        #expect(value("Timer", SessionOverview(run)) == durationText(300))
        #expect(value("Paused", SessionOverview(run, within: TimeSpan(start: start + 100, end: start + 190))) == nil)
        #expect(SessionLandmarks(run).landmarks.filter { $0.kind == .pause }.map(\.instant) == [start + 60])
        #expect(run.summary.spans.map(\.payload) == spans.map(\.payload))
    }
}
