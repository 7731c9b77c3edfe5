import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@testable import Recorder

/// `odographctl record --geoclue` and `doctor --geoclue` against a stand-in for GeoClue, and the contents of the session.
@Suite(.enabled(if: LocationService.isPlayable)) struct GeoClueRecordingTests {
    private static let program = Places.program("odographctl")
    /// Four locations a second, as a modem's receiver states them.
    private static let feed = "@wait\n@repeat 400\n@location accuracy=18\n@sleep 0.25\n@end"

    /// Records into a new session and returns its events and what the recorder said.
    private func record(
        _ script: String?, chosen: Bool = true, seconds: Double, gpsd: String = "localhost:1"
    ) throws -> (events: [SensorEvent], result: ChildProcess.Result, service: String) {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = try LocationService(script)
        let path = folder.appending(path: "s.odograph").path
        let result = try ChildProcess.run(
            Self.program,
            ["record", "--gpsd", gpsd, "--iio", "none", "--duration", "\(seconds)", "--output", path]
                + ["--runtime-folder", folder.appending(path: "run").path] + (chosen ? ["--geoclue"] : []),
            environment: service.environment)
        #expect(result.status == 0, "\(result.errors)")
        return (Array(try SessionReader(opening: path).events()), result, service.output)
    }

    private func estimates(of events: [SensorEvent]) -> [Estimate] {
        var core = FusionCore()
        var estimates: [Estimate] = []
        for event in events { core.consume(event) { estimates.append($0) } }
        return estimates
    }

    private func reports(_ events: [SensorEvent]) -> [SourceReport] {
        events.compactMap { if case .source(let report) = $0.payload { report } else { nil } }
    }

    @Test func `locations are recorded as GeoClue's, with their accuracy, and no satellites`() throws {
        let (events, result, _) = try record(Self.feed, seconds: 7)
        let fixes = events.compactMap(\.fix)
        #expect((20...32).contains(fixes.count))
        #expect(fixes.allSatisfy { $0.horizontalAccuracy == 18 && $0.accuracyOrigin == .receiver })
        #expect(fixes.allSatisfy { $0.mode == .unknown && $0.satellites == nil && $0.horizontalDilution == nil })
        #expect(fixes.allSatisfy { $0.altitude == nil && $0.speed == nil && $0.courseDegrees == nil })
        #expect(!events.contains { if case .sky = $0.payload { true } else { false } })
        let report = try #require(reports(events).last { $0.device == fixes.first?.device })
        #expect(report.name == "GeoClue" && report.streams == [.fix] && report.state == .connected)
        #expect(report.detail == "GeoClue states the location (WiFi).")
        #expect(result.output.contains("GeoClue: location"))
        // The core accepts what comes after its warm-up, with the accuracy as stated.
        let estimates = estimates(of: events)
        let accepted = estimates.count { if case .verdict(let verdict) = $0 { verdict.isAccepted } else { false } }
        #expect(accepted >= 10, "\(accepted) of \(fixes.count)")
    }

    @Test func `what is not chosen is not asked`() throws {
        let (events, result, service) = try record(Self.feed, chosen: false, seconds: 2)
        #expect(!service.contains("start"))
        #expect(!result.output.contains("GeoClue") && events.allSatisfy { $0.fix == nil })
    }

    @Test func `a denied location and one that comes back are in the session`() throws {
        let denied = try record("@deny Geolocation disabled for UID 1000", seconds: 2)
        #expect(reports(denied.events).contains { $0.name == "GeoClue" && $0.state == .notPermitted })
        #expect(denied.result.errors.contains("GeoClue denies the location: Geolocation disabled for UID 1000"))
        let back = try record(
            "@wait\n@location\n@sleep 1\n@leave\n@sleep 1\n@return\n@wait\n@location latitude=51\n", seconds: 7)
        #expect(back.events.compactMap(\.fix?.coordinate?.latitude) == [50, 51])
        #expect(reports(back.events).contains { $0.name == "GeoClue" && $0.state != .connected })
        #expect(reports(back.events).last { $0.name == "GeoClue" }?.state == .connected)
    }

    @Test func `a receiver that has a fix leads`() throws {
        let rig = try ReceiverRig.script(
            "@greet\n@watch\n@sleep 3\n@repeat 400\n@tpv time=now lat=50.001 lon=14.0 speed=1.0 eph=5\n@sleep 0.1\n@end"
        )
        let (events, _, _) = try record(Self.feed, seconds: 9, gpsd: "\(rig.address)")
        let positions = estimates(of: events).compactMap {
            if case .position(let position) = $0 { position.coordinate.latitude } else { nil }
        }
        let first = try #require(positions.first)
        let last = try #require(positions.last)
        #expect(abs(first - 50) < 1e-4 && abs(last - 50.001) < 1e-4)
    }

    @Test func `the doctor names what is missing, and the command that mends it`() throws {
        func doctor(_ script: String?) throws -> String {
            let service = try LocationService(script)
            let result = try ChildProcess.run(
                Self.program, ["doctor", "--gpsd", "localhost:1", "--iio", "none", "--geoclue", "--seconds", "2"],
                environment: service.environment)
            #expect(result.status == 0)
            return result.output
        }
        #expect(try doctor(nil).contains("GeoClue: GeoClue is not installed on this machine.\n  -> Install GeoClue"))
        #expect(
            try doctor("@deny no agent for UID 0").contains(
                "GeoClue: GeoClue denies the location: no agent for UID 0.\n  -> Turn on the location services"))
        let well = try doctor(Self.feed)
        #expect(well.contains("GeoClue: location") && well.contains("fix: of unknown origin, ±18.0 m"))
        #expect(!well.contains("3D") && !well.contains("satellites"))
        #expect(well.components(separatedBy: "-> ").count == 2, "only gpsd is wrong: \(well)")
    }
}
