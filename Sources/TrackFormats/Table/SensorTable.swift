import Geodesy
import NavigationMath
import SensorModel

/// Reads a table with a header: fixes and motion samples of a phone or of any logger, one moment a row.
///
/// An empty cell is a missing value. A value that did not change because a slower sensor has nothing new is given once,
/// where its columns have a clock of their own.
struct SensorTable {
    /// What the table is about where its columns do not say (`Gyroscope.csv` has only x, y and z).
    var namelessStream: ColumnRole.AxisStream?
    /// What elapsed seconds count from, for a table without real times.
    var epoch: Instant?
    /// +1, or -1 where acceleration and gravity have Apple's sign.
    var accelerationSign = 1.0

    private var line: TableLine
    private let columns: [Column?]
    private let roles: [ColumnRole: Int]
    private var lastTimes: [ColumnRole.ColumnGroup: Double] = [:]
    private var clockOffsets: [ColumnRole.ColumnGroup: Instant] = [:]
    private var isFirstRow = true

    /// Reads a header; nil where too little of it is understood: a time, and a place or a whole stream.
    init?(header: UnsafeRawBufferPointer) {
        line = TableLine(header: header)
        let names = line.cut(header) { cells in cells.map { String(decoding: $0, as: UTF8.self) } }
        columns = names.map(Column.init(header:))
        var roles: [ColumnRole: Int] = [:]
        for (index, column) in columns.enumerated() {
            if let role = column?.role, roles[role] == nil { roles[role] = index }
        }
        // phyphox calls the seconds since its start simply time.
        if roles[.elapsed] == nil, let index = roles[.time], names[index].lowercased().hasPrefix("time (s)") {
            roles[.time] = nil
            roles[.elapsed] = index
        }
        self.roles = roles
        let hasTime = roles[.time] != nil || roles[.elapsed] != nil
        let hasPlace = roles[.latitude] != nil && roles[.longitude] != nil
        let streams = ColumnRole.AxisStream.allCases.filter { Self.isWhole($0, roles) }
        guard hasTime, hasPlace || !streams.isEmpty || roles[.pressure] != nil else { return nil }
    }

    private static func isWhole(_ stream: ColumnRole.AxisStream, _ roles: [ColumnRole: Int]) -> Bool {
        (0..<3).allSatisfy { roles[.axis(stream, $0)] != nil }
    }

    /// Reads a row into a log; throws a ``LineError`` for a cell that is no number where one has to be.
    mutating func read(_ row: UnsafeRawBufferPointer, into log: inout PhoneLog) throws {
        if isFirstRow {
            isFirstRow = false
            line.hasDecimalComma = line.separator != UInt8(ascii: ",") && row.contains(UInt8(ascii: ","))
        }
        var line = line
        let sample = try line.cut(row) { try Row(cells: $0, columns: columns, roles: roles, epoch: epoch) }
        self.line = line
        if sample[.latitude] != nil || roles[.latitude] != nil, !sample.isEstimated, isNew(.fix, sample) {
            log.add(fix(sample), at: time(.fix, sample), received: sample.time)
        }
        for stream in ColumnRole.AxisStream.allCases {
            guard let vector = sample.vector(stream), isNew(.stream(stream), sample) else { continue }
            log.add(
                signed(vector, stream), stream == .nameless ? namelessStream : stream, at: time(.stream(stream), sample)
            )
        }
        if let pressure = sample[.pressure] {
            // No place on Earth has 200 kPa: a bare number above is in hectopascals.
            log.add(pressure: pressure > 200 ? pressure / 10 : pressure, at: sample.time)
        }
        if let temperature = sample[.temperature] { log.add(temperature: temperature, at: sample.time) }
    }

    private func signed(_ vector: Vector3, _ stream: ColumnRole.AxisStream) -> Vector3 {
        switch stream == .nameless ? namelessStream : stream {
        case .acceleration, .userAcceleration, .gravity: vector * accelerationSign
        default: vector
        }
    }

