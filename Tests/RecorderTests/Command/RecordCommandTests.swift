import Foundation
import FusionCore
import Glibc
import SensorModel
import SessionStore
import TestSupport
import Testing

@testable import Recorder

/// `odographctl record` as a process: how it starts, ends, is killed, is followed.
@Suite struct RecordCommandTests {
    /// A gpsd that sends fifty fixes per second with the current time.
    private static let fastFeed =
        "@greet\n@watch\n@repeat 3000\n@tpv time=now lat=50.0 lon=14.0 speed=1.0\n@sleep 0.02\n@end"

    private struct Place {
        let folder: URL
        var file: String { folder.appending(path: "s.odograph").path }
        var runtime: RuntimeFolder { RuntimeFolder(path: folder.appending(path: "run").path) }

        func arguments(_ rig: ReceiverRig, file: String? = nil, runtime: String = "run") -> [String] {
            [
                "record", "--gpsd", "\(rig.address)", "--iio", "ip:127.0.0.1:1", "--output", file ?? self.file,
                "--runtime-folder", folder.appending(path: runtime).path,
            ]
        }
    }

    private func withPlace(_ body: (Place, _ program: String) async throws -> Void) async throws {
        let program = Places.program("odographctl")
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(Place(folder: folder), program)
    }

    private func waitFor(seconds: Double = 15, _ condition: () -> Bool) async throws {
        for _ in 0..<Int(seconds * 50) where !condition() { try await Task.sleep(for: .milliseconds(20)) }
        #expect(condition())
    }

    private func fixes(_ path: String) throws -> [SensorEvent] {
        try SessionReader(opening: path).events().filter { $0.fix?.coordinate != nil }
    }

    @Test(
        arguments: [
            ("ulimit -n 16; exec", "ulimit -n 1024"), ("ulimit -v 400000; exec", "ulimit -v unlimited"),
            (
                getuid() == 0
                    ? "exec setpriv --reuid 65534 --regid 65534 --clear-groups prlimit --nproc=8"
                    : "ulimit -u 1; exec",
                "ulimit -u"
            ),
        ])
    func `a limit that is too short is said at the start`(limit: String, advice: String) async throws {
        try await withPlace { place, program in
            let result = try await onThread {
                // What hangs does not end at SIGTERM either.
                try ChildProcess.run(
                    "/usr/bin/timeout",
                    [
                        "-s", "KILL", "20", "/bin/sh", "-c", "\(limit) \"$0\" \"$@\"", program, "record", "--output",
                        place.file, "--runtime-folder", place.runtime.path, "--duration", "1",
                    ])
            }
            #expect(result.status == 71, "\(result.errors)")
            #expect(result.errors.contains(advice))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends a recording cleanly`(signal: Int32) async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            let child = try ChildProcess(program, place.arguments(rig))
            try await waitFor { child.output.contains("gpsd: fix") }
            child.signal(signal)
            let result = child.wait()
            #expect(result.status == 0)
            #expect(result.errors.contains("Kept "))
            #expect(try fixes(place.file).count > 20)
            #expect(!FileManager.default.fileExists(atPath: place.file + "-wal"))
        }
    }

