import SensorModel

/// Reads a Polar log (`.hrm`): heart rate, cadence and power at a fixed interval, or the times between heartbeats. The
/// positions are in a separate file.
///
/// Source: Polar HRM file format, version 1.4: each of the first digits of `SMode` says whether the rows have a column:
/// speed, cadence, altitude, power.
struct PolarReader: LineFormat {
    static let format = FileFormat("polar", "hrm")

    static func certainty(of head: FileHead) -> Certainty { head.text.hasPrefix("[Params]") ? .certain : .no }

    var count: Int { events.count }

    /// The events so far.
    private var events: [SensorEvent] = []
    private var quantities: [Quantity] = []
    private var section = ""
    private var date: String?
    private var clock: String?
    private var interval: Double?
    /// The columns after the heart rate; `nil` for those that are not read.
    private var columns: [Quantity?] = []
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
        case "SMode":
            columns = zip(parts[1], [nil, .cadence, nil, .power] as [Quantity?]).filter { $0.0 == "1" }.map(\.1)
        default: break
        }
    }

    private mutating func readRow(_ text: String) throws {
        if start == nil {
            // Some programs write an hour of one digit.
            guard let date, date.count == 8, let interval,
                let clock = clock.map({ $0.dropFirst().first == ":" ? "0" + $0 : $0 }),
                let time = Timestamp.instant(parsing: "\(date)T\(clock)")
            else { throw LineError(translatable("Date, StartTime or Interval (seconds) is missing in [Params]")) }
            start = time
            self.interval = interval
        }
        let cells = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
        guard let start, let interval, let value = cells.first ?? nil else { return }
        guard interval != Self.betweenBeats else {
            guard value > 0, value.isFinite else { return }
            elapsed += value / 1_000
            return add(.heartRate, 60_000 / value, at: start + elapsed)
        }
        if value > 0 { add(.heartRate, value, at: start + elapsed) }
        for (column, cell) in zip(columns, cells.dropFirst()) {
            if let column, let cell, cell >= 0 { add(column, cell, at: start + elapsed) }
        }
        elapsed += interval
    }

    private mutating func add(_ quantity: Quantity, _ value: Double, at time: Instant) {
        if !quantities.contains(quantity) { quantities.append(quantity) }
        events.append(
            SensorEvent(
                time: time, payload: .scalar(quantity, ScalarSample(device: Self.device, value: value))))
    }

    /// Adds the events, preceded by a report of their source.
    func finish(into document: inout TrackDocument) {
        guard let first = events.first else { return }
        let report = SourceReport(
            device: Self.device, name: "Polar", streams: quantities.map(StreamKind.scalar), state: .connected)
        document.sensorEvents = [SensorEvent(time: first.time, payload: .source(report))] + events
    }
}
