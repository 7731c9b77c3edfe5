import SensorModel

/// Reads a log of a FlySight 2: several tables in one file, each row beginning with the name of its table.
///
/// The receiver's rows have dates. Those of the sensors count seconds from the start, and rows of the table `TIME` say
/// which GPS time that is; without any, they count from 1970.
struct FlySightReader: LineFormat {
    static let format = FileFormat("flySight", "csv")

    private var columns: [String: [String]] = [:]
    private var tables: [String: SensorTable] = [:]
    private var log = PhoneLog()
    /// The instant from which the sensors count; `nil` until it is known.
    private var start: Instant?
    private var waiting: [(table: String, row: [UInt8])] = []

    /// The tables whose rows have dates.
    private static let dated = "GNSS"
    /// The names of a table's columns that mean something else in other tables. Only the barometer's temperature is read.
    private static let others: [String: [String: String]] = [
        "IMU": ["wx": "gyrox", "wy": "gyroy", "wz": "gyroz", "temperature": ""],
        "MAG": ["x": "magx", "y": "magy", "z": "magz", "temperature": ""],
    ]

    static func certainty(of head: FileHead) -> Certainty { head.text.hasPrefix("$FLYS,") ? .certain : .no }

    private mutating func readColumns(_ cells: [String]) {
        guard cells.count > 2 else { return }
        columns[cells[1]] = cells.dropFirst(2).map { Self.others[cells[1]]?[$0] ?? $0 }
        setTable(cells[1], units: [])
    }

    private mutating func setTable(_ name: String, units: [String]) {
        let names = columns[name, default: []].enumerated().map { index, column in
            index < units.count && !units[index].isEmpty && !column.isEmpty ? "\(column) (\(units[index]))" : column
        }
        tables[name] = Array(names.joined(separator: ",").utf8).withUnsafeBytes { SensorTable(header: $0) }
    }

    /// Sets the instant from which the sensors count, and reads the rows that wait for it.
    private mutating func start(at instant: Instant) throws {
        start = instant
        for name in tables.keys { tables[name]?.epoch = instant }
        let rows = waiting
        waiting = []
        for (table, row) in rows { try row.withUnsafeBytes { try tables[table]?.read($0, into: &log) } }
    }

    private mutating func readClock(_ row: UnsafeRawBufferPointer) throws {
        let names = columns["TIME", default: []]
        guard start == nil, let clock = ClockColumns(names), let index = names.firstIndex(of: "time") else { return }
        var line = TableLine(separator: UInt8(ascii: ","))
        let found = line.cut(row) { cells -> Instant? in
            guard index < cells.count, let seconds = Double(String(decoding: cells[index].prefix(32), as: UTF8.self))
            else { return nil }
            return clock.instant(cells).map { $0 + -seconds }
        }
        if let found { try start(at: found) }
    }

    var count: Int { log.count + waiting.count }

    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        guard line.first == UInt8(ascii: "$"), let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return }
        let name = String(decoding: line[1..<comma], as: UTF8.self)
        let row = UnsafeRawBufferPointer(rebasing: line[(comma + 1)...])
        switch name {
        case "COL", "UNIT":
            let cells = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0.filter { !$0.isNewline }) }
            if name == "COL" {
                readColumns(cells)
            } else if cells.count > 2 {
                setTable(cells[1], units: Array(cells.dropFirst(2)))
            }
        case "TIME": try readClock(row)
        case Self.dated: try tables[name]?.read(row, into: &log)
        default:
            guard tables[name] != nil else { return }
            if start == nil { waiting.append((name, Array(row))) } else { try tables[name]?.read(row, into: &log) }
        }
    }

    mutating func finish(into document: inout TrackDocument) {
        if !waiting.isEmpty {
            do { try start(at: Instant(nanoseconds: 0)) } catch {
                document.report(ImportProblem(reason: Phrase(error)))
            }
            document.report(.leftOut, translatable("the times have no date: they count from 1970-01-01"))
        }
        document.sensorEvents = log.finish()
    }
}