    @Test func `a recording ends by itself after its duration, with one line a second`() async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            let result = try ChildProcess.run(program, place.arguments(rig) + ["--duration", "2.5"])
            #expect(result.status == 0)
            #expect((3...5).contains(result.output.split(separator: "\n").count))
            #expect(result.output.contains("missing: iio ip:127.0.0.1:1"))
        }
    }

    @Test func `a file that exists and a folder that does not are refused in a sentence`() async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script("@sleep 9")
            try Data("precious".utf8).write(to: URL(filePath: place.file))
            let existing = try ChildProcess.run(program, place.arguments(rig))
            #expect(existing.status != 0)
            #expect(existing.errors.contains("already exists"))
            #expect(try Data(contentsOf: URL(filePath: place.file)) == Data("precious".utf8))
            let missing = try ChildProcess.run(program, place.arguments(rig, file: "/nowhere/s.odograph"))
            #expect(missing.status != 0)
            #expect(missing.errors.contains("/nowhere"))
        }
    }

    @Test func `a file that may not grow is reported, and its contents are kept`() async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            let limited = ["-c", "ulimit -f 400; exec \"$0\" \"$@\"", program] + place.arguments(rig)
            let library = try temporaryFolder()
            defer { try? FileManager.default.removeItem(at: library) }
            // A file in the library may not grow further than this one: what it does not take goes into the next folder.
            let child = try ChildProcess("/bin/sh", limited, environment: ["ODOGRAPH_LIBRARY": library.path])
            defer {
                let files = FileManager.default
                let home = files.homeDirectoryForCurrentUser.path
                for folder in [home, "/var/tmp", files.temporaryDirectory.path] {
                    try? files.removeItem(
                        atPath: "\(folder)/s-rest-\(child.process).odograph")
                }
            }
            try await waitFor { child.output.contains("NOT WRITTEN") }
            child.signal(SIGTERM)
            let result = child.wait()
            #expect(result.status == 1)
            #expect(result.errors.contains("separate session, \(library.path)/s-rest-"))
            #expect(try fixes(place.file).count > 20)
        }
    }

    @Test func `a second recorder is refused in the same runtime folder and on the same file, not elsewhere`()
        async throws
    {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            let first = try ChildProcess(program, place.arguments(rig))
            try await waitFor { first.output.contains("gpsd: fix") }
            let other = place.folder.appending(path: "other.odograph").path
            let sameFolder = try ChildProcess.run(program, place.arguments(rig, file: other))
            #expect(sameFolder.status != 0)
            #expect(sameFolder.errors.contains("already running"))
            #expect(!FileManager.default.fileExists(atPath: other))
            let sameFile = try ChildProcess.run(program, place.arguments(rig, runtime: "run2"))
            #expect(sameFile.status != 0)
            let elsewhere = try ChildProcess.run(
                program, place.arguments(rig, file: other, runtime: "run3") + ["--duration", "1"])
            #expect(elsewhere.status == 0)
            first.signal(SIGTERM)
            #expect(first.wait().status == 0)
        }
    }

    @Test func `a recorder started by a link is followed, survives the link, and is stopped by another`() async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            let arguments = Array(place.arguments(rig).dropFirst().dropLast(2))
            let history = RecorderLink.sessionHistory
            let first = try await RecorderLink.start(
                program: program, arguments: arguments, in: place.runtime, history: history)
            #expect(getsid(first.hello.process) == first.hello.process)
            await #expect(throws: LiveError.self) {
                try await RecorderLink.start(
                    program: program, arguments: ["--output", place.folder.appending(path: "t.odograph").path],
                    in: place.runtime)
            }
            var early: [SensorEvent] = []
            for await message in first.messages {
                if case .events(let events) = message { early += events }
                if early.count > 60 { break }
            }
            first.detach()

            let second = try RecorderLink.attach(to: place.runtime, history: history)
            #expect(second.hello.process == first.hello.process)
            second.send(.mark("gate"))
            second.send(.stop)
            var all: [SensorEvent] = []
            var hasEnded = false
            for await message in second.messages {
                switch message {
                case .events(let events): all += events
                case .status(let status): hasEnded = status.hasEnded
                case .restarted: all = []
                case .ended(let failure): #expect(failure == nil)
                }
            }
            #expect(hasEnded)
            let kept = try SessionReader(opening: place.file).events()
            #expect(all == kept)
            #expect(kept.contains { $0.payload == .marker("gate") })
            #expect(Array(kept.prefix(early.count)) == early)
        }
    }

    @Test(arguments: 0..<5)
    func `a recorder that is killed loses at most the last second`(round: Int) async throws {
        try await withPlace { place, program in
            let rig = try ReceiverRig.script(Self.fastFeed)
            var children: [(file: String, child: ChildProcess)] = []
            for index in 0..<4 {
                let file = place.folder.appending(path: "\(index).odograph").path
                let arguments = place.arguments(rig, file: file, runtime: "run\(index)")
                children.append((file, try ChildProcess(program, arguments)))
            }
            try await waitFor { children.allSatisfy { $0.child.output.contains("gpsd: fix") } }
            for (index, (file, child)) in children.enumerated() {
                // At any moment between two writes.
                try await Task.sleep(for: .milliseconds(50 + 137 * index))
                let killed = Instant(seconds: Date().timeIntervalSince1970)
                child.signal(SIGKILL)
                _ = child.wait()
                let kept = try fixes(file)
                let last = try #require(kept.last)
                #expect(killed - last.received <= 1)
                #expect(kept.map(\.sequence) == kept.map(\.sequence).sorted())
            }
        }
    }
}
