import FusionCore
import SensorModel
import Testing
import ViewerModel

@Suite struct ComparisonTableTests {
    @Test func `two runs are compared in words`() throws {
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice("none"))
        let table = ComparisonTable(try SampleRide.run(), try SampleRide.run(parameters))
        let changed = try #require(table.parameters.first)
        let entry = try #require(Parameters.entry(named: "position.kind"))
        #expect(table.parameters.count == 1 && changed.title.description == "Position: \(entry.title)")
        #expect(changed.second == "None" && changed.help?.description == entry.meaning)
        let rows = table.rows(in: .kilometresPerHour)
        func row(_ title: String) -> ComparisonTable.Row? { rows.first { $0.title.description == title } }
        #expect(row("Mean deviation, filtered")?.second == "0.00 m")
        #expect(rows.contains { $0.title.description.hasPrefix("Rejected: ") })
        #expect(row("Stops") != nil)
        #expect(row("Fixes")?.first == "300")
    }

    @Test func `every length and speed is in the unit that is asked for`() throws {
        let table = ComparisonTable(try SampleRide.run(), try SampleRide.run())
        let rows = table.rows(in: .milesPerHour)
        let values = rows.flatMap { [$0.first, $0.second] }
        #expect(
            !values.contains {
                $0.hasSuffix(" m") || $0.hasSuffix(" km") || $0.hasSuffix("m/s") || $0.hasSuffix("km/h")
            })
        #expect(values.contains { $0.hasSuffix(" ft") } && values.contains { $0.hasSuffix(" mph") })
    }

    @Test func `a reason for rejecting is said in the person's language`() throws {
        let table = ComparisonTable(try SampleRide.run(), try SampleRide.run())
        let words = ["Rejected: {1}": "Verworfen: {1}", "implied speed": "nötige Geschwindigkeit"]
        let said = table.rows(in: .knots).map { row in
            row.title.text { template, _, parts in
                parts.enumerated().reduce(words[template] ?? template) {
                    $0.replacing("{\($1.offset + 1)}", with: $1.element)
                }
            }
        }
        #expect(said.contains("Verworfen: nötige Geschwindigkeit"))
    }
}
