import Foundation
import FusionCore
import Geometry
import SensorModel
import Simulation
import TestSupport
import Testing

@testable import SessionStore

@Suite struct SessionInfoTests {
    private let start = Instant(seconds: 1_700_000_000)

    /// Ten minutes eastward at 5 m/s, a minute without fixes in the middle, an accelerometer at 50 Hz.
    private func events() -> [LoggedEvent] {
        let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
        let report = SourceReport(
            device: DeviceID(1), name: "/dev/ttyACM0", streams: [.fix], state: .connected, nominalRate: 1)
        var events = [SensorEvent(time: start, payload: .source(report))]
        for second in 0...600 where !(300..<360).contains(second) {
            let coordinate = plane.coordinate(PlanePoint(east: 5 * Double(second), north: 0))
            let fix = Fix(device: DeviceID(1), coordinate: coordinate, horizontalAccuracy: 3, speed: 5)
            events.append(
                SensorEvent(time: start + Double(second), received: start + Double(second) + 0.1, payload: .fix(fix)))
        }
        for index in 0..<1_000 {
            let sample = VectorSample(device: DeviceID(2), x: 0, y: 0, z: index.isMultiple(of: 2) ? 10.8 : 8.8)
            events.append(SensorEvent(time: start + Double(index) / 50, payload: .acceleration(sample)))
        }
        let drop = DropReport(device: DeviceID(2), stream: .acceleration, count: 7)
        events.append(SensorEvent(time: start + 30, payload: .drop(drop)))
        events.append(SensorEvent(time: start + 31, payload: .clockStep(-2)))
        EventOrder().sort(&events)
        return events.map { LoggedEvent($0) }
    }

    @Test func `a note keeps what its translation needs, unless the text would grow without bound`() throws {
        func stored(_ phrase: Phrase, text: String? = nil) throws -> Phrase? {
            var stored = try #require(StoredPayload(.note(ImportNote(.leftOut, phrase))))
            if let text { stored.text = text }
            let copy = try JSONDecoder().decode(StoredPayload.self, from: JSONEncoder().encode(stored))
            guard case .note(let note) = StoredPayload.payload(kind: "note", copy) else { return nil }
            return note.phrase
        }
        let line = Phrase("line {1}: {2}", [Phrase(plain: "7"), Phrase("{1} is not a number", "x")])
        let kept = try stored(line)
        #expect(kept == line && kept?.description == "line 7: x is not a number")
        #expect(try stored(line, text: "other") == Phrase(plain: "other"))
        let twice = try stored(Phrase("{1}{1}", [line]))
        #expect(Phrase("{1}{2}", "{2}{2}", "x").description == "{2}{2}x")
        #expect(twice?.isPlain == true && twice?.description == "line 7: x is not a numberline 7: x is not a number")
    }

    @Test(arguments: Scenarios.all) func `info and a run report one distance`(scenario: Scenario) throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var plan = scenario.plan
        plan.motion = nil
        var events = plan.simulate(seed: 1).events
        EventOrder().sort(&events)
        let writer = try SessionWriter(creating: path, header: SessionHeader(title: "Out", created: start))
        try writer.append(events.map { LoggedEvent($0) })
        try writer.close()
        let info = try SessionReader(opening: path).info()
        let summary = FinishedTrack(events: events, parameters: .init()).summary
        #expect(info.summary == summary)
    }

    @Test func `info contains rates, gaps, drops, duration, distance and bounds`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let writer = try SessionWriter(creating: path, header: SessionHeader(title: "Out", created: start))
        try writer.append(events())
        #expect(try SessionReader(opening: path).info().isOpen)
        try writer.close()
        let info = try SessionReader(opening: path).info()
        #expect(!info.isOpen)
        #expect(info.header.title == "Out")
        #expect(info.size > 0)
        let summary = info.summary
        #expect(abs(summary.duration - 600) < 5)
        #expect(abs(summary.distance - 2_695) < 40)
        #expect(abs(summary.length - 3_000) < 40)
        #expect(summary.fixes == 541)
        #expect(summary.acceptedFixes == summary.fixes - summary.rejectedCount)
        #expect(abs(summary.maximumSpeed - 5) < 0.1)
        let fixes = try #require(info.streams.first { $0.stream == .fix })
        #expect(fixes.name == "/dev/ttyACM0")
        #expect(fixes.count == 541)
        #expect(fixes.gapCount == 1)
        #expect(abs(fixes.longestGap - 61) < 1e-6)
        #expect(abs((fixes.rate ?? 0) - 1) < 1e-6)
        let motion = try #require(info.streams.first { $0.stream == .acceleration })
        #expect(motion.count == 1_000)
        #expect(abs((motion.rate ?? 0) - 50) < 1e-3)
        #expect(motion.gapCount == 0)
        #expect(info.dropCount == 7)
        #expect(info.clockSteps == [-2])
        let bounds = try #require(info.bounds)
        #expect(bounds.southWest.longitude < bounds.northEast.longitude)
        #expect(abs(bounds.southWest.latitude - 50) < 1e-3)
    }

    @Test func `a silence after the first fix is a gap`() {
        var statistics = StreamStatistics(device: DeviceID(1), stream: .fix)
        for second in [0, 100, 101, 102, 103] { statistics.consume(time: start + Double(second)) }
        #expect(statistics.gapCount == 1 && statistics.longestGap == 100 && statistics.rate == 1)
    }

    @Test func `counts of losses that cannot be stop nothing`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: start))
        for count in [Int.max / 2 + 1, .max / 2 + 1, -3, 5, 1 << 40] {
            let drop = DropReport(device: DeviceID(2), stream: .rotation, count: count)
            try writer.append([LoggedEvent(SensorEvent(time: start, payload: .drop(drop)))])
        }
        try writer.close()
        #expect(try SessionReader(opening: path).info().dropCount == 1 << 40)
    }

    @Test func `info, the library and a run tell one duration: from the first event to the last`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: start))
        try writer.append(events())
        try writer.close()
        let reader = try SessionReader(opening: path)
        let track = FinishedTrack(events: try reader.events(), parameters: Parameters())
        let (info, summary) = (try reader.info(), try reader.summary())
        #expect(info.summary.duration == track.summary.duration)
        #expect(summary.duration == track.summary.duration)
        #expect(info.start == start)
        #expect(summary.start == info.start)
        #expect(summary.end == info.end)
    }

    @Test func `a session without events has nothing to tell`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        try SessionWriter(creating: path, header: SessionHeader(created: start)).close()
        let info = try SessionReader(opening: path).info()
        #expect(info.start == nil)
        #expect(info.summary.duration == 0)
        #expect(info.bounds == nil)
        #expect(info.eventCount == 0)
    }
}
