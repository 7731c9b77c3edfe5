import SensorModel

/// Reads a Polar log (`.hrm`): heart rates at a fixed interval, or the times between heartbeats. The positions are in a
/// separate file.
struct PolarReader {
    /// The events so far.
    private(set) var events: [SensorEvent] = []
    private var section = ""
    private var date: String?
    private var clock: String?
    private var interval: Double?
    private var start: Instant?
    /// The seconds since the start.
    private var elapsed = 0.0

    /// The `Interval` of a log of the times between heartbeats, in milliseconds.
    private static let betweenBeats = 238.0
    private static let device = DeviceID(1)

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters()
        if text.hasPrefix("[") {
            section = text
            return
        }
        switch section {
        case "[Params]": readParameter(text)
        case "[HRData]": try readRow(text)
        default: break
        }
    }

    private mutating func readParameter(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return }
        switch parts[0] {
        case "Date": date = parts[1]
        case "StartTime": clock = parts[1]
        case "Interval": interval = Double(parts[1]).flatMap { 1...3_600 ~= $0 ? $0 : nil }
        default: break
        }
    }

    private mutating func readRow(_ text: String) throws {
        if start == nil {
            guard let date, date.count == 8, let clock, let interval,
                let time = Timestamp.instant(parsing: "\(date)T\(clock)")
            else { throw LineError("Date, StartTime or Interval (seconds) is missing in [Params]") }
            start = time
            self.interval = interval
        }
        let first = text.split(whereSeparator: \.isWhitespace).first
        guard let start, let interval, let value = first.flatMap({ Double($0) }) else { return }
        guard interval != Self.betweenBeats else {
            guard value > 0, value.isFinite else { return }
            elapsed += value / 1_000
            return add(60_000 / value, at: start + elapsed)
        }
        if value > 0 { add(value, at: start + elapsed) }
        elapsed += interval
    }

    private mutating func add(_ rate: Double, at time: Instant) {
        events.append(
            SensorEvent(
                time: time, payload: .scalar(.heartRate, ScalarSample(device: Self.device, value: rate))))
    }

    /// Returns the events, preceded by a report of their source; an empty array if there are none.
    func finish() -> [SensorEvent] {
        guard let first = events.first else { return [] }
        let report = SourceReport(device: Self.device, name: "Polar", streams: [.scalar(.heartRate)], state: .connected)
        return [SensorEvent(time: first.time, payload: .source(report))] + events
    }
}
