/// The conventions that all tables of a kind share, so that no table states them.
extension SensorTable {
    /// Returns a header with units in parentheses if the header describes channels (RaceCapture): name, unit, range and rate, with
    /// bars between them. The interval counts from the start; a time of day that comes once a second is not that of its row.
    static func plainHeader(ofChannels header: UnsafeRawBufferPointer) -> [UInt8]? {
        let text = String(decoding: header, as: UTF8.self)
        guard text.contains("\"|\"") else { return nil }
        let cells = text.split(separator: ",").map { cell in
            let parts = cell.split(separator: "|").map { $0.filter { $0 != "\"" } }
            let name = parts.first.map { ["Interval": "elapsed", "Time": ""][$0] ?? $0 } ?? ""
            return parts.count > 1 ? "\(name) (\(parts[1]))" : name
        }
        return Array(cells.joined(separator: ",").utf8)
    }

    /// Interprets x and y without z as longitude and latitude, the convention of map programs.
    static func readPlaneAxes(_ roles: inout [ColumnRole: Int]) {
        guard roles[.latitude] == nil, roles[.longitude] == nil, roles[.axis(.nameless, 2)] == nil,
            let x = roles[.axis(.nameless, 0)], let y = roles[.axis(.nameless, 1)]
        else { return }
        roles[.longitude] = x
        roles[.latitude] = y
        roles[.axis(.nameless, 0)] = nil
        roles[.axis(.nameless, 1)] = nil
    }

    /// Sets the units for a flight: a table with a call sign, or with the bank of an aircraft (ForeFlight), states feet
    /// and knots without naming them, except where its speed is a `velocity` (OpenSky).
    static func readFlight(_ names: [String], _ columns: inout [Column?], _ roles: [ColumnRole: Int]) {
        let names = Set(names.map { $0.lowercased() })
        guard !names.isDisjoint(with: ["callsign", "bank"]), !names.contains("velocity") else { return }
        if let altitude = roles[.altitude], columns[altitude]?.scale == 1 {
            columns[altitude]?.scale = ForeignUnit.foot
        }
        if let speed = roles[.speed], columns[speed]?.scale == 1 { columns[speed]?.scale = ForeignUnit.knot }
    }

    /// Sets the units for a data logger: it states speeds in km/h without naming the unit, and has no compass, so its
    /// heading is a course.
    /// - Returns: Whether the table is that of a data logger: it has a column for the reason of a record (`RCR`), or
    ///   latitudes that end with a letter.
    static func readLogger(
        _ names: [String], _ columns: inout [Column?], _ roles: inout [ColumnRole: Int]
    ) -> Bool {
        let names = names.map { $0.lowercased() }
        // The i-gotU counts metres per hour.
        if names.contains("essential"), let speed = roles[.speed] { columns[speed]?.scale = 1.0 / 3_600 }
        guard names.contains("rcr") || names.contains("latitude n/s") else { return false }
        if let speed = roles[.speed], columns[speed]?.scale == 1 {
            columns[speed]?.scale = ForeignUnit.kilometrePerHour
        }
        if roles[.course] == nil { roles[.course] = names.firstIndex(of: "heading") }
        roles[.reason] = names.firstIndex(of: "rcr") ?? names.firstIndex(of: "tag")
        roles[.voice] = names.firstIndex(of: "vox")
        return true
    }

    /// Sets the units of a flight deck (Garmin G1000), which states feet and knots in a line above the header.
    static func readFlightDeck(_ names: [String], _ columns: inout [Column?], _ roles: [ColumnRole: Int]) {
        guard names.contains("Lcl Date") else { return }
        if let altitude = roles[.altitude] { columns[altitude]?.scale = ForeignUnit.foot }
        if let speed = roles[.speed] { columns[speed]?.scale = ForeignUnit.knot }
    }

    /// Leaves out the motion sensors of a motor controller (VESC), whose rows repeat a sample for as long as they like.
    static func readMotorController(_ names: [String], _ roles: inout [ColumnRole: Int]) {
        guard names.contains("ms_today") else { return }
        for stream in [ColumnRole.AxisStream.acceleration, .rotation] {
            for axis in 0..<3 { roles[.axis(stream, axis)] = nil }
        }
    }

    /// Sets the unit of a lap timer's rotation: a table with `GForceX` and `Lap` (RaceBox) is in °/s without naming it.
    static func readLapTimer(_ names: [String], _ columns: inout [Column?], _ roles: [ColumnRole: Int]) {
        let names = names.map { $0.lowercased() }
        guard names.contains("gforcex"), names.contains("lap") else { return }
        for axis in 0..<3 {
            guard let index = roles[.axis(.rotation, axis)], columns[index]?.scale == 1 else { continue }
            columns[index]?.scale = .pi / 180
        }
    }
}
