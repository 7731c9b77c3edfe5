import Foundation
import TestSupport
import Testing

/// The commands as a script calls them, on a short simulated session.
@Suite struct CommandLineTests {
    private static let program = Places.program("odographctl")

    private func run(_ arguments: String...) throws -> ChildProcess.Result {
        try ChildProcess.run(Self.program, arguments)
    }

    /// Simulates a scenario into a new folder.
    private func simulated(_ scenario: String = "hairpins") throws -> (session: String, truth: String) {
        let folder = try temporaryFolder()
        let session = folder.appending(path: "session.odograph").path
        let truth = folder.appending(path: "truth.ndjson").path
        let result = try run("simulate", scenario, "--seed", "3", "--output", session, "--truth", truth)
        try #require(result.status == 0, "\(result.errors)")
        return (session, truth)
    }

    @Test func `scenarios are listed`() throws {
        let list = try run("simulate", "--list")
        #expect(list.status == 0)
        for name in ["walk", "bike", "car-stops", "tunnel", "walk-ride-stop", "demo", "puck", "dumb-speed"] {
            #expect(list.output.contains("\n  \(name) "))
        }
    }

    @Test func `a receiver spoils the fixes of an event log as it is named to`() throws {
        let folder = try temporaryFolder()
        let log = folder.appending(path: "log.ndjson").path
        let truth = folder.appending(path: "truth.ndjson").path
        let result = try run(
            "simulate", "walk", "--receiver", "dumb-speed", "--fixes-only", "--duration", "60", "--output", log,
            "--truth",
            truth, "--truth-interval", "0.5")
        try #require(result.status == 0, "\(result.errors)")
        let fixes = try objects(String(contentsOfFile: log, encoding: .utf8)).filter { $0["type"] as? String == "fix" }
        #expect(fixes.count == 61)
        #expect(fixes.allSatisfy { $0["speed"] as? Double == 0 && $0["course"] == nil })
        #expect(try objects(String(contentsOfFile: truth, encoding: .utf8)).count == 121)
        #expect(try run("run", log, "--emit", "position").output.contains("latitude"))
    }

    @Test func `a simulated session starts at the time that is asked for, with the same noise`() throws {
        let folder = try temporaryFolder()
        func fixes(_ name: String, _ options: String...) throws -> [[String: Any]] {
            let log = folder.appending(path: name).path
            let result = try ChildProcess.run(
                Self.program,
                ["simulate", "walk", "--fixes-only", "--duration", "30", "--output", log] + options)
            try #require(result.status == 0, "\(result.errors)")
            return try objects(String(contentsOfFile: log, encoding: .utf8)).filter { $0["type"] as? String == "fix" }
        }
        let usual = try fixes("usual.ndjson")
        let moved = try fixes("moved.ndjson", "--start", "2025-03-04T05:06:07Z")
        #expect(moved.first?["time"] as? Double == 1_741_064_767)
        #expect(moved.compactMap { $0["latitude"] as? Double } == usual.compactMap { $0["latitude"] as? Double })
        for text in ["14:05", "2026-13-01", "2025", "9999-01-01", "noon"] {
            let path = folder.appending(path: "none.ndjson").path
            let result = try run("simulate", "walk", "--start", text, "--output", path)
            #expect(result.status != 0 && result.errors.contains("not a date or time"), "\(text)")
        }
    }

    @Test func `a run writes the contract's lines, in order within a type`() throws {
        let (session, truth) = try simulated()
        let kinds = "verdict,position,smoothed,simplified,speed,step,activity,altitude,status,storyline,summary"
        let result = try run("run", session, "--emit", kinds)
        #expect(result.status == 0)
        let lines = try objects(result.output)
        for (type, group) in Dictionary(grouping: lines, by: { $0["type"] as? String ?? "" }) {
            let times = group.compactMap { ($0["time"] ?? $0["start"]) as? Double }
            #expect(times == times.sorted(), "\(type)")
        }
        let types = Set(lines.compactMap { $0["type"] as? String })
        #expect(
            types.isSuperset(of: ["verdict", "position", "smoothed", "simplified", "speed", "activity", "summary"]))
        let position = try #require(lines.first { $0["type"] as? String == "position" })
        for key in ["time", "latitude", "longitude", "accuracy", "isEstimated"] { #expect(position[key] != nil) }
        let summary = try #require(lines.last)
        let way = (summary["distance"] as? Double ?? 0) + (summary["estimatedDistance"] as? Double ?? 0)
        let truths = try objects(String(contentsOfFile: truth, encoding: .utf8))
        let trueWay = truths.reduce(0) { $0 + ($1["speed"] as? Double ?? 0) } * trueInterval(truths)
        #expect(abs(way - trueWay) < 0.05 * trueWay)
    }

    private func trueInterval(_ truths: [[String: Any]]) -> Double {
        let times = truths.compactMap { $0["time"] as? Double }
        guard let first = times.first, let last = times.last, times.count > 1 else { return 1 }
        return (last - first) / Double(times.count - 1)
    }

