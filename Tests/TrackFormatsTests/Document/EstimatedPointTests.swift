import Foundation
import FusionCore
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// An estimated point does not become a fix when it is read back.
@Suite struct EstimatedPointTests {
    /// A drive at 10 m/s with five minutes without a fix in the middle.
    private var drive: [SensorEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        var events = (0..<700).filter { !(200..<500).contains($0) }.map { second in
            let place = plane.coordinate(PlanePoint(east: 0, north: 10 * Double(second)))
            let fix = Fix(coordinate: place, altitude: 200, horizontalAccuracy: 3, speed: 10)
            return SensorEvent(time: Instant(seconds: 1_700_000_000 + Double(second)), payload: .fix(fix))
        }
        events += (0..<350).map {
            SensorEvent(time: Instant(seconds: 1_700_000_000 + 2 * Double($0)), payload: .tick)
        }
        EventOrder().sort(&events)
        return events
    }

    private func written(_ format: Exporter.Format, _ kind: TrackKind, in folder: URL) throws -> TrackDocument {
        let path = folder.appending(path: "track.\(format.rawValue)").path
        let document = TrackDocument(session: drive, kind: kind)
        #expect(document.tracks.contains { $0.segments.joined().contains { $0.isEstimated } })
        try Exporter(format).write(document, path: path)
        return try Importer().load(path: path)
    }

    @Test(arguments: [Exporter.Format.gpx, .csv, .json, .kml, .moves], [TrackKind.filtered, .smoothed])
    func `an estimated point comes back as no fix`(format: Exporter.Format, kind: TrackKind) throws {
        let folder = try temporaryFolder()
        let silence = Instant(seconds: 1_700_000_200)..<Instant(seconds: 1_700_000_499)
        var events = try written(format, kind, in: folder).events
        let fixes = events.filter { if case .fix = $0.payload { true } else { false } }
        #expect(fixes.count > 300)
        #expect(!fixes.contains { silence.contains($0.time) })
        EventOrder().sort(&events)
        let told = FinishedTrack(events: events, parameters: Parameters())
        let wanted = FinishedTrack(events: drive, parameters: Parameters())
        #expect(abs(told.summary.distance - wanted.summary.distance) < 60)
        #expect(told.summary.estimatedDistance > 2_900)
        #expect(told.smoothed.contains { $0.isEstimated && silence.contains($0.time) })
    }

    @Test func `a simplified line keeps both ends of a silence that nothing bridges`() {
        let events = drive.map { event in
            var event = event
            if event.time.seconds >= 1_700_000_500 {
                event = SensorEvent(time: event.time + 5_000, payload: event.payload)
            }
            return event
        }
        for gap in [120.0, 2_000] {
            let segments = TrackDocument(session: events, kind: .simplified, gap: gap).tracks.flatMap(\.segments)
            #expect(segments.count == 2)
            #expect(segments.allSatisfy { $0.count >= 2 })
            #expect(segments.first?.last?.time == Instant(seconds: 1_700_000_199))
            #expect(segments.last?.first?.time == Instant(seconds: 1_700_005_500))
        }
    }
}

/// Lines over the 180th meridian.
@Suite struct AntimeridianTests {
    @Test func `the point on the meridian has the time and height of its place`() {
        var points = [179.999, -179.997].map {
            TrackDocument.Point(coordinate: Coordinate(latitude: 10, longitude: $0))
        }
        (points[0].time, points[1].time) = (Instant(seconds: 100), Instant(seconds: 104))
        (points[0].altitude, points[1].altitude) = (20, 60)
        let parts = LineRun.cutAtAntimeridian(points)
        #expect(parts.map(\.count) == [2, 2])
        for point in [parts.first?.last, parts.last?.first] {
            #expect(abs((point?.coordinate.longitude ?? 0).magnitude - 180) < 1e-9)
            #expect(abs((point?.time?.seconds ?? 0) - 101) < 1e-6)
            #expect(abs((point?.altitude ?? 0) - 30) < 1e-6)
        }
    }
}
