import Glibc
import SensorModel
import Wire

/// Keeps a capture child running for one address, on the calling thread, and reports each gap.
///
/// A child that ended because of a fault is restarted after a delay (``RestartDelay``). Each end is reported for every
/// sensor and for the address, and so is the recovery; the report includes the number of restarts.
final class CaptureSupervision {
    /// The time without a beat after which a child counts as hung, in seconds; children send a beat once per second.
    private static let longestSilence = 5.0
    /// The time that a child has to end after a request, in seconds.
    private static let farewell = 0.6
    /// The interval between checks of a child's resource usage, in seconds.
    private static let usageInterval = 1.0
    /// The time after which a host name is resolved again if the host has no sensors, in seconds.
    private static let lookupInterval = 60.0

    private let name: String
    private let uri: String
    private let program: String
    private let bounds: CaptureBounds
    private let choices: [SensorChoice]
    private let context: SourceContext
    private let isStopping: () -> Bool
    private let wakeDescriptor: CInt
    private let deliver: (SourceUpdate) -> Void
    private let register: CaptureRegister
    private var reports: [DeviceID: SourceReport] = [:]
    private var restartCount = 0
    /// Whether a fault has occurred since the last sample.
    private var isDown = false

    init(
        name: String, uri: String, program: String, bounds: CaptureBounds, choices: [SensorChoice],
        context: SourceContext, isStopping: @escaping () -> Bool, wakeDescriptor: CInt,
        deliver: @escaping (SourceUpdate) -> Void
    ) {
        self.name = name
        self.uri = uri
        self.program = program
        self.bounds = bounds
        self.choices = choices
        self.context = context
        self.isStopping = isStopping
        self.wakeDescriptor = wakeDescriptor
        self.deliver = deliver
        register = CaptureRegister(source: name, devices: context.devices, bound: bounds.devices)
    }

    /// Captures until a stop is requested.
    func run() {
        let address: SensorAddress
        do {
            address = try SensorAddress(parsing: uri)
        } catch {
            report(.missing, error.description)
            return
        }
        var delay = RestartDelay()
        while !isStopping() {
            let begun = SuspendingClock.now
            var intake = CaptureIntake(bounds: bounds, allocate: register.number(of:))
            let end = capture(address, &intake)
            guard let fault = end, !isStopping() else { continue }
            let lived = (SuspendingClock.now - begun).seconds
            report(fault, &intake, again: delay.next(lived: lived, hasDelivered: intake.hasDelivered))
        }
    }

    /// Runs one child. Returns the reason why it ended; `nil` if the end was requested.
    private func capture(_ address: SensorAddress, _ intake: inout CaptureIntake) -> CaptureFault? {
        let child: CaptureChild
        do throws(CaptureFault) {
            child = try CaptureChild(
                program: program, name: uri, addresses: try address.resolved(), clockOffset: clockOffset,
                choices: choices)
        } catch {
            return error
        }
        let fault = follow(child, &intake, asksAgain: address.isNamed)
        let end = child.end()
        guard let fault else { return nil }
        // The end of the frames only shows that the child ended; its exit status is more specific.
        return fault == .ended(status: 0) ? end : fault
    }