    @Test func `the same seed gives the same session, and the same run`() throws {
        let first = try simulated("weave")
        let second = try simulated("weave")
        let runs = try [first, second].map { try run("run", $0.session, "--emit", "position,speed,summary").output }
        #expect(runs[0] == runs[1])
        #expect(!runs[0].isEmpty)
    }

    @Test func `a parameter changes the run`() throws {
        let (session, _) = try simulated("weave")
        let fine = try objects(
            try run("run", session, "--emit", "simplified", "--set", "simplifier.tolerance=1").output)
        let rough = try objects(
            try run("run", session, "--emit", "simplified", "--set", "simplifier.tolerance=50").output)
        #expect(fine.count > rough.count)
        #expect(rough.count >= 2)
    }

    @Test func `info, day and export tell of the session`() throws {
        let (session, _) = try simulated()
        let info = try objects(try run("info", session, "--json").output.replacing("\n", with: ""))
        #expect((info.first?["duration"] as? Double ?? 0) > 100)
        #expect((info.first?["distance"] as? Double ?? 0) > 500)
        let day = try objects(try run("day", session, "--json").output)
        #expect(day.allSatisfy { ["stop", "move", "gap"].contains($0["type"] as? String ?? "") })
        #expect(!day.isEmpty)
        let gpx = try temporaryFolder().appending(path: "track.gpx").path
        #expect(try run("export", session, "--format", "gpx", "--output", gpx).status == 0)
        #expect(try ChildProcess.run("/usr/bin/xmllint", ["--noout", gpx]).status == 0)
    }

    @Test(arguments: ["walk-ride-stop", "walk", "tunnel"]) func `info and run report the same distances`(
        _ scenario: String
    ) throws {
        let (session, _) = try simulated(scenario)
        let info = try objects(try run("info", session, "--json").output.replacing("\n", with: ""))
        let summary = try objects(try run("run", session, "--emit", "summary").output)
        for name in ["distance", "estimatedDistance", "movingTime", "maximumSpeed"] {
            let value = try #require(info.first?[name] as? Double)
            #expect(abs(value - (summary.last?[name] as? Double ?? -1)) < 1e-6)
        }
    }

    @Test func `tune comes no farther from a reference, and no less likely by itself`() throws {
        let (session, _) = try simulated()
        let reference = try temporaryFolder().appending(path: "reference.gpx").path
        #expect(try run("export", session, "--format", "gpx", "--output", reference).status == 0)
        let name = "position.constantVelocity.processNoise"
        for (criterion, words) in [
            ("meanDistance", ["--reference", reference]), ("negativeLogLikelihood", ["--self"]),
        ] {
            let start = ["--set", "\(name)=8", "--parameter", name]
            let result = try ChildProcess.run(Self.program, ["tune", session] + words + start)
            try #require(result.status == 0, "\(result.errors)")
            let found = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect(found["criterion"] as? String == criterion)
            let before = try #require(found["before"] as? Double)
            let after = try #require(found["after"] as? Double)
            #expect(after <= before)
            #expect(found["normalizedInnovationSquared"] as? Double != nil)
        }
        #expect(try run("tune", session).status != 0)
    }

    @Test(arguments: [
        (["run", "/nowhere/at/all"], "nowhere"), (["run"], "Give an input"),
        (["run", "/dev/null", "--set", "simplifier.tolerance"], "NAME=VALUE"),
        (["run", "/dev/null", "--set", "no.such=1"], "no parameter named"),
        (["run", "/dev/null", "--set", "simplifier.tolerance=-5"], "number from"),
        (["run", "/dev/null", "--emit", "nonsense"], "nonsense"),
        (["simulate", "nothing", "--output", "/tmp/never.odograph"], "nothing"),
        (["simulate", "walk", "--receiver", "perfect", "--output", "/tmp/never.odograph"], "perfect"),
        (["simulate", "walk", "--truth-interval", "0.03", "--output", "/tmp/never.odograph"], "0.03"),
        (["simulate", "walk", "--duration", "0", "--output", "/tmp/never.odograph"], "positive"),
        (["day", "tomorrow"], "date"),
    ])
    func `a mistake ends in a sentence and a failure`(_ arguments: [String], _ word: String) throws {
        let result = try ChildProcess.run(Self.program, arguments)
        #expect(result.status != 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(word), "\(result.errors)")
    }

    @Test func `the doctor says what is missing and what to do`() throws {
        let result = try run(
            "doctor", "--gpsd", "127.0.0.1:29999", "--iio", "ip:127.0.0.1:29998", "--seconds", "1", "--json")
        #expect(result.status == 0)
        let report = try #require(try objects(result.output).first)
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(findings.contains { ($0["advice"] as? String)?.contains("gpsd") == true })
        #expect(findings.allSatisfy { ($0["problem"] as? String)?.isEmpty == false })
    }
}