    /// True unless the group has a clock of its own and it stands where it stood.
    private mutating func isNew(_ group: ColumnRole.ColumnGroup, _ row: Row) -> Bool {
        guard let clock = row[.groupTime(group)] else { return true }
        if lastTimes[group] == clock { return false }
        lastTimes[group] = clock
        if clockOffsets[group] == nil {
            clockOffsets[group] = clock > 1e9 ? Instant(nanoseconds: 0) : row.time + -clock
        }
        return true
    }

    private func time(_ group: ColumnRole.ColumnGroup, _ row: Row) -> Instant {
        guard let clock = row[.groupTime(group)], let offset = clockOffsets[group] else { return row.time }
        return offset + clock
    }

    private func fix(_ row: Row) -> Fix {
        guard let latitude = row[.latitude], let longitude = row[.longitude] else {
            return Fix(mode: .noFix, coordinate: nil)
        }
        // Phones write -1 where they do not know.
        func known(_ role: ColumnRole) -> Double? { row[role].flatMap { $0 >= 0 ? $0 : nil } }
        let altitude = row[.seaLevelAltitude] ?? row[.altitude]
        return Fix(
            mode: altitude == nil ? .twoDimensional : .threeDimensional,
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude,
            horizontalAccuracy: known(.horizontalAccuracy), verticalAccuracy: known(.verticalAccuracy),
            speed: known(.speed), speedAccuracy: known(.speedAccuracy), courseDegrees: known(.course),
            courseAccuracyDegrees: known(.courseAccuracy),
            satellites: known(.satellites).flatMap { Int(exactly: $0.rounded()) }, horizontalDilution: known(.dilution))
    }

    /// The numbers of one row by what they mean.
    private struct Row {
        let time: Instant
        private let cells: [UnsafeRawBufferPointer]
        private let columns: [Column?]
        private let roles: [ColumnRole: Int]

        init(
            cells: [UnsafeRawBufferPointer], columns: [Column?], roles: [ColumnRole: Int], epoch: Instant?
        ) throws {
            self.cells = cells
            self.columns = columns
            self.roles = roles
            if let index = roles[.time], index < cells.count {
                guard let time = Self.time(cells[index]) else {
                    throw LineError("\"\(String(decoding: cells[index].prefix(40), as: UTF8.self))\" is not a time")
                }
                self.time = time
            } else if let index = roles[.elapsed], index < cells.count, let seconds = Self.number(cells[index]) {
                time = (epoch ?? Instant(nanoseconds: 0)) + seconds
            } else {
                throw LineError("the time is missing")
            }
        }

        subscript(role: ColumnRole) -> Double? {
            guard let index = roles[role], index < cells.count, let value = Self.number(cells[index]) else {
                return nil
            }
            return value * (columns[index]?.scale ?? 1)
        }

        var isEstimated: Bool {
            guard let index = roles[.isEstimated], index < cells.count else { return false }
            return cells[index].elementsEqual("true".utf8)
        }

        func vector(_ stream: ColumnRole.AxisStream) -> Vector3? {
            guard let x = self[.axis(stream, 0)], let y = self[.axis(stream, 1)], let z = self[.axis(stream, 2)] else {
                return nil
            }
            return Vector3(x, y, z)
        }

        private static func number(_ cell: UnsafeRawBufferPointer) -> Double? {
            guard let number = DecimalNumber(prefixOf: cell), number.text.count == cell.count else { return nil }
            let value = number.double
            return value.isFinite ? value : nil
        }

        /// A number since 1970 in the unit that makes sense of it, or a date.
        static func time(_ cell: UnsafeRawBufferPointer) -> Instant? {
            guard let number = DecimalNumber(prefixOf: cell), number.text.count == cell.count else {
                return Timestamp.instant(parsing: cell)
            }
            let magnitude = abs(number.double)
            if magnitude < 1e11 { return number.nanoseconds.map(Instant.init(nanoseconds:)) }
            let unit: Int64 = magnitude > 1e17 ? 1 : magnitude > 1e14 ? 1_000 : 1_000_000
            guard magnitude * Double(unit) < 9e18 else { return nil }
            // Exact for whole counts, which these are in practice.
            if number.exponent == 0 {
                let value = Int64(clamping: number.digits) &* unit
                return Instant(nanoseconds: number.isNegative ? -value : value)
            }
            return Instant(seconds: number.double * Double(unit) / 1e9)
        }
    }
}
