import Foundation
import TestSupport
import Testing

/// The JSON of all commands, compared with docs/schema by another program.
@Suite struct SchemaTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test func `the output of every command is as its schema says`() throws {
        _ = try folder.shell("mkdir library")
        _ = try folder.run("simulate walk-ride-stop --output library/ride.odograph")
        _ = try folder.run("correct library/ride.odograph --at 2026-05-16T06:55:00Z --name Pond")
        _ = try folder.run("simulate bike --duration 300 --fixes-only --output bike.odograph --truth truth.ndjson")
        _ = try folder.run("correct bike.odograph --hide 2026-05-16T06:41:00Z..2026-05-16T06:41:10Z")
        _ = try folder.run("export bike.odograph --format gpx --output bike.gpx")
        let parameter = "--parameter position.constantVelocity.processNoise"
        let commands = [
            ("info", "info library/ride.odograph --json"), ("info", "info bike.odograph --json"),
            ("info", "info bike.gpx --json"), ("dayItem", "day library/ride.odograph --json"),
            ("history", "history --from 2026-05-15 --to 2026-05-17 --json"), ("records", "records --json"),
            ("place", "places --json"), ("paces", "paces --json"), ("receivers", "receiver bike.odograph --json"),
            ("lap", "laps bike.odograph --every 400m --json"), ("maps", "map list --json"),
            ("scenarios", "simulate --list --json"), ("parameters", "run --list-parameters --expert --json"),
            ("compare", "compare bike.odograph bike.gpx --json"), ("sensitivity", "sensitivity bike.odograph --json"),
            ("tune", "tune bike.odograph --self \(parameter)"),
            (
                "tune",
                "tune bike.odograph bike.gpx --reference truth.ndjson --reference truth.ndjson \(parameter)"
            ),
        ]
        for (name, command) in commands { try expect(folder.run(command), matches: name) }
        try expect(folder.run("import bike.gpx --into-library --json"), matches: "import")
        // What is missing is said with status 1.
        try expect(folder.shell("$PROGRAM doctor --seconds 1 --json").output, matches: "doctor")
        // Each member is described, and may not be missing.
        let lap = #"{"type":"lap","number":1,"start":0,"duration":1,"isBest":false,"isEstimated":false,"isWhole":true"#
        #expect(try complaint(about: lap + "}", "lap") == "")
        #expect(try complaint(about: lap + #","surplus":1}"#, "lap").contains("surplus"))
        #expect(try complaint(about: #"{"type":"lap"}"#, "lap").contains("required"))
    }

    private func expect(_ output: String, matches name: String) throws {
        let complaint = try complaint(about: output, name)
        #expect(complaint.isEmpty, "\(name): \(complaint)")
    }

    /// Returns what is wrong with JSON, or with one of its lines.
    private func complaint(about output: String, _ name: String) throws -> String {
        try folder.write(output, to: "output.json")
        let script = """
            import json, jsonschema, sys
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/" + sys.argv[2]})
            text = open(sys.argv[3]).read()
            try: objects = [json.loads(text)]
            except json.JSONDecodeError: objects = [json.loads(line) for line in text.splitlines()]
            assert objects
            for error in (e for o in objects for e in validator.iter_errors(o)):
                print(list(error.path), error.message)
                break
            """
        let schema = Places.root.appending(path: "docs/schema/commands.schema.json").path
        let result = try ChildProcess.run(
            "/usr/bin/python3", ["-W", "ignore", "-c", script, schema, name, folder.path("output.json")])
        return result.output + result.errors
    }
}
