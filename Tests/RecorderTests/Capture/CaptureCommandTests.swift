import Foundation
import GPSDClient
import Glibc
import Launch
import SensorModel
import SessionStore
import TestSupport
import Testing

@testable import Recorder

/// `odographctl record` with an iiod that lies, and with a capture child that is killed again and again.
@Suite struct CaptureCommandTests {
    private static let program = Places.program("odographctl")
    private static let feed =
        "@greet\n@watch\n@repeat 100000\n@tpv time=now lat=50.0 lon=14.0 speed=1.0\n@sleep 0.0995\n@end"

    /// An iiod of Tests/Rig/iiod-hostile; returns it with its port.
    private func daemon(_ name: String) throws -> (child: Child, port: Int) {
        var launch = ChildLaunch(words: [Places.rig("iiod-hostile"), name])
        (launch.input, launch.output) = (.pipe, .pipe)
        let child = try launch.start()
        let line = FileHandle(fileDescriptor: child.output).availableData
        let ports = try JSONSerialization.jsonObject(with: line) as? [String: Int]
        return (child, try #require(ports?[name]))
    }

    private func arguments(_ rig: ReceiverRig, port: Int, _ folder: URL, seconds: Double) -> [String] {
        [
            "record", "--gpsd", "\(rig.address)", "--iio", "ip:127.0.0.1:\(port)", "--output",
            folder.appending(path: "s.odograph").path, "--runtime-folder", folder.appending(path: "run").path,
            "--duration", "\(seconds)", "--allow-sleep",
        ]
    }

    private func children(of process: pid_t) -> [pid_t] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.flatMap { task -> [pid_t] in
            let text = try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// A gap in a sensor's samples, by arrival.
    private struct Gap {
        let from: Instant
        let until: Instant
    }

    private func gaps(_ times: [Instant], longerThan seconds: Double) -> [Gap] {
        zip(times, times.dropFirst()).filter { $0.1 - $0.0 > seconds }.map { Gap(from: $0.0, until: $0.1) }
    }

    /// Longer by hand: `ODOGRAPH_KILL_SECONDS=300`.
    @Test func `a capture child that is killed every 3 s costs no fix, and every gap is reported`() async throws {
        let seconds = ProcessInfo.processInfo.environment["ODOGRAPH_KILL_SECONDS"].flatMap { Double($0) } ?? 10
        let (iiod, port) = try daemon("good")
        defer { iiod.kill() }
        // Each fix has its number for a height, so that one that is missing shows on a busy machine, too.
        let fixes = (0..<Int(seconds * 20)).map { "@tpv time=now lat=50.0 lon=14.0 altMSL=\($0)\n@sleep 0.0995" }
        let rig = try ReceiverRig.script((["@greet", "@watch"] + fixes).joined(separator: "\n"))
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let recorder = try ChildProcess(Self.program, arguments(rig, port: port, folder, seconds: seconds))
        let clock = RecorderClock.system()
        var kills: [Instant] = []
        let begun = ContinuousClock.now
        while recorder.isRunning {
            try await Task.sleep(for: .seconds(3))
            guard ContinuousClock.now - begun < .seconds(seconds - 1) else { break }
            for child in children(of: recorder.process) {
                kills.append(clock.now())
                kill(child, SIGKILL)
            }
        }
        let result = recorder.wait()
        #expect(result.status == 0, "\(result.errors)")
        let events = try SessionReader(opening: folder.appending(path: "s.odograph").path).events()
        let numbers = events.compactMap { $0.fix?.coordinate == nil ? nil : $0.fix?.altitude }
        #expect(numbers.count > Int(seconds) && numbers == (0..<numbers.count).map { Double($0) })
        let samples = events.compactMap { event -> Instant? in
            if case .acceleration = event.payload { event.received } else { nil }
        }
        let holes = gaps(samples, longerThan: 0.3).filter { hole in
            kills.contains { $0 >= hole.from && $0 <= hole.until }
        }
        let reports = events.compactMap { event in event.sourceReport.map { (report: $0, time: event.time) } }
        let lost = reports.filter { $0.report.streams == [.acceleration] && $0.report.state == .lost }
        #expect(!holes.isEmpty)
        for hole in holes {
            #expect(lost.contains { $0.time >= hole.from + -0.01 && $0.time <= hole.until }, "\(hole) is not reported")
        }
        // Each end is reported for the address, and counted.
        let ends = reports.filter { $0.report.trouble == .captureEnded }
        #expect(ends.count == kills.count)
        #expect(ends.last?.report.detail?.contains("(\(kills.count) restart") == true, "\(ends)")
    }

    @Test func `whatever an iiod says, the recording goes on, ends in time and stays small`() async throws {
        let result = try await onThread {
            try ChildProcess.run(
                Places.root.appending(path: "scripts/record-check").path,
                [
                    "hostile", "--program", Self.program, "--seconds", "3", "--late", "1.5", "--at-once", "6",
                ])
        }
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains(" 0 fail, 0 skipped"))
    }

    @Test func `a recording connects to its gpsd and its iiod, and to nothing else`() async throws {
        for name in ["dtd-entity-leak", "good"] {
            let (iiod, port) = try daemon(name)
            defer { iiod.kill() }
            let rig = try ReceiverRig.script(Self.feed)
            let folder = try temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let log = folder.appending(path: "calls").path
            let words = [
                "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,bind", "-e", "signal=none", "-o", log,
                Self.program,
            ]
            let arguments = words + arguments(rig, port: port, folder, seconds: 3)
            let result = try await onThread { try ChildProcess.run("/usr/bin/strace", arguments) }
            #expect(result.status == 0, "\(result.errors)")
            let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            let ports = calls.compactMap { line in
                line.contains("AF_INET") ? (try? /port=htons\((\d+)\)/.firstMatch(in: line))?.1 : nil
            }
            #expect(Set(ports.map(String.init)) == ["\(rig.address.port)", "\(port)"])
            let samples = try SessionReader(opening: folder.appending(path: "s.odograph").path).events()
                .count { if case .acceleration = $0.payload { true } else { false } }
            #expect(samples > 100)
        }
    }

    @Test func `on a kernel that cannot confine, sensors are recorded all the same`() async throws {
        let (iiod, port) = try daemon("good")
        defer { iiod.kill() }
        let rig = try ReceiverRig.script(Self.feed)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=landlock_create_ruleset,seccomp", "-e",
            "inject=landlock_create_ruleset:error=ENOSYS", "-e", "inject=seccomp:error=EINVAL", Self.program,
        ]
        let arguments = words + arguments(rig, port: port, folder, seconds: 3)
        let result = try await onThread { try ChildProcess.run("/usr/bin/strace", arguments) }
        #expect(result.status == 0, "\(result.errors)")
        let samples = try SessionReader(opening: folder.appending(path: "s.odograph").path).events()
            .count { if case .acceleration = $0.payload { true } else { false } }
        #expect(samples > 100)
    }
}
