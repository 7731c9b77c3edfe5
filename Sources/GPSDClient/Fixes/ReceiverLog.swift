public import SensorModel

/// A receiver in a log of gpsd's reports (`gpspipe -w`), converted to the fixes, sky views and samples that a recording of it would
/// contain.
///
/// A log has no arrival times. A report's own time is used instead; a report without a time is assigned that of the
/// preceding report. A position without a time is omitted, because its time is unknown.
public struct ReceiverLog: Sendable {
    private var receiver: Receiver
    private var latest: Instant?
    private var waiting: [GPSDReport] = []

    /// Creates a log without reports.
    public init(id: DeviceID) {
        receiver = Receiver(id: id, path: "log", parameters: .init(), now: Instant(nanoseconds: 0))
    }

    /// Processes a report about this receiver and returns the fixes, sky views and samples that it completes. O(reports of an epoch).
    public mutating func consume(_ report: GPSDReport) -> [SensorEvent] {
        latest = report.time ?? latest
        guard let latest else {
            if waiting.count >= GPSDBounds.untimedReports { waiting.removeFirst() }
            waiting.append(report)
            return []
        }
        let reports = waiting + [report]
        waiting = []
        return reports.flatMap { take($0, at: latest) }
    }

    /// Returns the fix of the last epoch.
    public mutating func finish() -> [SensorEvent] { Self.samples(receiver.finish()) }

    private mutating func take(_ report: GPSDReport, at time: Instant) -> [SensorEvent] {
        switch report {
        case .position(let position) where position.time != nil:
            return Self.samples(receiver.consume(position, line: "", at: time))
        case .sky(let sky): return Self.samples(receiver.consume(sky, line: "", at: time))
        case .device(let device): return Self.samples(receiver.update(device, line: nil, at: time))
        case .noise(let noise): receiver.consume(noise, line: "")
        case .position, .version, .devices, .watch, .error, .other: break
        }
        return []
    }

    private static func samples(_ events: [LoggedEvent]) -> [SensorEvent] {
        events.map(\.event).filter {
            switch $0.payload {
            case .fix, .sky, .scalar: true
            default: false
            }
        }
    }
}
