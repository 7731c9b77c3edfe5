import Glibc
import SensorModel
import Synchronization
import Wire

/// The frames that a capture child sends, in order, from any of its threads.
///
/// If the recorder does not read, the threads block once the pipe is full; the kernel's buffers bridge some seconds.
final class FrameOutput: Sendable {
    private struct State {
        var numbers: [SensorIdentity: UInt16] = [:]
        /// The last report of each sensor, and whether the sensor was last reported as stuck.
        var reports: [DeviceID: (report: SourceReport, isStuck: Bool)] = [:]
        var hasFailed = false
    }

    private let descriptor: CInt
    private let bounds: CaptureBounds
    private let state = Mutex(State())

    /// Creates an output to an open descriptor.
    init(descriptor: CInt, bounds: CaptureBounds) {
        self.descriptor = descriptor
        self.bounds = bounds
    }

    /// Returns the number of a sensor, after announcing a new one; `nil` if the recorder accepts no more sensors.
    func number(of identity: SensorIdentity) -> DeviceID? {
        state.withLock { state in
            if let known = state.numbers[identity] { return DeviceID(known) }
            // The address itself also has a number.
            guard state.numbers.count <= bounds.sensors else { return nil }
            let number = UInt16(clamping: state.numbers.count)
            state.numbers[identity] = number
            let sensor = CapturedSensor(
                number: number, name: identity.name.bounded(bounds.textBytes),
                label: identity.label?.bounded(bounds.textBytes), index: UInt16(clamping: identity.index))
            send(CaptureFrame.sensor(sensor).bytes, &state)
            return DeviceID(number)
        }
    }

    /// Sends events from sensors.
    func write(_ events: [LoggedEvent]) {
        let frames = CaptureFrame.frames(of: events, bounds: bounds)
        let bytes = frames.flatMap(\.bytes)
        state.withLock { state in
            for case .report(let report, _) in frames { state.reports[report.device] = (report, false) }
            send(bytes, &state)
        }
    }

    /// Sends a single frame.
    func write(_ frame: CaptureFrame) { state.withLock { send(frame.bytes, &$0) } }

    /// Reports sensors whose threads wait too long for an answer as silent, and reports their previous state later.
    func markStuck(_ sensors: Set<DeviceID>, now: Instant) {
        state.withLock { state in
            for (identity, number) in state.numbers {
                let device = DeviceID(number)
                let isStuck = sensors.contains(device)
                let last = state.reports[device]
                guard isStuck != (last?.isStuck ?? false), last.map({ $0.report.state == .connected }) ?? true else {
                    continue
                }
                var report =
                    last?.report
                    ?? SourceReport(
                        device: device, name: identity.name.bounded(bounds.textBytes), streams: [], state: .connecting)
                state.reports[device] = (report, isStuck)
                if isStuck {
                    report.state = .silent
                    report.detail = "\(report.name) does not answer.".bounded(bounds.textBytes)
                }
                send(CaptureFrame.report(report, time: now).bytes, &state)
            }
        }
    }

    private func send(_ bytes: [UInt8], _ state: inout State) {
        guard !state.hasFailed else { return }
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    // The recorder is gone; this also closes standard input.
                    state.hasFailed = true
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
