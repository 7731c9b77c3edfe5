import Foundation
import TestSupport
import Testing

/// The commands over a library, as a script calls them.
@Suite struct LibraryCommandTests {
    private let folder: URL
    private let library: URL

    init() throws {
        folder = try temporaryFolder()
        library = folder.appending(path: "library")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    }

    private func run(_ arguments: String...) throws -> ChildProcess.Result {
        try ChildProcess.run(
            Places.program("odographctl"), arguments, environment: ["ODOGRAPH_LIBRARY": library.path, "TZ": "UTC"])
    }

    /// Ten minutes on foot to a café, half an hour in it, ten minutes on; 2023-11-15 and the days after, at 08:00 UTC.
    private func record(_ name: String, day: Int = 0, offset: Double = 0, north: Double = 0) throws -> String {
        let start = 1_700_035_200.0 + 86_400 * Double(day) + offset
        var metres = -840.0
        let lines = (0...3_000).map { second -> String in
            let isThere = 600..<2_400 ~= second
            if !isThere { metres += 1.4 }
            let sway = 4e-6 * sin(Double(second) / 40)
            return
                "{\"type\":\"fix\",\"time\":\(start + Double(second)),\"latitude\":\(50 + (metres + north) / 111_229),"
                + "\"longitude\":\(14 + sway),\"horizontalAccuracy\":4,\"speed\":\(isThere ? 0 : 1.4)}"
        }
        let log = folder.appending(path: "\(name).ndjson").path
        try lines.joined(separator: "\n").write(toFile: log, atomically: true, encoding: .utf8)
        let session = library.appending(path: "\(name).odograph").path
        let result = try run("import", log, "--output", session, "--quiet")
        try #require(result.status == 0, "\(result.errors)")
        return session
    }

    private func stops(_ date: String) throws -> [[String: Any]] {
        let day = try run("day", date, "--json")
        try #require(day.status == 0, "\(day.errors)")
        return try objects(day.output).filter { $0["type"] as? String == "stop" }
    }

    @Test func `a place named once is known on every day`() throws {
        _ = try record("a")
        let second = try record("b", day: 1, north: 15)
        #expect(try stops("2023-11-15").map { $0["name"] as? String } == [nil])
        let named = try run("correct", "2023-11-15", "--name", "Café “Blau”", "--at", "08:20")
        #expect(named.status == 0, "\(named.errors)")
        #expect(try stops("2023-11-15").map { $0["name"] as? String } == ["Café “Blau”"])
        #expect(try stops("2023-11-16").map { $0["name"] as? String } == ["Café “Blau”"])
        #expect(try run("day", second).output.contains("Café “Blau”"))
        let places = try objects(run("places", "--json", "--named").output)
        #expect(places.map { $0["visits"] as? Int } == [2])
        let mode = try FileManager.default.attributesOfItem(atPath: library.path + "/places.json")[.posixPermissions]
        #expect(mode as? Int == 0o600)

        // The name survives without the file of names, because the session contains it.
        try FileManager.default.removeItem(atPath: library.path + "/places.json")
        #expect(try stops("2023-11-16").map { $0["name"] as? String } == ["Café “Blau”"])
        let renamed = try run("correct", second, "--name", "Bar", "--at", "08:20")
        #expect(renamed.status == 0, "\(renamed.errors)")
        #expect(try stops("2023-11-16").map { $0["name"] as? String } == ["Bar"])
    }

    @Test func `corrections win, survive a re-run, and lengthen nothing`() throws {
        let session = try record("a")
        let before = try objects(run("run", session, "--emit", "summary").output)
        #expect(try run("correct", session, "--activity", "running", "--at", "08:05").status == 0)
        #expect(try run("correct", "2023-11-15", "--no-stop", "--at", "08:20").status == 0)
        let other = ["--set", "day.largestRadius=90"]
        for arguments in [["day", session, "--json"], ["day", "2023-11-15", "--json"] + other] {
            let result = try ChildProcess.run(
                Places.program("odographctl"), arguments,
                environment: ["ODOGRAPH_LIBRARY": library.path, "TZ": "UTC"])
            let items = try objects(result.output)
            #expect(!items.contains { $0["type"] as? String == "stop" })
            #expect(items.first?["activity"] as? String == "running")
        }
        #expect(try run("day", session, "--explain", "08:20").output.contains("corrected manually"))
        let after = try objects(run("run", session, "--emit", "summary").output)
        #expect(before.first?["duration"] as? Double == after.first?["duration"] as? Double)
        #expect(try run("correct", session, "--stop", "--from", "08:15", "--until", "08:35").status == 0)
        #expect(try objects(run("day", session, "--json").output).contains { $0["type"] as? String == "stop" })
    }

