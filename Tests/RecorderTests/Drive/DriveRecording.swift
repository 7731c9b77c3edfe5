import Foundation
import Geometry
import Glibc
import SensorModel
import SessionStore
import TestSupport

@testable import Recorder

/// A recording of the drive at ten times its speed, by `odographctl record`, with faults of both players.
struct DriveRecording: Sendable {
    /// How the recorder reaches the sensors.
    enum Way: String, CaseIterable, Sendable { case local, network }

    /// The faults to simulate.
    struct Plan: Hashable, Sendable {
        var way: Way
        var sensorFaults: [String] = []
        var receiverFaults: [String] = []
    }

    /// The factor by which time runs faster.
    static let speed = 10.0

    var events: [SensorEvent] = []
    var status: Int32 = -1
    var words = ""

    /// A sample of any sensor.
    struct Sample {
        let time: Instant
        let values: [Double]
    }

    /// The samples of a stream.
    func samples(_ kind: StreamKind) -> [Sample] {
        events.compactMap { event in
            switch (kind, event.payload) {
            case (.acceleration, .acceleration(let sample)), (.rotation, .rotation(let sample)),
                (.magneticField, .magneticField(let sample)):
                Sample(time: event.time, values: [sample.x, sample.y, sample.z])
            case (.scalar(.pressure), .scalar(.pressure, let sample)): Sample(time: event.time, values: [sample.value])
            default: nil
            }
        }
    }

    /// The drive's seconds whose fix was recorded, in the session's order.
    var fixSeconds: [Int] {
        events.compactMap { $0.fix?.coordinate }.map { Int((($0.latitude - 50) * 6_000).rounded()) }
    }

    /// The states that a source went through.
    func states(_ kind: StreamKind) -> [SourceState] {
        events.compactMap(\.sourceReport).filter { $0.streams.contains(kind) }.map(\.state)
    }

    /// Whether this machine can play receiver and sensors.
    static var isPossible: Bool { getuid() == 0 && ReceiverRig.isPlayable }

    /// Records side by side.
    static func record(_ plans: [Plan]) async throws -> [Plan: DriveRecording] {
        try await withThrowingTaskGroup(of: (Plan, DriveRecording).self) { group in
            for plan in plans { group.addTask { (plan, try await onThread { try record(plan) }) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private static func record(_ plan: Plan) throws -> DriveRecording {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (table, log) = (folder.appending(path: "drive.csv"), folder.appending(path: "drive.nmea"))
        try Drive.table.write(to: table, atomically: true, encoding: .utf8)
        try Drive.sentences.write(to: log, atomically: true, encoding: .utf8)
        // A frozen gpsd lets a pseudo-terminal fill up, which would hold up the player; a socket takes more.
        let link = plan.receiverFaults.contains { $0.contains("stop") } ? "tcp" : "pty"
        let receiver = try ReceiverRig.play(
            log,
            ["--rate", "\(speed)", "--today", "--link", link]
                + plan.receiverFaults.flatMap { ["--fault", $0] })
        let session = folder.appending(path: "s.odograph").path
        let port = freePort()
        let mock = ["--csv", table.path, "--rate", "\(speed)"] + plan.sensorFaults.flatMap { ["--fault", $0] }
        let way = plan.way == .network ? ["--iiod", "\(port)", "--outside"] : []
        let recorder = try ChildProcess(
            Places.rig("iio-mock"),
            mock + way + [
                "--", Places.program("odographctl"), "record", "--gpsd", "\(receiver.address)", "--output", session,
                "--iio", plan.way == .network ? "ip:127.0.0.1:\(port)" : "local:", "--runtime-folder",
                folder.appending(path: "run").path, "--duration", "90",
            ])
        waitForEnd(of: recorder, session)
        recorder.signal(SIGTERM)
        let result = recorder.wait()
        let events = try SessionReader(opening: session).events()
        return DriveRecording(events: events, status: result.status, words: result.output + result.errors)
    }

    /// Waits until each sensor's last row is in the session, or nothing has been added for five seconds: a fault may
    /// cost the last rows, and how long all takes depends on what else the machine does.
    private static func waitForEnd(of recorder: ChildProcess, _ session: String) {
        var last = DriveRecording()
        var quietSince = ContinuousClock.now
        while recorder.isRunning, ContinuousClock.now - quietSince < .seconds(5), !last.isComplete {
            Thread.sleep(forTimeInterval: 0.25)
            let now = DriveRecording(events: (try? SessionReader(opening: session).events()) ?? [])
            let counts = [last, now].map { recording in Drive.sensors.map { recording.samples($0.kind).count } }
            if counts[1].contains(0) || counts[0] != counts[1] { quietSince = .now }
            last = now
        }
    }

    /// Whether the last fix and, of each sensor, a sample of the last row's time are in the session.
    private var isComplete: Bool {
        fixSeconds.last == Drive.seconds - 1
            && Drive.sensors.allSatisfy { sensor in
                let times = samples(sensor.kind).map(\.time)
                guard let first = times.first, let last = times.last else { return false }
                return (last - first) * Self.speed > Double(Drive.seconds) - 1.5 / Double(Drive.samplesPerSecond)
            }
    }
}

/// Runs a blocking closure on a separate thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
