import Foundation
import TestSupport
import Testing

/// The data that leaves the machine, as seen by the kernel: every socket that a program opens, with strace.
@Suite struct PrivacyTests {
    /// The calls of a program and its children that reach out of the process.
    private struct Trace {
        let result: ChildProcess.Result
        /// Lines of strace.
        let calls: [String]

        /// Sockets that are not local to the machine's kernel.
        var internetSockets: [String] { calls.filter { $0.contains("AF_INET") } }

        /// Whom it connected to or sent to over the internet protocols.
        var peers: Set<String> {
            Set(
                calls.compactMap { call in
                    guard let match = try? /sin6?_port=htons\((\d+)\).*?"([0-9a-f.:]+)"/.firstMatch(in: call) else {
                        return nil
                    }
                    return "\(match.2):\(match.1)"
                })
        }
    }

    private func trace(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Trace {
        let folder = try temporaryFolder()
        let log = folder.appending(path: "calls").path
        let result = try ChildProcess.run(
            "/usr/bin/strace",
            [
                "-f", "--seccomp-bpf", "-qq", "-e", "trace=socket,connect,sendto,sendmsg,bind", "-e", "signal=none",
                "-o", log, program,
            ]
                + arguments, environment: environment)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        return Trace(result: result, calls: text.split(separator: "\n").map(String.init))
    }

    @Test func `replay, import and export open no connection`() throws {
        let folder = try temporaryFolder()
        let session = folder.appending(path: "a.odograph").path
        let gpx = folder.appending(path: "a.gpx").path
        let environment = ["ODOGRAPH_LIBRARY": folder.path]
        let commands = [
            ["simulate", "hairpins", "--output", session],
            ["info", session],
            ["run", session, "--emit", "position,smoothed,speed,summary"],
            ["export", session, "--format", "gpx", "--output", gpx],
            ["import", gpx, "--output", folder.appending(path: "b.odograph").path],
            ["tune", session, "--self", "--parameter", "position.constantVelocity.processNoise"],
            ["day", session], ["records"], ["history", "--from", "2024-01-01", "--to", "2024-12-31"],
        ]
        for arguments in commands {
            let trace = try trace(Places.program("odographctl"), arguments, environment: environment)
            #expect(trace.result.status == 0, "\(arguments): \(trace.result.errors)")
            #expect(trace.internetSockets.isEmpty, "\(arguments): \(trace.internetSockets)")
        }
    }

    @Test func `recording speaks to the gpsd that was named and to nobody else`() throws {
        let folder = try temporaryFolder()
        let script = folder.appending(path: "script").path
        try "@greet\n@watch\n@repeat 20\n@tpv mode=3 time=now lat=50.1 lon=14.4 speed=1 eph=5\n@sleep 0.1\n@end\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        let daemon = try ChildProcess(Places.rig("gpsd-script"), ["--port", "0", script])
        _ = waitUntil { daemon.output.contains("listening") }
        let port = try #require(daemon.output.firstMatch(of: /"port": (\d+)/)?.1)
        let session = folder.appending(path: "a.odograph").path
        let trace = try trace(
            Places.program("odographctl"),
            [
                "record", "--gpsd", "127.0.0.1:\(port)", "--iio", "local:", "--duration", "3", "--output", session,
                "--runtime-folder", folder.path,
            ])
        #expect(trace.result.status == 0, "\(trace.result.errors)")
        #expect(trace.peers == ["127.0.0.1:\(port)"], "\(trace.calls)")
        // Only for the owner, regardless of the umask.
        let mode = try FileManager.default.attributesOfItem(atPath: session)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `the window asks no server for a tile before consent`() throws {
        let server = try makeScreen(width: 1024, height: 700)
        let folder = try temporaryFolder()
        let trace = try trace(
            Places.program("odograph"), ["--demo", "--screenshot", folder.appending(path: "a.png").path],
            environment: server.environment)
        #expect(trace.result.status == 0, "\(trace.result.errors)")
        #expect(trace.internetSockets.isEmpty, "\(trace.internetSockets)")
    }
}