    @Test func `fixes accepted and rejected by hand count alike everywhere`() throws {
        let session = try record("a")
        func rejected() throws -> [[String: Int]?] {
            let summary = try objects(run("run", session, "--emit", "summary").output).first
            let info = try objects(compact(run("info", session, "--json").output)).first
            return [summary?["rejected"] as? [String: Int], info?["rejected"] as? [String: Int]]
        }
        let before = try rejected()
        let result = try run("correct", session, "--reject", "--from", "08:05:00", "--until", "08:06:00")
        #expect(result.status == 0, "\(result.errors)")
        let after = try rejected()
        let count = after[0]?["byHand"] ?? 0
        #expect(count > 0)
        #expect(after[1]?["byHand"] == count)
        #expect(try run("correct", session, "--accept", "--from", "08:05:00", "--until", "08:06:00").status == 0)
        #expect(try rejected() == before)
        #expect(try run("correct", session, "--accept", "--at", "08:05:30").errors.contains("No fix of that time"))
    }

    @Test func `the columns of a day stand apart, whatever was done`() throws {
        let session = try record("a")
        #expect(try run("correct", session, "--activity", "automotive", "--at", "08:05").status == 0)
        let lines = try run("day", session).output.split(separator: "\n").filter { $0.contains(" - ") }
        #expect(lines.contains { $0.contains("  automotive  0.8") }, "\(lines)")
        #expect(lines.contains { $0.contains("  stop        ") }, "\(lines)")
        #expect(lines.contains { $0.contains("  walking     0.8") }, "\(lines)")
    }

    @Test func `two recordings of one time count once`() throws {
        _ = try record("a")
        func totals() throws -> (distance: Double, seconds: Double) {
            let result = try run("history", "--from", "2023-11-15", "--to", "2023-11-15", "--json")
            let total = try #require(try objects("\(compact(result.output))").first?["total"] as? [String: Any])
            let activities = try #require(total["activities"] as? [String: Double])
            return (try #require(total["distance"] as? Double), activities.values.reduce(0, +))
        }
        let alone = try totals()
        let day = try run("day", "2023-11-15", "--json").output
        _ = try record("b", offset: 7)
        let both = try totals()
        // The 7 s that the second ran on are its own.
        #expect(abs(both.distance - alone.distance) < 30 && both.distance >= alone.distance)
        #expect(abs(both.seconds - alone.seconds) < 30)
        let again = try objects(run("day", "2023-11-15", "--json").output)
        #expect(again.count == (try objects(day)).count)
        for (left, right) in zip(again, again.dropFirst()) {
            #expect(left["end"] as? Double == right["start"] as? Double)
        }
    }

    private func compact(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: "") }

