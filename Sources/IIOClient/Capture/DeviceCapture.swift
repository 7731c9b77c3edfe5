import CIIO
import Foundation
import NavigationMath
import SensorModel

/// Captures one device on a thread of its own, through its buffer where that can be had, else by polling.
final class DeviceCapture {
    /// Why a way of capturing ended.
    enum End {
        /// It was asked to.
        case stopped
        /// The device is gone.
        case gone
        /// The buffer cannot be used, or no more.
        case noBuffer(IIOError)
        /// The connection broke; it is worth another try.
        case broken(IIOError)
    }

    let device: IIODevice
    let streams: [SensorStream]
    let id: DeviceID
    let settings: CaptureSettings
    let stop: StopFlag
    private let deliver: ([LoggedEvent]) -> Void
    private var scalings: [StreamKind: SampleScaling] = [:]
    private var lastScalingLook = Instant(nanoseconds: 0)
    private var frequencyBefore: Double?
    private var reportedState: SourceState?

    init(
        device: IIODevice, id: DeviceID, settings: CaptureSettings, stop: StopFlag,
        deliver: @escaping ([LoggedEvent]) -> Void
    ) {
        self.device = device
        self.id = id
        self.settings = settings
        self.stop = stop
        self.deliver = deliver
        streams = SensorStream.streams(of: device)
    }

    /// Captures until asked to stop, or until the device is gone or the connection broken.
    func run() -> End {
        let rate = requestedRate
        frequencyBefore = device.requestSamplingFrequency(rate)
        defer { if let frequencyBefore { device.setSamplingFrequency(frequencyBefore) } }
        readScalings()
        guard device.hasBuffer, streams.contains(where: { $0.channels.allSatisfy(\.isScanElement) }) else {
            return poll(because: .noBuffer(device.name))
        }
        if device.isBufferEnabled && !settings.takesOverBuffers { return poll(because: .bufferInUse(device.name)) }
        let end = captureBuffered(rate: device.samplingFrequency ?? rate)
        guard case .noBuffer(let reason) = end else { return end }
        return poll(because: reason)
    }

    private var requestedRate: Double {
        let isMotion = streams.contains { [.acceleration, .rotation, .magneticField].contains($0.kind) }
        return isMotion ? settings.motionRate : settings.slowRate
    }

    private func poll(because reason: IIOError) -> End {
        report(.connected, detail: reason.description)
        return capturePolled()
    }

    /// Hands over what was read.
    func hand(_ events: [LoggedEvent]) { if !events.isEmpty { deliver(events) } }

    /// Says how the device fares, once per change.
    func report(_ state: SourceState, detail: String? = nil, always: Bool = false) {
        guard always || state != reportedState else { return }
        reportedState = state
        let report = SourceReport(
            device: id, name: device.name, label: device.label, streams: streams.map(\.kind), state: state,
            mountMatrix: device.mountMatrix(for: streams), scalings: scalings,
            nominalRate: device.samplingFrequency, detail: detail)
        deliver([LoggedEvent(SensorEvent(time: .wallClock, payload: .source(report)))])
    }

    /// Returns how a stream's counts become values now.
    func scaling(of stream: SensorStream) -> SampleScaling? { scalings[stream.kind] }

    private func readScalings() {
        for stream in streams { scalings[stream.kind] = stream.readScaling() }
    }

    /// Looks at the scales again from time to time: a driver may switch its range while it runs.
    func watchScalings(now: Instant) {
        guard now - lastScalingLook >= settings.scalingInterval else { return }
        lastScalingLook = now
        let before = scalings
        readScalings()
        guard scalings != before, let reportedState else { return }
        report(reportedState, detail: "\(device.name) changed its scale.", always: true)
    }

    /// Tells whether the device is still there.
    var isPresent: Bool {
        !device.context.isLocal || access("/sys/bus/iio/devices/\(device.id)", F_OK) == 0
    }
}
