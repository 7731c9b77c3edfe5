public import SensorModel

/// Converts the bytes of a capture child to events, without trusting them.
///
/// Input that exceeds ``CaptureBounds`` ends the intake with a ``CaptureFault``; earlier events remain valid.
public struct CaptureIntake: Sendable {
    /// The child's greeting; `nil` before it arrives.
    public private(set) var hello: CaptureHello?
    /// Whether any sample has arrived.
    public private(set) var hasDelivered = false
    /// The number of beats received.
    public private(set) var beatCount = 0

    private let bounds: CaptureBounds
    private let allocate: @Sendable (CapturedSensor) -> DeviceID?
    private var reader: CaptureFrameReader
    private var devices: [UInt16: DeviceID] = [:]
    /// The last report of each sensor.
    private var reports: [DeviceID: SourceReport] = [:]
    private var windowStart: Instant?
    private var sampleCount = 0
    private var reportCount = 0

    /// Creates an intake.
    /// - Parameters:
    ///   - bounds: The limits on the input.
    ///   - allocate: Returns the recording's number of a sensor, always the same one; `nil` if there are too many.
    public init(bounds: CaptureBounds = .init(), allocate: @escaping @Sendable (CapturedSensor) -> DeviceID?) {
        self.bounds = bounds
        self.allocate = allocate
        reader = CaptureFrameReader(bounds: bounds)
    }

    /// Processes bytes as received.
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - now: The current time, by the recorder's clock.
    ///   - deliver: Called with the events of each frame.
    /// - Throws: ``CaptureFault``. The caller then has to end the child.
    public mutating func take(
        _ bytes: some Sequence<UInt8>, at now: Instant, deliver: ([LoggedEvent]) -> Void
    ) throws(CaptureFault) {
        reader.append(bytes)
        for frame in try reader.frames() {
            let events = try events(of: frame, at: now)
            if !events.isEmpty { deliver(events) }
        }
    }

    /// Returns a report that marks each connected or silent sensor as lost.
    public mutating func reportLoss(at now: Instant, detail: String) -> [LoggedEvent] {
        reports.values.sorted { $0.device < $1.device }.compactMap { last in
            guard last.state == .connected || last.state == .silent else { return nil }
            var report = last
            report.state = .lost
            report.detail = detail
            reports[report.device] = report
            return LoggedEvent(SensorEvent(time: now, payload: .source(report)))
        }
    }

    private mutating func events(of frame: CaptureFrame, at now: Instant) throws(CaptureFault) -> [LoggedEvent] {
        guard hello != nil else {
            guard case .hello(let first) = frame, first.version == CaptureFrame.version else { throw .noGreeting }
            hello = first
            return []
        }
        switch frame {
        case .hello: throw .noGreeting
        case .beat:
            beatCount += 1
            return []
        case .sensor(let sensor):
            guard devices[sensor.number] == nil, devices.count <= bounds.sensors, let device = allocate(sensor) else {
                throw .tooManySensors
            }
            devices[sensor.number] = device
            return []
        case .report(let report, let time): return [try event(of: report, time: time, at: now)]
        case .loss(let loss, let time, let received):
            try count(samples: 0, reports: 1, at: now)
            try check(received, at: now)
            let drop = DropReport(device: try device(loss.device.rawValue), stream: loss.stream, count: loss.count)
            return [LoggedEvent(SensorEvent(time: time, received: received, payload: .drop(drop)))]
        case .samples(let block): return try events(of: block, at: now)
        }
    }

    private mutating func event(
        of report: SourceReport, time: Instant, at now: Instant
    ) throws(CaptureFault) -> LoggedEvent {
        try count(samples: 0, reports: 1, at: now)
        try check(time, at: now)
        var report = report
        report.device = try device(report.device.rawValue)
        reports[report.device] = report
        return LoggedEvent(SensorEvent(time: time, payload: .source(report)))
    }

    private mutating func events(of block: SampleBlock, at now: Instant) throws(CaptureFault) -> [LoggedEvent] {
        try count(samples: block.samples.count, reports: 0, at: now)
        try check(block.received, at: now)
        let device = try device(block.sensor)
        hasDelivered = hasDelivered || !block.samples.isEmpty
        return block.samples.compactMap { block.event(of: $0, device: device) }
    }

    private func device(_ number: UInt16) throws(CaptureFault) -> DeviceID {
        guard let device = devices[number] else { throw .unknownSensor }
        return device
    }

    private func check(_ received: Instant, at now: Instant) throws(CaptureFault) {
        let age = now - received
        guard age >= -bounds.newestArrival, age <= bounds.oldestArrival else { throw .impossibleTime }
    }

    private mutating func count(samples: Int, reports: Int, at now: Instant) throws(CaptureFault) {
        if windowStart.map({ now - $0 >= bounds.rateWindow }) ?? true {
            windowStart = now
            sampleCount = 0
            reportCount = 0
        }
        sampleCount += samples
        reportCount += reports
        guard Double(sampleCount) <= Double(bounds.samplesPerSecond) * bounds.rateWindow,
            Double(reportCount) <= Double(bounds.reportsPerSecond) * bounds.rateWindow
        else { throw .tooMuch }
    }
}

extension SampleBlock {
    /// Returns the event of a sample; `nil` if the stream does not consist of samples.
    fileprivate func event(of sample: Sample, device: DeviceID) -> LoggedEvent? {
        guard let payload = stream.samplePayload(of: device, sample.value) else { return nil }
        let raw = sample.counts.map { counts -> RawReport in
            isVector ? .counts(x: counts.x, y: counts.y, z: counts.z) : .count(counts.x)
        }
        return LoggedEvent(SensorEvent(time: sample.time, received: received, payload: payload), raw: raw)
    }
}