    @Test func `what cannot be corrected is told in a sentence`() throws {
        let session = try record("a")
        for (arguments, words) in [
            (["correct", session, "--name", "X"], "--at"),
            (["correct", session, "--name", "X", "--at", "08:02"], "no stop"),
            (["correct", session, "--name", "X", "--stop", "--at", "08:02"], "one of"),
            (["correct", session, "--activity", "flying", "--at", "08:02"], "flying"),
            (["correct", session, "--stop", "--from", "09:00", "--until", "08:00"], "before"),
            (["correct", session, "--stop", "--at", "25:00"], "25:00"),
            (["correct", "2023-11-19", "--stop", "--from", "08:00", "--until", "08:10"], "No session"),
            (["correct", session + "x", "--stop", "--at", "08:00"], "neither a file nor a date"),
            (["correct", folder.path + "/a.ndjson", "--no-stop", "--at", "08:20"], "import"),
        ] {
            let result = try ChildProcess.run(
                Places.program("odographctl"), arguments,
                environment: ["ODOGRAPH_LIBRARY": library.path, "TZ": "UTC"])
            #expect(result.status != 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
    }

    /// Keeps parameters with a session, as the window does.
    private func keep(_ parameters: String, with session: String) throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as db: db.execute("UPDATE session SET chosenParameters = ?", [sys.argv[2]])
            """
        let kept = try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, session, parameters])
        try #require(kept.status == 0, "\(kept.errors)")
    }

    @Test func `every command runs a session with the parameters kept with it, and what is set goes on top`() throws {
        let session = try record("a")
        func points(_ options: [String] = []) throws -> Int {
            let arguments = ["export", session, "--format", "csv", "--track", "simplified", "--output", "-"] + options
            let result = try ChildProcess.run(Places.program("odographctl"), arguments)
            try #require(result.status == 0, "\(result.errors)")
            return result.output.split(separator: "\r\n").count - 1
        }
        func simplified(_ options: String...) throws -> Int {
            let arguments = ["run", session, "--emit", "simplified"] + options
            return try objects(ChildProcess.run(Places.program("odographctl"), arguments).output).count
        }
        let plain = try points()
        let stops = "\"day.shortestStopOnFoot\": 3600, \"day.shortestStopOfRide\": 3600"
        try keep("{\"simplifier.tolerance\": 0.1, \(stops)}", with: session)
        #expect(try points() > plain)
        // The line has an end wherever the day changes.
        let defaults = ["--set", "day.shortestStopOnFoot=120", "--set", "day.shortestStopOfRide=300"]
        #expect(try points(["--set", "simplifier.tolerance=3"] + defaults) == plain)
        #expect(try simplified() > simplified("--set", "simplifier.tolerance=3"))
        // The half hour in the café is a stop by the defaults.
        #expect(try !run("day", session, "--json").output.contains("\"stop\""))
        #expect(
            try run(
                "day", session, "--json", "--set", "day.shortestStopOnFoot=120", "--set", "day.shortestStopOfRide=300"
            ).output.contains("\"stop\""))
    }

    @Test func `a track's name is the session's title, and its file's maker the receiver`() throws {
        let gpx = folder.appending(path: "a.gpx").path
        let point = "<trkpt lat=\"50\" lon=\"14\"><time>2023-11-15T08:00:00Z</time></trkpt>"
        try "<gpx creator=\"Watch 5\"><trk><name>Evening walk</name><trkseg>\(point)</trkseg></trk></gpx>"
            .write(toFile: gpx, atomically: true, encoding: .utf8)
        let session = library.appending(path: "a.odograph").path
        try #require(try run("import", gpx, "--output", session, "--quiet").status == 0)
        let info = try run("info", session).output
        #expect(info.contains("Evening walk") && info.contains("Watch 5"), "\(info)")
        let line = try run("export", session, "--format", "gpx", "--track", "raw", "--output", "-").output
        #expect(line.contains("<metadata><name>Evening walk</name>") && line.contains("<src>Watch 5</src>"))
    }

    @Test func `what is set for a date is set for the sessions of it`() throws {
        _ = try record("a")
        let plain = try run("day", "2023-11-15", "--json")
        #expect(plain.output.contains("\"stop\""))
        // Nothing is taken, so nothing is known.
        let strict = try run("day", "2023-11-15", "--json", "--set", "fixGate.accuracyCeiling=1")
        #expect(strict.status == 0 && !strict.output.contains("\"stop\""), "\(strict.output)")
        #expect(try run("day", "2023-11-15", "--set", "fixGate.nonsense=1").status != 0)
    }

    @Test func `a command that only looks makes no library`() throws {
        try FileManager.default.removeItem(at: library)
        #expect(try run("day", "2023-11-15").output.contains("Nothing is recorded"))
        #expect(try run("places").output.contains("no places"))
        #expect(try run("records").output.contains("no records"))
        #expect(try run("history", "--from", "2023-11-15", "--to", "2023-11-16").output == "total       no data\n")
        #expect(!FileManager.default.fileExists(atPath: library.path))
    }

    @Test func `what a file states of its sport is told as stated, until a person says otherwise`() throws {
        let points = (0..<900).map { second in
            let time = Date(timeIntervalSince1970: 1_700_035_200 + Double(second)).formatted(.iso8601)
            return "<trkpt lat=\"\(50 + Double(second) * 15 / 111_229)\" lon=\"14\"><time>\(time)</time></trkpt>"
        }
        let gpx = folder.appending(path: "ride.gpx").path
        try "<gpx version=\"1.1\" creator=\"x\"><trk><type>Ride</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
            .write(toFile: gpx, atomically: true, encoding: .utf8)
        let session = library.appending(path: "ride.odograph").path
        #expect(try run("import", gpx, "--output", session, "--quiet").status == 0)
        #expect(try run("day", session).output.contains("stated by the file"))
        #expect(try run("day", session, "--explain", "08:05").output.contains("cycling, as the file states"))
        #expect(try run("info", session).output.contains("ride by the file"))
        let info = try objects(try run("info", session, "--json").output.replacing("\n", with: ""))
        let statements = try #require(info.first?["statements"] as? [[String: Any]])
        #expect(statements.map { $0["activity"] as? String } == ["cycling"])
        func move() throws -> [String: Any]? {
            try objects(try run("day", session, "--json").output).first { $0["type"] as? String == "move" }
        }
        #expect(try move()?["activity"] as? String == "cycling")
        #expect(try move()?["isStated"] as? Bool == true)
        #expect(try run("correct", session, "--activity", "automotive", "--at", "08:05").status == 0)
        #expect(try move()?["activity"] as? String == "automotive")
        #expect(try move()?["isStated"] == nil)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a fast ride that nothing states is a bicycle's by its rider's power`() throws {
        let ride = try Places.data("sport-tracks/gpx/20170709-151453-Ride.gpx.gz")
        let session = library.appending(path: "ride.odograph").path
        #expect(try run("import", ride.path, "--output", session, "--quiet").status == 0)
        let moves = try objects(try run("day", session, "--json").output).filter { $0["type"] as? String == "move" }
        #expect(!moves.isEmpty && moves.allSatisfy { $0["activity"] as? String == "cycling" && $0["isStated"] == nil })
    }
}
