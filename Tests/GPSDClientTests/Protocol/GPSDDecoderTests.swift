import Geometry
import SensorModel
import Testing

@testable import GPSDClient

@Suite struct GPSDDecoderTests {
    private func position(_ line: String) throws -> PositionReport {
        guard case .position(let report) = try #require(GPSDDecoder.decode(line)) else {
            Issue.record("not a TPV")
            throw Unexpected()
        }
        return report
    }

    private func sky(_ line: String) throws -> SkyReport {
        guard case .sky(let report) = try #require(GPSDDecoder.decode(line)) else {
            Issue.record("not a SKY")
            throw Unexpected()
        }
        return report
    }

    private struct Unexpected: Error {}

    @Test func `a full TPV is read in full`() throws {
        let report = try position(
            """
            {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-21T04:23:00.250Z","lat":48.168540000,\
            "lon":11.564850000,"altHAE":532.9,"altMSL":486.6,"alt":486.6,"epx":15.513,"epy":29.684,"epv":92.000,\
            "track":179.4,"magtrack":181.4,"speed":11.163,"climb":-1.600,"eps":59.37,"status":2,"eph":43.700,\
            "jam":12}
            """)
        #expect(report.device == "/dev/ttyACM0")
        #expect(report.mode == .threeDimensional)
        #expect(report.time == Instant(nanoseconds: 1_795_234_980_250_000_000))
        #expect(report.coordinate == Coordinate(latitude: 48.16854, longitude: 11.56485))
        #expect(report.altitudeAboveSea == 486.6)
        #expect(report.speed == 11.163)
        #expect(report.track == 179.4)
        #expect(report.climb == -1.6)
        #expect(report.horizontalError == 43.7)
        #expect(report.isDifferential)
        #expect(report.jamming == 12)
        #expect(try position(#"{"class":"TPV","mode":1,"jam":256}"#).jamming == nil)
    }

    @Test func `a missing key is a missing value`() throws {
        let report = try position(#"{"class":"TPV","mode":2,"lat":1,"lon":2}"#)
        #expect(report.mode == .twoDimensional)
        #expect(report.time == nil)
        #expect(report.speed == nil)
        #expect(report.horizontalError == nil)
        #expect(!report.isDifferential)
    }

    @Test(arguments: [
        #"{"class":"TPV","mode":3,"lat":50.0}"#, #"{"class":"TPV","mode":3,"lat":91,"lon":0}"#,
        #"{"class":"TPV","mode":3,"lat":0,"lon":-181}"#, #"{"class":"TPV","mode":3,"lat":"50","lon":14}"#,
        #"{"class":"TPV","mode":3,"lat":true,"lon":true}"#, #"{"class":"TPV","mode":3,"lat":null,"lon":null}"#,
        #"{"class":"TPV","mode":3,"epv":1182.2,"eph":454.1}"#,
    ])
    func `half a coordinate, or one off Earth, is no fix`(line: String) throws {
        let report = try position(line)
        #expect(report.coordinate == nil)
        #expect(report.mode == .noFix)
    }

    @Test func `a mode that nobody knows is read as the nearest that means something`() throws {
        #expect(try position(#"{"class":"TPV","mode":7,"lat":1,"lon":2}"#).mode == .threeDimensional)
        #expect(try position(#"{"class":"TPV","mode":-1,"lat":1,"lon":2}"#).mode == .unknown)
        #expect(try position(#"{"class":"TPV","lat":1,"lon":2}"#).mode == .unknown)
    }

    @Test func `activated may be a number or a text`() {
        func isActive(_ value: String) -> Bool? {
            guard case .device(let device)? = GPSDDecoder.decode(#"{"class":"DEVICE","path":"/dev/x"\#(value)}"#)
            else { return nil }
            return device.isActive
        }
        #expect(isActive(#","activated":0"#) == false)
        #expect(isActive(#","activated":"2026-11-21T04:18:01.395Z""#) == true)
        #expect(isActive(#","activated":1600000000.5"#) == true)
        #expect(isActive("") == false)
    }

    @Test func `a watch that was misunderstood shows`() {
        #expect(
            GPSDDecoder.decode(#"{"class":"WATCH","enable":true,"json":false}"#)
                == .watch(isEnabled: true, sendsJSON: false))
    }

    @Test func `a sky view keeps satellites and dilutions apart where it has only one`() throws {
        let both = try sky(
            #"{"class":"SKY","hdop":1.1,"satellites":[{"PRN":3,"el":45,"az":10,"ss":33,"used":true},{"el":1},7]}"#)
        #expect(both.satellites?.count == 1)
        #expect(both.usedCount == 1)
        let dilutions = try sky(#"{"class":"SKY","hdop":0.64,"uSat":12}"#)
        #expect(dilutions.satellites == nil)
        #expect(dilutions.usedCount == 12)
        #expect(dilutions.horizontalDilution == 0.64)
    }

    @Test(arguments: [
        "", "$GPRMC,095255.810,V", "{", "[]", "5", "null", #"{"class":5}"#, #"{"mode":3}"#,
        #"{"class":"ERROR","message":"Invalid WATCH: "x""}"#, #"{"class":"TPV","mode":3,"lat":nan,"lon":inf}"#,
        String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 10_000), "\u{0}\u{FFFD}",
    ])
    func `a line that is no report is refused without harm`(line: String) {
        #expect(GPSDDecoder.decode(line) == nil)
    }

    @Test func `an unknown class is no error`() {
        #expect(GPSDDecoder.decode(#"{"class":"TOFF","real_sec":1}"#) == .other("TOFF"))
    }
}

@Suite struct TimeTextTests {
    @Test func `times are read to the nanosecond`() {
        #expect(TimeText.instant("1970-01-01T00:00:00Z")?.nanoseconds == 0)
        #expect(TimeText.instant("2000-02-29T12:00:00.5Z")?.nanoseconds == 951_825_600_500_000_000)
        #expect(TimeText.instant("2026-11-21T04:23:00.123456789987Z")?.nanoseconds == 1_795_234_980_123_456_789)
        #expect(TimeText.instant("1969-12-31T23:59:59.000Z")?.nanoseconds == -1_000_000_000)
        #expect(TimeText.instant("2026-02-30T00:00:00Z") == nil)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-13-21T04:23:00Z", "2026-11-21T24:00:00Z", "2026-11-21T04:23:00", "x026-11-21T04:23:00Z",
        "2026-11-21T04:23:00.Z", "2026-11-21T04:23:00+01:00Z", "9999-12-31T23:59:59Z",
    ])
    func `what is no time, or does not fit, is missing`(text: String) {
        #expect(TimeText.instant(text) == nil)
    }
}

@Suite struct LineSplitterTests {
    private func lines(_ pieces: [[UInt8]], bound: Int = 64) -> ([String], Int) {
        var splitter = LineSplitter(bound: bound)
        var lines: [String] = []
        for piece in pieces { splitter.consume(piece) { lines.append($0) } }
        return (lines, splitter.oversizedCount)
    }

    @Test func `lines are the same wherever the stream is cut`() {
        let bytes = Array("one\r\ntwo\nthree\r\r\n\nfour".utf8)
        for cut in bytes.indices {
            #expect(lines([Array(bytes[..<cut]), Array(bytes[cut...])]).0 == ["one", "two", "three"])
        }
    }

    @Test func `a line over the bound is dropped and counted, and the next one is whole`() {
        let long = [UInt8](repeating: 0x61, count: 65)
        let fitting = [UInt8](repeating: 0x62, count: 64)
        let (kept, dropped) = lines([long, [0x0A], fitting, [0x0A], Array("next\n".utf8)])
        #expect(kept == [String(repeating: "b", count: 64), "next"])
        #expect(dropped == 1)
    }

    @Test func `a line that grows over the bound piece by piece is dropped too`() {
        let piece = [UInt8](repeating: 0x61, count: 40)
        let (kept, dropped) = lines([piece, piece, piece, Array("\nnext\n".utf8)])
        #expect(kept == ["next"])
        #expect(dropped == 1)
    }

    @Test func `bytes that do not lie side by side are cut the same`() {
        let bytes = Array("one\r\ntwo\n\nthree".utf8)
        var splitter = LineSplitter()
        var lines: [String] = []
        splitter.consume(bytes.lazy.map { $0 }) { lines.append($0) }
        #expect(lines == ["one", "two"])
    }

    @Test func `bytes that are no text do not stop it`() {
        #expect(lines([[0xFF, 0xFE, 0x0A], Array("ok\n".utf8)]).0.last == "ok")
    }
}
