import Foundation
import TestSupport
import Testing

/// `compare`, `receiver`, `sensitivity`, and `tune` over several sessions: what a session says about its track, its receiver, and its parameters.
@Suite struct JudgementTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    private func simulate(_ scenario: String, seed: Int = 1) throws -> String {
        let path = "\(scenario)-\(seed).odograph"
        #expect(try folder.shell("$PROGRAM simulate \(scenario) --seed \(seed) --output \(path)").status == 0)
        return path
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `two receivers of one journey are compared, two journeys are not`() throws {
        let (one, other, elsewhere) = try (simulate("bike"), simulate("bike", seed: 2), simulate("tunnel"))
        let answer = try folder.shell("$PROGRAM compare \(one) \(other) --json")
        #expect(answer.status == 0, "\(answer.errors)")
        let report = try object(answer.output)
        let (lag, rms) = try (
            #require(report["lag"] as? Double), #require(report["rms"] as? Double)
        )
        // The noise of both is 5 m; the track of the first is smoothed.
        #expect(abs(lag) < 1 && rms > 3 && rms < 8, "\(report)")
        let text = try folder.shell("$PROGRAM compare \(one) \(other)")
        #expect(text.output.contains("across: positive to the right"))
        let tracks = try #require(report["tracks"] as? [[String: Any]])
        #expect(tracks.map { $0["track"] as? String } == ["raw", "filtered", "smoothed", "simplified"])
        let errors = tracks.compactMap { $0["rms"] as? Double }
        // White noise of 5 m: what knows more of the future is closer.
        #expect(errors.count == 4 && errors[2] == rms && errors[0] > errors[1] && errors[1] > errors[2], "\(errors)")
        let refused = try folder.shell("$PROGRAM compare \(one) \(elsewhere)")
        #expect(refused.status != 0 && refused.output.isEmpty && refused.errors.hasPrefix("Error: The reference"))
    }

    @Test func `a simulator's truth and a line without times are references`() throws {
        let made = try folder.shell("$PROGRAM simulate bike --output a.odograph --truth a.truth")
        #expect(made.status == 0, "\(made.errors)")
        let timed = try object(folder.shell("$PROGRAM compare a.odograph a.truth --json").output)
        #expect(try #require(timed["rms"] as? Double) < 4 && timed["alongBias"] as? Double != nil, "\(timed)")
        let script = """
            import json
            points = [json.loads(line) for line in open("a.truth")]
            text = "".join('<rtept lat="%.8f" lon="%.8f"/>' % (p["latitude"], p["longitude"]) for p in points)
            open("plan.gpx", "w").write('<gpx creator="test"><rte>%s</rte></gpx>' % text)
            """
        try folder.write(script, to: "make.py")
        #expect(try folder.shell("python3 make.py").status == 0)
        let plan = try folder.shell("$PROGRAM compare a.odograph plan.gpx --json")
        #expect(plan.status == 0, "\(plan.errors)")
        let drawn = try object(plan.output)
        // The distance to a line has no error along it.
        #expect(try #require(drawn["rms"] as? Double) < #require(timed["rms"] as? Double), "\(drawn)")
        #expect(drawn["lag"] == nil && drawn["alongBias"] == nil && (drawn["tracks"] as? [Any])?.count == 4)
        let noise = "--parameter position.constantVelocity.processNoise"
        let tuned = try folder.shell("$PROGRAM tune a.odograph --reference plan.gpx \(noise)")
        #expect(tuned.status == 0, "\(tuned.errors)")
        let fit = try object(tuned.output)
        #expect(try #require(fit["after"] as? Double) <= #require(fit["before"] as? Double), "\(fit)")
        let words = "tune a.odograph a.odograph --reference plan.gpx --reference a.truth \(noise)"
        let joint = try folder.shell("$PROGRAM \(words)")
        #expect(joint.status != 0 && joint.errors.contains("has no times"), "\(joint.errors)")
    }

    @Test func `what the filter is decides the saved track, and is said`() throws {
        let made = try folder.shell("$PROGRAM simulate bike --output a.odograph --truth a.truth")
        #expect(made.status == 0, "\(made.errors)")
        var found: [String: [[String: Any]]] = [:]
        for kind in ["none", "scalar", "constantVelocity"] {
            let words = "compare a.odograph a.truth --set position.kind=\(kind)"
            let answer = try object(folder.shell("$PROGRAM \(words) --json").output)
            #expect(answer["filter"] as? String == kind)
            found[kind] = try #require(answer["tracks"] as? [[String: Any]])
            let text = try folder.shell("$PROGRAM \(words)").output
            #expect(text.contains("filter   ") == (kind != "constantVelocity"), "\(text)")
        }
        func rms(_ kind: String, _ track: Int) -> Double { found[kind]?[track]["rms"] as? Double ?? .nan }
        // Filtered and smoothed are the fixes, apart from two rejected ones, without a filter.
        #expect(abs(rms("none", 1) - rms("none", 2)) < 1e-6 && abs(rms("none", 0) - rms("none", 2)) < 0.05)
        #expect(rms("scalar", 2) < rms("scalar", 1) && rms("constantVelocity", 2) < rms("scalar", 2), "\(found)")
    }

