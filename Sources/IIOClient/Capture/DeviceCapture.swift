import CIIO
import Foundation
import NavigationMath
import SensorModel
import Wire

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
        /// The buffer can be used now.
        case bufferFree
        /// The connection broke; it is worth another try.
        case broken(IIOError)
    }

    let device: IIODevice
    let streams: [SensorStream]
    let id: DeviceID
    let settings: CaptureSettings
    let bounds: CaptureBounds
    let stop: StopFlag
    /// Called at each turn of a loop that waits for samples.
    let progress: () -> Void
    /// The recorder's clock.
    let now: () -> Instant
    private let deliver: ([LoggedEvent]) -> Void
    private var scalings: [StreamKind: SampleScaling] = [:]
    private var mountMatrix: MountMatrix?
    private var attributes: SensorAttributes?
    /// The samples per second that the device states, and its label, as last read: a report asks the device nothing.
    private var nominalRate: Double?
    private let label: String?
    private var reportedState: SourceState?
    private var trouble: SourceTrouble?
    /// What is to be put back at the end.
    private var frequencyBefore: Double?

    /// - Parameter last: The capture that this one takes over from after its connection broke.
    init(
        device: IIODevice, id: DeviceID, settings: CaptureSettings, bounds: CaptureBounds, stop: StopFlag,
        progress: @escaping () -> Void, after last: DeviceCapture? = nil, now: @escaping () -> Instant,
        deliver: @escaping ([LoggedEvent]) -> Void
    ) {
        reportedState = last?.reportedState
        frequencyBefore = last?.frequencyBefore
        self.device = device
        self.id = id
        self.settings = settings
        self.bounds = bounds
        self.progress = progress
        self.stop = stop
        self.now = now
        self.deliver = deliver
        streams = settings.streams(of: device)
        label = device.label
    }

    /// Captures until asked to stop, or until the device is gone or the connection broken.
    func run() -> End {
        let before = device.requestSamplingFrequency(requestedRate)
        frequencyBefore = frequencyBefore ?? before
        while true {
            let end = capture()
            switch end {
            case .bufferFree: continue
            // Nothing can be put back now; the next capture of the device will.
            case .broken: return end
            case .stopped, .gone, .noBuffer:
                if let frequencyBefore { device.setSamplingFrequency(frequencyBefore) }
                return end
            }
        }
    }

    private func capture() -> End {
        attributes = SensorAttributes(of: device, streams, now: now())
        nominalRate = device.samplingFrequency
        updateScalings()
        guard device.hasBuffer, streams.contains(where: \.isBuffered) else {
            return poll(because: .noBuffer(device.name))
        }
        if device.isBufferInUse && !settings.takesOverBuffers { return poll(because: .bufferInUse(device.name)) }
        if !device.isBufferPermitted { return poll(because: .notPermitted(device.name)) }
        let end = captureBuffered(rate: nominalRate ?? requestedRate)
        guard case .noBuffer(let reason) = end else { return end }
        return poll(because: reason)
    }

    private var requestedRate: Double { settings.rate(of: device, streams) }

    private func poll(because reason: IIOError) -> End {
        trouble = reason.trouble
        report(.connected, detail: reason.description, always: true)
        defer { trouble = nil }
        return capturePolled(until: reason)
    }

    /// Hands over what was read.
    func hand(_ events: [LoggedEvent]) { if !events.isEmpty { deliver(events) } }

    /// Says how the device fares, once per change.
    func report(_ state: SourceState, trouble: SourceTrouble? = nil, detail: String? = nil, always: Bool = false) {
        guard always || state != reportedState else { return }
        reportedState = state
        let report = SourceReport(
            device: id, name: device.name, label: label, streams: streams.map(\.kind), state: state,
            mountMatrix: mountMatrix, scalings: scalings, nominalRate: nominalRate,
            trouble: trouble ?? self.trouble, detail: detail)
        deliver([LoggedEvent(SensorEvent(time: now(), payload: .source(report)))])
    }

    /// Says that the connection broke, where nothing was said of it yet.
    func reportBreak(_ error: IIOError) {
        if reportedState != .silent { report(.lost, detail: error.description) }
    }

    /// Keeps a trouble in every report from now on.
    func note(_ trouble: SourceTrouble?) { self.trouble = trouble }

    /// Returns how a stream's counts become values now.
    func scaling(of stream: SensorStream) -> SampleScaling? { scalings[stream.kind] }

    private func updateScalings() {
        guard let attributes else { return }
        for stream in streams where !stream.isProcessed {
            if let scaling = attributes.scaling(of: stream) { scalings[stream.kind] = scaling }
        }
        mountMatrix = attributes.mountMatrix ?? mountMatrix
    }

    /// Looks at scales and mount matrix again from time to time: a driver may switch its range while it runs.
    ///
    /// To be called after samples were handed over, never before: the device may be slow to answer.
    func watchScalings() {
        let interval = device.context.isLocal ? settings.scalingInterval : settings.remoteScalingInterval
        let age = attributes?.refresh(
            every: interval, within: settings.scalingBudget, share: settings.scalingShare, now: now)
        guard let age else { return }
        let (before, matrix) = (scalings, mountMatrix)
        updateScalings()
        guard scalings != before || mountMatrix != matrix, let reportedState else { return }
        let what = scalings == before ? "mount matrix" : "scale"
        report(
            reportedState,
            detail: "\(device.name) changed its \(what) at some time in the last \((age * 10).rounded(.up) / 10) s.",
            always: true)
    }

    /// Returns whether the device is still there.
    var isPresent: Bool {
        !device.context.isLocal || access("/sys/bus/iio/devices/\(device.id)", F_OK) == 0
    }
}

extension IIOError {
    /// What it means for a device that is polled because of it.
    fileprivate var trouble: SourceTrouble? {
        switch self {
        case .notPermitted: .bufferNotPermitted
        case .bufferInUse: .bufferInUse
        case .noTrigger: .noTrigger
        case .noBuffer: .noBuffer
        case .noContext, .manyDevices, .manySensors, .oversizedDevices, .unknownSensor, .deviceGone, .kernel: nil
        }
    }
}
