import SensorModel

/// One NMEA 0183 sentence, cut into fields.
struct NMEASentence {
    /// The fields, the address (`GPRMC`) first; none holds the checksum.
    let fields: [UnsafeRawBufferPointer]

    /// Why a line is no sentence.
    enum Flaw: Error {
        /// It does not look like one.
        case noSentence
        /// It looks like one, and its checksum is wrong.
        case checksum
    }

    /// Reads a line; what stands before the `$` is passed over. A sentence without a checksum is taken.
    init(_ line: UnsafeRawBufferPointer) throws(Flaw) {
        guard let dollar = line.firstIndex(of: UInt8(ascii: "$")) else { throw .noSentence }
        let body = line[(dollar + 1)...]
        let star = body.firstIndex(of: UInt8(ascii: "*"))
        let end = star ?? body.lastIndex { $0 > 32 }.map { $0 + 1 } ?? body.endIndex
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

    private static func hexadecimal(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
        UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16)
    }

    /// The three letters that say what the sentence is; the talker before them says only which satellites.
    var kind: String { String(decoding: fields[0].suffix(3), as: UTF8.self) }

    /// True for a manufacturer's own sentence.
    var isProprietary: Bool { fields[0].first == UInt8(ascii: "P") }

    /// True for the proprietary sentences of u-blox receivers, of which two have the place and the date of a moment.
    var isUBlox: Bool { fields[0].elementsEqual("PUBX".utf8) }

    /// Returns a field's number; nil if it is empty or not there.
    func number(_ index: Int) -> Double? {
        guard index < fields.count, let number = DecimalNumber(prefixOf: fields[index]),
            number.text.count == fields[index].count
        else { return nil }
        return number.double
    }

    /// Returns a field's text; `nil` if it is empty or not there.
    func text(_ index: Int) -> String? {
        guard index < fields.count, !fields[index].isEmpty else { return nil }
        return String(decoding: fields[index], as: UTF8.self)
    }

    /// Returns a field's first character.
    func character(_ index: Int) -> Character? {
        guard index < fields.count, let first = fields[index].first else { return nil }
        return Character(UnicodeScalar(first))
    }

    /// Returns degrees from a field `dddmm.mmmm` and its hemisphere behind it.
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

    /// Returns the midnight before and the nanoseconds since it from a field with a date and a time; `nil` for anything else.
    func dateAndTime(_ index: Int) -> (midnight: Instant, timeOfDay: Int64)? {
        guard index < fields.count, let time = Timestamp.instant(parsing: fields[index]) else { return nil }
        let stamp = Timestamp(time)
        guard let midnight = Timestamp.instant(year: stamp.year, month: stamp.month, day: stamp.day) else { return nil }
        return (midnight, time.nanoseconds - midnight.nanoseconds)
    }

    /// Returns nanoseconds since midnight from a field `hhmmss.sss`.
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
