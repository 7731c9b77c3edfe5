import Foundation
import TestSupport
import Testing

/// The lines of `run`, compared with docs/schema by another program.
@Suite struct EstimateSchemaTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test func `every line of a run is as the schema of estimates says`() throws {
        let kinds = try kinds()
        let all = kinds.joined(separator: ",")
        // Those that come with every sample are of one minute.
        let rare = kinds.filter { $0 != "attitude" && $0 != "gravity" }.joined(separator: ",")
        _ = try folder.run("simulate walk-ride-stop --output ride.odograph")
        _ = try folder.run("simulate walk-ride-stop --duration 60 --output minute.odograph")
        try folder.writeLog("receivers.ndjson", secondReceiver(from: 0, count: 60))
        // After this silence, where the user was in it is not known.
        try folder.writeLog("silence.ndjson", secondReceiver(from: 100_000, count: 60))
        try folder.write(statedRun, to: "stated.gpx")
        try folder.write(
            """
            import sys
            for line in sys.stdin:
                if '"type":"fix"' in line: print(line.replace("fix", "position", 1))
            """, to: "own.py")
        let lines =
            try folder.run("run ride.odograph --emit \(rare)") + folder.run("run minute.odograph --emit \(all)")
            + folder.run("run receivers.ndjson --emit \(all)") + folder.run("run silence.ndjson --emit \(all)")
            + folder.run("run stated.gpx --emit \(all)")
            + folder.run("run receivers.ndjson --emit summary --filter 'python3 own.py'")
        for member in ["isSecondary", "isStated", "sport", "filter\":\"python3 own.py", "reason", "receivers"] {
            #expect(lines.contains("\"\(member)\""), "no line has \(member)")
        }
        #expect(try complaints(about: lines) == "")
    }

    @Test func `a line of an unknown type, or with a reason that is none, is not one of the schema`() throws {
        #expect(try complaints(about: #"{"type":"guess","time":1}"#).contains("guess"))
        let verdict = #"{"type":"verdict","time":1,"accepted":false,"outcome":"rejected","weight":0,"reason":"mood"}"#
        #expect(try complaints(about: verdict).contains("mood"))
    }

    /// Returns what `--emit` accepts, by its help.
    private func kinds() throws -> [String] {
        let help = try folder.run("run --help").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let list = try #require(help.firstMatch(of: /separated by commas: ([\w, ]+)\./))
        return list.1.split(separator: ", ").map(String.init)
    }

    /// Returns fixes of a second receiver, close to those of `CommandFolder.writeLog`.
    private func secondReceiver(from first: Int, count: Int) -> [String] {
        (first..<first + count).map { second in
            "{\"type\":\"fix\",\"time\":\(1_700_000_000 + second).3,\"device\":\"second\",\"horizontalAccuracy\":6,"
                + "\"latitude\":\(50.00002 + Double(second - first) * 1.2e-5),\"longitude\":14,\"speed\":1.4}"
        }
    }

    /// Five minutes of GPX whose track is stated to be a run.
    private var statedRun: String {
        let points = (0..<300).map { second in
            "<trkpt lat=\"\(50 + Double(second) * 2.7e-5)\" lon=\"14\">"
                + "<time>2026-05-16T06:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z</time></trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
            + "<type>running</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    /// Returns what is wrong with lines, and where the schema is too lax: types that it has and no line is of, members
    /// that may be missing or added.
    private func complaints(about lines: String) throws -> String {
        try folder.write(lines, to: "lines.ndjson")
        let script = """
            import json, jsonschema, sys
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft202012Validator.check_schema(schema)
            whole, samples = jsonschema.Draft202012Validator(schema), {}
            kinds = [reference["$ref"].rsplit("/", 1)[1] for reference in schema["oneOf"]]
            validators = {kind: jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + kind})
                          for kind in kinds}
            wrong = []
            for line in map(json.loads, open(sys.argv[2])):
                kind = line["type"]
                if kind not in kinds: wrong.append(f"unknown type {kind}"); continue
                samples.setdefault(kind, line)
                wrong += [f"{kind}: {list(error.path)} {error.message}" for error in validators[kind].iter_errors(line)]
            wrong += [f"no line is a {kind}" for kind in kinds if kind not in samples]
            for kind, line in samples.items():
                if not whole.is_valid(line): wrong.append(f"{kind} is not among the lines of the whole")
                without = [{name: line[name] for name in line if name != missing}
                           for missing in schema["$defs"][kind]["required"]]
                wrong += [f"{kind} may be {changed}" for changed in [{**line, "surplus": 1}] + without
                          if whole.is_valid(changed)]
            print("\\n".join(wrong[:20]), end="")
            """
        let schema = Places.root.appending(path: "docs/schema/estimates.schema.json").path
        let result = try ChildProcess.run(
            "/usr/bin/python3", ["-W", "ignore", "-c", script, schema, folder.path("lines.ndjson")])
        return result.output + result.errors
    }
}
