import Foundation
import SensorModel
import Synchronization
import TestSupport
import Testing

@testable import IIOClient

/// The events that a source delivered.
final class Collected: Sendable {
    private let events = Mutex<[LoggedEvent]>([])
    private let devices = Mutex<[SensorIdentity: DeviceID]>([:])

    func add(_ new: [LoggedEvent]) { events.withLock { $0 += new } }
    var all: [LoggedEvent] { events.withLock { $0 } }
    func device(for identity: SensorIdentity) -> DeviceID {
        devices.withLock { known in
            if let device = known[identity] { return device }
            let device = DeviceID(UInt16(known.count + 1))
            known[identity] = device
            return device
        }
    }
    var samples: [VectorSample] {
        all.compactMap { if case .acceleration(let sample) = $0.event.payload { sample } else { nil } }
    }
    var drops: [DropReport] {
        all.compactMap { if case .drop(let report) = $0.event.payload { report } else { nil } }
    }
    var reports: [SourceReport] {
        all.compactMap { if case .source(let report) = $0.event.payload { report } else { nil } }
    }
}

/// Sensors that an iiod serves from a table of samples, read over the loopback.
@Suite(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace")) struct MockSensorTests {
    private static let rate = 100.0

    /// Writes a table of accelerations whose counts are all different.
    private func table(in folder: URL, rows: Int) throws -> URL {
        var text = "t,accel_x,accel_y,accel_z,pressure,illuminance\n"
        for row in 0..<rows {
            let pressure = row.isMultiple(of: 10) ? "101.325,412.5" : ","
            text += "\(Double(row) / Self.rate),\(Double(row) * 0.001),-0.5,9.81,\(pressure)\n"
        }
        let url = folder.appending(path: "samples.csv")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url
    }

    private func capture(port: Int, faults: [String], seconds: Double) throws -> Collected {
        let folder = try temporaryFolder()
        let samples = try table(in: folder, rows: Int(seconds * Self.rate) + 600)
        let mock = try ChildProcess(
            Places.rig("iio-mock"),
            ["--csv", samples.path, "--iiod", "\(port)", "--outside"] + faults.flatMap { ["--fault", $0] }
                + ["--", "sleep", "\(seconds + 20)"])
        defer {
            mock.signal(SIGTERM)
            _ = mock.wait()
        }
        let collected = Collected()
        var settings = CaptureSettings()
        settings.rescanInterval = 0.2
        settings.timeoutMilliseconds = 1_000
        let source = IIOSource(name: "ip:127.0.0.1:\(port)", settings: settings, allocate: collected.device(for:))
        source.start(deliver: collected.add)
        let begun = Date()
        while collected.all.allSatisfy({ if case .acceleration = $0.event.payload { false } else { true } }) {
            try #require(Date().timeIntervalSince(begun) < 20, "no sample came: \(mock.errors)")
            Thread.sleep(forTimeInterval: 0.05)
        }
        Thread.sleep(forTimeInterval: seconds)
        source.stopAndWait()
        return collected
    }

    @Test func `every sample comes once, with its counts, scale and time`() throws {
        let collected = try capture(port: 30_511, faults: [], seconds: 3)
        let report = try #require(collected.reports.first { $0.streams == [.acceleration] && $0.state == .connected })
        let scaling = try #require(report.scalings[.acceleration])
        var rows: [Int] = []
        var times: [Instant] = []
        for logged in collected.all {
            guard case .acceleration(let sample) = logged.event.payload else { continue }
            guard case .counts(let x, let y, let z) = logged.raw else {
                Issue.record("a sample came without its counts")
                continue
            }
            #expect(sample.vector == scaling.values(x: x, y: y, z: z))
            rows.append(Int((sample.x / 0.001).rounded()))
            times.append(logged.event.time)
        }
        #expect(rows.count > 200)
        #expect(rows == rows.sorted())
        for (index, time) in times.enumerated().dropFirst() {
            #expect(abs((time - times[index - 1]) - 1 / Self.rate) < 0.005)
        }
        let pressures = collected.all.compactMap { logged -> Double? in
            if case .scalar(.pressure, let sample) = logged.event.payload { sample.value } else { nil }
        }
        #expect(!pressures.isEmpty && pressures.allSatisfy { abs($0 - 101.325) < 0.001 })
        let lights = collected.all.compactMap { logged -> Double? in
            if case .scalar(.illuminance, let sample) = logged.event.payload { sample.value } else { nil }
        }
        #expect(!lights.isEmpty && lights.allSatisfy { abs($0 - 412.5) < 0.01 })
    }

    @Test(arguments: [(30_514, "0:stamps=accel,1"), (30_515, "0:stamps=accel,3"), (30_516, "0:stamps=accel,-100")])
    func `stamps that are zero, zero now and then, or start again make no gap and no drop`(port: Int, fault: String)
        throws
    {
        let collected = try capture(port: port, faults: [fault], seconds: 4)
        let times = collected.all.compactMap { logged -> (time: Instant, received: Instant)? in
            if case .acceleration = logged.event.payload { (logged.event.time, logged.event.received) } else { nil }
        }
        #expect(times.count > 300 && collected.drops.isEmpty)
        for (time, received) in times { #expect(abs(received - time) < 1.5) }
        let steps = zip(times, times.dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { 0...0.5 ~= $0 })
        #expect(steps.sorted()[steps.count / 2] < 0.015)
        let told = collected.reports.filter { $0.detail?.contains("arrival times are used") == true }
        #expect(told.count == 1 && told.first?.trouble == .stuckStamps)
    }

    @Test func `a sensor that stalls is said to be silent and comes back`() throws {
        let collected = try capture(port: 30_512, faults: ["1:stall=accel,3"], seconds: 8)
        let states = collected.reports.filter { $0.streams == [.acceleration] }.map(\.state)
        #expect(states.contains(.silent) || states.contains(.lost))
        #expect(states.last == .connected)
        #expect(Set(collected.reports.filter { $0.streams == [.acceleration] }.map(\.device)).count == 1)
    }

    @Test func `an address without sensors says so once and does not end`() throws {
        let collected = Collected()
        var settings = CaptureSettings()
        settings.rescanInterval = 0.1
        let source = IIOSource(name: "ip:127.0.0.1:30513", settings: settings, allocate: collected.device(for:))
        source.start(deliver: collected.add)
        Thread.sleep(forTimeInterval: 0.6)
        source.stopAndWait()
        #expect(collected.reports.map(\.state) == [.missing])
        #expect(collected.reports.first?.detail?.contains("iiod") == true)
    }
}
