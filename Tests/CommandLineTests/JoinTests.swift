import Foundation
import TestSupport
import Testing

/// Sessions of one journey that become one, and sessions that are divided into laps.
@Suite struct JoinTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    private static let kinds =
        "verdict,position,smoothed,simplified,speed,step,activity,altitude,status,storyline,summary"

    private func events(_ session: String) throws -> [Substring] {
        // A mark that was added later arrives at the end of its session.
        try folder.run("export \(session) --format events --output -").split(separator: "\n").dropFirst()
            .filter { !$0.contains("marker") }
    }

    @Test func `joined sessions are as if one recorder had been off between them`() throws {
        _ = try folder.run("simulate walk-ride-stop --duration 400 --output s.odograph")
        _ = try folder.run("mark Pond --session s.odograph --at 2026-05-16T06:41:00Z")
        let whole = try (folder.run("run s.odograph --emit \(Self.kinds)"), events("s.odograph"))
        _ = try folder.run("correct s.odograph --split 2026-05-16T06:43:00Z")
        // In any order.
        _ = try folder.run("join s-2.odograph s.odograph --output whole.odograph")
        #expect(try folder.run("run whole.odograph --emit \(Self.kinds)") == whole.0)
        #expect(try events("whole.odograph") == whole.1)
        // What is hidden stays out.
        _ = try folder.run("correct s-2.odograph --crop 2026-05-16T06:44:00Z..")
        _ = try folder.run("join s.odograph s-2.odograph --output gap.odograph")
        _ = try folder.run("correct whole.odograph --hide 2026-05-16T06:43:00Z..2026-05-16T06:43:59.99Z")
        #expect(
            try folder.run("run gap.odograph --emit \(Self.kinds)")
                == folder.run("run whole.odograph --emit \(Self.kinds)"))
        // Joined sessions are joined again.
        _ = try folder.run("simulate weave --duration 60 --start 2026-05-16T12:00:00Z --output noon.odograph")
        _ = try folder.run("join gap.odograph noon.odograph --output day.odograph")
        #expect(try events("day.odograph").count > events("gap.odograph").count + 60)
        let refused = try folder.shell("$PROGRAM join day.odograph s.odograph --output x.odograph")
        #expect(refused.status == 1 && refused.errors.contains("cannot be joined"), "\(refused.errors)")
        #expect(!(try folder.names().contains("x.odograph")))
    }

    @Test func `devices of the same name become one, and others are named`() throws {
        func write(_ name: String, device: String, from start: Int) throws {
            let lines = (0..<60).map { second in
                "{\"type\":\"fix\",\"time\":\(start + second),\"latitude\":\(50 + Double(second) * 1e-5),\"longitude\":14,"
                    + "\"horizontalAccuracy\":4,\"device\":\"\(device)\"}"
            }
            try folder.write(lines.joined(separator: "\n"), to: "\(name).ndjson")
            _ = try folder.run("import \(name).ndjson --output \(name).odograph")
        }
        try write("a", device: "puck", from: 1_700_000_000)
        try write("b", device: "puck", from: 1_700_000_100)
        try write("c", device: "phone", from: 1_700_000_200)
        let same = try folder.shell("$PROGRAM join b.odograph a.odograph --output ab.odograph")
        #expect(same.status == 0 && !same.errors.contains("some of the sessions"))
        #expect(try folder.run("info ab.odograph --json").components(separatedBy: "\"fix\"").count == 2)
        let other = try folder.shell("$PROGRAM join ab.odograph c.odograph --output abc.odograph")
        #expect(other.status == 0 && other.errors.contains("“phone” is in some of the sessions only"))
        #expect(other.errors.contains("“puck” is in some of the sessions only"))
        #expect(try folder.run("info abc.odograph").contains("fix of phone: 60"))
        for (arguments, sentence) in [
            ("ab.odograph a.odograph --output x.odograph", "cannot be joined"),
            ("a.ndjson b.odograph --output x.odograph", "is not a session"),
            ("a.odograph b.odograph --output ab.odograph", "already exists"),
            ("a.odograph --output x.odograph", "at least two"),
        ] {
            let refused = try folder.shell("$PROGRAM join \(arguments)")
            #expect(refused.status != 0 && refused.errors.contains(sentence), "\(refused.errors)")
        }
        #expect(!(try folder.names().contains("x.odograph")))
    }

    @Test func `laps have their length, or go from gate to gate`() throws {
        _ = try folder.run("simulate hairpins --fixes-only --output s.odograph")
        let laps = try objects(folder.run("laps s.odograph --every 400m --json"))
        let summary = try objects(folder.run("run s.odograph --emit summary"))[0]
        let distance = try #require(summary["distance"] as? Double)
        #expect(laps.count == Int(distance / 400) + 1 && laps.last?["isWhole"] as? Bool == false)
        #expect(laps.dropLast().allSatisfy { $0["distance"] as? Double == 400 && $0["isWhole"] as? Bool == true })
        let times = laps.dropLast().compactMap { $0["duration"] as? Double }
        let best = try #require(laps.first { $0["isBest"] as? Bool == true }?["duration"] as? Double)
        #expect(best == times.min() && laps.count { $0["isBest"] as? Bool == true } == 1)
        let text = try folder.run("laps s.odograph --every 400m")
        let spread = try #require(text.firstMatch(of: /spread  (\d+):([\d.]+)\n/))
        let seconds = try #require(Double(spread.1)) * 60 + (try #require(Double(spread.2)))
        #expect(abs(seconds - ((times.max() ?? 0) - best)) < 0.006)

        // A line across all straights, which are on one side of each other.
        let fixes = try objects(folder.run("run s.odograph --emit smoothed"))
        let latitudes = fixes.compactMap { $0["latitude"] as? Double }
        let longitudes = fixes.compactMap { $0["longitude"] as? Double }
        let middle = try #require(longitudes.min().flatMap { low in longitudes.max().map { (low + $0) / 2 } })
        let (south, north) = (try #require(latitudes.min()), try #require(latitudes.max()))
        let gate = "\(south - 0.001),\(middle)..\(north + 0.001),\(middle)"
        let rounds = try objects(folder.run("laps s.odograph --gate \(gate) --json"))
        let crossings = zip(longitudes, longitudes.dropFirst()).count { ($0 < middle) != ($1 < middle) }
        #expect(rounds.count > 15 && rounds.count <= crossings - 1)
        for (lap, next) in zip(rounds, rounds.dropFirst()) {
            let end = try #require(lap["start"] as? Double) + (try #require(lap["duration"] as? Double))
            #expect(abs(end - (try #require(next["start"] as? Double))) < 1e-5)
        }
        for (arguments, status, sentence) in [
            ("", 1, "states no laps"), ("--every 5", 64, "is not a length"),
            ("--gate 50,14..50,14", 64, "is not a line"), ("--gate 10,14..10,15", 1, "does not cross"),
            ("--every 1km --gate 50,14..50,15", 64, "not both"),
        ] {
            let refused = try folder.shell("$PROGRAM laps s.odograph \(arguments)")
            #expect(refused.status == status && refused.errors.contains(sentence), "\(arguments): \(refused.errors)")
        }
    }
}
