import Foundation
import GPSDClient
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// A log of gpsd says what a recording of the same lines says.
@Suite struct GPSDLogTests {
    private func imported(_ lines: [String]) throws -> [SensorEvent] {
        let document = try Importer().load(bytes: Array(lines.joined(separator: "\n").utf8), as: GPSDLogReader.self)
        return document.events.filter { if case .fix = $0.payload { true } else { false } }
    }

    /// Returns the events of a conversation with a gpsd that sends these lines, each epoch a second after the previous
    /// one.
    private func recorded(_ lines: [String]) -> [Fix] {
        var link = GPSDLink(address: "log") { _ in DeviceID(1) }
        var now = Instant(seconds: 1_000)
        link.connect(at: now)
        var time: Substring?
        for line in lines {
            let own = line.split(separator: "\"time\":\"").dropFirst().first?.prefix(24)
            if own != nil, own != time {
                time = own
                now = now + 1
            }
            link.receive(Array((line + "\n").utf8), at: now)
        }
        link.finish()
        return link.drain().events.compactMap {
            if case .fix(let fix) = $0.event.payload, !fix.timeIsArrival { fix } else { nil }
        }
    }

    private func tpv(_ second: Int, mode: Int = 3, _ more: String) -> String {
        #"{"class":"TPV","device":"/dev/a","mode":\#(mode),"time":"2026-11-21T04:00:0\#(second).000Z","lat":50.\#(second),"lon":14\#(more)}"#
    }

    @Test func `accuracies are those of a recording`() throws {
        let lines = [
            #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T00:00:00Z","driver":"NMEA0183"}]}"#,
            tpv(1, #","eph":17.1,"epv":23,"altMSL":200"#),
            #"{"class":"SKY","device":"/dev/a","hdop":1.1,"uSat":9,"satellites":[]}"#,
            tpv(2, #","eph":20.9"#), tpv(3, #","eph":5.225,"status":2"#), tpv(4, #","eph":13.3,"status":3"#),
            tpv(5, mode: 2, #","altMSL":17,"epv":5,"climb":1,"speed":-3,"eph":-2"#),
            #"{"class":"GST","device":"/dev/a","time":"2026-11-21T04:00:06.000Z","lat":2.3,"lon":3.5,"alt":4.0}"#,
            tpv(6, #","eph":20.9"#), tpv(7, #","epx":3,"epy":4"#),
            tpv(8, "").replacing(#""lat":50.8"#, with: #""lat":123"#), tpv(9, #","eph":4.895"#),
        ]
        let fixes = try imported(lines).compactMap { if case .fix(let fix) = $0.payload { fix } else { nil } }
        #expect(fixes == recorded(lines))
        #expect(
            fixes.map { $0.horizontalAccuracy.map { ($0 * 100).rounded() / 100 } } == [
                3.6, 4.4, 2.13, 2.8, nil, 2.96, 1.8, nil, 2,
            ])
        #expect(fixes[4].altitude == nil && fixes[4].speed == nil && fixes[7].coordinate == nil)
    }

    @Test func `sky views are kept, each at its own time`() throws {
        func sky(_ second: Int, signal: Int) -> String {
            #"{"class":"SKY","device":"/dev/a","time":"2026-11-21T04:00:0\#(second).000Z","satellites":"#
                + #"[{"PRN":7,"az":40,"el":20,"ss":\#(signal),"used":true}]}"#
        }
        let lines = [tpv(1, ""), sky(1, signal: 30), tpv(2, ""), sky(2, signal: 31), tpv(3, "")]
        let events = try Importer().load(bytes: Array(lines.joined(separator: "\n").utf8), as: GPSDLogReader.self)
            .events
        let views = events.compactMap { event -> (Instant, Double?)? in
            guard case .sky(let sky) = event.payload else { return nil }
            return (event.time, sky.satellites.first?.signalStrength)
        }
        let first = try #require(events.lazy.compactMap { if case .fix = $0.payload { $0.time } else { nil } }.first)
        #expect(views.map(\.0) == [first, first + 1])
        #expect(views.map(\.1) == [30, 31])
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test func `sigmas before the first time wait for it, and dead lines end nothing`() throws {
        var lines = (0..<200).map { _ in #"{"class":"GST","device":"/dev/a","lat":2,"lon":2}"# }
        lines += ["stray", #"{"class":"TPV","device":"/dev/a","mode":3,"lat":50,"lon":14}"#, tpv(1, "")]
        #expect(try imported(lines).count == 1)
        #expect(throws: FormatError.self) { try imported(lines + [#"{"class":"TPV","#]) }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `gpsd's own logs import as they are recorded`() throws {
        let folder = try Places.data("gpsd-logs")
        for name in ["nmea-rtk.log.chk.gz", "mt3339.log.chk", "ublox-8.log.chk", "bu303-moving.log.chk"] {
            let path = folder.appending(path: name).path
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let text = try ChildProcess.run("/bin/sh", ["-c", "gzip -dcf '\(path)'"]).output
            let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.hasPrefix("{") }
            let fixes = try imported(lines).compactMap { if case .fix(let fix) = $0.payload { fix } else { nil } }
            let live = recorded(lines)
            #expect(fixes.count == live.count && !fixes.isEmpty, "\(name)")
            for (mine, theirs) in zip(fixes, live) {
                #expect(mine.horizontalAccuracy == theirs.horizontalAccuracy, "\(name)")
                #expect(mine.verticalAccuracy == theirs.verticalAccuracy && mine.coordinate == theirs.coordinate)
            }
        }
    }

    @Test func `the indicator of interference is a stream of the receiver`() throws {
        let lines = (10..<20).map { second in
            #"{"class":"TPV","device":"/dev/a","mode":1,"time":"2026-11-21T04:23:\#(second).000Z","jam":\#(second)}"#
        }
        let document = try Importer().load(bytes: Array(lines.joined(separator: "\n").utf8), as: GPSDLogReader.self)
        let values = document.events.compactMap { event -> Double? in
            if case .scalar(.jamming, let sample) = event.payload { sample.value } else { nil }
        }
        #expect(values == (10..<20).map(Double.init))
    }
}
