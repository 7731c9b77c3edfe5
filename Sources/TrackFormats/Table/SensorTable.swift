import Geometry
import SensorModel

/// Reads a table with a header: fixes and motion samples of a phone or any logger, with one time per row.
///
/// An empty cell is a missing value. If columns have a separate clock, a value that a slower sensor repeats is added
/// only once.
struct SensorTable {
    /// The stream of columns that do not name one: `Gyroscope.csv` has only x, y and z.
    var namelessStream: ColumnRole.AxisStream?
    /// The instant from which elapsed seconds count, for a table without absolute times.
    var epoch: Instant?
    /// The start of the recording as a line before the header states it. Times without a date count from it.
    var start: Instant?
    /// The sign of acceleration and gravity: +1, or -1 for Apple's convention.
    var accelerationSign = 1.0

    /// Returns the seconds by which the table's times are ahead of UTC at an instant; `nil` if the times are in UTC.
    var clockOffset: ((Instant) -> Double)?
    /// The number of rows without a time so far.
    private(set) var untimedRows = 0
    /// The tracks of a table that numbers tracks and segments. Its rows are points of a line, with or without times.
    private(set) var tracks = TrackRows()
    private let isTrack: Bool
    /// Whether each column has a separate rate, and is empty in the rows between its values.
    private var hasChannels = false
    /// How the times are written.
    private var forms = TimeForms()
    /// The other columns that can have a time.
    private let otherTimes: [Int]
    /// Whether the times are times of day, or those of a stopwatch, which count from 1970.
    var hasNoDate: Bool { isUndated && !isDated }
    private var (isUndated, isDated) = (false, false)
    /// Whether the order of day and month decides what the dates mean.
    private(set) var needsDateOrder = false

    private var line: TableLine
    private var clock = ClockDays()
    private let names: [String]
    private var columns: [Column?]
    private var roles: [ColumnRole: Int]
    /// The number of rows with units or sources below the header.
    private var unitRows = 0
    private var lastTimes: [ColumnRole.ColumnGroup: Double] = [:]
    private var clockOffsets: [ColumnRole.ColumnGroup: Instant] = [:]
    private var isFirstRow = true

    /// The maximum number of lines before the header.
    static let longestPreface = 60
    /// The time before which no receiver recorded, in seconds since 1970.
    static let earliest = 31_536_000.0
    /// The maximum number of rows below the header that are not data.
    private static let mostUnitRows = 2
    /// The error for a file without a header.
    static let noHeader = LineError(translatable("the header names no time, or neither a position nor a stream"))

