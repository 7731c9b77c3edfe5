import Foundation
import FusionCore
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// The sport that files state, on import and export.
@Suite struct StatedSportTests {
    private func points(_ range: Range<Int>) -> String {
        range.map { second in
            let time =
                "2024-05-01T10:\(second / 60 < 10 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
            return "<trkpt lat=\"\(48 + Double(second) * 4e-5)\" lon=\"11\"><time>\(time)</time></trkpt>"
        }.joined()
    }

    private func gpx(_ tracks: [(type: String?, range: Range<Int>)]) throws -> TrackDocument {
        let body = tracks.map { track in
            let type = track.type.map { "<type>\($0)</type>" } ?? ""
            return
                "<trk><link href=\"x\"><type>text/html</type></link>\(type)<trkseg>\(points(track.range))</trkseg></trk>"
        }
        let text = "<gpx version=\"1.1\" creator=\"x\">\(body.joined())</gpx>"
        return try Importer().load(bytes: Array(text.utf8))
    }

    private func statements(_ events: [SensorEvent]) -> [ActivityStatement] {
        events.compactMap { if case .statement(let statement) = $0.payload { statement } else { nil } }
    }

    private let start = Instant(seconds: 1_714_557_600)

    @Test(arguments: [
        ("Ride", Activity.cycling), ("cycling", .cycling), ("trail_running", .running), ("Mountain Biking", .cycling),
        ("hiking", .walking), ("driving", .automotive),
    ]) func `a sport that is known becomes a statement over its track`(_ type: String, _ activity: Activity) throws {
        let document = try gpx([(type, 0..<300)])
        #expect(
            statements(document.events).map { [$0.activity] } == [[activity]]
                && statements(document.events).map { [$0.from, $0.until] } == [[start, start + 299]])
    }

    @Test(arguments: ["Other", "", "generic", "42", nil]) func `a name of no sport states nothing`(_ type: String?)
        throws
    {
        #expect(statements(try gpx([(type, 0..<300)]).events).isEmpty)
    }

    @Test(arguments: [
        ("swimming", "swimming"), ("AlpineSki", "alpine ski"), ("Stand-Up Paddling", "stand up paddling"),
    ]) func `a sport without an activity of ours keeps its name and states no movement`(
        _ type: String, _ name: String
    ) throws {
        let events = try gpx([(type, 0..<300)]).events
        #expect(
            statements(events) == [ActivityStatement(.unknown, sport: name, from: start, until: start + 299)])
        #expect(TrackDocument(session: events, kind: .raw).tracks.map(\.sport) == [name])
    }

    @Test(arguments: [
        ("1", Activity?.some(.cycling)), ("4", .walking), ("9", .running), ("10", .walking), ("16", nil),
        ("17", .cycling),
        ("99", nil),
    ]) func `a number names a sport in Strava's exports only`(_ type: String, _ activity: Activity?) throws {
        #expect(ForeignSport(type, creator: "StravaGPX")?.activity == activity)
        #expect(ForeignSport(type, creator: "Runtastic") == nil)
    }

    @Test(arguments: [
        ("track_running", Activity.running), ("ultra_run", .running), ("TrailRun", .running), ("cyclocross", .cycling),
        ("EBikeRide", .cycling), ("casual_walking", .walking), ("mountaineering", .walking), ("VirtualRide", .cycling),
    ]) func `names of Garmin's, Strava's and FIT's sports are known`(_ name: String, _ activity: Activity) {
        #expect(ForeignSport(name)?.activity == activity)
    }

    @Test func `each track states its own, and a session of them gives them back`() throws {
        let document = try gpx([("cycling", 0..<300), ("running", 320..<600), (nil, 620..<700)])
        var events = document.events
        EventOrder().sort(&events)
        #expect(statements(events).map(\.activity) == [.cycling, .running])
        let raw = TrackDocument(session: events, kind: .raw)
        #expect(raw.tracks.map(\.activity) == [.cycling, .running, nil])
        #expect(raw.tracks.map(\.pointCount) == [300, 280, 80])
        #expect(statements(raw.events) == statements(events))
    }

    @Test func `a line of one stated sport says so, one of several does not`() throws {
        var one = try gpx([("cycling", 0..<600)]).events
        EventOrder().sort(&one)
        #expect(TrackDocument(session: one, kind: .simplified).tracks.map(\.activity) == [.cycling])
        var two = try gpx([("cycling", 0..<300), ("running", 301..<600)]).events
        EventOrder().sort(&two)
        let line = TrackDocument(session: two, kind: .smoothed)
        #expect(line.tracks.map(\.activity) == [nil])
        let ways = line.storyline.compactMap { item -> Activity? in
            if case .move(let move) = item { move.activity } else { nil }
        }
        #expect(ways == [.cycling, .running])
    }

    @Test(arguments: Exporter.Format.allCases.filter { [.gpx, .json].contains($0) })
    func `it goes out and comes back`(_ format: Exporter.Format) throws {
        let folder = try temporaryFolder()
        let path = folder.appending(path: "out").path
        try Exporter(format).write(try gpx([("cycling", 0..<300), ("running", 320..<600)]), path: path)
        let back = try Importer().load(path: path)
        #expect(back.tracks.map(\.activity) == [.cycling, .running])
    }

    private func tcx(_ activities: [(sport: String, range: Range<Int>)]) -> [UInt8] {
        let body = activities.map { sport, range in
            let points = range.map { second in
                "<Trackpoint><Time>\(time(second))</Time><Position><LatitudeDegrees>\(48 + Double(second) * 4e-5)"
                    + "</LatitudeDegrees><LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint>"
            }
            return
                "<Activity Sport=\"\(sport)\"><Id>\(time(range.lowerBound))</Id><Lap StartTime=\"\(time(range.lowerBound))\">"
                + "<Track>\(points.joined())</Track></Lap></Activity>"
        }
        return Array(
            ("<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">"
                + "<Activities>\(body.joined())</Activities></TrainingCenterDatabase>").utf8)
    }

    private func time(_ second: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "2024-05-01T10:\(two(second / 60)):\(two(second % 60))Z"
    }

    @Test func `a TCX file's activities state their sports`() throws {
        let bytes = tcx([("Biking", 0..<300), ("Running", 320..<600), ("Other", 620..<700)])
        #expect(
            statements(try Importer().load(bytes: bytes).events) == [
                ActivityStatement(.cycling, sport: "biking", from: start, until: start + 299),
                ActivityStatement(.running, sport: "running", from: start + 320, until: start + 599),
            ])
        #expect(throws: FormatError.self) { try Importer().load(bytes: Array(bytes.prefix(bytes.count / 3))) }
        let torn = try Importer(keepsGoodPart: true).load(bytes: Array(bytes.prefix(bytes.count / 3)))
        #expect(statements(torn.events).map(\.activity) == [.cycling])
    }

    /// A FIT file with nothing but sessions: start and sport.
    private func fit(_ sessions: [(from: UInt32, sport: UInt8, seconds: UInt32)], isBigEndian: Bool) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] {
            let little = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? little.reversed() : little
        }
        // Another message first, with a developer's field of two bytes behind its one.
        let order: UInt8 = isBigEndian ? 1 : 0
        var data: [UInt8] = [0x61, 0, order]
        data += isBigEndian ? [0, 20] : [20, 0]
        data += [1, 3, 1, 2, 1, 0, 2, 0]
        data += [0x01, 99, 7, 7]
        data += [0x40, 0, order]
        data += isBigEndian ? [0, 18] : [18, 0]
        data += [3, 2, 4, 0x86, 5, 1, 0, 7, 4, 0x86]
        for session in sessions {
            data += [0x00] + bytes(session.from) + [session.sport] + bytes(session.seconds * 1_000)
        }
        let length = UInt32(data.count)
        var file: [UInt8] = [14, 0x20, 0, 0]
        file += (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        file += Array(".FIT".utf8) + [0, 0]
        return file + data + [0, 0]
    }

    /// The statements of a FIT file without points; each session states a sport for its time.
    private func fitStatements(_ bytes: [UInt8]) -> [ActivityStatement] {
        var stream = FITStream(bytes)
        var sessions: [ActivityStatement] = []
        try? stream.forEachMessage { message in
            guard message.number == 18, let start = message.number(2), let seconds = message.number(7),
                let sport = FITSport(message, sport: 5, subSport: 6)
            else { return }
            let from = Instant(seconds: FITMessage.epoch + start)
            sessions.append(sport.statement(from: from, until: from + seconds / 1_000))
        }
        return sessions
    }

    @Test(arguments: [false, true]) func `a FIT file's sessions state their sports`(_ isBigEndian: Bool) {
        let first = UInt32(1_714_557_600 - 631_065_600)
        let bytes = fit([(first, 2, 300), (first + 320, 1, 280), (first + 700, 5, 60)], isBigEndian: isBigEndian)
        #expect(
            fitStatements(bytes) == [
                ActivityStatement(.cycling, sport: "cycling", from: start, until: start + 300),
                ActivityStatement(.running, sport: "running", from: start + 320, until: start + 600),
                ActivityStatement(.unknown, sport: "swimming", from: start + 700, until: start + 760),
            ])
        for count in 0..<bytes.count { _ = try? Importer().load(bytes: Array(bytes.prefix(count))) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var bent = bytes
            for _ in 0..<3 {
                bent[Int.random(in: 14..<bent.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? Importer(keepsGoodPart: true).load(bytes: bent)
        }
    }

    @Test(arguments: [
        (UInt8(22), Activity.automotive), (23, .unknown), (24, .automotive), (17, .walking), (21, .cycling),
        (32, .unknown), (0, nil),
    ]) func `a FIT sport is the one of its number`(_ number: UInt8, _ activity: Activity?) {
        let bytes = fit([(UInt32(1_714_557_600 - 631_065_600), number, 300)], isBigEndian: false)
        #expect(fitStatements(bytes).first?.activity == activity)
    }

    @Test(arguments: [
        ("boat", Activity?.none), ("airplane", nil), ("train", .automotive), ("transport", .automotive),
    ]) func `what Moves calls transport is not automotive if it floats or flies`(
        _ name: String, _ activity: Activity?
    ) throws {
        let text = """
            [{"date":"20240229","segments":[{"type":"move","activities":[{"activity":"\(name)","group":"transport",
            "trackPoints":[{"lat":50.1,"lon":14.4,"time":"20240229T130000Z"}]}]}]}]
            """
        #expect(try Importer().load(bytes: Array(text.utf8)).tracks.map(\.activity) == [activity])
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `watches state what they recorded`() throws {
        let folder = try Places.data("sport-tracks")
        for (file, activity) in [
            ("fit/activity-small-fenix2-run.fit", Activity.running), ("fit/garmin-edge-500-activity.fit", .cycling),
            ("tcx/2013-06-01-183220.TCX.gz", .running),
        ] {
            let told = statements(try Importer().load(path: folder.appending(path: file).path).events)
            #expect(!told.isEmpty && told.allSatisfy { $0.activity == activity }, "\(file): \(told)")
        }
    }
}
