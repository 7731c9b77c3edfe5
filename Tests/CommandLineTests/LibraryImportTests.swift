import Foundation
import TestSupport
import Testing

/// `import --into-library`: archives and folders, one session for each activity.
@Suite struct LibraryImportTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// Writes an archive of activities, including one without a track, one that occurs twice, and a picture.
    private func makeArchive(_ count: Int) throws {
        let script = """
            import gzip, sys, zipfile
            def gpx(day, n=60):
                points = "".join('<trkpt lat="%f" lon="11"><time>2024-%02d-%02dT10:%02d:%02dZ</time></trkpt>'
                    % (48 + i * 4e-5, 1 + day // 28, 1 + day % 28, i // 60, i % 60) for i in range(n))
                return '<gpx version="1.1" creator="StravaGPX"><trk><name>Run %d</name><type>9</type><trkseg>%s</trkseg></trk></gpx>' % (day, points)
            z = zipfile.ZipFile("export.zip", "w")
            for day in range(\(count)): z.writestr("activities/%d.gpx.gz" % day, gzip.compress(gpx(day).encode()))
            z.writestr("activities/again.gpx", gpx(0))
            z.writestr("activities/empty.gpx", "")
            z.writestr("activities.csv", "Activity ID,Activity Name\\n")
            z.close()
            """
        try folder.write(script, to: "make.py")
        #expect(try folder.shell("python3 make.py").status == 0)
    }

    private func sessions() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("library"))
        return Set(names.filter { $0.hasSuffix(".odograph") })
    }

    @Test func `each activity becomes a session, once`() throws {
        try makeArchive(12)
        let first = try folder.shell("$PROGRAM import --into-library export.zip")
        #expect(first.status == 2, "one of its files is empty: \(first.errors)")
        #expect(
            first.output
                == "Added 12 sessions, 1 already present, 1 file without a track, 1 other file.\n")
        #expect(first.errors.contains("export.zip/activities/empty.gpx: the file is empty."))
        let names = try sessions()
        #expect(names.count == 12 && names.contains("2024-01-01_10-00-00.odograph"))
        let info = try folder.shell("$PROGRAM info library/2024-01-01_10-00-00.odograph").output
        #expect(info.contains("Run 0") && info.contains("running by the file") || info.contains("run by the file"))
        let again = try folder.shell("$PROGRAM import --into-library export.zip")
        #expect(again.output.hasPrefix("Added 0 sessions, 13 already present"))
        #expect(try sessions() == names)
    }

    @Test func `a file of no known kind is refused if it is named, and counted in a folder`() throws {
        try makeArchive(1)
        try folder.write("not a track", to: "note")
        #expect(try folder.shell("mkdir -p both && mv export.zip both/export.zip && cp note both").status == 0)
        #expect(try folder.shell("$PROGRAM import --into-library both").output.hasSuffix(", 2 other files.\n"))
        let named = try folder.shell("$PROGRAM import --into-library both/export.zip note")
        #expect(named.status == 2 && named.errors.contains("note: the format is not known"), "\(named)")
    }

    @Test func `a session of another library is copied to the bit, once, and a damaged one is refused`() throws {
        let script = """
            $PROGRAM simulate tunnel --output one.odograph && $PROGRAM correct one.odograph --activity cycling \
                --from 1778913620 --until 1778913680 && $PROGRAM import --into-library one.odograph
            """
        let added = try folder.shell(script)
        #expect(added.status == 0 && added.output.contains("Added 1 session, 0 already present"), "\(added)")
        let name = try #require(sessions().first)
        let events = try folder.shell(
            """
            for s in one.odograph library/\(name); do $PROGRAM export $s --format events --output - | sha256sum; done
            """)
        #expect(Set(events.output.split(separator: "\n")).count == 1)
        #expect(try folder.shell("$PROGRAM info library/\(name)").output.contains("Simulated: tunnel"))
        // The fastest speed has one definition, in `info` for the file and in `records` for the library.
        let fastest = try folder.shell("$PROGRAM info one.odograph --json; $PROGRAM records --json").output
            .split(separator: "\n").filter { $0.contains("\"maximumSpeed\"") || $0.contains("\"value\"") }
            .compactMap { $0.split(separator: ":").last?.trimmingCharacters(in: [" ", ","]) }
        #expect(fastest.count > 1 && fastest[0] == fastest[1], "\(fastest)")
        let again = try folder.shell("$PROGRAM import --into-library one.odograph library")
        #expect(again.output.hasPrefix("Added 0 sessions, 2 already present"))
        let broken = try folder.shell(
            "head -c 60000 one.odograph > b.odograph; $PROGRAM import --into-library b.odograph")
        #expect(broken.output.contains("1 file without a track") && broken.errors.contains("is damaged"))
        #expect(try sessions() == [name])
    }

    @Test func `an import that was interrupted or killed continues, and leaves whole sessions only`() throws {
        try makeArchive(300)
        for signal in ["INT", "KILL"] {
            _ = try folder.shell("timeout -s \(signal) 0.2 $PROGRAM import --into-library export.zip")
        }
        try FileManager.default.createDirectory(
            atPath: folder.path("library"), withIntermediateDirectories: true)
        // The number of a killed program may be a living one's by now: here it is this test's own.
        for draft in ["new-999999", "new-\(getpid())", "new-999998-wal"] {
            try folder.write("x", to: "library/2024-01-01_10-00-00.odograph.\(draft)")
        }
        let last = try folder.shell("$PROGRAM import --into-library export.zip")
        #expect(last.status == 2, "one of its files is empty: \(last.errors)")
        #expect(try sessions().count == 300)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("library"))
        #expect(left.allSatisfy { !$0.contains(".new-") }, "\(left)")
        let entries = try folder.shell("for s in library/*.odograph; do $PROGRAM info $s | grep -c '^fixes *60,'; done")
        #expect(entries.output.split(separator: "\n").count { $0 == "1" } == 300)
    }

    @Test func `several files: what holds no track is told and decides nothing`() throws {
        try folder.writeLog()
        try folder.write("nothing", to: "notes.txt")
        let result = try folder.shell("$PROGRAM import walk.ndjson notes.txt --output s.odograph")
        #expect(result.status == 2)
        #expect(result.errors.contains("refused: notes.txt: the format is not known"))
        #expect(try folder.shell("$PROGRAM import walk.ndjson gone.gpx --output t.odograph").status == 1)
    }

    @Test(arguments: ["import a.gpx", "import a.gpx --output s --into-library"])
    func `a session or the library has to be named, not both`(_ command: String) throws {
        #expect(try folder.shell("$PROGRAM \(command)").status == 64)
    }

    @Test func `notes and foreign sports are shown by import and info`() throws {
        let points = (0..<300).map { second in
            "<trkpt lat=\"\(48 + Double(second) * 4e-5)\" lon=\"11\"><time>2024-05-01T10:0\(second / 60):"
                + "\(second % 60 < 10 ? "0" : "")\(second % 60)Z</time><speed>16</speed></trkpt>"
        }
        try folder.write(
            "<gpx version=\"1.0\"><trk><type>AlpineSki</type><trkseg>\(points.joined())</trkseg></trk></gpx>",
            to: "ski.gpx")
        let result = try folder.shell("$PROGRAM import ski.gpx --output s.odograph")
        #expect(result.errors.contains("ski.gpx: doubted: the stated speeds are read as km/h"), "\(result.errors)")
        let info = try folder.shell("$PROGRAM info s.odograph").output
        #expect(info.contains("alpine ski by the file") && info.contains("doubted"))
        let json = try folder.shell("$PROGRAM info s.odograph --json").output
        #expect(json.contains("\"kind\" : \"doubted\"") && json.contains("\"sport\" : \"alpine ski\""), "\(json)")
    }
}
