/// Lines that name each of their values, as programs print them: `Lat: 39.2935, Lon: -76.5777, Alt: 27.0`, or
/// `Latitude = 41.8245 and Longitude = -111.8140 MPH = 0.7`. A time at the start of a line needs no name.
struct LabelledLines {
    /// The header of a table with the same values.
    let header: String
    private let names: [String]
    /// The names without which a line has no place.
    private let placeNames: Set<String>

    private typealias Value = (name: String, text: String)

    /// The minimum number of lines with a place and a time.
    private static let leastLines = 2
    /// The separator of the table. No value contains it.
    private static let separator = "\t"

    /// Returns `nil` unless some of the first lines name a latitude, a longitude, and a time.
    init?(_ lines: some Collection<Substring>) {
        let found = lines.prefix(SensorTable.longestPreface).compactMap { line -> [String]? in
            var line = String(line)
            let values = line.withUTF8 { Self.values(in: UnsafeRawBufferPointer($0)) }
            let names = values.map(\.name)
            let roles = Self.roles(names)
            let hasTime = !roles.isDisjoint(with: [.time, .elapsed]) || roles.contains(.date) && Self.hasClock(values)
            return Self.placeRoles.isSubset(of: roles) && hasTime ? names : nil
        }
        guard let first = found.first, found.count >= Self.leastLines else { return nil }
        names = first
        placeNames = Set(first.filter { Column(header: $0).map { Self.placeRoles.contains($0.role) } ?? false })
        header = first.joined(separator: Self.separator)
    }

    /// Returns the values of a line as a row of the table; `nil` for a line without a place.
    func row(of line: UnsafeRawBufferPointer) -> [UInt8]? {
        let values = Self.values(in: line)
        guard placeNames.isSubset(of: values.map(\.name)) else { return nil }
        let cells = names.map { name in values.first { $0.name == name }?.text ?? "" }
        return Array(cells.joined(separator: Self.separator).utf8)
    }

    private static let placeRoles: Set<ColumnRole> = [.latitude, .longitude]

    /// Returns whether the date among some values has a time of day.
    private static func hasClock(_ values: [Value]) -> Bool {
        values.contains { Column(header: $0.name)?.role == .date && $0.text.contains(":") }
    }

    private static func roles(_ names: [String]) -> Set<ColumnRole> {
        Set(names.compactMap { Column(header: $0)?.role })
    }

    /// Returns the values of a line, in order, with the word in front of each colon or equals sign as its name.
    private static func values(in line: UnsafeRawBufferPointer) -> [Value] {
        func text(_ range: Range<Int>) -> String {
            String(decoding: UnsafeRawBufferPointer(rebasing: line[range]), as: UTF8.self)
        }
        var values: [Value] = []
        var place = 0
        while let sign = line[place...].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) {
            let name = word(endingAt: sign, after: place, in: line)
            guard !name.isEmpty else {
                place = sign + 1
                continue
            }
            if values.isEmpty, let time = time(before: name.lowerBound, in: line) {
                values.append(("time", text(time)))
            }
            let value = self.value(from: sign + 1, in: line)
            values.append((text(name), text(value)))
            place = value.upperBound
        }
        return values
    }

    /// Returns the name before a sign, which is empty if there is none.
    private static func word(
        endingAt sign: Int, after place: Int, in line: UnsafeRawBufferPointer
    ) -> Range<Int> {
        var end = sign
        while end > place, line[end - 1] == blank { end -= 1 }
        var start = end
        while start > place,
            isLetter(line[start - 1]) || isDigit(line[start - 1]) || "_./".utf8.contains(line[start - 1])
        {
            start -= 1
        }
        // A digit begins a number, or a date with a time of day.
        return start < end && isLetter(line[start]) ? start..<end : end..<end
    }

    /// Returns the value after a sign, which ends at a blank or a punctuation mark. A time of day belongs to the date before it.
    private static func value(from sign: Int, in line: UnsafeRawBufferPointer) -> Range<Int> {
        func end(from start: Int) -> Int {
            line[start...].firstIndex { $0 <= blank || ",;|]\"".utf8.contains($0) } ?? line.endIndex
        }
        let start = line[sign...].firstIndex { $0 != blank && $0 != UInt8(ascii: "\"") } ?? line.endIndex
        let first = end(from: start)
        let isDate = line[start..<first].dropFirst().contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        guard isDate, first + 1 < line.endIndex, line[first] == blank, isDigit(line[first + 1]) else {
            return start..<first
        }
        let second = end(from: first + 1)
        return start..<(line[first..<second].contains(UInt8(ascii: ":")) ? second : first)
    }

    /// Returns the time at the start of a line, which may be in brackets; `nil` if there is none.
    private static func time(before end: Int, in line: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let start = line[..<end].firstIndex(where: { $0 > blank && !"[(".utf8.contains($0) }),
            isDigit(line[start])
        else { return nil }
        let rest = line[start..<end].prefix { isDigit($0) || " -/:.,+TZ".utf8.contains($0) }
        guard let last = rest.lastIndex(where: { isDigit($0) || $0 == UInt8(ascii: "Z") }),
            rest.contains(UInt8(ascii: ":"))
        else { return nil }
        return start..<(last + 1)
    }

    private static let blank = UInt8(ascii: " ")

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns whether a byte is a letter; letters beyond ASCII have several bytes from 128 on.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 128 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