    /// Parses a header; `nil` unless it names a time, and also a position or a complete stream.
    init?(header: UnsafeRawBufferPointer) {
        if let plain = Self.plainHeader(ofChannels: header) {
            guard let table = plain.withUnsafeBytes({ SensorTable(header: $0) }) else { return nil }
            self = table
            hasChannels = true
            return
        }
        line = TableLine(header: header)
        var names = line.cut(header) { cells in cells.map { String(decoding: $0, as: UTF8.self) } }
        // FitCSVTool names the message of each field, and counts seconds in FIT's time.
        let message = "record."
        if names.contains(where: { $0.hasPrefix("\(message)timestamp") }) {
            names = names.map { $0.hasPrefix(message) ? String($0.dropFirst(message.count)) : $0 }
            clockOffset = { _ in -FITMessage.epoch }
        }
        var columns = names.map(Column.init(header:))
        var roles: [ColumnRole: Int] = [:]
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            if let known = roles[column.role], columns[known]?.rank ?? 0 <= column.rank { continue }
            roles[column.role] = index
        }
        Self.readPlaneAxes(&roles)
        Self.readFlight(names, &columns, roles)
        Self.readLapTimer(names, &columns, roles)
        Self.readMotorController(names, &roles)
        forms.hasYearFirst = Self.readLogger(names, &columns, &roles)
        Self.readFlightDeck(names, &columns, roles)
        namelessStream = roles[.axis(.nameless, 0)].flatMap { columns[$0]?.streamOfUnit }
        (self.names, self.columns) = (names, columns)
        // phyphox names the column of seconds since the start just "Time (s)".
        if roles[.elapsed] == nil, let index = roles[.time], names[index].lowercased().hasPrefix("time (s)") {
            roles[.time] = nil
            roles[.elapsed] = index
        }
        self.roles = roles
        let clock = roles[.time]
        otherTimes = columns.indices.filter { columns[$0]?.role == .time && $0 != clock }
        forms.unit = clock.flatMap { columns[$0]?.scale } ?? 1
        // A receiver's own time can be seconds of its week.
        forms.isPacked = clock.map { names[$0].lowercased().hasPrefix("utc") } ?? false
        isTrack = roles[.receiver] != nil && roles[.segment] != nil
        let hasOwnTime = roles[.time] != nil || roles[.date] != nil || roles[.elapsed] != nil
        forms.columns = hasOwnTime ? nil : ClockColumns(names)
        let hasTime = hasOwnTime || forms.columns != nil
        let hasPlace = roles[.latitude] != nil && roles[.longitude] != nil || roles[.position] != nil
        let streams = ColumnRole.AxisStream.allCases.filter { Self.isWhole($0, roles) }
        guard hasTime, hasPlace || !streams.isEmpty || roles[.pressure] != nil else { return nil }
    }

    /// Returns whether one of the first lines is a header.
    static func hasHeader(_ lines: some Collection<Substring>) -> Bool {
        lines.prefix(longestPreface).contains { line in
            var line = String(line)
            return line.withUTF8 { SensorTable(header: UnsafeRawBufferPointer($0)) != nil }
        }
    }

    private static func isWhole(_ stream: ColumnRole.AxisStream, _ roles: [ColumnRole: Int]) -> Bool {
        (0..<3).allSatisfy { roles[.axis(stream, $0)] != nil }
    }

    /// Sets the order of day and month for dates that do not say it.
    mutating func setDateOrder(_ order: DateOrder?) { forms.order = order }

    /// The place with which Huawei's HiTrack marks a pause.
    private static let pausePlace = Coordinate(latitude: 90, longitude: -80)

    /// Reads a row into a log; throws a ``LineError`` if a required number is invalid.
    mutating func read(_ row: UnsafeRawBufferPointer, into log: inout PhoneLog) throws {
        if isFirstRow {
            if readUnits(row) { return }
            isFirstRow = false
            line.hasDecimalComma = line.separator != UInt8(ascii: ",") && row.contains(UInt8(ascii: ","))
            findDate(row)
            needsDateOrder = hasAmbiguousDate(row)
        }
        var line = line
        var clock = clock
        let sample = try line.cut(row) {
            try Row(
                cells: $0, columns: columns, roles: roles, epoch: epoch, clock: &clock, offset: clockOffset,
                forms: forms)
        }
        self.line = line
        self.clock = clock
        if let seconds = sample.time?.seconds {
            isUndated = isUndated || clock.isUsed || seconds < Self.earliest
            isDated = isDated || seconds >= Self.earliest
        }
        if isTrack { return tracks.add(sample) }
        if sample.coordinate == Self.pausePlace { return log.pause() }
        guard let instant = sample.time else {
            untimedRows += 1
            return
        }
        let hasPlace = roles[.latitude] != nil || roles[.position] != nil
        let isBetweenPlaces = hasChannels && sample.coordinate == nil
        if hasPlace, !isBetweenPlaces, !sample.isEstimated, sample.isUpdate, isNew(.fix, sample, instant) {
            log.add(fix(sample), at: time(.fix, sample, instant), received: instant, receiver: sample.text(.receiver))
        }
        if let mark = sample.mark { log.add(marker: mark, at: instant) }
        log.add(
            heartRate: sample[.heartRate], cadence: sample[.cadence], power: sample[.power], at: instant,
            receiver: sample.text(.receiver))
        for stream in ColumnRole.AxisStream.allCases {
            guard let vector = sample.vector(stream), isNew(.stream(stream), sample, instant) else { continue }
            log.add(
                signed(vector, stream), stream == .nameless ? namelessStream : stream,
                at: time(.stream(stream), sample, instant)
            )
        }
        if let pressure = sample[.pressure] {
            // No place on Earth has a pressure of 200 kPa, so a larger number without a unit is in hectopascals.
            log.add(pressure: pressure > 200 ? pressure / 10 : pressure, at: instant)
        }
        if let temperature = sample[.temperature] { log.add(temperature: temperature, at: instant) }
    }

    /// Reads a row of units, or one of sources after it, as RaceChrono and AiM write them below the header.
    /// - Returns: Whether it is one.
    private mutating func readUnits(_ row: UnsafeRawBufferPointer) -> Bool {
        var line = line
        let roles = roles
        let units = line.cut(row) { cells -> [String]? in
            Row.areUnits(cells, roles) ? cells.map { String(decoding: $0, as: UTF8.self) } : nil
        }
        guard unitRows < Self.mostUnitRows, let units else { return false }
        unitRows += 1
        guard unitRows == 1 else { return true }
        for (index, unit) in units.enumerated().prefix(columns.count) where !unit.isEmpty && columns[index] != nil {
            columns[index] = Column(header: "\(names[index]) (\(unit))") ?? columns[index]
        }
        if let index = roles[.time], index < units.count, units[index].lowercased() == "s" {
            (self.roles[.time], self.roles[.elapsed]) = (nil, index)
        }
        return true
    }

    /// Whether a row's date depends on the order of day and month.
    private func hasAmbiguousDate(_ row: UnsafeRawBufferPointer) -> Bool {
        guard let index = roles[.date] ?? roles[.time] else { return false }
        var (line, other, clock) = (line, forms, ClockDays())
        other.order = forms.order == .dayFirst ? .monthFirst : .dayFirst
        return line.cut(row) { cells in
            guard index < cells.count else { return false }
            return forms.instant(cells[index], on: nil, &clock) != other.instant(cells[index], on: nil, &clock)
        }
    }

    /// Looks for the date before the header or in another column if the first row's clock has none.
    private mutating func findDate(_ row: UnsafeRawBufferPointer) {
        if let start, roles[.date] == nil, let index = roles[.time] ?? roles[.elapsed] {
            let seconds = line.cut(row) { index < $0.count ? Row.number($0[index]) : nil }
            guard let seconds, seconds < Self.earliest else { return }
            (epoch, roles[.time], roles[.elapsed]) = (start, nil, index)
            return
        }
        guard let index = roles[.time], roles[.date] == nil, !otherTimes.isEmpty else { return }
        var line = line
        let (forms, others, earliest) = (forms, otherTimes, Instant(seconds: Self.earliest))
        let found = line.cut(row) { cells -> (other: Int, time: Instant, clock: Instant, isOfDay: Bool)? in
            var clock = ClockDays()
            guard index < cells.count, let time = forms.instant(cells[index], on: nil, &clock), time < earliest else {
                return nil
            }
            return others.lazy.compactMap { other in
                guard other < cells.count, let whole = forms.instant(cells[other], on: nil, &clock), whole > earliest
                else {
                    return nil
                }
                return (other, whole, time, clock.isUsed)
            }.first
        }
        guard let found else { return }
        if found.isOfDay {
            roles[.date] = found.other
        } else {
            // Seconds since the start, more exact than the date in the other column.
            epoch = found.time + -found.clock.seconds
            (roles[.time], roles[.elapsed]) = (nil, index)
        }
    }

    private func signed(_ vector: Vector3, _ stream: ColumnRole.AxisStream) -> Vector3 {
        switch stream == .nameless ? namelessStream : stream {
        case .acceleration, .userAcceleration, .gravity: vector * accelerationSign
        default: vector
        }
    }

    /// Returns `false` if the group has a separate clock that has not advanced.
    private mutating func isNew(_ group: ColumnRole.ColumnGroup, _ row: Row, _ time: Instant) -> Bool {
        guard let clock = row[.groupTime(group)] else { return true }
        if lastTimes[group] == clock { return false }
        lastTimes[group] = clock
        if clockOffsets[group] == nil {
            clockOffsets[group] = clock > 1e9 ? Instant(nanoseconds: 0) : time + -clock
        }
        return true
    }

    private func time(_ group: ColumnRole.ColumnGroup, _ row: Row, _ time: Instant) -> Instant {
        guard let clock = row[.groupTime(group)], let offset = clockOffsets[group] else { return time }
        return offset + clock
    }

    private func fix(_ row: Row) -> Fix {
        guard row.isValid, let coordinate = row.coordinate, !coordinate.isNowhere else {
            return Fix(mode: .noFix, coordinate: nil)
        }
        let (altitude, motion) = (row.altitude, row.motion)
        return Fix(
            mode: altitude == nil ? .twoDimensional : .threeDimensional,
            coordinate: coordinate, altitude: altitude,
            horizontalAccuracy: row[.horizontalAccuracy].positive,
            verticalAccuracy: row.notNegative(.verticalAccuracy),
            speed: motion.speed, speedAccuracy: row.notNegative(.speedAccuracy),
            courseDegrees: motion.course, courseAccuracyDegrees: row.notNegative(.courseAccuracy),
            satellites: row.satellites, horizontalDilution: row.notNegative(.dilution))
    }
}