    @Test func `a receiver at rest has its errors, one that moved all the time has none`() throws {
        let still = try folder.shell("$PROGRAM receiver \(simulate("still")) --json")
        #expect(still.status == 0, "\(still.errors)")
        let reports = try #require(try JSONSerialization.jsonObject(with: Data(still.output.utf8)) as? [[String: Any]])
        let report = try #require(reports.first)
        let (half, most) = try (#require(report["cep50"] as? Double), #require(report["cep95"] as? Double))
        #expect(half > 2 && half < 6 && most > 1.5 * half && most < 4 * half, "\(report)")
        let moving = try folder.shell("$PROGRAM receiver \(simulate("motorway"))")
        #expect(moving.status == 0 && moving.output.contains("no stop") && !moving.output.contains("CEP"))
    }

    @Test func `parameters that change a session's results are told from those that do not`() throws {
        let script = """
            points = "".join('<trkpt lat="%f" lon="11"><time>2024-05-01T10:%02d:%02dZ</time></trkpt>'
                % (48 + i * 4e-5 + (i * 7919 % 13) * 3e-6, i // 60, i % 60) for i in range(600))
            open("way.gpx", "w").write('<gpx version="1.1" creator="test"><trk><trkseg>%s</trkseg></trk></gpx>' % points)
            """
        try folder.write(script, to: "make.py")
        #expect(try folder.shell("python3 make.py").status == 0)
        let answer = try folder.shell("$PROGRAM sensitivity way.gpx --json")
        #expect(answer.status == 0, "\(answer.errors)")
        let effects = try #require(try object(answer.output)["effects"] as? [[String: Any]])
        func matters(_ name: String) -> Bool? {
            effects.first { $0["parameter"] as? String == name }?["matters"] as? Bool
        }
        #expect(matters("simplifier.tolerance") == true)
        // Nothing in the file has steps.
        #expect(effects.count >= 30 && effects.contains { $0["matters"] as? Bool == false })
    }

    /// The first two minutes of the weaving drive, fixes alone, and where it really was.
    private func weave(seed: Int) throws -> (session: String, truth: String) {
        let name = "weave-\(seed)"
        let made = try folder.shell(
            """
            $PROGRAM simulate weave --seed \(seed) --output \(name).odograph --truth \(name).truth && \
            $PROGRAM export \(name).odograph --format events --output \(name).all && \
            grep '"type":"fix"' \(name).all | head -120 >\(name).ndjson
            """)
        #expect(made.status == 0, "\(made.errors)")
        return ("\(name).ndjson", "\(name).truth")
    }

    @Test func `parameters are tuned to several sessions, and tested on each that is left out`() throws {
        let (one, two) = try (weave(seed: 1), weave(seed: 2))
        let noise = "position.constantVelocity.processNoise"
        let words = """
            tune \(one.session) \(two.session) --reference \(one.truth) --reference \(two.truth) \
            --parameter \(noise) --set \(noise)=0.05 --progress
            """
        let answer = try folder.shell("$PROGRAM \(words)")
        #expect(answer.status == 0, "\(answer.errors)")
        let report = try object(answer.output)
        #expect(report["criterion"] as? String == "relativeRootMeanSquare")
        #expect(report["verdict"] as? String == "generalises")
        let (after, leftOut) = try (
            #require(report["after"] as? Double), #require(report["leftOut"] as? Double)
        )
        #expect(after < 0.2 && leftOut < 0.2 && after <= leftOut + 1e-3, "\(report)")
        #expect((report["parameters"] as? [String: Double]).map { Array($0.keys) } == [noise])
        let sessions = try #require(report["sessions"] as? [[String: Any]])
        #expect(sessions.map { $0["session"] as? String } == [one.session, two.session])
        for session in sessions {
            for figures in ["before", "fitted", "leftOut"] {
                let found = try #require(session[figures] as? [String: Double])
                #expect(Set(found.keys) == ["rms", "percentile95"])
            }
        }
        #expect(answer.errors.contains("search 3 of 3"), "how far it has come is on standard error")
        let text = try folder.shell("$PROGRAM \(words) --text")
        #expect(text.output.contains("left out") && text.output.contains("--set \(noise)="), "\(text.output)")
        #expect(text.output.contains("generalises:"))
    }

    @Test func `sessions and references have to be as many`() throws {
        let few = try folder.shell("$PROGRAM tune a.gpx b.gpx --reference c.gpx")
        #expect(few.status != 0 && few.errors.contains("2 sessions and 1 references"), "\(few.errors)")
        let own = try folder.shell("$PROGRAM tune a.gpx b.gpx --self")
        #expect(own.status != 0 && own.errors.contains("one session"), "\(own.errors)")
        #expect(try folder.shell("$PROGRAM tune a.gpx").status != 0)
    }
}
