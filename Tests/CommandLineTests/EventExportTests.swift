import Foundation
import TestSupport
import Testing

/// `export --format events`, `export --library`, and the way back.
@Suite struct EventExportTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        try #require(try folder.shell("mkdir -p library other").status == 0)
    }

    private static let everything = "verdict,position,smoothed,speed,step,activity,altitude,status,storyline,summary"

    private func lines(of input: String) throws -> String {
        let result = try folder.shell("$PROGRAM run \(input) --emit \(Self.everything)")
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func `the events of a session read back, and a run over them gives the same lines`() throws {
        #expect(try folder.shell("$PROGRAM simulate walk-ride-stop --output a.odograph").status == 0)
        #expect(try folder.shell("$PROGRAM export a.odograph --format events --output a.ndjson").status == 0)
        #expect(try folder.shell("$PROGRAM import a.ndjson --output b.odograph --quiet").status == 0)
        #expect(try folder.shell("$PROGRAM export b.odograph --format events --output b.ndjson").status == 0)
        #expect(try folder.bytes("a.ndjson") == folder.bytes("b.ndjson"))
        let own = try lines(of: "a.odograph")
        #expect(own.split(separator: "\n").count > 1_000)
        #expect(try lines(of: "a.ndjson") == own)
        #expect(try lines(of: "b.odograph") == own)
    }

    @Test func `events out of the order of their times stay in the session's order`() throws {
        // The second fix arrived late, and the session has it in the order of arrival.
        let fix = "\"latitude\":50,\"longitude\":14,\"horizontalAccuracy\":4"
        let log = """
            {"type":"session","time":1700000000,"title":"A “title”","inOrder":true}
            {"type":"tick","time":1700000000}
            {"type":"fix","time":1700000004,\(fix)}
            {"type":"fix","time":1700000001,"received":1700000001.1,"late":true,\(fix)}
            {"type":"tick","time":1700000006}
            """
        try folder.write(log, to: "a.ndjson")
        #expect(try folder.shell("$PROGRAM import a.ndjson --output a.odograph --quiet").status == 0)
        let out = try folder.shell("$PROGRAM export a.odograph --format events --output -").output
        let times = try objects(out).compactMap { $0["type"] as? String == "fix" ? $0["time"] as? Double : nil }
        #expect(times == [1_700_000_004, 1_700_000_001])
        #expect(try objects(out).first?["title"] as? String == "A “title”")
    }

    @Test func `a library is exported into a folder, and restored from it`() throws {
        for (day, title) in [(0, "First"), (1, "Second"), (40, "Later")] {
            let lines = (0..<120).map { second in
                "{\"type\":\"fix\",\"time\":\(1_700_035_200 + day * 86_400 + second),"
                    + "\"latitude\":\(50 + Double(second) * 1.2e-5),\"longitude\":14,\"horizontalAccuracy\":4}"
            }
            let head = "{\"type\":\"session\",\"time\":1,\"title\":\"\(title)\"}"
            try folder.write(([head] + lines).joined(separator: "\n"), to: "\(day).ndjson")
            let made = try folder.shell("$PROGRAM import \(day).ndjson --output library/\(day).odograph --quiet")
            #expect(made.status == 0, "\(made.errors)")
        }
        let part = try folder.shell(
            "$PROGRAM export --library --format gpx --output part --from 2023-11-15 --to 2023-11-16")
        #expect(part.status == 0 && part.errors.contains("2 of 2 sessions"), "\(part.errors)")
        let all = try folder.shell("$PROGRAM export --library --format events --output all")
        #expect(all.status == 0 && all.errors.contains("3 of 3 sessions"), "\(all.errors)")
        let back = try folder.shell("ODOGRAPH_LIBRARY=$PWD/other $PROGRAM import all --into-library")
        #expect(back.output.hasPrefix("Added 3 sessions"), "\(back.output)")
        for name in ["history --from 2023-11-01 --to 2024-01-31 --json", "records --json"] {
            let restored = try folder.shell("ODOGRAPH_LIBRARY=$PWD/other $PROGRAM \(name)").output
            let own = try folder.shell("$PROGRAM \(name)").output
            #expect(own.replacing(/"session" : .*/, with: "") == restored.replacing(/"session" : .*/, with: ""))
        }
        let titles = try folder.shell("for s in other/*.odograph; do $PROGRAM info $s --json; done").output
        for title in ["First", "Second", "Later"] { #expect(titles.contains("\"\(title)\"")) }
        // Nothing is written over.
        let again = try folder.shell("$PROGRAM export --library --format events --output all")
        #expect(again.status != 0 && again.errors.contains("cannot be created"))
    }

    @Test func `a session and the library at once, or neither, get a sentence`() throws {
        for options in ["--format events --output x", "a.odograph --library --format events --output x"] {
            let result = try folder.shell("$PROGRAM export \(options)")
            #expect(result.status != 0 && result.errors.contains("Give one session, or"), "\(result.errors)")
        }
        let span = try folder.shell("$PROGRAM export a.odograph --last 3 --format gpx --output x")
        #expect(span.errors.contains("use it with --library"))
        let none = try folder.shell("$PROGRAM export --library --format events --output x")
        #expect(none.status != 0 && none.errors.contains("no session"))
    }
}
