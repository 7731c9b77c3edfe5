import Foundation
import SensorModel
import Wire

/// The identity of a sensor, which does not depend on the kernel's current identifier.
struct SensorIdentity: Sendable, Hashable {
    /// The driver's name.
    let name: String
    /// The position of the sensor; `nil` if it does not state one.
    let label: String?
    /// The index among sensors with the same name and label, from zero.
    let index: Int
}

/// The motion sensors at one address, captured from start to stop.
///
/// One thread looks for sensors that appear and disappear. Each sensor has its own thread, so that a stalled sensor
/// does not delay the others. A sensor that is unplugged and plugged in again keeps its `DeviceID`. All of this runs in
/// a capture child (``CaptureProcess``), because libiio trusts the data that an iiod sends.
final class IIOSource: Sendable {
    private let name: String
    private let addresses: [String]
    private let settings: CaptureSettings
    private let bounds: CaptureBounds
    private let pulse: Pulse
    private let now: @Sendable () -> Instant
    private let allocate: @Sendable (SensorIdentity) -> DeviceID?
    private let stop = StopFlag()
    private let ended = DispatchGroup()

    /// Creates a source for an address without opening it.
    /// - Parameters:
    ///   - name: The address as entered by the user.
    ///   - addresses: The addresses to try in turn, in libiio's form; `nil` or empty for `name` itself.
    ///   - settings: The settings for capturing.
    ///   - bounds: The limits on the contents of a context.
    ///   - pulse: Records the progress of each thread.
    ///   - now: The recorder's clock, by which samples are timed; `nil` for the system clock.
    ///   - allocate: Returns a sensor's number, the same for the same identity; `nil` if there are too many.
    init(
        name: String, addresses: [String]? = nil, settings: CaptureSettings = .init(), bounds: CaptureBounds = .init(),
        pulse: Pulse = Pulse(patience: 60), now: (@Sendable () -> Instant)? = nil,
        allocate: @escaping @Sendable (SensorIdentity) -> DeviceID?
    ) {
        self.name = name
        self.addresses = addresses.flatMap { $0.isEmpty ? nil : $0 } ?? [name]
        self.settings = settings
        self.bounds = bounds
        self.pulse = pulse
        self.now = now ?? { .wallClock }
        self.allocate = allocate
    }

    /// Starts to capture. Calls `deliver` with samples and reports on the sensors' threads.
    func start(deliver: @escaping @Sendable ([LoggedEvent]) -> Void) {
        ended.enter()
        Thread.begin(stackBytes: bounds.stackBytes) { [self] in
            watchForSensors(deliver)
            ended.leave()
        }
    }

    /// Ends all captures, restores changed settings, and returns when everything is closed.
    /// - Parameter seconds: The maximum time to wait for a kernel or another machine that does not respond.
    func stopAndWait(atMost seconds: Double = 2) {
        stop.set()
        _ = ended.wait(timeout: .now() + seconds)
    }

    private func watchForSensors(_ deliver: @escaping @Sendable ([LoggedEvent]) -> Void) {
        let running = RunningCaptures(bound: bounds.sensors)
        var reported: SourceReport?
        var current = 0
        var failures = 0
        while !stop.isSet {
            pulse.mark(.search)
            do throws(IIOError) {
                let context = try open(addresses[current])
                failures = 0
                let usable = context.devices.filter { !settings.streams(of: $0).isEmpty }
                for device in usable { capture(device, running, deliver) }
                let shortfall = shortfall(of: context, usableCount: usable.count)
                if reported != nil || shortfall != nil {
                    report(.connected, shortfall?.description ?? "\(name) can be reached.", &reported, deliver)
                }
            } catch {
                current = (current + 1) % addresses.count
                failures += 1
                if failures == addresses.count {
                    report(.missing, error.description, &reported, deliver)
                    failures = 0
                }
            }
            // The search for a sensor that disappears during the wait begins soon; the next address is tried
            // immediately.
            let begun = ContinuousClock.now
            while !stop.isSet {
                pulse.mark(.search)
                let wait = running.isMissingOne ? settings.returnInterval : settings.rescanInterval
                if ContinuousClock.now - begun >= .seconds(failures == 0 ? wait : 0) { break }
                usleep(50_000)
            }
        }
        running.waitForAll()
    }

