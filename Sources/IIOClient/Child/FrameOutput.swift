import Glibc
import SensorModel
import Synchronization
import Wire

/// The frames that a capture child sends, in order, from any of its threads.
///
/// A recorder that reads nothing holds up the threads once the pipe is full; the kernel's buffers bridge some seconds.
final class FrameOutput: Sendable {
    private struct State {
        var numbers: [SensorIdentity: UInt16] = [:]
        /// The last report of each sensor, and whether a report says that it is stuck.
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

    /// Returns the number of a sensor, which is introduced first; `nil` if there are as many as the recorder accepts.
    func number(of identity: SensorIdentity) -> DeviceID? {
        state.withLock { state in
            if let known = state.numbers[identity] { return DeviceID(known) }
            // The address itself has a number, too.
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

    /// Sends events of sensors.
    func write(_ events: [LoggedEvent]) {
        let frames = CaptureFrame.frames(of: events, bounds: bounds)
        let bytes = frames.flatMap(\.bytes)
        state.withLock { state in
            for case .report(let report, _) in frames { state.reports[report.device] = (report, false) }
            send(bytes, &state)
        }
    }

    /// Sends one frame.
    func write(_ frame: CaptureFrame) { state.withLock { send(frame.bytes, &$0) } }

    /// Reports the sensors whose thread waits for an answer too long as silent, and takes that back later.
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
                    // The recorder is gone; standard input says so, too.
                    state.hasFailed = true
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
