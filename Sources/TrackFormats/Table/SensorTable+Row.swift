import Geodesy
import NavigationMath
import SensorModel

extension SensorTable {
    /// The numbers of one row by what they mean.
    struct Row {
        let time: Instant
        private let cells: [UnsafeRawBufferPointer]
        private let columns: [Column?]
        private let roles: [ColumnRole: Int]

        /// Reads the cells of a row; `nil` if its time is missing.
        /// - Throws: `LineError` if the time is not one.
        init?(
            cells: [UnsafeRawBufferPointer], columns: [Column?], roles: [ColumnRole: Int], epoch: Instant?,
            clock: inout ClockDays, offset: ((Instant) -> Double)?
        ) throws {
            self.cells = cells
            self.columns = columns
            self.roles = roles
            if let index = roles[.time] ?? roles[.date], index < cells.count {
                if cells[index].isEmpty { return nil }
                guard let time = Self.time(cells, roles, index, &clock) else {
                    throw LineError("\"\(String(decoding: cells[index].prefix(40), as: UTF8.self))\" is not a time")
                }
                self.time = offset.map { time + -$0(time) } ?? time
            } else if let index = roles[.elapsed], index < cells.count, let seconds = Self.number(cells[index]) {
                time = (epoch ?? Instant(nanoseconds: 0)) + seconds
            } else {
                return nil
            }
        }

        subscript(role: ColumnRole) -> Double? {
            guard let index = roles[role], index < cells.count, let value = Self.number(cells[index]) else {
                return nil
            }
            return value * (columns[index]?.scale ?? 1)
        }

        /// The text of a cell; `nil` if it is empty.
        func text(_ role: ColumnRole) -> String? {
            guard let index = roles[role], index < cells.count, !cells[index].isEmpty else { return nil }
            return String(decoding: cells[index], as: UTF8.self)
        }

        /// The place, from two cells or from one.
        var coordinate: Coordinate? {
            if let latitude = self[.latitude], let longitude = self[.longitude] {
                return Coordinate(latitude: latitude, longitude: longitude)
            }
            let parts = (text(.position) ?? "").split { $0 == "," || $0 == " " }.compactMap { Double($0) }
            return parts.count == 2 ? Coordinate(latitude: parts[0], longitude: parts[1]) : nil
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

        private static func time(
            _ cells: [UnsafeRawBufferPointer], _ roles: [ColumnRole: Int], _ index: Int, _ clock: inout ClockDays
        ) -> Instant? {
            let cell = cells[index]
            let text = String(decoding: cell.prefix(64), as: UTF8.self)
            guard let ofDay = ClockDays.secondsOfDay(text) else {
                return UnixTime.instant(cell) ?? Timestamp.instant(dayFirst: text)
            }
            guard let dateIndex = roles[.date], dateIndex != index, dateIndex < cells.count else {
                return clock.instant(secondsOfDay: ofDay)
            }
            let date = String(decoding: cells[dateIndex].prefix(64), as: UTF8.self)
            return (Timestamp.instant(parsing: date) ?? Timestamp.instant(dayFirst: date)).map { $0 + ofDay }
        }
    }
}

/// Times of day without a date, which continue past midnight.
struct ClockDays {
    /// True once a time was read.
    private(set) var isUsed = false
    private var days = 0.0
    private var last = 0.0

    private static let day = 86_400.0

    /// Returns the instant of a time of day after the one before it, from 1970 on.
    mutating func instant(secondsOfDay: Double) -> Instant {
        if isUsed, last - secondsOfDay > Self.day / 2 { days += 1 }
        isUsed = true
        last = secondsOfDay
        return Instant(seconds: days * Self.day + secondsOfDay)
    }

    /// Reads a text such as `17:05:02.5`, `Sun 05:05:02 PM`; `nil` for anything else.
    static func secondsOfDay(_ text: String) -> Double? {
        var words = text.split(separator: " ")
        if words.count > 1, let first = words.first, first.count == 3, first.allSatisfy(\.isLetter) { words.removeFirst() }
        var isAfternoon: Bool?
        if words.count == 2, let half = words.last?.uppercased(), half == "AM" || half == "PM" {
            isAfternoon = half == "PM"
            words.removeLast()
        }
        guard words.count == 1 else { return nil }
        let parts = words[0].split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, let hour = Int(parts[0]), let minute = Int(parts[1]),
            let second = parts.count == 3 ? Double(parts[2].replacing(",", with: ".")) : 0, 0...24 ~= hour,
            0...59 ~= minute, 0.0..<61 ~= second
        else { return nil }
        let hours = isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour
        return Double(hours * 3_600 + minute * 60) + second
    }
}

/// Times as numbers.
enum UnixTime {
    /// Reads a number since 1970 in the unit that makes sense of it, or a date.
    static func instant(_ cell: UnsafeRawBufferPointer) -> Instant? {
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

extension Timestamp {
    /// Reads `31.12.2024` with or without a time of day behind it; the dots say that the day comes first.
    static func instant(dayFirst text: String) -> Instant? {
        let halves = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        let parts = (halves.first ?? "").split(separator: ".")
        guard parts.count == 3, parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
        func padded(_ part: Substring) -> String { part.count == 1 ? "0\(part)" : String(part) }
        let day = "\(parts[2])-\(padded(parts[1]))-\(padded(parts[0]))"
        return instant(parsing: halves.count == 2 ? "\(day)T\(halves[1])" : day)
    }
}

/// The seconds that GPS time is ahead of UTC.
enum LeapSeconds {
    /// Starts of UTC days from which a count holds: since 2006, before which no such log is known.
    private static let starts: [(year: Int, month: Int, seconds: Double)] = [
        (2017, 1, 18), (2015, 7, 17), (2012, 7, 16), (2009, 1, 15), (2006, 1, 14),
    ]

    /// Returns the seconds at an instant; 13 before 2006.
    static func count(at time: Instant) -> Double {
        starts.first { start in
            Timestamp.instant(year: start.year, month: start.month, day: 1).map { time >= $0 } ?? false
        }?.seconds ?? 13
    }
}