    /// Returns the reason why a part of a context is not recorded; `nil` if all of it is.
    private func shortfall(of context: IIOContext, usableCount: Int) -> IIOError? {
        if usableCount > bounds.sensors {
            return .manySensors(name, hidden: usableCount - bounds.sensors, bound: bounds.sensors)
        }
        let count = context.oversizedCount
        if count > 0 { return .oversizedDevices(name, count: count) }
        return unknownChoice(in: context).map { .unknownSensor(name, sensor: $0) }
    }

    /// Returns a name in the user's choices that no sensor of a context has; `nil` if there is none.
    private func unknownChoice(in context: IIOContext) -> String? {
        guard !settings.choices.isEmpty else { return nil }
        let names = Set(context.devices.flatMap(\.names) + StreamKind.allCases.map(\.rawValue))
        return settings.choices.first { !names.contains($0.name) }?.name
    }

    private func open(_ address: String) throws(IIOError) -> IIOContext {
        try IIOContext(uri: address, name: name, timeoutMilliseconds: settings.timeoutMilliseconds, bounds: bounds)
    }

    private func capture(
        _ device: IIODevice, _ running: RunningCaptures, _ deliver: @escaping @Sendable ([LoggedEvent]) -> Void
    ) {
        guard let identity = running.claim(device.id, name: device.name, label: device.label) else { return }
        guard let deviceID = allocate(identity) else {
            running.release(identity, hasGone: false)
            return
        }
        let (kernelID, address) = (device.id, device.context.uri)
        Thread.begin(stackBytes: bounds.stackBytes) { [self] in
            let hasGone = follow(identity, kernelID: kernelID, at: address, id: deviceID, deliver)
            pulse.forget(.sensor(deviceID))
            running.release(identity, hasGone: hasGone)
        }
    }

    /// Captures a sensor until a stop is requested, or until it is gone; returns `true` in the latter case.
    private func follow(
        _ identity: SensorIdentity, kernelID: String, at address: String, id: DeviceID,
        _ deliver: @escaping @Sendable ([LoggedEvent]) -> Void
    ) -> Bool {
        var last: DeviceCapture?
        while !stop.isSet {
            pulse.mark(.sensor(id))
            // A separate context, because libiio's requests over one connection wait for each other.
            guard let context = try? open(address),
                let device = context.devices.first(where: { $0.id == kernelID && $0.name == identity.name })
            else {
                last?.report(.lost, detail: IIOError.deviceGone(identity.name).description)
                return true
            }
            let capture = DeviceCapture(
                device: device, id: id, settings: settings, bounds: bounds, stop: stop,
                progress: { [pulse] in pulse.mark(.sensor(id)) }, after: last, now: now, deliver: deliver)
            switch capture.run() {
            case .stopped, .bufferFree, .rescaled: return false
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

    /// Reports the state of the address itself, once per change.
    private func report(
        _ state: SourceState, _ detail: String, _ reported: inout SourceReport?,
        _ deliver: ([LoggedEvent]) -> Void
    ) {
        guard reported?.state != state || (state == .connected && reported?.detail != detail) else { return }
        guard let device = allocate(SensorIdentity(name: name, label: nil, index: 0)) else { return }
        let report = SourceReport(device: device, name: name, streams: [], state: state, detail: detail)
        reported = report
        deliver([LoggedEvent(SensorEvent(time: now(), payload: .source(report)))])
    }

    private func pause(_ seconds: Double) {
        let until = ContinuousClock.now + .seconds(seconds)
        while !stop.isSet, ContinuousClock.now < until { usleep(50_000) }
    }
}
