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

    /// Whether there is a real gpsd for ``play(_:_:)``.
    static var isPlayable: Bool { Places.isExecutable("/usr/sbin/gpsd") }

    /// Plays a receiver's log through a real gpsd.
    static func play(_ log: URL, _ arguments: [String]) throws -> ReceiverRig {
        try ReceiverRig("gpsd-play", [log.path] + arguments)
    }

    /// Sends every client exactly the lines of a script.
    static func script(_ lines: String) throws -> ReceiverRig {
        try ReceiverRig("gpsd-script", ["-"], input: lines)
    }

    private init(_ program: String, _ arguments: [String], input: String = "") throws {
        port = freePort()
        child = try ChildProcess(Places.rig(program), arguments + ["--port", "\(port)"], input: input)
        // The script player says when it listens; gpsd-play only sends after a client has connected.
        if program == "gpsd-script" { _ = waitUntil { child.output.contains("listening") } }
    }

    deinit {
        // Gently, so that it ends its own gpsd.
        child.signal(SIGTERM)
        _ = child.wait()
    }

    var address: GPSDAddress { GPSDAddress(host: "localhost", port: port) }
    var output: String { child.output }
    var hasEnded: Bool { !child.isRunning || output.contains(#""event": "end""#) }
}

/// The results of a recording.
struct Recorded: Sendable {
    var events: [SensorEvent] = []
    var statuses: [RecorderStatus] = []
    var estimates: [Estimate] = []

    /// The fixes of the file; they are read once the recording has ended.
    var fixes: [SensorEvent] { events.filter { $0.fix?.coordinate != nil } }
    var states: Set<String> { Set(statuses.flatMap { $0.sources.map(\.state.text) }) }
    /// The number of fixes that the core has judged.
    var verdictCount: Int { estimates.count { if case .verdict = $0 { true } else { false } } }
    var lossTimes: [Instant] {
        estimates.compactMap {
            if case .status(let status) = $0, status.kind == .signalLost { status.time } else { nil }
        }
    }
}

/// Records from a gpsd into a session file, and reads it again, until a condition holds, or for at most this many
/// seconds.
func record(
    _ address: GPSDAddress, seconds: Double, until isDone: @escaping @Sendable (Recorded) -> Bool = { _ in false }
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
        while ContinuousClock.now < end, !recorded.withLock({ isDone($0) }) {
            try await Task.sleep(for: .milliseconds(50))
        }
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
