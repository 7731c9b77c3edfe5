import FusionCore
import Geometry
import SensorModel
import Testing

@testable import Replay

struct ReceiverReportTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
    private static let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))

    /// Ten minutes at rest, a fix every second on a circle of 2 m, after five messages without a place; a gap of 20 s.
    private static let recording: Recording = {
        var events: [SensorEvent] = []
        for second in 0..<600 where !(300..<320).contains(second) {
            let time = start + Double(second)
            let corners = [(2.0, 0.0), (0, 2), (-2, 0), (0, -2)]
            let corner = corners[second % 4]
            let place = plane.coordinate(PlanePoint(east: corner.0, north: corner.1))
            let hasPlace = second >= 5
            events.append(
                SensorEvent(
                    time: time,
                    payload: .fix(
                        Fix(
                            mode: hasPlace ? .threeDimensional : .noFix, coordinate: hasPlace ? place : nil,
                            horizontalAccuracy: 3, speed: 0))))
            let sky = Sky(satellites: [
                Satellite(number: 1, elevationDegrees: 45, azimuthDegrees: 92, signalStrength: 40),
                Satellite(number: 2, elevationDegrees: 10, azimuthDegrees: 350, signalStrength: 20),
                Satellite(number: 3, elevationDegrees: 120, azimuthDegrees: 10, signalStrength: 20),
                Satellite(number: 4, elevationDegrees: 20, azimuthDegrees: nil, signalStrength: 20),
            ])
            events.append(SensorEvent(time: time, payload: .sky(sky)))
        }
        return Recording(unordered: events)
    }()

    private static func report(on recording: Recording) throws -> ReceiverReport {
        var engine = TuningEngine(recording)
        let run = engine.run(.init())
        let reports = ReceiverReport.all(of: try #require(run), recording)
        return try #require(reports.first)
    }

    @Test func `the scatter at rest is around the mean, in metres`() throws {
        let report = try Self.report(on: Self.recording)
        let scatter = try #require(report.scatter)
        #expect(abs(scatter.radius50 - 2) < 0.02)
        #expect(abs(scatter.radius95 - 2) < 0.02)
        #expect(abs(scatter.twiceRootMeanSquare - 4) < 0.02)
        #expect(scatter.points.count > 500)
    }

    @Test func `the first fix, the rate and the gap are those of the messages`() throws {
        let report = try Self.report(on: Self.recording)
        #expect(report.timeToFirstFix == 5)
        #expect(report.interval == 1)
        #expect(report.gapCount == 1)
        #expect(report.longestGap == 21)
        #expect(report.fixCount == 575)
    }

    @Test func `signals are averaged by direction and elevation, nonsense is left out`() throws {
        let seen = try Self.report(on: Self.recording).sky.filter { $0.count > 0 }
        #expect(seen.map(\.azimuthDegrees) == [0, 90])
        #expect(seen.map(\.elevationDegrees) == [0, 30])
        #expect(seen.map(\.signalStrength) == [20, 40])
    }

    @Test func `a drive has no scatter beyond its stop, and nothing has no report`() throws {
        let recording = SimulatedRecordings.drive
        let report = try Self.report(on: recording)
        #expect(report.scatter == nil)
        #expect(report.sky.isEmpty)
        var engine = TuningEngine(Recording(unordered: []))
        let run = engine.run(.init())
        let empty = ReceiverReport.all(of: try #require(run), Recording(unordered: []))
        #expect(empty.isEmpty)
    }
}
