import Foundation
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

@Suite struct HostileInputTests {
    private func loads(_ bytes: [UInt8], _ importer: Importer = Importer()) -> FormatError? {
        do {
            _ = try importer.load(bytes: bytes, name: "file")
            return nil
        } catch let error as FormatError {
            return error
        } catch {
            Issue.record("not a FormatError: \(error)")
            return nil
        }
    }

    @Test func `a line without an end is refused in bounded memory`() throws {
        let folder = try temporaryFolder()
        // 10 GB that take no room on the disk.
        let file = folder.appending(path: "long.ndjson")
        try Data("{\"type\":\"marker\",\"time\":1,\"text\":\"".utf8).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 10_000_000_000)
        try handle.close()
        let error = #expect(throws: FormatError.self) { try Importer().load(path: file.path) }
        #expect(error?.description.contains("line 1") == true, "\(String(describing: error))")
    }

    /// Endless input is rejected while it arrives, and memory does not grow with it.
    @Test(arguments: [
        ("echo '<gpx><trk><trkseg>'; yes '<trkpt lat=\"1\" lon=\"2\"/>'", "more than 200000 points"),
        ("echo '<gpx><trk><trkseg>'; yes '<trkpt lat=\"1\" lon=\"2\"/>' | tr -d '\\n'", "more than 200000 points"),
        ("printf '<gpx><trk><name>'; tr '\\0' x < /dev/zero", "line 1"),
        ("printf '{\"type\":\"tick\",\"time\":1,\"x\":\"'; tr '\\0' x < /dev/zero", "line 1"),
        ("yes '{\"type\":\"tick\",\"time\":1}'", "more than 200000 events"),
        ("printf '{\"locations\":[{\"latitudeE7\":1},'; yes '{},'", "bytes in one document"),
    ])
    func `an endless stream is refused`(script: String, reason: String) throws {
        let folder = try temporaryFolder()
        let pipe = folder.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let writer = try ChildProcess("/bin/sh", ["-c", "exec > \(pipe); \(script)"])
        var importer = Importer()
        importer.limits.pointCount = 200_000
        importer.limits.eventCount = 200_000
        importer.limits.documentSize = 1 << 24
        let error = #expect(throws: FormatError.self) { try importer.load(path: pipe) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        _ = writer.wait()
    }

    @Test func `more points than the limit are refused`() {
        var importer = Importer()
        importer.limits.pointCount = 100
        importer.limits.eventCount = 100
        importer.limits.documentSize = 10_000
        let point = "<trkpt lat=\"1\" lon=\"2\"/>"
        let gpx = "<gpx><trk><trkseg>" + String(repeating: point, count: 101)
        #expect(loads(Array(gpx.utf8), importer)?.description.contains("more than 100 points") == true)
        let log = String(repeating: "{\"type\":\"tick\",\"time\":1}\n", count: 101)
        #expect(loads(Array(log.utf8), importer)?.description.contains("more than 100 events") == true)
        let day = #"{"latitudeE7":1,"longitudeE7":2,"timestampMs":"3"},"#
        let timeline = "{\"locations\":[" + String(repeating: day, count: 300)
        #expect(loads(Array(timeline.utf8), importer)?.description.contains("10000 bytes") == true)
    }

    @Test func `the files of an archive have the limits together`() throws {
        let folder = try temporaryFolder()
        let script = """
            import zipfile, sys
            points = zipfile.ZipFile(sys.argv[1] + "/points.zip", "w")
            events = zipfile.ZipFile(sys.argv[1] + "/events.zip", "w")
            for name in "abc":
                points.writestr(name, '<gpx><trk><trkseg>' + '<trkpt lat="1" lon="2"/>' * 40 + '</trkseg></trk></gpx>')
                events.writestr(name, '{"type":"tick","time":1}\\n' * 40)
            points.close()
            events.close()
            """
        try #require(try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, folder.path]).status == 0)
        var importer = Importer()
        (importer.limits.pointCount, importer.limits.eventCount) = (100, 100)
        for what in ["points", "events"] {
            let path = folder.appending(path: "\(what).zip").path
            let error = #expect(throws: FormatError.self) { try importer.load(path: path) }
            #expect(error?.description.contains("more than 100 \(what)") == true, "\(String(describing: error))")
            let whole = try Importer().load(path: path)
            #expect(whole.pointCount + whole.sensorEvents.count == 120)
        }
    }

    @Test func `a compressed file that is damaged is not called empty`() throws {
        let folder = try temporaryFolder()
        let script = """
            import gzip, zipfile, sys
            data = bytearray(gzip.compress(b'{"type":"tick","time":1}' * 9))
            data[12:30] = b'\\xff' * 18
            open(sys.argv[1] + "/a.gz", "wb").write(data)
            z = zipfile.ZipFile(sys.argv[1] + "/b.zip", "w", zipfile.ZIP_DEFLATED)
            z.writestr("Accelerometer.csv", "time,x,y,z\\n" + "1700000000,1,2,3\\n" * 99)
            z.close()
            data = bytearray(open(sys.argv[1] + "/b.zip", "rb").read())
            data[50:60] = b'\\xff' * 10
            open(sys.argv[1] + "/b.zip", "wb").write(data)
            """
        try #require(try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, folder.path]).status == 0)
        for name in ["a.gz", "b.zip"] {
            let path = folder.appending(path: name).path
            let error = #expect(throws: FormatError.self) { try Importer().load(path: path) }
            #expect(
                error?.description.contains("its compressed data are damaged") == true, "\(String(describing: error))")
        }
    }

    @Test func `what unpacks to too much is refused`() throws {
        let folder = try temporaryFolder()
        let script = """
            import gzip, zipfile, sys
            text = '{"type":"tick","time":1}\\n' * 100000
            gzip.open(sys.argv[1] + "/a.gz", "wt").write(text)
            zipfile.ZipFile(sys.argv[1] + "/b.zip", "w", zipfile.ZIP_DEFLATED).writestr("b", text)
            """
        try #require(try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, folder.path]).status == 0)
        var importer = Importer()
        importer.limits.unpackedSize = 1_000_000
        for name in ["a.gz", "b.zip"] {
            let path = folder.appending(path: name).path
            let error = #expect(throws: FormatError.self) { try importer.load(path: path) }
            #expect(error?.description.contains("bytes unpacked") == true, "\(String(describing: error))")
            #expect(try Importer().load(path: path).events.count == 100_000)
        }
    }

    @Test(arguments: [
        "", " ", "\n", "{", "[", "<", "<gpx", "<gpx>", "<html></html>", "$GPRMC", "{\"class\":\"TPV\"",
        "PK\u{3}\u{4}xx",
        "SQLite format 3\0", "time,latitude,longitude\n", "time,latitude,longitude\nnow,1,2\n", "no format at all",
        "{\"locations\":[{\"latitudeE7\":1,", "{\"format\":\"odograph-track\",\"version\":2,\"tracks\":[]}",
    ])
    func `what is nothing is refused with a sentence`(text: String) {
        let error = loads(Array(text.utf8))
        #expect(error?.description.hasPrefix("file: ") == true && error?.description.hasSuffix(".") == true)
    }

    @Test(arguments: ["1e300", "-1e300", "nan", "1.5", "99999999999999999999"])
    func `an invalid date does not affect the rest of a log of sentences`(number: String) throws {
        let log = "$GPZDA,120000,\(number),02,2024,00,00\r\n$GPRMC,120000,A,5006.0,N,01424.0,E,1,2,290224,,,A\r\n"
        let events = try Importer().load(bytes: Array(log.utf8), as: NMEAReader.self).events
        let located = events.filter { event in
            guard case .fix(let fix) = event.payload else { return false }
            return fix.coordinate != nil
        }
        #expect(located.count == 1)
    }

    @Test func `values that nest without end are refused`() {
        let deep = String(repeating: "[", count: 500_000)
        for text in ["{\"type\":\"tick\",\"time\":1,\"x1\":\(deep)", "{\"locations\":[{\"latitudeE7\":\(deep)"] {
            #expect(loads(Array(text.utf8)) != nil)
        }
        let elements = "<gpx>" + String(repeating: "<a>", count: 500_000)
        #expect(loads(Array(elements.utf8)) != nil)
    }

    /// Random damage must never crash a reader, nor make it throw anything but its own errors.
    @Test(arguments: Array(Seed.all.enumerated()))
    func `damaged input is read or refused`(number: Int, text: String) {
        var generator = SplitMix(state: UInt64(number) &* 7_919 + 1)
        let original = Array(text.utf8)
        for round in 0..<400 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&bytes, &generator) }
            _ = loads(bytes, Importer(keepsGoodPart: round.isMultiple(of: 2)))
        }
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.removeSubrange(index...)
        case 3: bytes.insert(contentsOf: Array("1e999999999".utf8), at: index)
        case 4: bytes.insert(contentsOf: bytes[..<index], at: index)
        default:
            let tokens = ["\"", "{", "}", "-", "\\u", "\0", ",", "99999999999999999999", "null", "<", "&#0;", "\n"]
            bytes.insert(contentsOf: Array((tokens.randomElement(using: &generator) ?? "").utf8), at: index)
        }
    }
}

