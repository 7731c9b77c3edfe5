import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing
import TrackFormats

/// Files that are strange and right, and files that are strange and wrong: each gives what it holds or one sentence.
@Suite struct StrangeInputTests {
    private func load(_ bytes: [UInt8], keepsGoodPart: Bool = false) throws -> TrackDocument {
        try Importer(keepsGoodPart: keepsGoodPart).load(bytes: bytes, name: "file")
    }

    private static let gpx = """
        <?xml version="1.0" encoding="utf-8"?>
        <gpx version="1.1"><trk><trkseg>
        <trkpt lat="50.1" lon="14.4"><ele>250</ele><time>2024-02-29T12:00:00Z</time></trkpt>
        <trkpt lat="50.2" lon="14.4"><time>2024-02-29T13:00:01.5+01:00</time></trkpt>
        </trkseg></trk></gpx>
        """

    private static func wide(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit -> [UInt8] in
            bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
        }
    }

    private static let encodings: [(String, [UInt8])] = [
        ("plain", Array(gpx.utf8)), ("mark", [0xEF, 0xBB, 0xBF] + Array(gpx.utf8)),
        ("CR LF", Array(gpx.replacingOccurrences(of: "\n", with: "\r\n").utf8)),
        ("CR", Array(gpx.replacingOccurrences(of: "\n", with: "\r").utf8)),
        ("UTF-16 LE", wide(gpx.replacingOccurrences(of: "utf-8", with: "UTF-16"), bigEndian: false, mark: true)),
        ("UTF-16 BE", wide(gpx.replacingOccurrences(of: "utf-8", with: "UTF-16"), bigEndian: true, mark: true)),
        ("UTF-16 without a mark", wide(gpx, bigEndian: false, mark: false)),
        (
            "Latin 1",
            Array(gpx.replacingOccurrences(of: "utf-8", with: "ISO-8859-1").utf8)
                + Array("<!-- ".utf8) + [0xE4, 0xF6] + Array(" -->".utf8)
        ),
        (
            "prefix",
            Array(
                gpx.replacingOccurrences(of: "<gpx ", with: "<!-- a --><g:gpx xmlns:g=\"urn:x\" ")
                    .replacingOccurrences(of: "</", with: "</g:").replacingOccurrences(of: "<t", with: "<g:t")
                    .replacingOccurrences(of: "<ele", with: "<g:ele").utf8)
        ),
    ]

    @Test(arguments: encodings) func `GPX in any clothes holds its points`(name: String, bytes: [UInt8]) throws {
        let found = fixes(try load(bytes))
        let first = Instant(nanoseconds: 1_709_208_000_000_000_000)
        #expect(found.map(\.time) == [first, first + 1.5], "\(name)")
        #expect(found.map(\.fix.coordinate?.latitude) == [50.1, 50.2] && found[0].fix.altitude == 250)
    }

    @Test func `GPX 1.0 has its speed and course in the point`() throws {
        let found = fixes(
            try load(
                Array(
                    """
                    <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><trk><trkseg><trkpt lon="14.4" lat="50.1">
                    <time>2024-02-29T12:00:00Z</time><course>361</course><speed>2.5</speed><sat>7</sat><hdop>1.2</hdop>
                    <extensions><tpx:TrackPointExtension xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
                    <tpx:hr>141</tpx:hr><tpx:cad>84</tpx:cad></tpx:TrackPointExtension></extensions>
                    </trkpt></trkseg></trk></gpx>
                    """.utf8)))
        #expect(found.map(\.fix.speed) == [2.5] && found.map(\.fix.courseDegrees) == [1])
        #expect(found.map(\.fix.satellites) == [7] && found.map(\.fix.horizontalDilution) == [1.2])
    }

    @Test func `heart rate and cadence are read and written wherever a device puts them`() throws {
        let text = """
            <gpx version="1.1"><trk><trkseg><trkpt lat="50.1" lon="14.4"><time>2024-02-29T12:00:00Z</time><extensions>
            <heartrate>120</heartrate><cadence>80</cadence></extensions></trkpt>
            <trkpt lat="50.1" lon="14.5"><time>2024-02-29T12:00:01Z</time><extensions><a:b xmlns:a="u"><a:hr>121</a:hr>
            <a:RunCadence>81</a:RunCadence><a:atemp>21.5</a:atemp></a:b></extensions></trkpt></trkseg></trk></gpx>
            """
        let document = try load(Array(text.utf8))
        let folder = try temporaryFolder()
        for format in [Exporter.Format.gpx, .json] {
            let path = folder.appending(path: format.rawValue).path
            try Exporter(format).write(document, path: path)
            let points = try Importer().load(path: path).tracks.flatMap(\.segments).flatMap { $0 }
            #expect(points.map(\.heartRate) == [120, 121] && points.map(\.cadence) == [80, 81])
            #expect(points.map(\.temperature) == [nil, 21.5])
        }
    }

    @Test func `a track without times is a drawing: points and no events`() throws {
        let document = try load(
            Array("<gpx version=\"1.1\"><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>".utf8))
        #expect(document.tracks.map(\.pointCount) == [1] && document.events.isEmpty)
    }

    private func sentence(_ body: String) -> String {
        let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)"
    }

    @Test(arguments: ["\r\n", "\n", "\r"]) func `NMEA lines may end in any way`(ending: String) throws {
        let lines = [
            "", "noise \u{1} before", sentence("GPRMC,120000,A,5006.0,N,01424.0,E,1,2,290224,,,A"),
            sentence("GLGGA,120001,5006.0,N,01424.0,E,1,09,0.9,1,M,,M,,"), "$GPRMC,120002,A,5006.0,N*00",
            sentence("GAGLL,5006.0,N,01424.0,E,120003,A,A"),
        ]
        let document = try load(Array(lines.joined(separator: ending).utf8))
        #expect(fixes(document).count == 3)
        #expect(document.problems.contains { $0.reason.contains("checksum") })
    }

    @Test func `NMEA without any date goes on past midnight and says that it has none`() throws {
        let lines = ["235959", "000001", "000002"].map {
            sentence("GPGGA,\($0),5006.0,N,01424.0,E,1,09,0.9,1,M,,M,,")
        }
        let document = try load(Array(lines.joined(separator: "\n").utf8))
        let found = fixes(document)
        #expect(found.count == 3 && found[2].time - found[0].time == 3)
        #expect(document.problems.contains { $0.reason.contains("date") })
    }

    @Test func `a gpsd log of two receivers keeps them apart`() throws {
        let lines = (0..<4).flatMap { second in
            ["/dev/a", "/dev/b"].map { device in
                "{\"class\":\"TPV\",\"device\":\"\(device)\",\"mode\":3,\"time\":\"2024-02-29T12:00:0\(second).000Z\","
                    + "\"lat\":50.1,\"lon\":\(device == "/dev/a" ? 14.4 : 14.5)}"
            }
        }
        let found = fixes(try load(Array(lines.joined(separator: "\r\n").utf8)))
        #expect(found.count == 8)
        #expect(Set(found.map(\.fix.device)).count == 2)
        for device in Set(found.map(\.fix.device)) {
            #expect(Set(found.filter { $0.fix.device == device }.map(\.fix.coordinate?.longitude)).count == 1)
        }
    }

    @Test(arguments: [";", "\t", ","]) func `a table may be cut by anything usual`(separator: String) throws {
        let comma = separator == ";" ? "," : "."
        let rows = [
            ["Timestamp", "Lat", "Lon", "Speed (km/h)"], ["2024-02-29T12:00:00Z", "50\(comma)1", "14\(comma)4", "36"],
            ["2024-02-29T12:00:01Z", "50\(comma)2", "14\(comma)4", ""],
        ]
        let found = fixes(try load(Array(rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n").utf8)))
        #expect(found.map(\.fix.coordinate?.latitude) == [50.1, 50.2])
        #expect(found[0].fix.speed == 10 && found[1].fix.speed == nil)
    }

    @Test func `a file of another kind is refused with one sentence`() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let others: [[UInt8]] = [
            png, Array("%PDF-1.7\n".utf8), [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], Array("#!/bin/sh\nls\n".utf8),
            Array("name,age\nA,3\n".utf8), Array("{\"a\":1}".utf8), [UInt8](repeating: 0, count: 5_000), [0xFF, 0xFE],
            Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), [0xFF, 0xFE, 0x3C, 0x00],
        ]
        for bytes in others {
            let error = #expect(throws: FormatError.self) { try load(bytes) }
            #expect(error?.description.filter { $0 == "\n" }.isEmpty == true && error?.description.last == ".")
        }
    }

    @Test func `a bad place is named by its line, and the good part is kept where it is wanted`() throws {
        let text = Self.gpx.replacingOccurrences(of: "lat=\"50.2\"", with: "lat=\"north\"")
        let error = #expect(throws: FormatError.self) { try load(Array(text.utf8)) }
        #expect(error?.description.contains("line 4") == true)
        let kept = try load(Array(text.utf8), keepsGoodPart: true)
        #expect(fixes(kept).count == 1 && kept.problems.map(\.line) == [4])
        let torn = try load(Array(Self.gpx.utf8.prefix(200)), keepsGoodPart: true)
        #expect(fixes(torn).count == 1 && !torn.problems.isEmpty)
    }

    @Test func `files in any order make one session`() throws {
        let logs = (0..<3).map { number in
            (0..<5).map { second in
                "{\"type\":\"fix\",\"time\":\(100 + second),\"latitude\":\(50 + number),\"longitude\":1,"
                    + "\"device\":\"d\(number)\"}"
            }.joined(separator: "\n")
        }
        let files = try logs.map { try load(Array($0.utf8)).events }
        let expected = EventJoin.joined(files)
        #expect(Set(expected.compactMap(\.device)).count == 3)
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            #expect(EventJoin.joined(order.map { files[$0] }) == expected)
        }
        #expect(EventJoin.joined([]).isEmpty && EventJoin.joined([[], files[0]]) == files[0])
        #expect(EventJoin.joined([files[1], files[0], files[1], files[2], files[1]]) == expected)
    }

    @Test func `files whose sources nobody named stay apart, from each other and from those with a name`() throws {
        func log(_ latitude: Int, device: String) throws -> [SensorEvent] {
            let lines = (0..<4).map { second in
                "{\"type\":\"fix\",\"time\":\(100 + second),\"latitude\":\(latitude),\"longitude\":1\(device)}"
            }
            return try load(Array(lines.joined(separator: "\n").utf8)).events
        }
        let joined = EventJoin.joined([
            try log(10, device: ",\"device\":\"watch\""), try log(20, device: ""), try log(30, device: ""),
        ])
        var latitudes: [DeviceID: Set<Double>] = [:]
        for case .fix(let fix) in joined.map(\.payload) {
            latitudes[fix.device, default: []].insert(try #require(fix.coordinate).latitude)
        }
        #expect(latitudes.count == 3 && latitudes.values.allSatisfy { $0.count == 1 }, "\(latitudes)")
    }
}
