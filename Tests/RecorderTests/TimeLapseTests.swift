import Foundation
import FusionCore
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@testable import Recorder

/// A long recording in a short time: the clock is scripted, the file is real.
///
/// Runs for as many hours as `ODOGRAPH_TIME_LAPSE` says (24 take a while), and for a tenth of one without it.
@Suite struct TimeLapseTests {
    private static let hours = ProcessInfo.processInfo.environment["ODOGRAPH_TIME_LAPSE"].flatMap(Double.init) ?? 0.1
    private static let rate = 100
    private static let step = 0.2
    private let start = Instant(seconds: 1_700_000_000)

    /// The events of one step of the clock: four sensors at 100 Hz, a receiver at 1 Hz.
    private func events(_ step: Int) -> [LoggedEvent] {
        let perStep = Int(Double(Self.rate) * Self.step)
        let received = start + Double(step + 1) * Self.step
        let scaling = SampleScaling(scale: Vector3(0.0006, 0.0006, 0.0006), offset: .zero)
        var events: [LoggedEvent] = []
        for index in 0..<perStep {
            let time = start + Double(step * perStep + index) / Double(Self.rate)
            let wave = Int32(3_000 * sin(Double(step * perStep + index) / 15))
            for device in UInt16(1)...4 {
                let (x, y, z) = (wave, wave / 2 + Int32(device), 16_350 - wave)
                let value = scaling.values(x: x, y: y, z: z)
                let sample = VectorSample(device: DeviceID(device), x: value.x, y: value.y, z: value.z)
                let payload: SensorEvent.Payload = device == 1 ? .acceleration(sample) : .rotation(sample)
                events.append(
                    LoggedEvent(
                        SensorEvent(time: time, received: received, payload: payload), raw: .counts(x: x, y: y, z: z)))
            }
        }
        guard step % 5 == 0 else { return events }
        let fix = Fix(
            device: DeviceID(9), coordinate: Coordinate(latitude: 50 + Double(step) * 1e-6, longitude: 14),
            horizontalAccuracy: 4, speed: 0.6)
        let line = String(repeating: "x", count: 350)
        return events + [
            LoggedEvent(SensorEvent(time: received, received: received, payload: .fix(fix)), raw: .gpsd(line))
        ]
    }

    private func scalings() -> [LoggedEvent] {
        (UInt16(1)...4).map { device in
            let kind: StreamKind = device == 1 ? .acceleration : .rotation
            let scaling = SampleScaling(scale: Vector3(0.0006, 0.0006, 0.0006), offset: .zero)
            let report = SourceReport(
                device: DeviceID(device), name: "imu\(device)", streams: [kind], state: .connected,
                scalings: [kind: scaling])
            return LoggedEvent(SensorEvent(time: start, payload: .source(report)))
        }
    }

    /// Megabytes of memory that this process holds.
    private var residentMegabytes: Double {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(CInt(_SC_PAGESIZE))) / 1e6
    }

    @Test func `memory is flat however long it records`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s.odograph").path
        let engine = try RecordingEngine(
            file: .session(at: path, header: SessionHeader(created: start)), parameters: .init(), settings: .init(),
            at: start)
        engine.take(SourceUpdate(events: scalings()), at: start)
        let steps = Int(Self.hours * 3_600 / Self.step)
        // The reserve fills up first, by design; from then on nothing is to grow.
        var memory: [Double] = []
        for step in 0..<steps {
            let now = start + Double(step + 1) * Self.step
            engine.take(SourceUpdate(events: events(step)), at: now)
            _ = engine.step(to: now)
            if step % max(1, steps / 24) == 0 { memory.append(residentMegabytes) }
        }
        let last = engine.end(at: start + Double(steps) * Self.step)
        #expect(last.events.count > 0)
        #expect(engine.status(at: start).unwrittenCount == 0)
        let size = Double((try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
        let samples = Double(steps) * Double(Self.rate) * Self.step * 4
        #expect(size / samples < 8, "\(size / samples) bytes a sample with its fixes")
        guard memory.count > 12, Self.hours >= 2 else { return }
        #expect((memory.suffix(4).max() ?? 0) - memory[memory.count / 2] < 10, "megabytes: \(memory)")
    }
}
