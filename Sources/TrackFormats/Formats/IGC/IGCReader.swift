import Geometry
import Glibc
import SensorModel

/// Reads an IGC flight log: its B records become a track, and the task in its C records becomes a route.
///
/// The altitude is the receiver's height above the ellipsoid, as stated by the logger. The pressure altitude is
/// converted back to the pressure it was computed from, using the standard atmosphere. Ignores the certificate (G
/// record) and the manufacturer (A record).
/// Source: FAI, Technical Specification for GNSS Flight Recorders.
struct IGCReader: LineFormat {
    static let format = FileFormat("igc", "igc")

    var count: Int { points.count }

    private var points: [TrackDocument.Point] = []
    /// The number of B records that could not be read.
    private var brokenRecords = 0
    private var task: [TrackDocument.Point] = []
    private var recorder: String?
    private var midnight: Instant?
    private var passedDays = 0
    private var lastSecond: Int?
    private var seconds: [Double] = []
    /// The columns of the optional values of a B record, by their codes, from the I record.
    private var extensions: [String: Range<Int>] = [:]

    /// The minimum number of records for which an accuracy that never changes does not count.
    private static let leastForConstant = 60
    private static let day = 86_400

    static func certainty(of head: FileHead) -> Certainty {
        head.lines.contains { isFix($0.utf8) } ? .certain : .no
    }

    /// Returns whether a line is a B record.
    private static func isFix(_ line: some Collection<UInt8>) -> Bool {
        guard line.count >= 35, line.first == UInt8(ascii: "B") else { return false }
        let bytes = Array(line.prefix(35))
        let digits = [1..<14, 15..<23]
        return digits.allSatisfy { $0.allSatisfy { 48...57 ~= bytes[$0] } }
            && [UInt8(ascii: "N"), UInt8(ascii: "S")].contains(bytes[14])
            && [UInt8(ascii: "E"), UInt8(ascii: "W")].contains(bytes[23])
            && [UInt8(ascii: "A"), UInt8(ascii: "V")].contains(bytes[24])
    }

