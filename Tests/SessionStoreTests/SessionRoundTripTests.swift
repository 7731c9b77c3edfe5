import Foundation
import FusionCore
import GRDB
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionRoundTripTests {
    private let header = SessionHeader(
        title: "Over the hill", created: Instant(seconds: 1_700_000_000), programVersion: "1.0")

    private func path() throws -> String { try temporaryFolder().appending(path: "a.odograph").path }

    private func remove(_ path: String) {
        try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }

    @Test(arguments: 1...10) func `whatever is written comes back, to the bit and in order`(seed: UInt64) throws {
        let path = try path()
        defer { remove(path) }
        var random = RandomEvents(seed: seed)
        let writer = try SessionWriter(creating: path, header: header)
        var written: [LoggedEvent] = []
        for _ in 0..<12 {
            let events = random.take(Int.random(in: 0...120, using: &random))
            try writer.append(events)
            written += events
        }
        #expect(try SessionReader(opening: path).loggedEvents() == written)
        try writer.close()
        let reader = try SessionReader(opening: path)
        #expect(try reader.loggedEvents() == written)
        #expect(try reader.events() == written.map(\.event))
        #expect(try bits(reader.events()) == bits(written.map(\.event)))
        #expect(reader.header == header)
    }

    private static let features = [
        MapFeature(
            .route, name: "Plan",
            places: (0..<25_000).map {
                MapFeature.Place(
                    Coordinate(latitude: Double($0) / 1_000, longitude: 14.4), altitude: $0 % 2 == 0 ? nil : 250.5)
            }),
        MapFeature(.line, places: [MapFeature.Place(Coordinate(latitude: -1, longitude: -180))]),
        MapFeature(.waypoint, name: "Hut \u{1F3D4}", places: [MapFeature.Place(Coordinate(latitude: 1, longitude: 2))]),
    ]

    @Test func `routes, lines and waypoints come back, and a session without them has no table for them`() throws {
        let path = try path()
        defer { remove(path) }
        let event = SensorEvent(time: Instant(seconds: 1), payload: .marker("here"))
        try SessionWriter.make(path, header: header, events: [event], features: Self.features)
        let reader = try SessionReader(opening: path)
        #expect(try reader.features() == Self.features)
        #expect(try reader.events().count == 1)
        let bare = path + ".bare.odograph"
        try SessionWriter.make(bare, header: header, events: [event])
        #expect(try SessionReader(opening: bare).features().isEmpty)
    }

    @Test(arguments: [
        "UPDATE feature SET kind = 'castle'", "UPDATE feature SET places = '[[1]]'",
        "UPDATE feature SET places = '[[91,0]]'",
        "UPDATE feature SET places = 'no'",
        "ALTER TABLE feature RENAME TO elsewhere; CREATE VIEW feature AS SELECT * FROM elsewhere",
    ])
    func `damaged features are an error with a sentence`(sql: String) throws {
        let path = try path()
        defer { remove(path) }
        let event = SensorEvent(time: Instant(seconds: 1), payload: .marker("here"))
        try SessionWriter.make(path, header: header, events: [event], features: Self.features)
        let result = try ChildProcess.run("/usr/bin/sqlite3", [path, sql])
        #expect(result.status == 0, "\(result.errors)")
        let error = #expect(throws: SessionError.self) { try SessionReader(opening: path).features() }
        #expect(error.map { "\($0)".contains(path) } == true)
        #expect(try SessionReader(opening: path).events().count == 1)
    }

    /// Equality takes -0 for 0; the core need not.
    private func bits(_ events: [SensorEvent]) -> [String] {
        events.map { event in
            switch event.payload {
            // The order of a dictionary is not the same twice.
            case .source, .parameters: ""
            default: "\(event)"
            }
        }
    }

    @Test func `an import of many events at once comes back`() throws {
        let path = try path()
        defer { remove(path) }
        var random = RandomEvents(seed: 99)
        let events = random.take(30_000)
        let writer = try SessionWriter(creating: path, header: header)
        try writer.append(events)
        try writer.close()
        #expect(try SessionReader(opening: path).loggedEvents() == events)
    }

    @Test func `not a number stays not a number`() throws {
        let path = try path()
        defer { remove(path) }
        var fix = Fix(coordinate: nil)
        fix.speed = .nan
        let writer = try SessionWriter(creating: path, header: header)
        try writer.append([LoggedEvent(SensorEvent(time: Instant(seconds: 1), payload: .fix(fix)))])
        try writer.close()
        guard case .fix(let read) = try #require(SessionReader(opening: path).events().first).payload else {
            Issue.record("no fix")
            return
        }
        #expect(read.speed?.isNaN == true)
        #expect(read.altitude == nil)
    }

    @Test func `a finished recording is one file that only its owner reads`() throws {
        let path = try path()
        defer { remove(path) }
        let writer = try SessionWriter(creating: path, header: header)
        try writer.append([LoggedEvent(SensorEvent(time: Instant(seconds: 1), payload: .tick))])
        try writer.close()
        let folder = URL(filePath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.odograph"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a session goes on where it ended, and what it held stays`() throws {
        let path = try path()
        defer { remove(path) }
        var random = RandomEvents(seed: 5)
        let first = random.take(300)
        let writer = try SessionWriter(creating: path, header: header)
        try writer.append(first)
        try writer.close()
        let resumed = try SessionWriter(resuming: path)
        #expect(resumed.nextSequence == random.sequence + 1)
        let second = random.take(300)
        try resumed.append(second)
        var changed = header
        changed.title = "Renamed"
        changed.chosenParameters = Parameters()
        try resumed.update(changed)
        try resumed.close()
        let reader = try SessionReader(opening: path)
        #expect(try reader.loggedEvents() == first + second)
        #expect(reader.header == changed)
    }

    @Test func `a lock of another program is told from another recording`() throws {
        let path = try path()
        defer { remove(path) }
        let writer = try SessionWriter(creating: path, header: header)
        let tick = LoggedEvent(SensorEvent(time: Instant(seconds: 1), payload: .tick))
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            #expect(throws: SessionError.locked(path: path)) { try writer.append([tick]) }
            try database.execute(sql: "ROLLBACK")
        }
        try writer.append([tick])
        try writer.close()
        #expect(SessionError.locked(path: path).description.contains("another program"))
        #expect(try SessionReader(opening: path).loggedEvents() == [tick])
    }

    @Test func `two writers never share a file`() throws {
        let path = try path()
        defer { remove(path) }
        let writer = try SessionWriter(creating: path, header: header)
        #expect(throws: SessionError.alreadyRecording(path: path)) { try SessionWriter(resuming: path) }
        #expect(throws: SessionError.alreadyExists(path: path)) { try SessionWriter(creating: path, header: header) }
        try writer.close()
        #expect(throws: SessionError.closed(path: path)) {
            try writer.append([LoggedEvent(SensorEvent(time: Instant(seconds: 1), payload: .tick))])
        }
    }
}

@Suite struct StoredSpanTests {
    @Test func `a lap is a marker to programs that know no spans, as is one of an unknown kind to this`() throws {
        let path = try temporaryFolder().appending(path: "a.odograph").path
        defer { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }
        let lap = DeviceSpan(.lap, duration: 60, timerTime: 50, distance: 200)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 1)))
        try writer.append([LoggedEvent(SensorEvent(time: Instant(seconds: 1), payload: .span(lap)))])
        try writer.close()
        #expect(try SessionReader(opening: path).events().map(\.payload) == [.span(lap)])
        let file = try DatabaseQueue(path: path)
        try file.write { database in
            #expect(try String.fetchAll(database, sql: "SELECT kind FROM event") == ["marker"])
            #expect(try String.fetchAll(database, sql: "SELECT payload ->> 'text' FROM event") == ["Lap"])
            try database.execute(sql: "UPDATE event SET payload = replace(payload, '\"lap\"', '\"length\"')")
        }
        try file.close()
        #expect(try SessionReader(opening: path).events().map(\.payload) == [.marker("Lap")])
    }
}
