import Foundation
public import SensorModel

/// Who a sensor is, whatever number the kernel gave it today.
public struct SensorIdentity: Sendable, Hashable {
    /// The driver's name.
    public let name: String
    /// Where it sits, if it says so.
    public let label: String?
    /// Counts sensors of the same name and label, from zero.
    public let index: Int
}

/// The motion sensors at one address, captured from start to stop.
///
/// One thread looks for sensors that come and go; each sensor has a thread of its own, so that a stalled one holds up
/// no other. A sensor that is unplugged and plugged in again keeps its `DeviceID`.
public final class IIOSource: Sendable {
    /// The address: `local:`, `ip:host[:port]`.
    public let uri: String
    private let settings: CaptureSettings
    private let now: @Sendable () -> Instant
    private let allocate: @Sendable (SensorIdentity) -> DeviceID
    private let stop = StopFlag()
    private let ended = DispatchGroup()

    /// Names an address; nothing is opened yet.
    /// - Parameters:
    ///   - uri: The address.
    ///   - settings: How to capture.
    ///   - now: The recorder's clock, which samples are timed by; the system's without it.
    ///   - allocate: Gives a sensor its number; the same for the same identity.
    public init(
        uri: String, settings: CaptureSettings = .init(), now: (@Sendable () -> Instant)? = nil,
        allocate: @escaping @Sendable (SensorIdentity) -> DeviceID
    ) {
        self.uri = uri
        self.settings = settings
        self.now = now ?? { .wallClock }
        self.allocate = allocate
    }

    /// Starts to capture; samples and reports come on the sensors' threads.
    public func start(deliver: @escaping @Sendable ([LoggedEvent]) -> Void) {
        ended.enter()
        Thread.detachNewThread { [self] in
            watchForSensors(deliver)
            ended.leave()
        }
    }

    /// Ends every capture, puts back what was changed, and returns when all is closed.
    /// - Parameter seconds: How long to wait for a kernel or another machine that does not answer.
    public func stopAndWait(atMost seconds: Double = 2) {
        stop.set()
        _ = ended.wait(timeout: .now() + seconds)
    }

    private func watchForSensors(_ deliver: @escaping @Sendable ([LoggedEvent]) -> Void) {
        let running = RunningCaptures()
        var hasToldOfAbsence = false
        while !stop.isSet {
            do throws(IIOError) {
                let context = try IIOContext(uri: uri, timeoutMilliseconds: settings.timeoutMilliseconds)
                if hasToldOfAbsence { deliver([report(.connected, "\(uri) can be reached.")]) }
                hasToldOfAbsence = false
                for device in context.devices where !SensorStream.streams(of: device).isEmpty {
                    guard let identity = running.claim(device.id, name: device.name, label: device.label) else {
                        continue
                    }
                    capture(identity, kernelID: device.id, running, deliver)
                }
            } catch {
                if !hasToldOfAbsence { deliver([report(.missing, error.description)]) }
                hasToldOfAbsence = true
            }
            // A sensor that goes while this waits is looked for soon.
            let begun = ContinuousClock.now
            while !stop.isSet {
                let wait = running.isMissingOne ? settings.returnInterval : settings.rescanInterval
                if ContinuousClock.now - begun >= .seconds(wait) { break }
                usleep(50_000)
            }
        }
        running.waitForAll()
    }

    private func capture(
        _ identity: SensorIdentity, kernelID: String, _ running: RunningCaptures,
        _ deliver: @escaping @Sendable ([LoggedEvent]) -> Void
    ) {
        let deviceID = allocate(identity)
        Thread.detachNewThread { [self] in
            let hasGone = follow(identity, kernelID: kernelID, id: deviceID, deliver)
            running.release(identity, hasGone: hasGone)
        }
    }

    /// Captures one sensor until the end, or until it is not there any more: true then.
    private func follow(
        _ identity: SensorIdentity, kernelID: String, id: DeviceID,
        _ deliver: @escaping @Sendable ([LoggedEvent]) -> Void
    ) -> Bool {
        var last: DeviceCapture?
        while !stop.isSet {
            // A context of its own: libiio's requests over one connection wait for each other.
            guard let context = try? IIOContext(uri: uri, timeoutMilliseconds: settings.timeoutMilliseconds),
                let device = context.devices.first(where: { $0.id == kernelID && $0.name == identity.name })
            else {
                last?.report(.lost, detail: IIOError.deviceGone(identity.name).description)
                return true
            }
            let capture = DeviceCapture(
                device: device, id: id, settings: settings, stop: stop, after: last, now: now, deliver: deliver)
            switch capture.run() {
            case .stopped, .bufferFree: return false
            case .gone:
                capture.report(.lost, detail: IIOError.deviceGone(device.name).description)
                return true
            case .noBuffer(let error): capture.report(.lost, detail: error.description)
            case .broken(let error): capture.reportBreak(error)
            }
            if last != nil { pause(settings.retryInterval) }
            last = capture
        }
        return false
    }

    /// Says how the address itself fares.
    private func report(_ state: SourceState, _ detail: String) -> LoggedEvent {
        let report = SourceReport(
            device: allocate(SensorIdentity(name: uri, label: nil, index: 0)), name: uri, streams: [], state: state,
            detail: detail)
        return LoggedEvent(SensorEvent(time: now(), payload: .source(report)))
    }

    private func pause(_ seconds: Double) {
        let until = ContinuousClock.now + .seconds(seconds)
        while !stop.isSet, ContinuousClock.now < until { usleep(50_000) }
    }
}
