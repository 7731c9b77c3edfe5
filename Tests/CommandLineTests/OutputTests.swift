import Foundation
import TestSupport
import Testing

/// The output of commands: it never overwrites an input or a stored file, and a failure to write is an error.
@Suite struct OutputTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test func `a session may have a name of one character`() throws {
        try folder.writeLog()
        for name in ["x", "é"] {
            let result = try folder.shell("$PROGRAM import walk.ndjson --output \(name)")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try folder.shell("$PROGRAM run ./\(name) --emit summary").output.contains("\"fixes\":60"))
        }
        #expect(try folder.shell("$PROGRAM simulate weave --fixes-only --output y").status == 0)
        let names = try folder.names()
        #expect(names == ["walk.ndjson", "x", "é", "y"])
    }

    @Test(arguments: ["csv", "moves"])
    func `a file that would have nothing of a drawing is not written`(_ format: String) throws {
        try folder.write(
            "<gpx version='1.1'><rte><rtept lat='50' lon='14'/><rtept lat='50.1' lon='14'/></rte></gpx>", to: "r.gpx")
        let refused = try folder.shell("$PROGRAM export r.gpx --format \(format) --output out")
        #expect(refused.status == 1 && refused.errors.contains("export it as gpx, kml, geojson or json"))
        #expect(try !folder.names().contains("out"))
        #expect(try folder.shell("$PROGRAM export r.gpx --format kml --output out.kml").status == 0)
    }

    @Test(arguments: [
        "export s.odograph --format gpx --output s.odograph", "export s.odograph --format json --output link",
        "export walk.ndjson --format csv --output walk.ndjson", "run s.odograph --emit summary --output ./s.odograph",
        "run walk.ndjson --output walk.ndjson", "run walk.ndjson --output s.odograph",
        "run walk.ndjson --output s.odograph-wal", "run walk.ndjson --parameters p.json --output p.json",
        "export walk.ndjson --format gpx --output library/library.sqlite",
        "simulate weave --output new --truth new", "simulate weave --output new --truth ./new",
    ])
    func `nothing that is read or kept is written over`(_ command: String) throws {
        try folder.writeLog()
        #expect(
            try folder.shell("$PROGRAM import walk.ndjson --output s.odograph && ln -s s.odograph link").status == 0)
        #expect(
            try folder.shell(
                "mkdir library && $PROGRAM import walk.ndjson --output library/a.odograph && $PROGRAM records"
            )
            .status == 0)
        try folder.write("{\"simplifier.tolerance\":5}", to: "p.json")
        let kept = ["walk.ndjson", "s.odograph", "p.json", "library/library.sqlite"]
        let before = try kept.map(folder.bytes)
        let result = try folder.shell("$PROGRAM \(command)")
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("choose another output.\n"), "\(result.errors)")
        #expect(try kept.map(folder.bytes) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("s.odograph-wal")))
    }

    @Test func `a planned route goes through a session and out as a route`() throws {
        let gpx = """
            <gpx><wpt lat="50" lon="14"><name>Hut</name></wpt><rte><name>Plan</name><rtept lat="50" lon="14"/>\
            <rtept lat="50.1" lon="14.1"/></rte><trk><trkseg><trkpt lat="50" lon="14"><time>2024-02-29T12:00:00Z</time>\
            </trkpt><trkpt lat="50.0001" lon="14"><time>2024-02-29T12:00:10Z</time></trkpt></trkseg></trk></gpx>
            """
        try folder.write(gpx, to: "plan.gpx")
        let made = try folder.shell("$PROGRAM import plan.gpx --output plan.odograph")
        #expect(made.status == 0 && made.errors.contains("2 of them fixes, and 2 routes"), "\(made.errors)")
        let out = try folder.shell("$PROGRAM export plan.odograph --track raw --format gpx --output -").output
        #expect(out.contains("<rte><name>Plan</name>") && out.contains("<name>Hut</name>"), "\(out)")
        #expect(out.components(separatedBy: "<trkpt").count == 3)
    }

    @Test(arguments: [
        "run walk.ndjson --emit summary --output out", "export walk.ndjson --format gpx --output out",
        "import walk.ndjson --output out", "simulate weave --fixes-only --output out",
        "simulate weave --fixes-only --output out.ndjson", "simulate weave --fixes-only --output new --truth out",
    ])
    func `a file that exists is replaced with --force only`(_ command: String) throws {
        try folder.writeLog()
        let name = command.hasSuffix("out.ndjson") ? "out.ndjson" : "out"
        try folder.write("precious", to: name)
        let refused = try folder.shell("$PROGRAM \(command)")
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try folder.bytes(name) == Data("precious".utf8))
        #expect(try !folder.names().contains("new"))
        let forced = try folder.shell("$PROGRAM \(command) --force")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try folder.bytes(name) != Data("precious".utf8))
        #expect(try folder.names().subtracting(["walk.ndjson", "out", "out.ndjson", "new"]).isEmpty)
    }

    @Test func `a session is replaced by a whole session`() throws {
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM simulate weave --fixes-only --output s").status == 0)
        #expect(try folder.shell("$PROGRAM import walk.ndjson --output s").status == 1)
        #expect(try folder.shell("$PROGRAM import walk.ndjson --output s -f").status == 0)
        #expect(try folder.shell("$PROGRAM run s --emit summary").output.contains("\"fixes\":60"))
        let same = try folder.shell("$PROGRAM import walk.ndjson --output walk.ndjson -f")
        #expect(same.status == 1 && same.errors.contains("would replace"), "\(same.errors)")
    }

    @Test(arguments: [
        "run - --emit summary", "info -", "day - --json", "compare - walk.ndjson", "export - --format gpx --output -",
        "import - --output s && $PROGRAM info s",
    ])
    func `a dash is standard input`(_ command: String) throws {
        try folder.writeLog()
        for source in ["exec < walk.ndjson; $PROGRAM \(command)", "cat walk.ndjson | ($PROGRAM \(command))"] {
            try? FileManager.default.removeItem(atPath: folder.path("s"))
            let result = try folder.shell(source)
            #expect(result.status == 0 && !result.output.isEmpty, "\(result.errors)")
        }
    }

    @Test func `an export that is killed leaves nothing`() throws {
        #expect(try folder.shell("$PROGRAM simulate walk-ride-stop --output s").status == 0)
        for delay in ["0.05", "0.2", "0.4"] {
            _ = try folder.shell("timeout -s KILL \(delay) $PROGRAM export s --format gpx --output out.gpx; true")
            #expect(try folder.names().subtracting(["s", "out.gpx"]).isEmpty)
        }
    }

    @Test func `an import of nothing and a wrong option have their own status`() throws {
        try folder.write("nothing of ours", to: "note.txt")
        #expect(try folder.shell("$PROGRAM import note.txt --output t").status == 1)
        let wrong = try folder.shell("$PROGRAM import --bogus")
        #expect(wrong.status == 64 && wrong.errors.contains("Usage: odographctl import"), "\(wrong.errors)")
        let day = try folder.shell("$PROGRAM day 2023-99-99")
        #expect(day.status == 64 && day.errors.contains("Usage: odographctl day"), "\(day.errors)")
    }

    @Test func `a dash is standard output`() throws {
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM run walk.ndjson --emit summary --output -").output.contains("summary"))
        #expect(try folder.shell("$PROGRAM export walk.ndjson --format csv --output -").output.contains("isEstimated"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("-")))
    }

    @Test(arguments: [
        "info s.odograph", "info s.odograph --json", "day s.odograph", "day s.odograph --json",
        "history --from 2023-11-14 --to 2023-11-15", "records", "places", "run --list-parameters",
        "run s.odograph --emit summary", "export s.odograph --format gpx --output -", "simulate --list", "--help",
    ])
    func `results that could not be written are a failure`(_ command: String) throws {
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM import walk.ndjson --output s.odograph").status == 0)
        let full = try folder.shell("$PROGRAM \(command) >/dev/full")
        #expect(full.status == 1)
        #expect(full.errors.contains("No space left on device"), "\(full.errors)")
        #expect(try folder.shell("$PROGRAM \(command)").status == 0)
    }

    @Test func `days are told all or refused`() throws {
        try folder.writeLog()
        #expect(
            try folder.shell("mkdir library && $PROGRAM import walk.ndjson --output library/s.odograph").status == 0)
        let most = try folder.shell("$PROGRAM history --from 1950-01-01 --to 2049-12-31")
        #expect(most.status == 0)
        #expect(most.output.contains("2023-11-14"))
        let more = try folder.shell("$PROGRAM history --from 1900-01-01 --to 2100-01-01")
        #expect(more.status != 0)
        #expect(more.output.isEmpty)
        #expect(more.errors.contains("36600 days"))
    }

    @Test func `a recording replaces a session only by force, and nothing that it does not know`() throws {
        let record = "$PROGRAM record --gpsd localhost:9 --iio none --duration 1 --runtime-folder rt --output"
        #expect(try folder.shell("$PROGRAM simulate walk --duration 60 --output s.odograph").status == 0)
        let before = try folder.bytes("s.odograph")
        let refused = try folder.shell("\(record) s.odograph")
        #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try folder.bytes("s.odograph") == before)
        let replaced = try folder.shell("\(record) s.odograph --force && $PROGRAM info s.odograph --json")
        #expect(replaced.status == 0 && replaced.output.contains("\"fixes\" : 0"), "\(replaced.errors)")
        #expect(try folder.names().filter { $0.hasPrefix("s.odograph") } == ["s.odograph"])
        let other = try folder.shell("sqlite3 other 'create table t(x)' && \(record) other --force")
        #expect(other.status == 1, "\(other.errors)")
        #expect(try folder.shell("sqlite3 other .tables").output.contains("t"))
    }

    @Test(arguments: [
        ("simulate wlak --output x", "walk"), ("simulate walk --receiver pucc --output x", "puck"),
        ("run s --emit smothed", "smoothed"), ("export s --format gpxx --output -", "gpx"),
        ("export s --format gpx --track smooth --output -", "smoothed"),
        ("run s --set wanderLimt=1", "position.constantVelocity.wanderLimit"),
        ("tune s --self --parameter simplifier.tolerence", "simplifier.tolerance"),
        ("correct s --activity cycleing --at 12:00", "cycling"), ("infos s", "info"),
    ]) func `a word that is misspelt gets the nearest one`(command: String, word: String) throws {
        let result = try folder.shell("$PROGRAM \(command)")
        #expect(result.status == 64 && result.errors.contains("Did you mean “\(word)”?"), "\(result.errors)")
        #expect(try !folder.shell("$PROGRAM simulate xyzzyxyzzy --output x").errors.contains("Did you mean"))
    }
}
