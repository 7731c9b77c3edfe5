import Foundation
import TestSupport
import Testing

/// `run --filter`: a program of the user's own beside the estimates, confined, and unable to harm them.
@Suite struct OwnFilterTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        try folder.writeLog()
    }

    private func run(_ program: String) throws -> ChildProcess.Result {
        try folder.write(program, to: "filter.py")
        return try folder.shell("$PROGRAM run walk.ndjson --emit summary --filter 'python3 filter.py'")
    }

    @Test func `its positions follow the estimates`() throws {
        let result = try run(
            """
            import json, sys
            for line in sys.stdin:
                event = json.loads(line)
                if event["type"] == "fix":
                    print(json.dumps({"type": "position", "time": event["time"], "latitude": event["latitude"],
                                      "longitude": event["longitude"] + 1, "accuracy": 3}))
            """)
        #expect(result.status == 0, "\(result.errors)")
        let lines = try objects(result.output)
        #expect(lines.count == 61 && lines[0]["type"] as? String == "summary")
        #expect(lines.dropFirst().allSatisfy { $0["longitude"] as? Double == 15 && $0["accuracy"] as? Double == 3 })
        #expect(lines[1]["filter"] as? String == "python3 filter.py")
    }

    @Test(arguments: [
        ("raise SystemExit(3)", "exit 3"), ("import os; os.kill(os.getpid(), 9)", "signal 9"),
        ("print('hello')", "Line 1"),
        ("print('{\"type\":\"position\",\"time\":1,\"latitude\":99,\"longitude\":0}')", "Line 1"),
    ])
    func `one that fails stops nothing else`(program: String, sentence: String) throws {
        let result = try run(program)
        #expect(result.status == 2 && result.errors.contains(sentence), "\(result.errors)")
        #expect(try objects(result.output).count == 1)
    }

    @Test func `it has no network, and writes in its folder only`() throws {
        let result = try run(
            """
            import socket
            for work in [lambda: socket.socket(), lambda: open("/tmp/odograph-escape", "w"), lambda: open("here", "w")]:
                try:
                    work()
                    print("could")
                except OSError:
                    print("could not")
            """)
        guard !result.errors.contains("cannot confine") else { return }
        #expect(result.errors.contains("“could not”"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/odograph-escape"))
        #expect(try folder.names().contains("here"))
    }
}
