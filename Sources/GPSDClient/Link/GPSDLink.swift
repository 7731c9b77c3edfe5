public import SensorModel

/// The protocol of a gpsd connection, without the socket: bytes and the clock go in, events and requests come out.
///
/// A value type, so that tests can simulate any sequence of events without waiting. ``GPSDClient`` adds the socket and
/// a thread that drives it.
public struct GPSDLink: Sendable {
    /// The state of the connection and its receivers.
    public enum State: String, Sendable, Hashable, Codable {
        /// The connection is not established, or gpsd no longer responds.
        case connecting
        /// gpsd has sent its version.
        case greeted
        /// gpsd has agreed to send reports.
        case watching
        /// gpsd has no receiver.
        case noDevice
        /// There is a receiver, but it sends no data.
        case noData
        /// A receiver sends data, but has no fix.
        case noFix
        /// A receiver has a fix.
        case fix
    }

    /// The events and requests that the link has produced.
    public struct Output: Sendable {
        /// The events, in order.
        public var events: [LoggedEvent] = []
        /// The requests, each to be sent in one piece.
        public var requests: [String] = []
        /// The reason to close the connection and reconnect; `nil` to keep it open.
        public var closeReason: String?
    }

    /// The time limits of the link.
    struct Timeouts: Hashable {
        /// The time limit for the greeting, and again for the echo of the watch request, in seconds.
        var handshake = 5.0
        /// The time limit for the answer to a probe, in seconds.
        var probe = 5.0
        /// The delay before the second probe of a silence, in seconds: gpsd 3.22 wakes at the first probe and reports
        /// the true state only at a later one.
        var secondProbe = 1.0
        /// The factor by which the delay grows before each further probe of the same silence.
        var probeBackOff = 2.0
        /// The longest delay between two probes of a silence, in seconds.
        var laterProbes = 30.0
    }

    /// The state of the connection and its receivers.
    public private(set) var state = State.connecting
    /// A sentence about the current problem; `nil` if there is none.
    public private(set) var trouble: String?
    /// The number of lines that could not be read, were too long, or exceeded a limit.
    public var skippedLineCount: Int {
        receivers.reduce(undecodableCount + splitter.oversizedCount + allowance.excessCount) { $0 + $1.excessCount }
    }

    /// Whether a probe was not answered and nothing has been received since. A frozen daemon keeps the data for this
    /// connection, so the connection is kept until another one shows that the daemon is running.
    public private(set) var isUnanswered = false
    /// A sentence about what to do about a daemon that accepts connections but does not respond on them, or not in a
    /// form that can be read; `nil` if there is no such problem.
    public private(set) var advice: String?
    /// The number of bytes received since the last report that could be read.
    private var unreadByteCount = 0

    private let name: String
    private let identify: @Sendable (String) -> DeviceID
    private let timeouts: Timeouts
    private let receiverParameters: Receiver.Parameters
    private var splitter = LineSplitter()
    private var allowance = LineAllowance()
    private var receivers: [Receiver] = []
    private var output = Output()
    private var phase = Phase.down
    private var undecodableCount = 0
    private var reported: SourceState?
    private var probeDeadline: Instant?
    private var nextProbe: Instant?
    private var probeWait: Double

    private enum Phase: Hashable {
        case down
        case awaitingGreeting(until: Instant)
        case awaitingEcho(until: Instant)
        case watching
    }

    /// Creates a link without a connection.
    /// - Parameters:
    ///   - address: gpsd's address in the form that the user enters.
    ///   - identify: Returns the number of a receiver (by its path) or of gpsd (by its name).
    public init(address: String, identify: @escaping @Sendable (String) -> DeviceID) {
        self.init(address: address, identify: identify, timeouts: Timeouts(), receivers: Receiver.Parameters())
    }

    init(
        address: String, identify: @escaping @Sendable (String) -> DeviceID, timeouts: Timeouts,
        receivers: Receiver.Parameters
    ) {
        name = "gpsd \(address)"
        self.identify = identify
        self.timeouts = timeouts
        probeWait = timeouts.secondProbe
        receiverParameters = receivers
    }

    /// The request that starts the reports.
    static let watchRequest = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// The request that wakes a daemon that sleeps on a dead line, and that shows whether it is running.
    static let probeRequest = "?DEVICES;\n"

    /// Returns the output since the last call and clears it.
    public mutating func drain() -> Output {
        defer { output = Output() }
        return output
    }

