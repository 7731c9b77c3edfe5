import JSON
import SensorModel

/// An NMEA 0183 sentence, split into fields.
struct NMEASentence {
    /// The fields, starting with the address (`GPRMC`) and without the checksum.
    let fields: [UnsafeRawBufferPointer]

    /// The reason why a line is not a sentence.
    enum Flaw: Error {
        /// The line does not have the form of a sentence.
        case noSentence
        /// The line has the form of a sentence, but a wrong checksum.
        case checksum
    }

    /// Parses a line, and ignores any text before the `$`. Accepts a sentence without a checksum, or without a `$`.
    init(_ line: UnsafeRawBufferPointer) throws(Flaw) {
        let dollar = line.firstIndex(of: UInt8(ascii: "$"))
        let body = line[(dollar.map { $0 + 1 } ?? 0)...]
        let star = body.firstIndex(of: UInt8(ascii: "*"))
        // Without a dollar, only an address of five letters tells a sentence from other text.
        guard dollar != nil || star != nil && Self.hasAddress(line) else { throw .noSentence }
        let last: Int? = body.lastIndex { $0 > 32 }
        let end = star ?? last.map { $0 + 1 } ?? body.endIndex
        let content = body[body.startIndex..<end]
        guard content.count >= 6, content.allSatisfy({ 32..<127 ~= $0 }) else { throw .noSentence }
        if let star {
            guard let stated = Self.hexadecimal(line[(star + 1)...]) else { throw .checksum }
            guard content.reduce(0, ^) == stated else { throw .checksum }
        }
        fields = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { UnsafeRawBufferPointer(rebasing: $0) }
        guard fields[0].count >= 5 || isUBlox else { throw .noSentence }
    }

    private static func hasAddress(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count > 6 && line[5] == UInt8(ascii: ",")
            && line[..<5].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    private static func hexadecimal(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
        UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16)
    }

    /// The three letters of the sentence type. The talker before them only names the satellite system.
    var kind: String { String(decoding: fields[0].suffix(3), as: UTF8.self) }

    /// The two letters of the satellite system, or of another kind of device.
    var talker: String { String(decoding: fields[0].prefix(2), as: UTF8.self) }

    /// Whether the sentence is specific to a manufacturer.
    var isProprietary: Bool { fields[0].first == UInt8(ascii: "P") }

    /// Whether receivers before 2004 cannot have sent the sentence: it is of Galileo, BeiDou, QZSS or NavIC, has the
    /// navigational status of NMEA 4.1, or is of a chip of MediaTek.
    var isOfLaterProtocol: Bool {
        let address = fields[0]
        return ["GA", "GB", "BD", "GQ", "GI"].contains(String(decoding: address.prefix(2), as: UTF8.self))
            || address.starts(with: Array("PMTK".utf8)) || kind == "RMC" && fields.count > 13
    }

    /// Whether this is a proprietary sentence of u-blox. Two of these contain the position and the date of an epoch.
    var isUBlox: Bool { fields[0].elementsEqual("PUBX".utf8) }

    /// Returns a field's number; `nil` if the field is empty, absent or not a number.
    func number(_ index: Int) -> Double? {
        guard index < fields.count, let number = DecimalNumber(prefixOf: fields[index]),
            number.text.count == fields[index].count
        else { return nil }
        return number.double
    }

    /// Returns a field's text; `nil` if the field is empty or absent.
    func text(_ index: Int) -> String? {
        guard index < fields.count, !fields[index].isEmpty else { return nil }
        return String(decoding: fields[index], as: UTF8.self)
    }

    /// Returns a field's first character; `nil` if the field is empty or absent.
    func character(_ index: Int) -> Character? {
        guard index < fields.count, let first = fields[index].first else { return nil }
        return Character(UnicodeScalar(first))
    }

    /// Returns the degrees from a field `dddmm.mmmm` and the hemisphere in the following field.
    func degrees(_ index: Int) -> Double? {
        guard let value = number(index), value >= 0, let hemisphere = character(index + 1) else { return nil }
        let whole = (value / 100).rounded(.down)
        let degrees = whole + (value - whole * 100) / 60
        switch hemisphere {
        case "N", "E": return degrees
        case "S", "W": return -degrees
        default: return nil
        }
    }

    /// Returns the preceding midnight and the nanoseconds since then from a field with a date and a time; `nil` for
    /// anything else.
    func dateAndTime(_ index: Int) -> (midnight: Instant, timeOfDay: Int64)? {
        guard index < fields.count, let time = Timestamp.instant(parsing: fields[index]) else { return nil }
        let stamp = Timestamp(time)
        guard let midnight = Timestamp.instant(year: stamp.year, month: stamp.month, day: stamp.day) else { return nil }
        return (midnight, time.nanoseconds - midnight.nanoseconds)
    }

    /// Returns the nanoseconds since midnight from a field `hhmmss.sss`.
    func timeOfDay(_ index: Int) -> Int64? {
        guard index < fields.count, fields[index].count >= 6 else { return nil }
        var cursor = DigitCursor(fields[index])
        guard let hour = cursor.digits(2), let minute = cursor.digits(2), let second = cursor.digits(2), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        let fraction = cursor.take(UInt8(ascii: ".")) ? cursor.fraction() : 0
        guard cursor.isAtEnd else { return nil }
        return Int64(hour * 3_600 + minute * 60 + second) * 1_000_000_000 + fraction
    }
}

extension NMEASentence {
    /// Returns whether a line is, or ends with, a sentence that states a position.
    static func isPosition(_ line: Substring) -> Bool {
        // Some loggers leave out the dollar.
        let sentence = line.firstIndex(of: "$").map { line[$0...].dropFirst() } ?? (line.contains("*") ? line : "")
        let fields = sentence.split(separator: ",", maxSplits: 1)
        guard fields.count == 2 else { return false }
        if fields[0] == "PUBX" { return fields[1].hasPrefix("00,") }
        guard fields[0].count >= 5 else { return false }
        guard fields[0].allSatisfy(\.isUppercase) else { return false }
        // Geiger counters write RDD sentences.
        return ["RMC", "GGA", "GNS", "GLL", "RDD", "WPL"].contains(fields[0].suffix(3))
    }
}