/// One small file of every format that is read without another program.
private enum Seed {
    static let all = [
        """
        {"type":"fix","time":1700000000.5,"latitude":50.1,"longitude":14.4,"mode":3,"satellites":9,"device":"a"}
        {"type":"acceleration","time":1700000000.5,"received":1700000000.6,"x":1,"y":2e1,"z":9.79,"device":"b\\u00e9"}
        {"type":"parameters","time":1,"values":{"a":1,"b":true,"c":"d"}}
        {"type":"source","time":1,"name":"b","streams":["fix"],"mountMatrix":[[1,0,0],[0,1,0],[0,0,1]]}
        """,
        """
        <?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>a
        &amp; b</name><trkseg><trkpt lat="50.1" lon="14.4"><ele>250</ele><time>2024-02-29T12:00:00Z</time><sat>7</sat>
        <extensions><speed>1.5</speed></extensions></trkpt></trkseg></trk></gpx>
        """,
        "$GPGGA,120000,5006.0000,N,01424.0000,W,1,09,0.9,250.5,M,45.0,M,,\r\n$GPRMC,120000,A,5006.0,N,01424.0,W,1,2,290224,,,A\r\n",
        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2024-02-29T12:00:00.000Z","lat":50.1,"lon":14.4,"eph":20.9}"#,
        "time,latitude,longitude,acc_x,acc_y,acc_z\n1700000000,50.1,14.4,1,2,3\n1700000001000,50.1,14.4,\"1\",2,3\n",
        #"[{"sensor":"Gravity","time":"1700000000123456789","x":0,"y":0,"z":9.8}]"#,
        #"{"locations":[{"latitudeE7":501000000,"longitudeE7":144000000,"timestampMs":"1709208000000"}]}"#,
        #"[{"startTime":"2024-02-29T11:00:00Z","timelinePath":[{"point":"geo:50.1,14.4","durationMinutesOffsetFromStartTime":"60"}]}]"#,
        #"[{"date":"20240229","segments":[{"type":"move","activities":[{"activity":"cyc","trackPoints":[{"lat":50.1,"lon":14.4,"time":"20240229T130000+0100"}]}]}]}]"#,
        "4 9.5:::50.1 14.4 250 4 5.5 90 0.3\n5 9.5:::0 0 0 0.7 0.7 0 0\n",
        #"{"RIDE":{"STARTTIME":"2017\/04\/24 16:18:45 UTC ","SAMPLES":[{"SECS":0,"LAT":50.1,"LON":14.4}]}}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"coordTimes":["2024-02-29T12:00:00Z"]},"geometry":{"type":"LineString","coordinates":[[1,2,3],[4,5]]}}]}"#,
        #"[{"_type":"location","lat":1.5,"lon":2.5,"tst":1700000000,"acc":9}]"#,
        #"{"1":{"streams":{"GPS9":{"samples":[{"value":[33.1,-117.3,-20.1,0.1,0.2,8000,40000.5,1.5,3]}]}}}}"#,
        "2024-03-01T09:03:09Z\t*\t{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tst\":1709283789}\n",
        "<kml><Placemark><gx:Track><when>2024-01-20T08:00:00Z</when><gx:coord>1 2 3</gx:coord></gx:Track></Placemark></kml>",
        "<pwx><workout><time>2009-02-11T09:26:02</time><sample><timeoffset>1</timeoffset><lat>1</lat><lon>2</lon></sample></workout></pwx>",
        "HFDTE010299\nI023638FXA3940SIU\nC5206343N00006198WLASHAM\nB1101355206343N00006198WA0058700558012 08\n",
        "1\n00:00:00,000 --> 00:00:00,033\n2019-06-09 15:31:57,410,868\n[latitude: 40.1] [longitude: -3.2] [abs_alt: 132.8]\n",
        "%  GPST  latitude(deg) longitude(deg)  height(m)   Q  ns\n2200 345600.000 40.1 -3.2 100 5 8 1 1 2\n",
        "[Params]\nDate=20090402\nStartTime=18:30:05.0\nInterval=5\n[HRData]\n100\n",
        "TimeZone=GPS\nDate;Time;Latitude;Longitude\n08.07.2020;15:02:41;48.7;9.1\n",
        #"{"format":"odograph-track","version":1,"tracks":[{"segments":[[{"time":"2024-02-29T12:00:00Z","latitude":1,"longitude":2}]]}],"waypoints":[]}"#,
    ]
}

/// A small generator whose numbers are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
