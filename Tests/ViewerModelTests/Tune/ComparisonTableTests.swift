import FusionCore
import SensorModel
import Testing
import ViewerModel

@Suite struct ComparisonTableTests {
    @Test func `two runs are compared in words`() throws {
        var parameters = Parameters()
        try parameters.set("position.kind", to: .choice("none"))
        let table = ComparisonTable(try SampleRide.run(), try SampleRide.run(parameters))
        #expect(table.parameters.map(\.title) == ["position.kind"])
        #expect(table.rows.first { $0.title == "Mean deviation from raw" }?.second == "0.00 m")
        #expect(table.rows.contains { $0.title.hasPrefix("Rejected: ") })
        #expect(table.rows.contains { $0.title == "Stops" })
        #expect(table.rows.first { $0.title == "Fixes" }?.first == "300")
    }
}
