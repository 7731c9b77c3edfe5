import Foundation
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// The bounds on what is imported: at the bound it is read, one beyond it is not.
@Suite struct ImportLimitsTests {
    private func refusal(_ text: String, _ importer: Importer) throws -> String? {
        do {
            _ = try importer.load(bytes: Array(text.utf8), name: "file")
            return nil
        } catch let error as FormatError {
            return error.description
        }
    }

    private func points(_ count: Int) -> String {
        "<gpx><trk><trkseg>" + String(repeating: "<trkpt lat=\"1\" lon=\"2\"/>", count: count) + "</trkseg></trk></gpx>"
    }

    private func ticks(_ count: Int) -> String { String(repeating: "{\"type\":\"tick\",\"time\":1}\n", count: count) }

    @Test func `points are read up to the bound`() throws {
        var importer = Importer()
        importer.limits.pointCount = 100
        #expect(try refusal(points(100), importer) == nil)
        #expect(try refusal(points(101), importer)?.contains("more than 100 points") == true)
    }

    @Test func `events are read up to the bound`() throws {
        var importer = Importer()
        importer.limits.eventCount = 100
        #expect(try refusal(ticks(100), importer) == nil)
        #expect(try refusal(ticks(101), importer)?.contains("more than 100 events") == true)
    }

    @Test func `a line is read up to the bound`() throws {
        let most = ImportLimits().lineLength
        let head = "{\"type\":\"marker\",\"time\":1,\"text\":\""
        func line(_ length: Int) -> String { head + String(repeating: "x", count: length - head.count - 2) + "\"}\n" }
        #expect(try refusal(line(most), Importer()) == nil)
        #expect(try refusal(line(most + 1), Importer())?.contains("line 1") == true)
        #expect(try refusal(ticks(3) + line(most + 1), Importer())?.contains("line 4") == true)
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `a first line may be long, however lines end`(ending: String) throws {
        let long = "{\"type\":\"marker\",\"time\":1,\"text\":\"\(String(repeating: "x", count: 600_000))\"}"
        let lines = [long, "{\"type\":\"tick\",\"time\":2}", long, "{\"type\":\"tick\",\"time\":3}"]
        let text = lines.joined(separator: ending) + ending
        let document = try Importer().load(bytes: Array(text.utf8), name: "file")
        #expect(document.sensorEvents.count == 4)
    }

    @Test func `a document is read up to the bound`() throws {
        let row = #"{"latitudeE7":1,"longitudeE7":2,"timestampMs":"3"}"#
        let text = "{\"locations\":[" + Array(repeating: row, count: 50).joined(separator: ",") + "]}"
        var importer = Importer()
        importer.limits.documentSize = text.utf8.count
        #expect(try refusal(text, importer) == nil)
        importer.limits.documentSize -= 1
        #expect(try refusal(text, importer)?.contains("bytes in one document") == true)
    }

    @Test func `an archive is unpacked up to the bound, in all and by its size`() throws {
        let folder = try temporaryFolder()
        let text = ticks(20_000)
        try Data(text.utf8).write(to: folder.appending(path: "a"))
        let made = try ChildProcess.run("/usr/bin/env", ["gzip", "-9", folder.appending(path: "a").path])
        try #require(made.status == 0)
        let path = folder.appending(path: "a.gz").path
        let packed = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        var importer = Importer()
        importer.limits.unpackedSize = text.utf8.count
        #expect(try importer.load(path: path).sensorEvents.count == 20_000)
        importer.limits.unpackedSize -= 1
        #expect(throws: FormatError.self) { try importer.load(path: path) }
        // By its size: the meter alone, since a ratio is a whole number.
        for (count, isAccepted) in [(200 * packed, true), (200 * packed + 1, false)] {
            var limits = ImportLimits()
            limits.unpackedAnyway = 0
            let meter = UnpackMeter(name: "a.gz", packed: packed, limits: limits)
            if isAccepted { try meter.add(count) } else { #expect(throws: FormatError.self) { try meter.add(count) } }
        }
        let small = UnpackMeter(name: "a.gz", packed: 1, limits: .init())
        try small.add(ImportLimits().unpackedAnyway)
        #expect(throws: FormatError.self) { try small.add(1) }
    }

    @Test func `archives within one another are opened as deep as the bound`() throws {
        let folder = try temporaryFolder()
        let script = """
            import io, sys, zipfile
            data, name = b'{"type":"tick","time":1}\\n' * 9, "a.ndjson"
            for depth in range(1, 5):
                packed = io.BytesIO()
                with zipfile.ZipFile(packed, "w") as archive:
                    archive.writestr(name, data)
                data, name = packed.getvalue(), "%d.zip" % depth
                open(sys.argv[1] + "/" + name, "wb").write(data)
            """
        try #require(try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, folder.path]).status == 0)
        let depth = ImportLimits().archiveDepth
        #expect(try Importer().load(path: folder.appending(path: "\(depth).zip").path).sensorEvents.count == 9)
        #expect(throws: FormatError.self) { try Importer().load(path: folder.appending(path: "\(depth + 1).zip").path) }
    }
}
