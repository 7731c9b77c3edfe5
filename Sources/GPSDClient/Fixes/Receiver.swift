import SensorModel

/// The state of one receiver behind gpsd, which converts its reports to events.
struct Receiver {
    /// The limits and constants used for a receiver.
    struct Parameters: Hashable {
        var epochs = EpochMerge.Parameters()
        var accuracy = AccuracyDerivation.Parameters()
        /// The time in seconds for which a sky view applies to later fixes.
        var skyValidity = 10.0
        /// The minimum time without data, in seconds, after which a receiver counts as silent.
        var silenceFloor = 5.0
        /// The minimum number of epochs without data after which a receiver counts as silent.
        var silenceEpochs = 3.0
        /// The longest plausible epoch interval, in seconds.
        var longestEpoch = 20.0
    }

    let id: DeviceID
    let path: String
    private(set) var state = SourceState.connecting
    private(set) var driver: String?
    /// Whether the receiver has reported since it last fell silent or disappeared.
    private(set) var isHeard = false
    /// Whether the last epoch had a fix.
    private(set) var hasFix = false
    /// The number of lines omitted because their epoch exceeded its bounds.
    var excessCount: Int { merge.excessCount }

    private let parameters: Parameters
    private var merge: EpochMerge
    private var sky = Sky()
    private var usedCount: Int?
    private var skyArrival: Instant?
    private var lastHeard: Instant
    private var lastEpoch: Instant?
    private var epochInterval: Double?

    init(id: DeviceID, path: String, parameters: Parameters, now: Instant) {
        self.id = id
        self.path = path
        self.parameters = parameters
        merge = EpochMerge(parameters: parameters.epochs)
        sky.device = id
        lastHeard = now
    }

    /// The time at which the receiver counts as silent; `nil` while no data is expected.
    var silenceDeadline: Instant? {
        guard state == .connected || state == .connecting else { return nil }
        return lastHeard + max(parameters.silenceFloor, parameters.silenceEpochs * (epochInterval ?? 1))
    }

    /// The time at which the open epoch is complete; `nil` if none is open.
    var epochDeadline: Instant? { merge.deadline }

    /// Processes a TPV report.
    mutating func consume(_ report: PositionReport, line: String, at now: Instant) -> [LoggedEvent] {
        var events = hear(at: now)
        if let epoch = merge.consume(report, line: line, arrival: now) { events.append(event(of: epoch)) }
        if let jamming = report.jamming {
            let sample = ScalarSample(device: id, value: jamming)
            events.append(LoggedEvent(SensorEvent(time: now, payload: .scalar(.jamming, sample))))
        }
        return events
    }

    /// Processes a GST report.
    mutating func consume(_ noise: NoiseReport, line: String) {
        merge.consume(noise, line: line)
    }

    /// Processes a SKY report. A report with only dilutions or only satellites leaves the other part unchanged.
    mutating func consume(_ report: SkyReport, line: String, at now: Instant) -> [LoggedEvent] {
        if let satellites = report.satellites { sky.satellites = satellites }
        if report.horizontalDilution != nil || report.positionDilution != nil || report.verticalDilution != nil {
            sky.horizontalDilution = report.horizontalDilution
            sky.verticalDilution = report.verticalDilution
            sky.positionDilution = report.positionDilution
        }
        usedCount = report.usedCount ?? usedCount
        skyArrival = now
        let event = SensorEvent(time: report.time ?? now, received: now, payload: .sky(sky))
        return [LoggedEvent(event, raw: .gpsd(line))]
    }

    /// Emits completed epochs and detects silence.
    mutating func advance(to now: Instant) -> [LoggedEvent] {
        var events: [LoggedEvent] = []
        if let epoch = merge.settle(at: now) { events.append(event(of: epoch)) }
        if let deadline = silenceDeadline, now >= deadline {
            events += change(to: .silent, detail: "The receiver \(path) is silent.", at: now)
        }
        return events
    }

