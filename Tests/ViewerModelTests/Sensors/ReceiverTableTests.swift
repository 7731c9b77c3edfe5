import FusionCore
import Geometry
import Replay
import SensorModel
import Testing
import ViewerModel

@Suite struct ReceiverTableTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
    private static let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))

    /// The titles for a receiver on a way north at a changing speed, with stated speeds that are late or too high.
    private static func titles(lag: Double, scale: Double) throws -> [String] {
        func speed(_ second: Double) -> Double { 10 + 6 * plain(second / 20) }
        var north = 0.0
        var events: [SensorEvent] = []
        for second in 0..<900 {
            let fix = Fix(
                mode: .threeDimensional, coordinate: plane.coordinate(PlanePoint(east: 0, north: north)),
                horizontalAccuracy: 3, speed: scale * speed(Double(second) - lag), courseDegrees: 0)
            events.append(SensorEvent(time: start + Double(second), payload: .fix(fix)))
            north += (speed(Double(second)) + speed(Double(second) + 1)) / 2
        }
        let recording = Recording(unordered: events)
        var engine = TuningEngine(recording)
        let run = engine.run(.init())
        let reports = ReceiverReport.all(of: try #require(run), recording)
        let report = try #require(reports.first)
        return ReceiverTable(report, in: .kilometresPerHour).rows.map { "\($0.title)" }
    }

    /// A wave between -1 and 1 with a period of 4.
    private static func plain(_ time: Double) -> Double {
        let part = time - 4 * (time / 4).rounded(.down)
        return part < 2 ? 1 - (part - 1) * (part - 1) : (part - 3) * (part - 3) - 1
    }

    @Test func `a lag and a scale are shown only if there is one`() throws {
        let punctual = try Self.titles(lag: 0, scale: 1)
        #expect(!punctual.contains { $0.contains("Speed lags") || $0.contains("Speed is too") }, "\(punctual)")
        let late = try Self.titles(lag: 1.5, scale: 1)
        #expect(late.contains { $0.contains("Speed lags by") }, "\(late)")
        let high = try Self.titles(lag: 0, scale: 1.1)
        #expect(high.contains { $0.contains("Speed is too high by") }, "\(high)")
    }
}