    /// The offset from the boot clock to the recorder's clock, in nanoseconds.
    private var clockOffset: Int64 {
        var boot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &boot)
        return context.clock.now().nanoseconds &- (Int64(boot.tv_sec) &* 1_000_000_000 &+ Int64(boot.tv_nsec))
    }

    /// Reads a child's frames. Returns the fault for which the child has to be ended, `.ended(status: 0)` at the end of
    /// its frames, or `nil` if the end was requested.
    private func follow(_ child: CaptureChild, _ intake: inout CaptureIntake, asksAgain: Bool) -> CaptureFault? {
        let begun = SuspendingClock.now
        var lastBeat = begun
        var lastLook = begun
        var beatCount = 0
        var hasAsked = false
        var deadline: SuspendingClock.Instant?
        defer { if !hasAsked { child.askToEnd() } }
        while true {
            let isStale = asksAgain && isAbsent && SuspendingClock.now - begun > .seconds(Self.lookupInterval)
            if !hasAsked, isStopping() || isStale {
                child.askToEnd()
                hasAsked = true
                deadline = .now + .seconds(Self.farewell)
            }
            wait(for: child, hasAsked: hasAsked)
            do throws(CaptureFault) {
                if try !read(child, &intake) { return hasAsked ? nil : .ended(status: 0) }
            } catch {
                return error
            }
            let now = SuspendingClock.now
            if let deadline, now > deadline { return nil }
            if intake.beatCount != beatCount { (beatCount, lastBeat) = (intake.beatCount, now) }
            if now - lastBeat > .seconds(Self.longestSilence) { return .hung }
            if now - lastLook > .seconds(Self.usageInterval) {
                lastLook = now
                if child.exceeds(bounds) { return .grown }
            }
        }
    }

    private func wait(for child: CaptureChild, hasAsked: Bool) {
        var descriptors = [
            pollfd(fd: child.output, events: CShort(POLLIN), revents: 0),
            pollfd(fd: hasAsked ? -1 : wakeDescriptor, events: CShort(POLLIN), revents: 0),
        ]
        poll(&descriptors, nfds_t(descriptors.count), hasAsked ? 50 : 500)
    }

    /// Reads the available bytes. Returns `false` at the end of the stream.
    private func read(_ child: CaptureChild, _ intake: inout CaptureIntake) throws(CaptureFault) -> Bool {
        var part = [UInt8](repeating: 0, count: 32 << 10)
        // The limit lets the caller check a child that never stops sending.
        for _ in 0..<32 {
            let count = Glibc.read(child.output, &part, part.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            try intake.take(part[..<count], at: context.clock.now()) { pass($0) }
            if isDown, intake.hasDelivered {
                isDown = false
                report(.connected, "\(uri) is captured again, after \(Self.times(restartCount)).")
            }
        }
        return true
    }

    /// Whether the address has no sensors.
    private var isAbsent: Bool { reports.values.allSatisfy { $0.state == .missing || $0.state == .lost } }

    private func report(_ fault: CaptureFault, _ intake: inout CaptureIntake, again delay: Double) {
        restartCount += 1
        isDown = true
        let now = context.clock.now()
        let detail = "The process that reads \(uri) \(fault.account)."
        pass(intake.reportLoss(at: now, detail: detail))
        let state: SourceState = if case .unknownHost = fault { .missing } else { .lost }
        report(state, "\(detail) It is started again in \(Self.text(delay)) s (\(Self.times(restartCount))).")
        // Only a stop wakes this wait.
        var descriptor = pollfd(fd: wakeDescriptor, events: CShort(POLLIN), revents: 0)
        poll(&descriptor, 1, CInt(clamping: Int(nearest: delay * 1_000)))
    }

    private static func times(_ count: Int) -> String { count == 1 ? "1 restart" : "\(count) restarts" }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }

    /// Reports the state of the address itself.
    private func report(_ state: SourceState, _ detail: String) {
        guard let device = register.number(of: CapturedSensor(number: 0, name: uri, label: nil, index: 0)) else {
            return
        }
        let report = SourceReport(
            device: device, name: uri, streams: [], state: state,
            trouble: state == .lost ? .captureEnded : nil, detail: detail)
        pass([LoggedEvent(SensorEvent(time: context.clock.now(), payload: .source(report)))])
    }

    private func pass(_ events: [LoggedEvent]) {
        guard !events.isEmpty else { return }
        var isNew = false
        for case .source(let report) in events.map(\.event.payload) where reports[report.device] != report {
            reports[report.device] = report
            isNew = true
        }
        deliver(SourceUpdate(events: events, status: isNew ? status : nil))
    }

    private var status: SourceStatus {
        let connected = reports.values.filter { $0.state == .connected }
        // The state of the address is more specific than those of its sensors.
        let ailing = reports.values.filter { $0.state != .connected && $0.state != .connecting }
            .sorted { ($0.name == uri ? 0 : 1, $0.device) < ($1.name == uri ? 0 : 1, $1.device) }
        let streams = Set(connected.flatMap(\.streams)).sorted { $0.rawValue < $1.rawValue }
        return SourceStatus(name: name, state: .sensors(streams), detail: ailing.compactMap(\.detail).first)
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
