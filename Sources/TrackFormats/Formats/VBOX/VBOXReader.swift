import Geometry
import SensorModel

/// Reads a log of a Racelogic VBOX (`.vbo`), which lap timers write, too: sections, one of which names the columns.
///
/// Angles are in minutes, and longitudes are positive in the west. Times are times of day in UTC; the date is that of the
/// file's creation.
struct VBOXReader: LineFormat {
    static let format = FileFormat("vbox", "vbo")

    var count: Int { points.count }

    private var points: [TrackDocument.Point] = []

    private enum Section { case header, columnNames, data, other }

    private var section = Section.other
    private var columns: [Substring] = []
    private var midnight: Instant?
    private var clock = ClockDays()
    private var speedScale = ForeignUnit.kilometrePerHour

    /// The bits of the number of satellites; the two above them are flags.
    private static let satellites = 63

    static func certainty(of head: FileHead) -> Certainty {
        ["[column names]", "[data]"].allSatisfy { name in head.lines.contains { $0.lowercased().hasPrefix(name) } }
            ? .certain : .no
    }

    func finish(into document: inout TrackDocument) {
        document.add(points, source: "VBOX")
        if midnight == nil, !points.isEmpty {
            document.report(.leftOut, translatable("the file has no date: the times count from 1970-01-01"))
        }
    }

    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        let text = String(decoding: line, as: UTF8.self).lowercased()
        if text.hasPrefix("[") {
            section = Self.section(text)
            return
        }
        if section != .data, midnight == nil, let date = text.firstRange(of: "file created on ") {
            readDate(text[date.upperBound...])
        }
        switch section {
        case .header: readUnit(text)
        case .columnNames: columns += Self.words(text)
        case .data: try readPoint(Self.words(text.replacing(",", with: ".")))
        case .other: break
        }
    }

    private static func section(_ line: String) -> Section {
        switch line.prefix(while: { $0 != "]" }).dropFirst() {
        case "header": .header
        case "column names": .columnNames
        case "data": .data
        default: .other
        }
    }

    private static func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\t" } }

    /// Reads a date such as `28/09/2013 at 12:05`.
    private mutating func readDate(_ text: Substring) {
        let date = text.prefix { $0.isNumber || $0 == "/" }
        midnight = Timestamp.instant(loose: String(date), order: .dayFirst)
    }

    private mutating func readUnit(_ name: String) {
        guard name.hasPrefix("velocity ") else { return }
        if name.hasSuffix("kmh") { speedScale = ForeignUnit.kilometrePerHour }
        if name.hasSuffix("mph") { speedScale = ForeignUnit.milePerHour }
        if name.hasSuffix("knots") { speedScale = ForeignUnit.knot }
    }

    private mutating func readPoint(_ cells: [Substring]) throws {
        func value(_ name: Substring) -> Double? {
            columns.firstIndex(of: name).flatMap { $0 < cells.count ? Double(cells[$0]) : nil }.flatMap {
                $0.isFinite ? $0 : nil
            }
        }
        guard let column = columns.firstIndex(of: "time"), column < cells.count,
            let seconds = ClockDays.secondsOfDay(packed: String(cells[column])), let latitude = value("lat"),
            let longitude = value("long")
        else { throw LineError(translatable("a time of day, a latitude and a longitude are expected")) }
        let satellites = value("sats").flatMap { Int(exactly: $0) }.map { $0 & Self.satellites }
        // Without a fix the receiver writes zeros.
        guard latitude != 0 || longitude != 0 else { return }
        let time = clock.instant(secondsOfDay: seconds).seconds + (midnight?.seconds ?? 0)
        var point = TrackDocument.Point(
            coordinate: Coordinate(latitude: latitude / 60, longitude: -longitude / 60), time: Instant(seconds: time),
            altitude: value("height"))
        point.speed = value("velocity").map { $0 * speedScale }
        point.courseDegrees = value("heading")
        point.satellites = satellites
        points.append(point)
    }
}
