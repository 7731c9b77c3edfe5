import Geometry
import SensorModel
import Testing

@testable import GPSDClient

/// Feeds lines to a link that watches already, and collects what comes out.
struct LinkFeed {
    var link = GPSDLink(address: "test", identify: { _ in DeviceID(1) })
    var events: [LoggedEvent] = []
    var requests: [String] = []
    var closeReason: String?
    var now = Instant(seconds: 1_000)

    init(handshake: Bool = true) {
        guard handshake else { return }
        link.connect(at: now)
        say(#"{"class":"VERSION","release":"3.22"}"#)
        say(
            #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T00:00:00Z","driver":"NMEA0183"}]}"#
        )
        say(#"{"class":"WATCH","enable":true,"json":true}"#)
    }

    mutating func say(_ line: String, after seconds: Double = 0) {
        wait(seconds)
        link.receive(Array((line + "\r\n").utf8), at: now)
        collect()
    }

    mutating func wait(_ seconds: Double) {
        now = now + seconds
        link.advance(to: now)
        collect()
    }

    mutating func collect() {
        let output = link.drain()
        events += output.events
        requests += output.requests
        closeReason = output.closeReason ?? closeReason
    }

    var fixEvents: [SensorEvent] {
        events.map(\.event).filter { if case .fix = $0.payload { true } else { false } }
    }
    var fixes: [Fix] {
        events.compactMap { if case .fix(let fix) = $0.event.payload { fix } else { nil } }
    }
    var reports: [SourceReport] {
        events.compactMap { if case .source(let report) = $0.event.payload { report } else { nil } }
    }
}

extension LoggedEvent {
    var rawLines: String? { if case .gpsd(let lines)? = raw { lines } else { nil } }
}

func tpv(_ second: Int?, mode: Int = 3, _ more: String = "", device: String = "/dev/a") -> String {
    let time = second.map { #","time":"2026-11-21T04:00:\#($0 < 10 ? "0" : "")\#($0).000Z""# } ?? ""
    let position = mode >= 2 ? #","lat":50.0,"lon":14.\#(second ?? 0)"# : ""
    return #"{"class":"TPV","device":"\#(device)","mode":\#(mode)\#(time)\#(position)\#(more)}"#
}

@Suite struct EpochMergeTests {
    @Test func `several reports of one moment are one fix with the best of each`() throws {
        var feed = LinkFeed()
        feed.say(tpv(1, mode: 2, #","speed":9.9,"eph":20.9"#))
        feed.say(tpv(1, mode: 3, #","speed":1.5,"altMSL":200"#), after: 0.03)
        feed.say(tpv(1, mode: 3, #","speed":1.5,"track":90,"altMSL":200,"epv":23"#), after: 0.03)
        #expect(feed.fixes.isEmpty)
        feed.wait(0.25)
        #expect(feed.fixes.count == 1)
        #expect(feed.fixes.first?.mode == .threeDimensional)
        #expect(feed.fixes.first?.speed == 1.5)
        #expect(feed.fixes.first?.courseDegrees == 90)
        #expect(feed.fixes.first?.altitude == 200)
        #expect(feed.fixes.first?.horizontalDilution != nil)
        let raw = try #require(feed.events.last?.rawLines)
        #expect(raw.split(separator: "\n").count == 3)
    }

    @Test func `empty reports after a fix of the same moment do not end it`() {
        var feed = LinkFeed()
        feed.say(tpv(1, mode: 3, #","speed":0.4"#))
        for _ in 0..<3 { feed.say(tpv(1, mode: 1)) }
        feed.say(tpv(2, mode: 3))
        #expect(feed.fixes.map(\.mode) == [.threeDimensional])
        #expect(feed.fixes.first?.speed == 0.4)
    }

    @Test func `a speed that gpsd invented gives way to the receiver's`() {
        var feed = LinkFeed()
        feed.say(tpv(1, mode: 3, #","speed":93.0,"track":5,"climb":-40,"altMSL":3,"eph":4"#))
        feed.say(tpv(1, mode: 3, #","speed":2.0"#))
        feed.say(tpv(2))
        #expect(feed.fixes.first?.speed == 2)
    }

    @Test func `moments without a fix are one attempt each`() {
        var feed = LinkFeed()
        for second in 1...3 {
            feed.say(tpv(second, mode: 1), after: 1)
            feed.say(tpv(second, mode: 0), after: 0.01)
        }
        feed.wait(0.3)
        #expect(feed.fixes.map(\.mode) == [.noFix, .noFix, .noFix])
        #expect(feed.fixes.allSatisfy { $0.coordinate == nil })
    }

    @Test func `an epoch is told as soon as the next begins`() {
        var feed = LinkFeed()
        feed.say(tpv(1))
        feed.say(tpv(2), after: 0.01)
        #expect(feed.fixes.count == 1)
    }

    @Test func `an epoch is complete when it has as many reports as those before`() {
        var feed = LinkFeed()
        for second in 1...10 { feed.say(tpv(second), after: 1) }
        #expect(feed.fixes.count == 9, "the number is not known yet")
        for second in 11...12 {
            feed.say(tpv(second), after: 1)
            feed.wait(0)
            #expect(feed.fixes.count == second)
        }
        // A second report is too late for this epoch, and the next ones are waited for again.
        feed.say(tpv(12, mode: 3, #","speed":1.5"#), after: 0.03)
        for second in 13...22 { for delay in [1, 0.03] { feed.say(tpv(second), after: delay) } }
        #expect(feed.fixes.count == 21)
        feed.say(tpv(23), after: 1)
        feed.wait(0)
        #expect(feed.fixes.count == 22)
        feed.say(tpv(23, mode: 3, #","speed":1.5"#), after: 0.03)
        feed.wait(0)
        #expect(feed.fixes.count == 23 && feed.fixes.last?.speed == 1.5)
    }

    @Test func `a report after the end of its epoch is kept as a line, not as a second fix`() throws {
        var feed = LinkFeed()
        feed.say(tpv(1))
        feed.say(tpv(1), after: 0.4)
        feed.say(tpv(2), after: 0.6)
        feed.wait(0.3)
        #expect(feed.fixes.count == 2)
        let raw = try #require(feed.events.last?.rawLines)
        #expect(raw.split(separator: "\n").count == 2)
    }

    @Test func `a fix that comes after its epoch was told as none is told`() {
        var feed = LinkFeed()
        feed.say(tpv(1, mode: 1))
        feed.say(tpv(1, mode: 3), after: 0.4)
        feed.wait(0.3)
        #expect(feed.fixes.map(\.mode) == [.noFix, .threeDimensional])
    }

    @Test func `a clock that steps back or stands still loses no fix`() {
        var feed = LinkFeed()
        for second in [5, 6, 5, 6, 7] { feed.say(tpv(second), after: 1) }
        feed.say(
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-11-21T04:00:07.000Z","lat":51,"lon":14}"#, after: 1
        )
        feed.wait(0.3)
        #expect(feed.fixes.count == 6)
    }

    @Test func `a receiver that knows no time gets the time of arrival`() {
        var feed = LinkFeed()
        for _ in 0..<3 { feed.say(tpv(nil), after: 1) }
        feed.wait(0.3)
        #expect(feed.fixes.count == 3)
        #expect(feed.fixes.allSatisfy { $0.timeIsArrival })
        #expect(feed.fixEvents.allSatisfy { $0.time == $0.received })
    }

    @Test(arguments: [nil, 7] as [Int?])
    func `ten reports a second of one place and no new time are fixes, not one epoch for ever`(
        second: Int?
    ) throws {
        var feed = LinkFeed()
        for _ in 0..<100 { feed.say(tpv(second), after: 0.1) }
        let seen = feed.fixes.count
        #expect(seen >= 4)
        feed.wait(3)
        let lines = feed.events.compactMap(\.rawLines).map { $0.split(separator: "\n").count }
        #expect(lines.reduce(0, +) >= 100 && lines.allSatisfy { $0 < 30 })
        let gaps = zip(feed.fixEvents.dropFirst(), feed.fixEvents).map { $0.received - $1.received }
        #expect(gaps.allSatisfy { $0 < 2.5 })
    }

    @Test func `a line too slow for its receiver makes no second fix of a moment`() {
        var feed = LinkFeed()
        for second in 1...3 {
            for _ in 0..<10 { feed.say(tpv(second), after: 0.099) }
        }
        feed.wait(0.3)
        #expect(feed.fixes.count == 3)
    }

    @Test(arguments: ["", #","time":"2026-11-21T04:00:01.000Z""#])
    func `sigmas without positions do not fill the memory`(time: String) throws {
        var feed = LinkFeed()
        for _ in 0..<1_000 { feed.say(#"{"class":"GST","device":"/dev/a"\#(time),"lat":2,"lon":3}"#, after: 0.1) }
        feed.say(tpv(30), after: 0.1)
        feed.wait(0.3)
        let raw = try #require(feed.events.last?.rawLines)
        #expect((2..<100).contains(raw.split(separator: "\n").count))
    }

    @Test func `a date years ahead is kept as it is`() {
        var feed = LinkFeed()
        feed.say(#"{"class":"TPV","device":"/dev/a","mode":3,"time":"2045-01-01T00:00:00.000Z","lat":1,"lon":2}"#)
        feed.wait(0.3)
        #expect(feed.fixEvents.first?.time == Instant(seconds: 2_366_841_600))
        #expect(feed.fixEvents.first?.received == Instant(seconds: 1_000))
    }

    @Test func `two receivers at once keep apart`() {
        var feed = LinkFeed()
        for second in 1...4 {
            feed.say(tpv(second, device: "/dev/a"), after: 0.5)
            feed.say(tpv(second, device: "/dev/b"), after: 0.01)
            feed.say(tpv(second, device: "/dev/a"), after: 0.01)
        }
        feed.wait(0.3)
        #expect(feed.fixes.count == 8)
    }

    @Test func `a flat altitude is no altitude`() {
        var feed = LinkFeed()
        feed.say(tpv(1, mode: 2, #","altMSL":17,"epv":5,"climb":1"#))
        feed.wait(0.3)
        #expect(feed.fixes.first?.altitude == nil)
        #expect(feed.fixes.first?.verticalAccuracy == nil)
        #expect(feed.fixes.first?.climb == nil)
    }
}

@Suite struct AccuracyDerivationTests {
    private func fix(_ errors: String, before: [String] = [], driver: String = "NMEA0183") throws -> Fix {
        var feed = LinkFeed()
        feed.say(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00Z","driver":"\#(driver)"}"#)
        for line in before { feed.say(line) }
        feed.say(tpv(1, errors))
        feed.wait(0.3)
        return try #require(feed.fixes.first)
    }

    private let sky = #"{"class":"SKY","device":"/dev/a","hdop":1.1,"vdop":1.5,"uSat":9,"satellites":[]}"#

    @Test func `an error made of a dilution becomes what receivers really have`() throws {
        let fix = try fix(#","eph":20.9,"epv":34.5,"eps":80"#, before: [sky])
        #expect(fix.accuracyOrigin == .dilutionOfPrecision)
        #expect(abs(try #require(fix.horizontalAccuracy) - 4.4) < 0.01)
        #expect(abs(try #require(fix.horizontalDilution) - 1.1) < 0.01)
        #expect(abs(try #require(fix.verticalAccuracy) - 34.5 * 4 / 19) < 0.01)
        #expect(fix.speedAccuracy == nil)
        #expect(fix.satellites == 9)
    }

    @Test func `a dilution shows in plain NMEA without a sky view`() throws {
        let fix = try fix(#","eph":17.1"#)
        #expect(fix.accuracyOrigin == .dilutionOfPrecision)
        #expect(abs(try #require(fix.horizontalDilution) - 0.9) < 0.001)
    }

    @Test func `a receiver's own 95 percent becomes one sigma an axis`() throws {
        let fix = try fix(#","eph":4.895,"epv":3.92"#, before: [sky], driver: "u-blox")
        #expect(fix.accuracyOrigin == .receiver)
        #expect(abs(try #require(fix.horizontalAccuracy) - 2.0) < 0.001)
        #expect(abs(try #require(fix.verticalAccuracy) - 2.0) < 0.001)
        #expect(fix.horizontalDilution == 1.1)
    }

    @Test func `corrections shrink the constant and not the truth`() throws {
        let fix = try fix(#","status":2,"eph":5.225"#, before: [sky])
        #expect(fix.accuracyOrigin == .dilutionOfPrecision)
        #expect(abs(try #require(fix.horizontalDilution) - 1.1) < 0.001)
        #expect(abs(try #require(fix.horizontalAccuracy) - 5.225 / 2.4477) < 0.001)
    }

    @Test(arguments: [3, 4, 5, 6, 8]) func `gpsd quarters its constant for DGPS alone`(status: Int) throws {
        let near = sky.replacing(#""hdop":1.1"#, with: #""hdop":0.7"#)
        let fix = try fix(#","status":\#(status),"eph":13.300,"epv":23"#, before: [near])
        #expect(fix.accuracyOrigin == .dilutionOfPrecision)
        #expect(abs(try #require(fix.horizontalDilution) - 0.7) < 0.001)
        #expect(abs(try #require(fix.horizontalAccuracy) - 2.8) < 0.01)
        #expect(abs(try #require(fix.verticalAccuracy) - 23 * 4 / 19) < 0.01)
    }

    @Test(arguments: [true, false]) func `the receiver's own sigmas win, before or after the report`(isFirst: Bool)
        throws
    {
        let noise =
            #"{"class":"GST","device":"/dev/a","time":"2026-11-21T04:00:01.000Z","lat":2.3,"lon":3.5,"alt":4.0}"#
        var feed = LinkFeed()
        feed.say(sky)
        if isFirst { feed.say(noise) }
        feed.say(tpv(1, #","eph":20.9,"epv":34.5"#))
        if !isFirst { feed.say(noise) }
        feed.say(tpv(2, #","eph":20.9"#))
        feed.wait(0.3)
        #expect(feed.fixes[0].accuracyOrigin == .receiver)
        #expect(abs(try #require(feed.fixes[0].horizontalAccuracy) - 2.9614) < 0.001)
        #expect(feed.fixes[0].verticalAccuracy == 4)
        #expect(feed.fixes[1].accuracyOrigin == .dilutionOfPrecision)
    }

    @Test func `no error at all leaves the accuracy missing and the dilution there`() throws {
        let fix = try fix("", before: [sky])
        #expect(fix.horizontalAccuracy == nil)
        #expect(fix.horizontalDilution == 1.1)
    }
}