    /// Adds the times at which ``advance(to:)`` is due if nothing arrives before then.
    func add(to deadlines: inout Deadlines) {
        for receiver in receivers {
            deadlines.add(receiver.epochDeadline)
            deadlines.add(receiver.silenceDeadline)
        }
        switch phase {
        case .awaitingGreeting(let until), .awaitingEcho(let until): deadlines.add(until)
        case .down, .watching: break
        }
        // The next probe waits for the answer to the last one.
        deadlines.add(probeDeadline ?? (receivers.contains { $0.state == .silent } && !isUnanswered ? nextProbe : nil))
    }

    /// Records that a connection attempt is starting.
    public mutating func begin(at now: Instant) {
        report(.connecting, "Connecting to \(name).", at: now)
    }

    /// Records that the socket is connected.
    public mutating func connect(at now: Instant) {
        splitter.reset()
        phase = .awaitingGreeting(until: now + timeouts.handshake)
        unreadByteCount = 0
        state = .connecting
    }

    /// Records that the connection failed or ended.
    public mutating func disconnect(_ reason: String, at now: Instant) {
        for index in receivers.indices {
            output.events += receivers[index].lose("The receiver \(receivers[index].path) cannot be reached.", at: now)
        }
        phase = .down
        endProbing()
        if isUnanswered { advice = nil }
        isUnanswered = false
        state = .connecting
        trouble = reason
        report(.lost, "\(name) is out of reach: \(reason).", at: now)
    }

    /// Processes bytes as they arrive.
    public mutating func receive(_ bytes: some Sequence<UInt8>, at now: Instant) {
        guard phase != .down else { return }
        unreadByteCount += bytes.underestimatedCount
        var lines: [String] = []
        splitter.consume(bytes) { lines.append($0) }
        for line in lines where allowance.admits(bytes: line.utf8.count, at: now) { consume(line, at: now) }
        if let excess = allowance.trouble(at: now) { trouble = excess }
        updateState()
    }

    /// Performs the actions that are due at the given time.
    public mutating func advance(to now: Instant) {
        for index in receivers.indices { output.events += receivers[index].advance(to: now) }
        switch phase {
        case .awaitingGreeting(let until) where now >= until:
            close(unanswered("it accepts connections and says nothing"))
        case .awaitingEcho(let until) where now >= until:
            close(unanswered("it does not answer the request for reports"))
        case .watching: advanceProbe(to: now)
        case .down, .awaitingGreeting, .awaitingEcho: break
        }
        updateState()
    }

    /// Emits the open epochs at the end of a recording.
    public mutating func finish() {
        for index in receivers.indices { output.events += receivers[index].finish() }
    }

    /// Probes a silent daemon at intervals, to wake one that sleeps on a dead line and to check whether it is running.
    private mutating func advanceProbe(to now: Instant) {
        if let deadline = probeDeadline, now >= deadline { noteUnanswered(at: now) }
        guard receivers.contains(where: { $0.state == .silent }), probeDeadline == nil, output.closeReason == nil,
            !isUnanswered, nextProbe.map({ now >= $0 }) ?? true
        else { return }
        probeDeadline = now + timeouts.probe
        nextProbe = now + probeWait
        probeWait = min(probeWait * timeouts.probeBackOff, timeouts.laterProbes)
        output.requests.append(Self.probeRequest)
    }

    private mutating func noteUnanswered(at now: Instant) {
        endProbing()
        isUnanswered = true
        let reason = unanswered("it is connected and does not answer")
        trouble = reason
        report(.silent, "\(name): \(reason).", at: now)
    }

    /// Sets ``advice`` and returns the problem: a reason, or that data came instead of an answer.
    private mutating func unanswered(_ reason: String) -> String {
        guard unreadByteCount > 0 else {
            advice = translatable("Restart gpsd: sudo systemctl restart gpsd.")
            return reason
        }
        advice = translatable(
            "Check with gpspipe -w that gpsd answers there in lines of JSON, neither compressed nor encrypted.")
        return "it sends data that cannot be read"
    }

    private mutating func noteAnswer(line: String, at now: Instant) {
        unreadByteCount = 0
        guard isUnanswered else { return }
        isUnanswered = false
        (trouble, advice) = (nil, nil)
        reportPresence(line: line, at: now)
    }

    private mutating func endProbing() {
        probeDeadline = nil
        nextProbe = nil
        probeWait = timeouts.secondProbe
    }

    private mutating func close(_ reason: String) {
        output.closeReason = reason
        probeDeadline = nil
    }

