import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct TrackTableTests {
    private func column(
        _ run: SessionRun, _ kind: TrackKind = .smoothed, set: ParameterSets.Name? = nil
    ) -> TrackTable.Column {
        TrackTable.Column(
            kind, ReferenceLine(.smoothed, of: run), errors: nil, run: run, set: set, isMain: true)
    }

    private func sets(_ parameters: Parameters = .init()) throws -> TrackTable {
        try TrackTable([
            column(SampleRide.run(), set: .a), column(SampleRide.run(parameters), .compared, set: .b),
        ])
    }

    @Test func `two runs are compared in words`() throws {
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice("none"))
        let table = try sets(parameters)
        let changed = try #require(table.parameters.first)
        let entry = try #require(Parameters.entry(named: "position.kind"))
        #expect(table.parameters.count == 1 && changed.title.description == "Position: \(entry.title)")
        #expect(changed.values.last == "None" && changed.help?.description == entry.meaning)
        let rows = table.rows(in: .kilometresPerHour) + table.equalRows(in: .kilometresPerHour)
        func row(_ title: String) -> TrackTable.Row? { rows.first { $0.title.description == title } }
        #expect(row("Mean deviation, filtered")?.values.last == "0.00 m")
        #expect(rows.contains { $0.title.description.hasPrefix("Rejected: ") })
        #expect(row("Stops") != nil)
        #expect(row("Fixes")?.values.first == "300")
        #expect(table.rows(in: .kilometresPerHour).allSatisfy { $0.differs })
    }

    @Test func `every length and speed is in the unit that is asked for`() throws {
        let values = try sets().equalRows(in: .milesPerHour).flatMap(\.values)
        #expect(
            !values.contains {
                $0.hasSuffix(" m") || $0.hasSuffix(" km") || $0.hasSuffix("m/s") || $0.hasSuffix("km/h")
            })
        #expect(values.contains { $0.hasSuffix(" ft") } && values.contains { $0.hasSuffix(" mph") })
    }

    @Test func `a reason for rejecting is said in the person's language`() throws {
        let words = ["Rejected: {1}": "Verworfen: {1}", "implied speed": "nötige Geschwindigkeit"]
        let said = try sets().equalRows(in: .knots).map { row in
            row.title.text { template, _, parts in
                parts.enumerated().reduce(words[template] ?? template) {
                    $0.replacing("{\($1.offset + 1)}", with: $1.element)
                }
            }
        }
        #expect(said.contains("Verworfen: nötige Geschwindigkeit"))
    }

    @Test func `a file has its length, speed, points, clock and errors beside the session`() throws {
        let run = try SampleRide.run()
        let line = try #require(ReferenceLine(.smoothed, of: run))
        let plane = LocalPlane(origin: line.points[0].coordinate)
        let beside = line.points.map { point in
            let place = plane.point(point.coordinate)
            return plane.coordinate(PlanePoint(east: place.east + 3, north: place.north))
        }
        let other = try #require(ReferenceLine(times: line.points.map { $0.time + 5 }, coordinates: beside))
        let errors = try ReferenceComparison(other, with: line, lag: -5)
        let table = TrackTable([
            column(run), TrackTable.Column(.added(1), other, offset: 5, errors: errors),
        ])
        let rows = table.rows(in: .kilometresPerHour) + table.equalRows(in: .kilometresPerHour)
        func value(_ title: String) -> String? { rows.first { $0.title.description == title }?.values.last }
        #expect(
            value("RMS error") == "3.00 m" && value("95 % within") == "3.00 m" && value("Clock ahead by") == "5.00 s")
        #expect(value("Points") == "\(line.count)" && value("Mean speed") != nil)
        #expect(value("Innovation (2 is right)") == "–", "a main figure of the session alone")
    }
}
