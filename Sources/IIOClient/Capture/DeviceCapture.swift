import CIIO
import Foundation
import SensorModel
import Wire

/// Captures one device on its own thread, through its buffer if possible and by polling otherwise.
final class DeviceCapture {
    /// The reason why a capture ended.
    enum End {
        /// A stop was requested.
        case stopped
        /// The device is gone.
        case gone
        /// The buffer cannot be used, or can no longer be used.
        case noBuffer(IIOError)
        /// The buffer can be used now.
        case bufferFree
        /// The scale changed, so that the scale of the samples that the kernel still holds is unknown.
        case rescaled
        /// The connection failed; another attempt may succeed.
        case broken(IIOError)
    }

    let device: IIODevice
    let streams: [SensorStream]
    let id: DeviceID
    let settings: CaptureSettings
    let bounds: CaptureBounds
    let stop: StopFlag
    /// Called in each iteration of a loop that waits for samples.
    let progress: () -> Void
    /// The recorder's clock.
    let now: () -> Instant
    private let deliver: ([LoggedEvent]) -> Void
    private var scalings: [StreamKind: SampleScaling] = [:]
    private var mountMatrix: MountMatrix?
    private var attributes: SensorAttributes?
    private var held = HeldSamples()
    private var scalingsReadAt: Instant?
    private var mountMatrixReadAt: Instant?
    /// The sampling rate that the device states, as last read, so that a report needs no request to the device.
    private var nominalRate: Double?
    private let label: String?
    private var reportedState: SourceState?
    private var trouble: SourceTrouble?
    /// The sampling frequency to restore at the end.
    private var frequencyBefore: Double?

    /// Creates a capture.
    ///
    /// - Parameter last: The preceding capture of the device, if its connection failed.
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

    /// Captures until a stop is requested, the device is gone, or the connection fails.
    func run() -> End {
        let before = device.requestSamplingFrequency(requestedRate)
        frequencyBefore = frequencyBefore ?? before
        while true {
            let end = capture()
            settle(isFinal: true)
            switch end {
            case .bufferFree, .rescaled: continue
            // Nothing can be restored now; the next capture of the device will do so.
            case .broken: return end
            case .stopped, .gone, .noBuffer:
                if let frequencyBefore { device.setSamplingFrequency(frequencyBefore) }
                return end
            }
        }
    }

    private func capture() -> End {
        readAttributes()
        guard device.hasBuffer, streams.contains(where: \.isBuffered) else {
            return poll(because: .noBuffer(device.name))
        }
        if device.isBufferInUse && !settings.takesOverBuffers { return poll(because: .bufferInUse(device.name)) }
        if !device.isBufferPermitted { return poll(because: .notPermitted(device.name)) }
        let rate = nominalRate ?? requestedRate
        var overrun = OverrunDetector(nominalRate: rate)
        var end = captureBuffered(rate: rate, &overrun)
        // A new buffer holds only samples that follow a reading of the new scale.
        while case .rescaled = end {
            if stop.isSet { return .stopped }
            readAttributes()
            end = captureBuffered(rate: rate, &overrun)
        }
        guard case .noBuffer(let reason) = end else { return end }
        return poll(because: reason)
    }

    private func readAttributes() {
        let before = scalings
        scalingsReadAt = now()
        mountMatrixReadAt = scalingsReadAt
        attributes = SensorAttributes(of: device, streams)
        nominalRate = device.samplingFrequency
        updateScalings()
        if let reportedState, !before.isEmpty, scalings != before { report(reportedState, always: true) }
    }

    private var requestedRate: Double { settings.rate(of: device, streams) }

    private func poll(because reason: IIOError) -> End {
        trouble = reason.trouble
        report(.connected, detail: reason.description, always: true)
        defer { trouble = nil }
        return capturePolled(until: reason)
    }

    /// Delivers events, if there are any.
    func hand(_ events: [LoggedEvent]) { if !events.isEmpty { deliver(events) } }

    /// Reports the state of the device, once per change unless `always` is set.
    func report(_ state: SourceState, trouble: SourceTrouble? = nil, detail: String? = nil, always: Bool = false) {
        guard always || state != reportedState else { return }
        reportedState = state
        let report = SourceReport(
            device: id, name: device.name, label: label, streams: streams.map(\.kind), state: state,
            mountMatrix: mountMatrix, scalings: scalings, nominalRate: nominalRate,
            trouble: trouble ?? self.trouble, detail: detail)
        deliver([LoggedEvent(SensorEvent(time: now(), payload: .source(report)))])
    }

    /// Reports a failed connection, unless the device has already been reported as silent.
    func reportBreak(_ error: IIOError) {
        if reportedState != .silent { report(.lost, detail: error.description) }
    }

    /// Sets the trouble that all following reports include.
    func report(_ trouble: SourceTrouble?) { self.trouble = trouble }

    /// Returns the current conversion of a stream's counts to values.
    func scaling(of stream: SensorStream) -> SampleScaling? { scalings[stream.kind] }

    private func updateScalings() {
        guard let attributes else { return }
        for stream in streams where !stream.isProcessed {
            if let scaling = attributes.scaling(of: stream) { scalings[stream.kind] = scaling }
        }
        mountMatrix = attributes.mountMatrix ?? mountMatrix
    }

    /// Delivers the events of a read of samples once ``settle(isFinal:)`` has confirmed their scale.
    func hold(_ events: [LoggedEvent]) { held.add(events) }

    /// Reads the scale again if samples wait for that, and delivers those whose scale did not change.
    ///
    /// Samples of a stream whose scale changed may have either scale. They are reported as lost.
    ///
    /// - Parameter isFinal: Whether the capture has ended. Then the scale is read even if the previous reading took long,
    ///   and samples are lost if the device does not answer.
    /// - Returns: Whether a scale changed.
    @discardableResult
    func settle(isFinal: Bool = false) -> Bool {
        let begun = now()
        guard isFinal ? !held.isEmpty : held.isDue(at: begun, settings) else { return false }
        let before = scalings
        let areRead = attributes?.readScalings(endsEarly: isFinal) ?? true
        updateScalings()
        held.rest(from: begun, to: now(), share: settings.scalingShare)
        let changed = Set(scalings.keys.filter { scalings[$0] != before[$0] })
        hand(held.release(of: id, without: isFinal && !areRead ? Set(scalings.keys) : changed))
        let age = begun - (scalingsReadAt ?? begun)
        scalingsReadAt = begun
        if !changed.isEmpty { reportChange(of: "scale", age: age) }
        return !changed.isEmpty
    }

    /// Reads the mount matrix again at intervals, and reports a change.
    ///
    /// Call this after samples have been delivered, never before: the device may respond slowly.
    func watchMountMatrix() {
        let begun = now()
        guard let last = mountMatrixReadAt, begun - last >= settings.mountMatrixInterval else { return }
        let before = mountMatrix
        attributes?.readMountMatrices()
        updateScalings()
        mountMatrixReadAt = begun
        if mountMatrix != before { reportChange(of: "mount matrix", age: begun - last) }
    }

    private func reportChange(of what: String, age: Double) {
        guard let reportedState else { return }
        let seconds = (age * 10).rounded(.up) / 10
        report(
            reportedState, detail: "\(device.name) changed its \(what) at some time in the last \(seconds) s.",
            always: true)
    }

    /// Whether the device still exists. Always `true` for a device of another machine.
    var isPresent: Bool {
        !device.context.isLocal || access("/sys/bus/iio/devices/\(device.id)", F_OK) == 0
    }
}

extension IIOError {
    /// The trouble to report for a device that is polled because of the error.
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