    private mutating func consume(_ line: String, at now: Instant) {
        guard let report = GPSDDecoder.decode(line) else {
            undecodableCount += 1
            return
        }
        defer { noteAnswer(line: line, at: now) }
        switch report {
        case .version: greet(at: now)
        case .watch(let isEnabled, let sendsJSON): acknowledge(isEnabled && sendsJSON, line: line, at: now)
        case .devices(let devices): update(all: devices, line: line, at: now)
        case .device(let device):
            update(device, line: line, at: now)
            reportPresence(line: line, at: now)
        case .position(let report):
            endProbing()
            // Positions still arrive, so the earlier error does not matter.
            trouble = nil
            guard let index = receiver(report.device, at: now) else { return }
            output.events += receivers[index].consume(report, line: line, at: now)
        case .sky(let report):
            guard let index = receiver(report.device, at: now) else { return }
            output.events += receivers[index].consume(report, line: line, at: now)
        case .noise(let report):
            guard let index = receiver(report.device, at: now) else { return }
            receivers[index].consume(report, line: line)
        case .error(let message): trouble = message
        case .other: break
        }
    }

    private mutating func greet(at now: Instant) {
        guard case .awaitingGreeting = phase else { return }
        phase = .awaitingEcho(until: now + timeouts.handshake)
        state = .greeted
        output.requests.append(Self.watchRequest)
    }

    private mutating func acknowledge(_ willSend: Bool, line: String, at now: Instant) {
        guard phase != .watching else { return }
        advice = nil
        // gpsd accepts a request that it only partly understands, and then sends nothing.
        guard willSend else { return close("it does not offer reports as JSON") }
        phase = .watching
        trouble = nil
        reportPresence(line: line, at: now)
    }

    /// Reports whether gpsd has any receiver.
    private mutating func reportPresence(line: String, at now: Instant) {
        guard phase == .watching else { return }
        if receivers.contains(where: { $0.state != .lost }) {
            report(.connected, "\(name) is connected.", line: line, at: now)
        } else {
            report(.noDevice, "\(name) has no receiver: plug one in.", line: line, at: now)
        }
    }

    private mutating func update(all devices: [GPSDDevice], line: String, at now: Instant) {
        probeDeadline = nil
        for index in receivers.indices where !devices.contains(where: { $0.path == receivers[index].path }) {
            let reason = "gpsd has dropped the receiver \(receivers[index].path)."
            output.events += receivers[index].lose(reason, line: line, at: now)
        }
        for device in devices { update(device, line: line, at: now) }
        reportPresence(line: line, at: now)
    }

    private mutating func update(_ device: GPSDDevice, line: String, at now: Instant) {
        // A receiver that is listed but has not been opened yet has nothing to report.
        guard device.isActive || receivers.contains(where: { $0.path == device.path }) else { return }
        guard let index = receiver(device.path, at: now) else { return }
        output.events += receivers[index].update(device, line: line, at: now)
    }

    /// Returns the index of the receiver with a path. A report without a path belongs to the only receiver, if there is
    /// just one. `nil` beyond the maximum number of receivers, so that damaged paths cannot fill the memory.
    private mutating func receiver(_ path: String?, at now: Instant) -> Int? {
        if path == nil, receivers.count == 1 { return 0 }
        let path = path ?? "receiver"
        if let index = receivers.firstIndex(where: { $0.path == path }) { return index }
        guard receivers.count < GPSDBounds.receivers else { return nil }
        receivers.append(Receiver(id: identify(path), path: path, parameters: receiverParameters, now: now))
        return receivers.count - 1
    }

    private mutating func report(_ new: SourceState, _ detail: String, line: String? = nil, at now: Instant) {
        guard reported != new, !(reported == .lost && new == .connecting) else { return }
        reported = new
        let report = SourceReport(device: identify(name), name: name, streams: [], state: new, detail: detail)
        output.events.append(
            LoggedEvent(SensorEvent(time: now, payload: .source(report)), raw: line.map(RawReport.gpsd)))
    }

    private mutating func updateState() {
        guard phase == .watching else { return }
        // A single pass without a temporary list, because this runs after every piece that arrives.
        var (isReachable, isHeard, hasFix) = (false, false, false)
        for index in receivers.indices where receivers[index].state != .lost {
            isReachable = true
            isHeard = isHeard || receivers[index].isHeard
            hasFix = hasFix || receivers[index].hasFix
        }
        if isUnanswered {
            state = .connecting
        } else if !isReachable {
            state = .noDevice
        } else if !isHeard {
            state = .noData
        } else {
            state = hasFix ? .fix : .noFix
        }
    }
}
