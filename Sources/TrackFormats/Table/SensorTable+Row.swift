import Geometry
import JSON
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
            clock: inout ClockDays, offset: ((Instant) -> Double)?, forms: TimeForms
        ) throws {
            self.cells = cells
            self.columns = columns
            self.roles = roles
            if let columns = forms.columns {
                time = columns.instant(cells)
            } else if let index = roles[.time] ?? roles[.date], index < cells.count {
                let date = roles[.date].flatMap { $0 != index && $0 < cells.count ? cells[$0] : nil }
                guard !TimeForms.isMissing(cells[index]),
                    date.map(TimeForms.isMissing) != true || !Self.isTimeOfDay(cells[index])
                else {
                    self.time = nil
                    return
                }
                guard let time = forms.instant(cells[index], on: date, &clock) else {
                    let text = [date, cells[index]].compactMap { $0 }.map {
                        String(decoding: $0.prefix(40), as: UTF8.self)
                    }
                    throw LineError(translatable("\"{1}\" is not a time"), "\(text.joined(separator: " "))")
                }
                self.time = (offset.map { time + -$0(time) } ?? time) + -Self.zone(roles[.zone], cells)
            } else if let index = roles[.elapsed], index < cells.count, let seconds = Self.number(cells[index]) {
                time = (epoch ?? Instant(nanoseconds: 0)) + seconds * (columns[index]?.scale ?? 1)
            } else {
                time = nil
            }
        }

        subscript(role: ColumnRole) -> Double? {
            guard let index = roles[role], index < cells.count else { return nil }
            if let value = Self.number(cells[index]) { return value * (columns[index]?.scale ?? 1) }
            return Self.quantity(cells[index], role)
        }

        /// Returns the text of a cell; `nil` if the cell is empty or absent.
        func text(_ role: ColumnRole) -> String? {
            guard let index = roles[role], index < cells.count, !cells[index].isEmpty else { return nil }
            return String(decoding: cells[index], as: UTF8.self)
        }

        /// The position, from two cells or from one; `nil` if it is incomplete.
        var coordinate: Coordinate? {
            if let latitude = angle(.latitude, .northOrSouth, letters: "NS", negative: "S"),
                let longitude = angle(.longitude, .eastOrWest, letters: "EW", negative: "W")
            {
                return FITAngle.coordinate(latitude, longitude, isNamedAsInFIT: isNamedAsInFIT)
            }
            let parts = (text(.position) ?? "").split { $0 == "," || $0 == " " }.compactMap { Double($0) }
            return parts.count == 2 ? Coordinate(latitude: parts[0], longitude: parts[1]) : nil
        }

        /// Returns an angle in degrees, negative in the hemisphere of a letter that is beside the number or in a separate
        /// cell.
        private func angle(
            _ role: ColumnRole, _ hemisphere: ColumnRole, letters: String, negative: Character
        ) -> Double? {
            guard let index = roles[role], index < cells.count,
                let (value, own) = AngleText.degrees(cells[index], letters: letters)
            else { return nil }
            let degrees = value * (columns[index]?.scale ?? 1)
            guard let letter = own ?? text(hemisphere)?.uppercased().first else { return degrees }
            return letter == negative ? -abs(degrees) : degrees
        }

        /// The name of the mark that the user made at the row, with the button of a data logger (`B`, Columbus: `C`) or by voice
        /// (`V`); `nil` if the logger recorded the row by itself.
        var mark: String? {
            guard let reason = text(.reason), reason.contains(where: { "BCV".contains($0) }) else { return nil }
            let voice = text(.voice)?.filter { $0 != "\0" } ?? ""
            return voice.isEmpty ? "Mark" : voice
        }

        /// True unless the receiver states that it had no position.
        var isValid: Bool { text(.validity)?.uppercased() != "NO FIX" }

        /// False if the row repeats the position of an earlier one.
        var isUpdate: Bool { self[.isUpdate] != 0 }

        private var isNamedAsInFIT: Bool { roles[.latitude].flatMap { columns[$0]?.isAngleOfFIT } ?? false }

        /// Returns a value that cannot be negative; `nil` if it is. Phones write -1 for unknown values.
        func notNegative(_ role: ColumnRole) -> Double? { self[role].flatMap { $0 >= 0 ? $0 : nil } }

        /// The altitude in metres, above sea level if the row has both altitudes.
        var altitude: Double? { self[.seaLevelAltitude] ?? self[.altitude] }

        /// The speed over ground in m/s and the course in degrees, also of a velocity to the north and to the east.
        var motion: (speed: Double?, course: Double?) {
            let stated = (notNegative(.speed), notNegative(.course))
            guard stated.0 == nil, let north = self[.velocityNorth], let east = self[.velocityEast] else {
                return stated
            }
            let motion = TrackDocument.motion(north: north, east: east)
            return (motion.speed, motion.course)
        }

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

        /// Returns whether the cells below a header state units or sources: none that matters is a number or a time.
        static func areUnits(_ cells: [UnsafeRawBufferPointer], _ roles: [ColumnRole: Int]) -> Bool {
            var clock = ClockDays()
            return roles.allSatisfy { role, index in
                guard index < cells.count else { return true }
                let isTime = role == .time || role == .date
                return number(cells[index]) == nil
                    && (!isTime || TimeForms().instant(cells[index], on: nil, &clock) == nil)
            }
        }

        static func number(_ cell: UnsafeRawBufferPointer) -> Double? {
            guard let number = DecimalNumber(prefixOf: cell), number.text.count == cell.count else { return nil }
            let value = number.double
            return value.isFinite ? value : nil
        }

        /// Returns a number with a unit after it, such as `15.862 km/h`, in the core's unit; `nil` for anything else.
        private static func quantity(_ cell: UnsafeRawBufferPointer, _ role: ColumnRole) -> Double? {
            guard let number = DecimalNumber(prefixOf: cell) else { return nil }
            let unit = String(decoding: cell.dropFirst(number.text.count), as: UTF8.self).lowercased()
            let scale = Column.scale(of: role, besideNumber: unit.filter { $0 != " " })
            return scale.flatMap { number.double.isFinite ? number.double * $0 : nil }
        }

        /// Returns the seconds by which a cell such as `-05:00` says that the clock is ahead of UTC.
        private static func zone(_ index: Int?, _ cells: [UnsafeRawBufferPointer]) -> Double {
            guard let index, index < cells.count, let sign = cells[index].first else { return 0 }
            let text = String(decoding: cells[index].prefix(16), as: UTF8.self)
            let size = ClockDays.secondsOfDay(text.filter { $0 != "+" && $0 != "-" }) ?? 0
            return sign == UInt8(ascii: "-") ? -size : size
        }

        private static func isTimeOfDay(_ cell: UnsafeRawBufferPointer) -> Bool {
            ClockDays.secondsOfDay(String(decoding: cell.prefix(64), as: UTF8.self)) != nil
        }
    }
}
