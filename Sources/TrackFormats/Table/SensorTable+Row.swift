import Geodesy
import JSON
import NavigationMath
import SensorModel

extension SensorTable {
    /// The values of a row, by role.
    struct Row {
        /// The time; `nil` if it is missing.
        let time: Instant?
        private let cells: [UnsafeRawBufferPointer]
        private let columns: [Column?]
        private let roles: [ColumnRole: Int]

        /// Parses the cells of a row.
        /// - Throws: ``LineError`` if the time is invalid.
        init(
            cells: [UnsafeRawBufferPointer], columns: [Column?], roles: [ColumnRole: Int], epoch: Instant?,
            clock: inout ClockDays, offset: ((Instant) -> Double)?
        ) throws {
            self.cells = cells
            self.columns = columns
            self.roles = roles
            if let index = roles[.time] ?? roles[.date], index < cells.count {
                guard !cells[index].isEmpty else {
                    self.time = nil
                    return
                }
                guard let time = Self.time(cells, roles, index, &clock) else {
                    throw LineError("\"\(String(decoding: cells[index].prefix(40), as: UTF8.self))\" is not a time")
                }
                self.time = offset.map { time + -$0(time) } ?? time
            } else if let index = roles[.elapsed], index < cells.count, let seconds = Self.number(cells[index]) {
                time = (epoch ?? Instant(nanoseconds: 0)) + seconds
            } else {
                time = nil
            }
        }

        subscript(role: ColumnRole) -> Double? {
            guard let index = roles[role], index < cells.count, let value = Self.number(cells[index]) else {
                return nil
            }
            return value * (columns[index]?.scale ?? 1)
        }

        /// Returns the text of a cell; `nil` if the cell is empty or absent.
        func text(_ role: ColumnRole) -> String? {
            guard let index = roles[role], index < cells.count, !cells[index].isEmpty else { return nil }
            return String(decoding: cells[index], as: UTF8.self)
        }

        /// The position, from two cells or from one; `nil` if it is incomplete.
        var coordinate: Coordinate? {
            if let latitude = self[.latitude], let longitude = self[.longitude] {
                return FITAngle.coordinate(latitude, longitude, isNamedAsInFIT: isNamedAsInFIT)
            }
            let parts = (text(.position) ?? "").split { $0 == "," || $0 == " " }.compactMap { Double($0) }
            return parts.count == 2 ? Coordinate(latitude: parts[0], longitude: parts[1]) : nil
        }

        private var isNamedAsInFIT: Bool { roles[.latitude].flatMap { columns[$0]?.isAngleOfFIT } ?? false }

        /// Returns a value that cannot be negative; `nil` if it is. Phones write -1 for unknown values.
        func notNegative(_ role: ColumnRole) -> Double? { self[role].flatMap { $0 >= 0 ? $0 : nil } }

        /// The altitude in metres, above sea level if the row has both altitudes.
        var altitude: Double? { self[.seaLevelAltitude] ?? self[.altitude] }

        /// The number of satellites.
        var satellites: Int? { notNegative(.satellites).flatMap { Int(exactly: $0.rounded()) } }

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
                return UnixTime.instant(cell) ?? Timestamp.instant(dayFirst: text) ?? Timestamp.instant(spelled: text)
            }
            guard let dateIndex = roles[.date], dateIndex != index, dateIndex < cells.count else {
                return clock.instant(secondsOfDay: ofDay)
            }
            let date = String(decoding: cells[dateIndex].prefix(64), as: UTF8.self)
            return (Timestamp.instant(parsing: date) ?? Timestamp.instant(dayFirst: date)).map { $0 + ofDay }
        }
    }
}
