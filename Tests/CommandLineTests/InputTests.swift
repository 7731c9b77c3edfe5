import Foundation
import TestSupport
import Testing

/// The input of commands, as passed by a shell.
@Suite struct InputTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test(arguments: [
        "run <(cat walk.ndjson) --emit summary", "run /dev/stdin --emit summary < <(cat walk.ndjson)",
        "run <(gzip -c walk.ndjson) --emit summary", "run <(cat s.odograph) --emit summary",
        "run pipe --emit summary < <(cat walk.ndjson > pipe)",
    ])
    func `a pipe is read like a file`(_ command: String) throws {
        try folder.writeLog()
        #expect(try folder.shell("mkfifo pipe && $PROGRAM import walk.ndjson --output s.odograph").status == 0)
        let wanted = try folder.shell("$PROGRAM run walk.ndjson --emit summary").output
        #expect(wanted.contains("\"fixes\":60"))
        let result = try folder.shell("$PROGRAM \(command)")
        #expect(result.output == wanted, "\(result.errors)")
        let names = try folder.names()
        #expect(names == ["walk.ndjson", "pipe", "s.odograph"], "nothing stays behind")
    }

    @Test func `a session from a pipe tells its size, and another thing is named as it was called`() throws {
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM import <(cat walk.ndjson) --output s.odograph").status == 0)
        let file = try folder.shell("$PROGRAM info s.odograph").output
        let piped = try folder.shell("cat s.odograph | $PROGRAM info /dev/stdin").output
        #expect(piped == file.replacing("s.odograph", with: "/dev/stdin"))
        let foreign = try folder.shell("echo nonsense | $PROGRAM run /dev/stdin")
        #expect(foreign.status == 1)
        #expect(foreign.errors.hasPrefix("Error: /dev/stdin: the format is not known"))
    }

    @Test(arguments: ["run walk.ndjson", "export walk.ndjson --format gpx --output a.gpx"])
    func `a broken line is named, with the command that leaves it out`(_ command: String) throws {
        try folder.writeLog("walk.ndjson", ["{\"type\":\"fix\",\"time\":"])
        let refused = try folder.shell("$PROGRAM \(command)")
        #expect(refused.status == 1 && refused.errors.contains("walk.ndjson: line 61: "), "\(refused.errors)")
        #expect(refused.errors.contains("“odographctl import --keep-good” leaves out"), "\(refused.errors)")
        let kept = try folder.shell("$PROGRAM import --keep-good walk.ndjson --output s.odograph")
        #expect(kept.status == 0 && kept.errors.contains("60 of them fixes"), "\(kept.errors)")
    }

    @Test func `verdicts are in the order of time, though fixes came late`() throws {
        try folder.writeLog(late: 20..<25)
        let lines = try objects(try folder.shell("$PROGRAM run walk.ndjson --emit verdict,summary").output)
        let times = lines.dropLast().compactMap { $0["time"] as? Double }
        #expect(times == (0..<60).map { 1_700_000_000 + Double($0) })
    }

    @Test func `a negative speed is none, and goes out as none`() throws {
        try folder.writeLog(late: 20..<25)
        #expect(try folder.shell("$PROGRAM import walk.ndjson --output s.odograph").status == 0)
        for input in ["walk.ndjson", "s.odograph"] {
            let gpx = try folder.shell("$PROGRAM export \(input) --format gpx --track raw --output -").output
            #expect(gpx.contains("speed>1.4"))
            #expect(!gpx.contains("speed>-"))
        }
    }

    @Test func `parameters and types that are not known are told once`() throws {
        let line =
            "{\"type\":\"parameters\",\"time\":1700000000,\"values\":{\"no.such\":1,\"simplifier.tolerance\":-5}}"
        try folder.writeLog("walk.ndjson", [line, line, "{\"type\":\"weird\",\"time\":1700000000}"])
        let errors = try folder.shell("$PROGRAM run walk.ndjson --emit summary").errors
        for word in ["no.such", "does not fit simplifier.tolerance", "1 line of the unknown type \"weird\" was"] {
            #expect(errors.components(separatedBy: word).count == 2, "\(errors)")
        }
    }

    @Test func `Moves has a storyline whatever the track`() throws {
        try folder.writeLog()
        let texts = try ["raw", "smoothed"].map { track in
            try folder.shell("$PROGRAM export walk.ndjson --format moves --track \(track) --output -").output
        }
        #expect(texts.allSatisfy { $0.contains("\"activity\":\"wlk\"") })
    }

    @Test func `a walk in small circles is no stop if the file states its velocities`() throws {
        let head = "% GPST latitude(deg) longitude(deg) height(m) Q ns sdn(m) sde(m) sdu(m)"
        let (radius, speed) = (12.0, 1.2)
        func type(hasVelocity: Bool) throws -> [String] {
            let lines = (0..<240).map { second in
                let angle = speed * Double(second) / radius
                let (north, east) = (radius * sin(angle), radius * (1 - cos(angle)))
                // A week of GPS time and the second in it.
                return "2419 \(28_800 + second) \(50 + north / 111_229) \(14 + east / 71_700) 250 1 20 0.01 0.01 0.02"
                    + (hasVelocity ? " \(speed * cos(angle)) \(speed * sin(angle)) 0" : "")
            }
            let names = hasVelocity ? " vn(m/s) ve(m/s) vu(m/s)" : ""
            try folder.write(([head + names] + lines).joined(separator: "\n"), to: "circles.pos")
            return try objects(try folder.shell("$PROGRAM day circles.pos --json").output).compactMap {
                $0["type"] as? String
            }
        }
        #expect(try type(hasVelocity: true) == ["move"])
        #expect(try type(hasVelocity: false) == ["stop"], "positions alone may be those of a garden")
    }

    @Test func `a day is explained as JSON, and at any way of writing a time`() throws {
        try folder.writeLog()
        let date = "2023-11-14T"
        let times = ["22:13:50", "1700000030", date + "22:13:50Z", date + "22:13:50", date + "23:13:50+01:00"]
        let texts = try times.map { try folder.shell("$PROGRAM day walk.ndjson --explain \($0)").output }
        #expect(Set(texts).count == 1)
        let explained = try objects(try folder.shell("$PROGRAM day walk.ndjson --explain 22:13:50 --json").output)
        #expect(explained.first?["type"] as? String == "explanation")
        #expect(explained.first?["time"] as? Double == 1_700_000_030)
        #expect((explained.first?["text"] as? String).map { $0 + "\n" } == texts.first)
    }

    @Test(arguments: [
        ("import walk.ndjson --output none/x", "There is no folder for “none/x”"),
        ("run walk.ndjson --parameters none.json", "there is no such file"),
        ("run bad.csv.gz", "bad.csv.gz: "), ("export mark.ndjson --format gpx --output -", "contains no fixes"),
    ])
    func `what is wrong with the data is one sentence`(_ command: String, _ sentence: String) throws {
        try folder.writeLog()
        for (name, text) in [
            ("bad.csv", "time,latitude,longitude\nx,y,z\n"),
            ("mark.ndjson", "{\"type\":\"marker\",\"time\":1,\"text\":\"a\"}\n"),
        ] { try folder.write(text, to: name) }
        let result = try folder.shell("gzip bad.csv && $PROGRAM \(command)")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("Error: ") && result.errors.contains(sentence), "\(result.errors)")
        #expect(!result.errors.contains("Usage:"))
    }

    @Test func `a file of routes and waypoints opens as a drawing`() throws {
        let point = { (kind: String, latitude: Int) in "<\(kind) lat=\"\(latitude)\" lon=\"14\"/>" }
        try folder.write(
            "<gpx version=\"1.1\">\(point("wpt", 48))<rte>\(point("rtept", 49))\(point("rtept", 50))</rte></gpx>",
            to: "plan.gpx")
        let made = try folder.shell("$PROGRAM import plan.gpx --output plan.odograph")
        #expect(made.status == 0 && made.errors.contains("nothing to replay"), "\(made.errors)")
        let info = try folder.shell("$PROGRAM info plan.odograph")
        #expect(info.status == 0, "\(info.errors)")
        let out = try folder.shell("$PROGRAM export plan.odograph --format gpx --output -")
        #expect(out.output.contains("<rtept lat=\"49\"") && out.output.contains("<wpt lat=\"48\""), "\(out)")
    }

    @Test(arguments: ["", ","]) func `nothing to write is a mistake`(_ kinds: String) throws {
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM run walk.ndjson --emit '\(kinds)'").status == 64)
    }
}
