import Geodesy

/// Reads points of a track straight from the bytes, where they are written as nearly all are: `<trkpt lat="…" lon="…">`
/// and in it elements without attributes that hold a text of plain ASCII.
///
/// It takes what it is sure to take as the XML parser would, and nothing else: a reference, a comment, a name space
/// declared on the way, a broken number or a mixed content end it, and the parser has the point.
struct PlainPoints {
    /// What became of the bytes at a place.
    enum Outcome {
        /// A point was read, up to an offset.
        case point(end: Int)
        /// The bytes end before the point does.
        case incomplete
        /// It is for the XML parser.
        case foreign
    }

    private let bytes: UnsafeRawBufferPointer
    private var index: Int
    /// Names of the open elements; deeper than this is for the parser.
    private var open: (Range<Int>, Range<Int>, Range<Int>, Range<Int>) = (0..<0, 0..<0, 0..<0, 0..<0)
    private var depth = 0
    private static let greatestDepth = 4

    private init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        self.bytes = bytes
        index = start
    }

    /// Reads the point whose `<` stands at an offset. O(length).
    /// - Parameter point: Becomes the point, where one is read; a point is large, and handed on it would be copied.
    static func read(
        _ bytes: UnsafeRawBufferPointer, from start: Int, into point: inout TrackDocument.Point
    ) -> Outcome {
        var reader = PlainPoints(bytes, from: start)
        switch reader.read(into: &point) {
        case nil: return .point(end: reader.index)
        case .incomplete: return .incomplete
        case .foreign: return .foreign
        }
    }

    /// True if a point's tag begins at an offset, or the bytes end before one can tell.
    static func mayBegin(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        let word: StaticString = "<trkpt"
        for offset in 0..<word.utf8CodeUnitCount {
            guard start + offset < bytes.count else { return true }
            if bytes[start + offset] != word.utf8Start[offset] { return false }
        }
        return true
    }

    private enum Refusal: Error {
        case incomplete, foreign
    }

    private mutating func read(into point: inout TrackDocument.Point) -> Refusal? {
        index += 6
        switch tag() {
        case .success(let start):
            point = TrackDocument.Point(coordinate: start.coordinate)
            if start.isEmpty { return nil }
        case .failure(let refusal): return refusal
        }
        while true {
            skipSpace()
            guard index + 1 < bytes.count else { return .incomplete }
            guard bytes[index] == UInt8(ascii: "<") else { return .foreign }
            if bytes[index + 1] == UInt8(ascii: "/") {
                index += 2
                let name = name()
                guard index < bytes.count else { return .incomplete }
                guard bytes[index] == UInt8(ascii: ">") else { return .foreign }
                index += 1
                if depth == 0 { return isEqual(name, "trkpt") ? nil : .foreign }
                depth -= 1
                guard isEqual(name, opened(depth)) else { return .foreign }
            } else if let refusal = element(of: &point) {
                return refusal
            }
        }
    }

    /// The rest of the tag that opens a point.
    private mutating func tag() -> Result<(coordinate: Coordinate, isEmpty: Bool), Refusal> {
        var latitude: Double?
        var longitude: Double?
        while true {
            let before = index
            skipSpace()
            guard index + 1 < bytes.count else { return .failure(.incomplete) }
            let byte = bytes[index]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
                let isEmpty = byte == UInt8(ascii: "/")
                if isEmpty, bytes[index + 1] != UInt8(ascii: ">") { return .failure(.foreign) }
                index += isEmpty ? 2 : 1
                guard let latitude, let longitude else { return .failure(.foreign) }
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
                return coordinate.isValid ? .success((coordinate, isEmpty)) : .failure(.foreign)
            }
            guard index > before else { return .failure(.foreign) }
            let name = name()
            guard index + 1 < bytes.count else { return .failure(.incomplete) }
            let quote = bytes[index + 1]
            guard bytes[index] == UInt8(ascii: "="), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return .failure(.foreign)
            }
            index += 2
            let start = index
            while index < bytes.count, Self.isPlain(bytes[index]), bytes[index] != quote { index += 1 }
            guard index < bytes.count else { return .failure(.incomplete) }
            guard bytes[index] == quote, let number = number(start..<index) else { return .failure(.foreign) }
            index += 1
            if isEqual(name, "lat"), latitude == nil {
                latitude = number
            } else if isEqual(name, "lon"), longitude == nil {
                longitude = number
            } else {
                return .failure(.foreign)
            }
        }
    }

    /// An element within a point: a member with its text, or the start of one that holds others.
    private mutating func element(of point: inout TrackDocument.Point) -> Refusal? {
        index += 1
        let name = name()
        guard index < bytes.count else { return .incomplete }
        guard !name.isEmpty, bytes[index] == UInt8(ascii: ">"), let local = local(name) else { return .foreign }
        index += 1
        let start = index
        while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
        guard index + 1 < bytes.count else { return .incomplete }
        guard bytes[index] == UInt8(ascii: "<") else { return .foreign }
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
        if bytes[index + 1] == UInt8(ascii: "/") {
            index += 2
            let end = self.name()
            guard index < bytes.count else { return .incomplete }
            guard bytes[index] == UInt8(ascii: ">"), isEqual(end, name) else { return .foreign }
            index += 1
            // Whether a prefix stands for GPX's own namespace, the parser knows.
            let hasPrefix = bytes[name].contains(UInt8(ascii: ":"))
            if hasPrefix, depth == 0, GPXMember.isOnlyOwn(local) { return .foreign }
            return GPXMember.set(local, to: text, of: &point, isOwn: depth == 0 && !hasPrefix) == nil ? nil : .foreign
        }
        // A member's text is all that was written since the last element began or ended.
        guard text.isBlank, depth < Self.greatestDepth, !GPXMember.isKnown(local) else { return .foreign }
        setOpened(name)
        return nil
    }

    // MARK: Names and numbers

    /// True for XML's white space.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte <= 32 && spaces &>> UInt64(byte) & 1 != 0 }

    private static var spaces: UInt64 { 1 << 9 | 1 << 10 | 1 << 13 | 1 << 32 }

    /// Bytes of a text that stand for themselves wherever they stand.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 64 ? plainBelow64 &>> UInt64(byte) & 1 != 0 : byte < 0x7F
    }

    /// A bit for each of the first 64 bytes: one question instead of six for every byte of a file.
    private static var plainBelow64: UInt64 {
        func bit(_ byte: Unicode.Scalar) -> UInt64 { 1 << UInt64(byte.value) }
        let spaces = bit("\t") | bit("\n") | bit("\r")
        return (~0 << 32 | spaces) & ~(bit("<") | bit("&") | bit(">"))
    }

    @inline(__always)
    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    /// Takes the longest name of letters, digits and a few signs.
    @inline(__always)
    private mutating func name() -> Range<Int> {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            let letter = byte | 0x20
            let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
            let isOther = byte >= UInt8(ascii: "-") && byte <= UInt8(ascii: ":") && byte != UInt8(ascii: "/")
            guard isLetter || byte == UInt8(ascii: "_") || (isOther && index > start) else { break }
            index += 1
        }
        return start..<index
    }

    /// A name without its prefix; nil if there is more than one colon, an end without a name, or a name that
    /// stands for something else within a point.
    private func local(_ name: Range<Int>) -> XMLName? {
        var start = name.lowerBound
        for place in name where bytes[place] == UInt8(ascii: ":") {
            guard start == name.lowerBound, place + 1 < name.upperBound else { return nil }
            start = place + 1
        }
        guard let base = bytes.baseAddress else { return nil }
        let first = bytes[start] | 0x20
        guard (first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z")) || bytes[start] == UInt8(ascii: "_") else {
            return nil
        }
        let local = XMLName(
            start: (base + start).assumingMemoryBound(to: UInt8.self), count: name.upperBound - start)
        return GPXMember.isStructure(local) ? nil : local
    }

    /// A number that the parser's normalization of white space leaves as it is.
    private func number(_ range: Range<Int>) -> Double? {
        GPXMember.number(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    private func isEqual(_ name: Range<Int>, _ word: StaticString) -> Bool {
        guard name.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<name.count where bytes[name.lowerBound + offset] != word.utf8Start[offset] { return false }
        return true
    }

    private func isEqual(_ name: Range<Int>, _ other: Range<Int>) -> Bool {
        guard name.count == other.count else { return false }
        for offset in 0..<name.count where bytes[name.lowerBound + offset] != bytes[other.lowerBound + offset] {
            return false
        }
        return true
    }

    private func opened(_ depth: Int) -> Range<Int> {
        switch depth {
        case 0: open.0
        case 1: open.1
        case 2: open.2
        default: open.3
        }
    }

    private mutating func setOpened(_ name: Range<Int>) {
        switch depth {
        case 0: open.0 = name
        case 1: open.1 = name
        case 2: open.2 = name
        default: open.3 = name
        }
        depth += 1
    }
}
