import Foundation
import FusionCore
import GPSDClient
import Glibc
import SensorModel
import SessionStore
import Synchronization
import TestSupport

@testable import Recorder

/// A rig program that plays a receiver or a gpsd, ended with the test, its own children included.
///
/// Unchecked since a child process is only asked, never changed, from more than one task.
final class ReceiverRig: @unchecked Sendable {
    let port: UInt16
    private let child: ChildProcess

    /// Plays a receiver's log through a real gpsd; nil, with the reason printed, where there is none.
    static func play(_ log: URL, _ arguments: [String]) throws -> ReceiverRig? {
        guard FileManager.default.isExecutableFile(atPath: "/usr/sbin/gpsd") else {
            print("skipped: gpsd is not installed")
            return nil
        }
        return try ReceiverRig("gpsd-play", [log.path] + arguments)
    }

    /// Says to every client exactly what a script tells.
    static func script(_ lines: String) throws -> ReceiverRig {
        let file = try temporaryFolder().appending(path: "script")
        try lines.write(to: file, atomically: true, encoding: .utf8)
        return try ReceiverRig("gpsd-script", [file.path])
    }

    private init(_ program: String, _ arguments: [String]) throws {
        port = Self.freePort()
        child = try ChildProcess(Places.rig(program), arguments + ["--port", "\(port)"])
        // The script player says when it listens; gpsd-play only speaks once somebody has come.
        for _ in 0..<200 where program == "gpsd-script" && !child.output.contains("listening") { usleep(20_000) }
    }

    deinit {
        // Gently, so that it ends its own gpsd.
        child.signal(SIGTERM)
        _ = child.wait()
    }

    var address: GPSDAddress { GPSDAddress(host: "localhost", port: port) }
    var output: String { child.output }
    var hasEnded: Bool { !child.process.isRunning || output.contains(#""event": "end""#) }

    static func freePort() -> UInt16 {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size)
                getsockname(descriptor, $0, &size)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
    }
}

/// What a recording left behind.
struct Recorded: Sendable {
    var events: [SensorEvent] = []
    var statuses: [RecorderStatus] = []
    var estimates: [Estimate] = []

    var fixes: [SensorEvent] { events.filter { $0.fix?.coordinate != nil } }
    var states: Set<String> { Set(statuses.flatMap { $0.sources.map(\.state) }) }
    var lossTimes: [Instant] {
        estimates.compactMap {
            if case .status(let status) = $0, status.kind == .signalLost { status.time } else { nil }
        }
    }
}

/// Records from a gpsd into a session file, and reads it again, until a condition holds, or for so many seconds at most.
func record(
    _ address: GPSDAddress, seconds: Double, until isDone: @escaping @Sendable () -> Bool = { false }
) async throws -> Recorded {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "s.odograph").path
    let recorded = Mutex(Recorded())
    let clock = RecorderClock.system()
    let recorder = try Recorder(
        file: .session(at: path, header: SessionHeader(created: clock.now())), sources: [GPSDSource(address)],
        clock: clock,
        announce: { status in recorded.withLock { $0.statuses.append(status) } },
        publish: { batch in recorded.withLock { $0.estimates += batch.estimates } })
    let timer = Task {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, !isDone() { try await Task.sleep(for: .milliseconds(50)) }
        recorder.stop()
    }
    await recorder.run()
    timer.cancel()
    let kept = try SessionReader(opening: path).events()
    return recorded.withLock { recorded in
        recorded.events = kept
        return recorded
    }
}
