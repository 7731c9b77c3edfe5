import Foundation
import Glibc
import SensorModel
import SessionStore
import TestSupport
import Testing

@testable import Recorder

/// The events that a recording survives: disks that fill up or vanish, killed followers, and a machine that tries to
/// sleep.
@Suite struct SurvivalTests {
    private static let feed =
        "@greet\n@watch\n@repeat 3000\n@tpv time=now lat=50.0 lon=14.0 speed=1.0\n@sleep 0.02\n@end"
    private static let program = Places.program("odographctl")

    private func arguments(_ rig: ReceiverRig, _ folder: URL, output: String) -> [String] {
        [
            "record", "--gpsd", "\(rig.address)", "--iio", "ip:127.0.0.1:1", "--output", output, "--runtime-folder",
            folder.appending(path: "run").path,
        ]
    }

    private func waitFor(seconds: Double = 20, _ condition: () -> Bool) async throws {
        for _ in 0..<Int(seconds * 50) where !condition() { try await Task.sleep(for: .milliseconds(20)) }
        #expect(condition())
    }

    /// The changes of the disk: before the recording, after its start, and after its problem was reported.
    enum Disk: String, CaseIterable, Sendable {
        case full, fullToTheEnd, vanished, readOnly

        var before: String {
            switch self {
            case .full: "mount -t tmpfs -o size=3m disk $D; head -c 2000000 /dev/zero > $D/filler"
            case .fullToTheEnd, .vanished: "mount -t tmpfs -o size=16m disk $D"
            case .readOnly: "mount -t tmpfs -o size=1m,ro disk $D"
            }
        }

        var during: String {
            switch self {
            case .full: "until grep -q 'NOT WRITTEN' $L; do sleep 0.1; done; sleep 1; rm $D/filler"
            case .fullToTheEnd:
                "until grep -q ' 1[0-9][0-9] fixes' $L; do sleep 0.1; done; cat /dev/zero > $D/filler 2> /dev/null"
            case .vanished: "until grep -q ' 1[0-9][0-9] fixes' $L; do sleep 0.1; done; umount -l $D"
            case .readOnly: "true"
            }
        }

        var after: String {
            switch self {
            case .full: "while tail -n 1 $L | grep -q 'NOT WRITTEN'; do sleep 0.1; done"
            case .vanished: "until grep -q 'moved or removed' $L; do sleep 0.1; done"
            case .fullToTheEnd: "until grep -q 'NOT WRITTEN' $L; do sleep 0.1; done"
            case .readOnly: "true"
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "a disk of one's own needs a mount namespace"), arguments: Disk.allCases)
    func `a disk that fails is reported, and everything is kept elsewhere if possible`(_ disk: Disk) async throws {
        let rig = try ReceiverRig.script(Self.feed)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appending(path: "disk")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let log = folder.appending(path: "log")
        let script = """
            D=\(place.path); L=\(log.path); : > $L; \(disk.before)
            export ODOGRAPH_LIBRARY=\(folder.path)/library; mkdir $ODOGRAPH_LIBRARY
            "$0" "$@" >> $L 2>&1 & P=$!
            ( \(disk.during); \(disk.after); sleep 1; kill -TERM $P ) & W=$!
            wait $P; S=$?; kill $W 2> /dev/null; cp $D/s.odograph \(folder.path)/kept.odograph; cp $D/s.odograph-wal \(folder.path)/kept.odograph-wal 2> /dev/null; cat $L; exit $S
            """
        let arguments = arguments(rig, folder, output: place.appending(path: "s.odograph").path)
        let result = try await onThread {
            try ChildProcess.run(
                "/usr/bin/timeout", ["60", "unshare", "-m", "/bin/sh", "-c", script, Self.program] + arguments)
        }
        guard disk != .readOnly else {
            #expect(result.status != 0)
            #expect(
                result.output.contains("may not") || result.output.contains("permi") || result.output.contains("read"))
            return
        }
        #expect(result.status == (disk == .fullToTheEnd ? 1 : 0), "\(result.output.suffix(600))")
        var kept = try SessionReader(opening: folder.appending(path: "kept.odograph").path).events()
        if disk == .fullToTheEnd {
            let aside = try aside(in: folder.appending(path: "library"))
            #expect(result.output.contains("are in a separate session, \(aside.path)"))
            let rest = try SessionReader(opening: aside.path).events()
            // It says first what the devices are.
            #expect(rest.first?.sourceReport != nil)
            #expect(rest.count { $0.fix != nil } > 10)
            kept += rest.filter { $0.sequence >= UInt64(kept.count) }
        }
        #expect(kept.map(\.sequence) == Array(0..<UInt64(kept.count)))
        #expect(kept.count { $0.fix != nil } > 100)
        guard disk != .fullToTheEnd else { return }
        let told = try #require(result.output.split(separator: "\n").last { $0.hasPrefix("Kept ") })
        #expect(told.hasPrefix("Kept \(kept.count) events"))
    }