    /// Reads a line.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        switch line.first {
        case UInt8(ascii: "B"): readFix(line)
        case UInt8(ascii: "C"): readTask(line)
        case UInt8(ascii: "H"): readHeader(String(decoding: line, as: UTF8.self))
        case UInt8(ascii: "I"): readExtensions(line)
        default: break
        }
    }

    private mutating func readFix(_ line: UnsafeRawBufferPointer) {
        guard Self.isFix(line), let hour = Self.number(line, 1..<3), let minute = Self.number(line, 3..<5),
            let second = Self.number(line, 5..<7), let coordinate = coordinate(ofFix: line), hour < 24, minute < 60,
            second <= 60
        else {
            brokenRecords += 1
            return
        }
        let time = hour * 3_600 + minute * 60 + second
        if let lastSecond, lastSecond - time > Self.day / 2 { passedDays += 1 }
        lastSecond = time
        var point = TrackDocument.Point(coordinate: coordinate)
        let isThreeDimensional = line[24] == UInt8(ascii: "A")
        point.mode = isThreeDimensional ? .threeDimensional : .twoDimensional
        let height = Self.number(line, 30..<35)
        // Loggers write zero if they have no height from a receiver.
        if isThreeDimensional, let height, height != 0 { point.altitude = Double(height) }
        if let pressureHeight = Self.number(line, 25..<30), pressureHeight != 0 {
            point.pressure = Self.pressure(atStandardHeight: Double(pressureHeight))
            if height == 0 { point.altitude = Double(pressureHeight) }
        }
        if let range = extensions["FXA"], let accuracy = Self.number(line, range), accuracy > 0 {
            point.accuracy = Double(accuracy)
        }
        if let range = extensions["SIU"] { point.satellites = Self.number(line, range) }
        points.append(point)
        seconds.append(Double(passedDays * Self.day + time) + (decimals(line, "TDS") ?? 0))
    }

    /// Returns the pressure in kPa at a height in metres in the ICAO standard atmosphere.
    private static func pressure(atStandardHeight height: Double) -> Double {
        let base = 1 - 2.25577e-5 * height
        guard base > 0 else { return 0 }
        return 101.325 * pow(base, 5.25588)
    }

    /// Returns the position of a B record, with the further decimals of its minutes if the recorder writes them.
    private func coordinate(ofFix line: UnsafeRawBufferPointer) -> Coordinate? {
        Self.coordinate(
            line, at: 7, further: (decimals(line, "LAD") ?? 0, decimals(line, "LOD") ?? 0))
    }

    /// Returns the digits of an optional value as decimals: 0.25 for `25`.
    private func decimals(_ line: UnsafeRawBufferPointer, _ code: String) -> Double? {
        guard let range = extensions[code], let digits = Self.number(line, range), digits >= 0 else { return nil }
        return Double(digits) / pow(10, Double(range.count))
    }

    /// Returns the position at a column, with further parts of the thousandths of its minutes.
    private static func coordinate(
        _ line: UnsafeRawBufferPointer, at start: Int, further: (north: Double, east: Double) = (0, 0)
    ) -> Coordinate? {
        guard line.count >= start + 17, let latitude = number(line, start..<(start + 2)),
            let latitudeMinutes = number(line, (start + 2)..<(start + 7)),
            let longitude = number(line, (start + 8)..<(start + 11)),
            let longitudeMinutes = number(line, (start + 11)..<(start + 16))
        else { return nil }
        let north = Double(latitude) + (Double(latitudeMinutes) + further.north) / 60_000
        let east = Double(longitude) + (Double(longitudeMinutes) + further.east) / 60_000
        return Coordinate(
            latitude: line[start + 7] == UInt8(ascii: "S") ? -north : north,
            longitude: line[start + 16] == UInt8(ascii: "W") ? -east : east)
    }

    /// Returns the number in a range of columns, with or without a sign.
    private static func number(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        guard range.upperBound <= line.count, range.count <= 9 else { return nil }
        return Int(String(decoding: line[range], as: UTF8.self))
    }

    /// Reads a turn point. The first record of a task is a declaration without a position, and a take-off point is
    /// often 0, 0.
    private mutating func readTask(_ line: UnsafeRawBufferPointer) {
        guard line.count >= 18, let coordinate = Self.coordinate(line, at: 1),
            coordinate.latitude != 0 || coordinate.longitude != 0
        else { return }
        guard [UInt8(ascii: "N"), UInt8(ascii: "S")].contains(line[8]), task.count < 1_000 else { return }
        task.append(TrackDocument.Point(coordinate: coordinate))
    }

    private mutating func readHeader(_ line: String) {
        let text = line.dropFirst(2).uppercased()
        if text.hasPrefix("DTE") {
            let digits = line.dropFirst(5).drop { !$0.isNumber }.prefix(6)
            guard digits.count == 6, let number = Int(digits), midnight == nil else { return }
            midnight = Timestamp.instant(dayMonthYear: number)
        } else if text.hasPrefix("FTY"), let colon = line.firstIndex(of: ":") {
            let name = line[line.index(after: colon)...].trimmingCharacters()
            if !name.isEmpty { recorder = recorder ?? name }
        }
    }

    /// Reads an I record such as `I023638FXA3940SIU`: a count, then for each value its first and last column, from
    /// one, and a three-letter code.
    private mutating func readExtensions(_ line: UnsafeRawBufferPointer) {
        var place = 3
        while place + 7 <= line.count {
            guard let first = Self.number(line, place..<(place + 2)),
                let last = Self.number(line, (place + 2)..<(place + 4)), first >= 1, first <= last
            else { return }
            extensions[String(decoding: line[(place + 4)..<(place + 7)], as: UTF8.self)] = (first - 1)..<last
            place += 7
        }
    }

    mutating func finish(into document: inout TrackDocument) {
        let start = midnight ?? Instant(nanoseconds: 0)
        for index in points.indices { points[index].time = start + seconds[index] }
        if let accuracy = points.first?.accuracy, points.count >= Self.leastForConstant,
            points.allSatisfy({ $0.accuracy == accuracy })
        {
            for index in points.indices { points[index].accuracy = nil }
            document.report(
                .doubted, translatable("the accuracy is not used: every record states the same {1} m"),
                "\(Int(accuracy))")
        }
        if !points.isEmpty {
            document.tracks = [TrackDocument.Track(source: recorder ?? "IGC", sport: "flying", segments: [points])]
        }
        if task.count > 1 { document.routes = [TrackDocument.Track(name: "Task", segments: [task])] }
        if midnight == nil, !points.isEmpty {
            document.report(.leftOut, translatable("no record has a date: the times count from 1970-01-01"))
        }
        document.report(
            left: brokenRecords, one: translatable("1 B record that is not a fix was left out"),
            many: translatable("{1} B records that are not fixes were left out"))
    }
}