    /// Processes gpsd's description of the receiver.
    mutating func update(_ device: GPSDDevice, line: String?, at now: Instant) -> [LoggedEvent] {
        if let cycle = device.cycle, cycle <= parameters.longestEpoch { epochInterval = cycle }
        let isNews = device.driver != nil && device.driver != driver
        driver = device.driver ?? driver
        guard device.isActive else {
            return finish() + change(to: .lost, detail: "The receiver \(path) is gone.", line: line, at: now)
        }
        if state == .connected || state == .silent {
            return isNews ? [report(detail: connectedDetail, line: line, at: now)] : []
        }
        lastHeard = now
        return change(to: .connected, detail: connectedDetail, line: line, at: now)
    }

    /// Marks the receiver as unreachable.
    mutating func lose(_ reason: String, line: String? = nil, at now: Instant) -> [LoggedEvent] {
        finish() + change(to: .lost, detail: reason, line: line, at: now)
    }

    /// Emits the open epoch, even if it is incomplete.
    mutating func finish() -> [LoggedEvent] {
        merge.finish().map { [event(of: $0)] } ?? []
    }

    private var connectedDetail: String { "The receiver \(path) is there\(driver.map { " (\($0))" } ?? "")." }

    private mutating func hear(at now: Instant) -> [LoggedEvent] {
        let events = change(to: .connected, detail: connectedDetail, at: now)
        lastHeard = now
        isHeard = true
        return events
    }

    private mutating func change(
        to new: SourceState, detail: String, line: String? = nil, at now: Instant
    ) -> [LoggedEvent] {
        guard state != new else { return [] }
        state = new
        if new != .connected {
            hasFix = false
            isHeard = false
        }
        return [report(detail: detail, line: line, at: now)]
    }

    private func report(detail: String, line: String?, at now: Instant) -> LoggedEvent {
        let report = SourceReport(
            device: id, name: path, streams: [.fix, .sky], state: state, nominalRate: epochInterval.map { 1 / $0 },
            detail: detail)
        return LoggedEvent(
            SensorEvent(time: now, payload: .source(report)), raw: line.map(RawReport.gpsd))
    }

    private mutating func event(of epoch: Epoch) -> LoggedEvent {
        observeInterval(epoch.firstArrival)
        let fix = fix(of: epoch)
        hasFix = fix.mode.hasFix
        let event = SensorEvent(time: epoch.time ?? epoch.lastArrival, received: epoch.lastArrival, payload: .fix(fix))
        return LoggedEvent(event, raw: .gpsd(epoch.lines.joined(separator: "\n")))
    }

    /// Updates the epoch interval. An outage is not an epoch, so only intervals below the silence limit count.
    private mutating func observeInterval(_ arrival: Instant) {
        if let last = lastEpoch {
            let interval = arrival - last
            let known = epochInterval ?? 1
            if interval > 0, interval < max(parameters.silenceFloor, parameters.silenceEpochs * known) {
                epochInterval = min(parameters.longestEpoch, max(interval, known * 0.9))
            }
        }
        lastEpoch = arrival
    }

    private func fix(of epoch: Epoch) -> Fix {
        guard let report = epoch.merged(), report.mode.hasFix else {
            return Fix(
                device: id, mode: epoch.mode ?? .unknown, coordinate: nil, timeIsArrival: epoch.time == nil)
        }
        let hasSky = skyArrival.map { epoch.lastArrival - $0 <= parameters.skyValidity } ?? false
        let accuracy = AccuracyDerivation(parameters: parameters.accuracy).accuracy(
            of: report, noise: epoch.noise, horizontalDilution: hasSky ? sky.horizontalDilution : nil,
            speaksNMEA: driver?.contains("NMEA") ?? true)
        let isThreeDimensional = report.mode == .threeDimensional
        return Fix(
            device: id, mode: report.mode, coordinate: report.coordinate,
            altitude: isThreeDimensional ? report.altitudeAboveSea ?? report.altitudeAboveEllipsoid : nil,
            horizontalAccuracy: accuracy.horizontal, accuracyOrigin: accuracy.origin,
            verticalAccuracy: isThreeDimensional ? accuracy.vertical : nil, speed: report.speed,
            courseDegrees: report.track, climb: isThreeDimensional ? report.climb : nil,
            satellites: hasSky ? usedCount : nil, horizontalDilution: accuracy.horizontalDilution,
            timeIsArrival: epoch.time == nil)
    }
}