    private func aside(in folder: URL) throws -> URL {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try #require(files.first { $0.pathExtension == "odograph" })
    }

    @Test func `killed followers leave the recording without a gap, and two followers receive the same`() async throws {
        let rig = try ReceiverRig.script(Self.feed)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let runtime = RuntimeFolder(path: folder.appending(path: "run").path)
        let file = folder.appending(path: "s.odograph").path
        let options = Array(arguments(rig, folder, output: file).dropFirst().dropLast(2))
        let first = try await RecorderLink.start(
            program: Self.program, arguments: options, in: runtime, history: RecorderLink.sessionHistory)
        // A follower in a separate process, which reads and is then killed.
        let reader =
            "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
            + "print(len(s.recv(65536)),flush=True)\nwhile s.recv(65536): pass"
        for _ in 0..<3 {
            let follower = try ChildProcess("/usr/bin/env", ["python3", "-c", reader, runtime.socketPath])
            try await waitFor { !follower.output.isEmpty }
            follower.signal(SIGKILL)
            _ = follower.wait()
        }
        let second = try RecorderLink.attach(to: runtime, history: RecorderLink.sessionHistory)
        #expect(runtime.recorder?.process == first.hello.process)
        #expect(runtime.recorder?.path == file)
        // A second recorder on the same file is refused, wherever it runs.
        let elsewhere = RuntimeFolder(path: folder.appending(path: "elsewhere").path)
        await #expect(throws: LiveError.self) {
            try await RecorderLink.start(program: Self.program, arguments: options, in: elsewhere)
        }
        #expect(elsewhere.recorder == nil)
        try await Task.sleep(for: .seconds(1))
        second.send(.stop)
        async let heardByFirst = events(of: first)
        async let heardBySecond = events(of: second)
        let kept = try SessionReader(opening: file).events
        let (one, two) = await (heardByFirst, heardBySecond)
        let all = try kept()
        #expect(one == all)
        #expect(two == all)
        #expect(all.map(\.sequence) == Array(0..<UInt64(all.count)))
        let arrivals = all.filter { $0.fix != nil }.map(\.received)
        #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.1 - $0.0 < 0.5 })
        try await waitFor { runtime.recorder == nil }
    }

    @Test func `a thousand connections take neither the processor nor the descriptors`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "s.odograph").path
        // gpsd is away at first, so that its connection needs a descriptor while the others are tried.
        let rig = try ReceiverRig.script("@greet\n@watch\n@sleep 3\n@refuse 2\n")
        let crowd =
            "import socket,sys,time\nheld=[]\nfor _ in range(900):\n s=socket.socket(socket.AF_UNIX)\n"
            + " s.settimeout(1)\n try: s.connect(sys.argv[1])\n except OSError: pass\n held.append(s)\n"
            + "print('there',flush=True)\ntime.sleep(60)"
        let child = try ChildProcess(
            "/bin/sh", ["-c", "ulimit -n 100; exec \"$0\" \"$@\"", Self.program] + arguments(rig, folder, output: file))
        try await waitFor { child.output.contains("gpsd: no data") || child.output.contains("gpsd: no fix") }
        let follower = try ChildProcess(
            "/usr/bin/env", ["python3", "-c", crowd, folder.appending(path: "run/recorder.socket").path])
        defer { follower.signal(SIGKILL) }
        try await waitFor { follower.output.contains("there") }
        let before = try processorTicks(child.process)
        try await waitFor { child.output.contains("gpsd: connecting") }
        let shown = child.output.count
        try await waitFor { child.output.dropFirst(shown).contains("gpsd: no data") }
        #expect(try processorTicks(child.process) - before < 200)
        child.signal(SIGTERM)
        #expect(child.wait().status == 0)
    }

    /// The processor time of a process, in hundredths of a second.
    private func processorTicks(_ process: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text.split(separator: ")").last?.split(separator: " ").compactMap { Int($0) } ?? []
        return fields.count > 11 ? fields[10] + fields[11] : 0
    }

    private func events(of link: RecorderLink) async -> [SensorEvent] {
        var events: [SensorEvent] = []
        for await message in link.messages {
            if case .events(let more) = message { events += more }
        }
        return events
    }

    @Test func `a recorder that was stopped takes what waited for it as it came`() async throws {
        let rig = try ReceiverRig.script(Self.feed)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "s.odograph").path
        let recorder = try ChildProcess(Self.program, arguments(rig, folder, output: file))
        try await waitFor { recorder.output.contains("gpsd: fix") }
        try await Task.sleep(for: .seconds(1))
        recorder.signal(SIGSTOP)
        try await Task.sleep(for: .seconds(6))
        recorder.signal(SIGCONT)
        try await Task.sleep(for: .seconds(3))
        recorder.signal(SIGTERM)
        let result = recorder.wait()
        #expect(result.status == 0, "\(result.errors)")
        let events = try SessionReader(opening: file).events()
        #expect(events.contains { if case .note(let note) = $0.payload { note.kind == .doubted } else { false } })
        let fixes = events.filter { $0.fix != nil }
        // The delay before the stop, and the excess above which it is corrected.
        #expect(fixes.allSatisfy { $0.received - $0.time < 2 })
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.1.time - $0.0.time < 1 })
        #expect((fixes.last?.time ?? .init(seconds: 0)) - (fixes.first?.time ?? .init(seconds: 0)) > 8)
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `sleep is held off while it records, and no longer`(signal: Int32) async throws {
        let rig = try ReceiverRig.script(Self.feed)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = folder.appending(path: "words")
        let fake = folder.appending(path: "systemd-inhibit")
        let script =
            "echo \"$$ $@\" > \(words.path)\nwhile [ \"${1#--}\" != \"$1\" ]; do shift; done\nexec \"$@\""
        try writeScript(script, to: fake.path)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let recorder = try ChildProcess(
            Self.program, arguments(rig, folder, output: folder.appending(path: "s.odograph").path),
            environment: ["PATH": "\(folder.path):\(path)"])
        try await waitFor { recorder.output.contains("gpsd: fix") }
        let told = try String(contentsOf: words, encoding: .utf8)
        #expect(told.contains("--what=sleep:idle"))
        #expect(told.contains("--mode=block"))
        let holder = try #require(told.split(separator: " ").first.flatMap { Int32($0) })
        #expect(kill(holder, 0) == 0)
        recorder.signal(signal)
        _ = recorder.wait()
        try await waitFor { kill(holder, 0) != 0 || isZombie(holder) }
    }

    private func isZombie(_ process: Int32) -> Bool {
        (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") ?? true
    }

    @Test(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace"))
    func `a buffer that a killed recorder left on is taken up again`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appending(path: "drive.csv")
        try Drive.table.write(to: table, atomically: true, encoding: .utf8)
        let (first, second) = (folder.appending(path: "1.odograph").path, folder.appending(path: "2.odograph").path)
        let record = "\"$0\" record --gpsd localhost:1 --iio local: --runtime-folder \(folder.path)/run"
        let script =
            "\(record) --output \(first) > /dev/null 2>&1 & P=$!; E=/sys/bus/iio/devices/iio:device0/buffer/enable; "
            + "for i in $(seq 200); do [ \"$(cat $E)\" = 1 ] && break; sleep 0.1; done; sleep 1; "
            // With the child that holds the sensors, which would switch the buffer off.
            + "kill -STOP $P; kill -9 $(cat /proc/$P/task/*/children); kill -9 $P; wait $P; "
            + "cat $E; \(record) --output \(second) --duration 5"
        let result = try await onThread {
            try ChildProcess.run(
                Places.rig("iio-mock"),
                ["--csv", table.path, "--loop", "--rate", "5", "--", "/bin/sh", "-c", script, Self.program])
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("1"))
        let reports = try SessionReader(opening: second).events().compactMap(\.sourceReport)
            .filter { $0.name == "accel_3d" }
        #expect(reports.first?.state == .connected)
        #expect(reports.allSatisfy { $0.trouble == nil })
        #expect(try !SessionReader(opening: first).events().isEmpty)
    }
}
