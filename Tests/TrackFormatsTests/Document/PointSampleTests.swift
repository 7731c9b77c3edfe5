import SensorModel
import Testing

@testable import TrackFormats

@Suite struct PointSampleTests {
    /// A walk of a minute with a chest strap, whose sender falls silent for ten seconds, and a cadence of zero.
    private static func walk() throws -> TrackDocument {
        let points = (0..<60).map { second in
            let body =
                20..<30 ~= second
                ? ""
                : "<gpxtpx:hr>\(90 + second)</gpxtpx:hr><gpxtpx:cad>0</gpxtpx:cad><gpxtpx:atemp>-2.5</gpxtpx:atemp>"
            let power = 20..<30 ~= second ? "" : "<power>\(200 + second)</power>"
            return """
                <trkpt lat="\(50 + Double(second) * 1.3e-5)" lon="14"><time>2024-05-01T10:00:\(second < 10 ? "0" : "")\
                \(second)Z</time><extensions>\(power)<gpxtpx:TrackPointExtension>\(body)</gpxtpx:TrackPointExtension>\
                </extensions></trkpt>
                """
        }
        let text = """
            <gpx version="1.1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><trk><trkseg>
            \(points.joined())</trkseg></trk></gpx>
            """
        return try Importer().load(bytes: Array(text.utf8))
    }

    private static func ordered(_ events: [SensorEvent]) -> [SensorEvent] {
        var events = events
        EventOrder().sort(&events)
        return events
    }

    @Test func `heart rate, cadence, power and temperature stay in a session and go out with their points`() throws {
        let document = try Self.walk()
        let events = Self.ordered(document.events)
        let reports = events.compactMap { if case .source(let report) = $0.payload { report } else { nil } }
        #expect(
            reports.map(\.streams) == [
                [.fix, .scalar(.temperature), .scalar(.heartRate), .scalar(.cadence), .scalar(.power)]
            ])
        let points = TrackDocument(session: events, kind: .raw).tracks.flatMap { $0.segments.flatMap(\.self) }
        let before = document.tracks.flatMap { $0.segments.flatMap(\.self) }
        #expect(points.map(\.time) == before.map(\.time))
        for (point, told) in zip(points, before) where told.heartRate != nil {
            #expect(point.heartRate == told.heartRate && point.cadence == 0 && point.temperature == -2.5)
            #expect(point.power == told.power && point.power != nil)
        }
        // The last sample applies for five seconds; then nothing is known.
        #expect(points[25].heartRate == nil && points[29].cadence == nil && points[24].heartRate == 109)
        let sink = ByteSink()
        try Exporter(.gpx).write(TrackDocument(session: events, kind: .smoothed), to: sink)
        #expect(sink.text.contains("<gpxtpx:hr>140</gpxtpx:hr>") && sink.text.contains("<gpxtpx:cad>0</gpxtpx:cad>"))
        #expect(sink.text.contains("<pwr:PowerInWatts>250</pwr:PowerInWatts>"))
    }

    @Test func `the warmth of a chip is not the air's`() throws {
        let chip = DeviceID(9)
        var events = try Self.walk().events.filter {
            if case .scalar(.temperature, _) = $0.payload { false } else { true }
        }
        events.append(
            SensorEvent(time: events[30].time, payload: .scalar(.temperature, ScalarSample(device: chip, value: 45))))
        for kind in TrackKind.allCases {
            let points = TrackDocument(session: Self.ordered(events), kind: kind).tracks.flatMap(\.segments)
            #expect(points.allSatisfy { $0.allSatisfy { $0.temperature == nil } })
        }
    }
}
