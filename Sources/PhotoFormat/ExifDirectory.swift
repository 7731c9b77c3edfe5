/// A directory of values in the Exif data of a photo. Offsets are not trusted: a value outside the data counts as
/// missing.
struct ExifDirectory {
    /// The used values, by their numbers in Exif.
    enum Tag: Int {
        case orientation = 0x0112
        case thumbnail = 0x0201
        case thumbnailLength = 0x0202
        case details = 0x8769
        case position = 0x8825
        case originalTime = 0x9003
        case originalOffset = 0x9011
        case latitudeSide = 1
        case latitude = 2
        case longitudeSide = 3
        case longitude = 4
        case positionStatus = 9
    }

    /// A value: its type, the number of elements, and the position of its bytes or of their offset.
    private struct Entry {
        let type: Int
        let count: Int
        let place: Int
    }

    /// The size of an element in bytes, by type: 2 is text, 3 and 4 are numbers, 5 is a fraction; others are not used.
    private static let widths = [2: 1, 3: 2, 4: 4, 5: 8]
    /// The maximum number of elements of a value that is used.
    private static let mostElements = 64

    private let bytes: [UInt8]
    /// The bytes of the file to which offsets refer.
    private let range: Range<Int>
    private let isBigEndian: Bool
    private let entries: [Int: Entry]
    /// The offset of the directory after this one; zero for none.
    private let nextOffset: Int

    /// Reads the first directory; `nil` if the range does not begin like Exif data.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count >= 8, range.upperBound <= bytes.count else { return nil }
        let isBigEndian = bytes[range.lowerBound] == UInt8(ascii: "M")
        guard isBigEndian || bytes[range.lowerBound] == UInt8(ascii: "I") else { return nil }
        let start = Self.number(bytes, range, isBigEndian, 4, 4)
        guard Self.number(bytes, range, isBigEndian, 2, 2) == 42, let start else { return nil }
        self.init(bytes, range, isBigEndian, at: start)
    }

    private init?(_ bytes: [UInt8], _ range: Range<Int>, _ isBigEndian: Bool, at start: Int) {
        guard start >= 8, let count = Self.number(bytes, range, isBigEndian, start, 2) else { return nil }
        (self.bytes, self.range, self.isBigEndian) = (bytes, range, isBigEndian)
        var entries: [Int: Entry] = [:]
        for index in 0..<count {
            let place = start + 2 + 12 * index
            guard let tag = Self.number(bytes, range, isBigEndian, place, 2),
                let type = Self.number(bytes, range, isBigEndian, place + 2, 2),
                let elements = Self.number(bytes, range, isBigEndian, place + 4, 4), place + 12 <= range.count
            else { break }
            if entries[tag] == nil { entries[tag] = Entry(type: type, count: elements, place: place + 8) }
        }
        self.entries = entries
        nextOffset = Self.number(bytes, range, isBigEndian, start + 2 + 12 * count, 4) ?? 0
    }

    /// The directory after this one; `nil` if there is none.
    var next: ExifDirectory? { nextOffset > 0 ? ExifDirectory(bytes, range, isBigEndian, at: nextOffset) : nil }

    /// Returns the directory to which a value refers.
    func directory(_ tag: Tag) -> ExifDirectory? {
        number(tag).flatMap { ExifDirectory(bytes, range, isBigEndian, at: $0) }
    }

    /// Returns a whole number that is not negative.
    func number(_ tag: Tag) -> Int? {
        guard let entry = entries[tag.rawValue], entry.type == 3 || entry.type == 4, entry.count >= 1 else {
            return nil
        }
        return place(of: entry).flatMap { read($0, Self.widths[entry.type] ?? 0) }
    }

    /// Returns a string up to its terminator, without surrounding spaces.
    func text(_ tag: Tag) -> String? {
        guard let entry = entries[tag.rawValue], entry.type == 2, let start = place(of: entry) else { return nil }
        let content = bytes[(range.lowerBound + start)..<(range.lowerBound + start + entry.count)]
        let text = content.prefix { $0 != 0 }
        guard text.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let words = String(decoding: text, as: UTF8.self).split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns fractions as numbers; `nil` if one is undefined.
    func fractions(_ tag: Tag) -> [Double]? {
        guard let entry = entries[tag.rawValue], entry.type == 5, let start = place(of: entry) else { return nil }
        var numbers: [Double] = []
        for index in 0..<entry.count {
            guard let above = read(start + 8 * index, 4), let below = read(start + 8 * index + 4, 4), below > 0 else {
                return nil
            }
            numbers.append(Double(above) / Double(below))
        }
        return numbers
    }

    /// Returns bytes of the file; `nil` if they lie outside the Exif data.
    func fileRange(_ start: Int, _ count: Int) -> Range<Int>? {
        guard start >= 0, count > 0, start <= range.count, count <= range.count - start else { return nil }
        return range.lowerBound + start..<range.lowerBound + start + count
    }

    /// Returns the range of the elements of a value; `nil` if it is outside the data.
    private func place(of entry: Entry) -> Int? {
        guard let width = Self.widths[entry.type], (1...Self.mostElements).contains(entry.count) else { return nil }
        let length = width * entry.count
        let place = length <= 4 ? entry.place : read(entry.place, 4)
        guard let place, place <= range.count, length <= range.count - place else { return nil }
        return place
    }

    private func read(_ offset: Int, _ width: Int) -> Int? {
        Self.number(bytes, range, isBigEndian, offset, width)
    }

    private static func number(
        _ bytes: [UInt8], _ range: Range<Int>, _ isBigEndian: Bool, _ offset: Int, _ width: Int
    ) -> Int? {
        guard offset >= 0, offset <= range.count, width <= range.count - offset else { return nil }
        let content = bytes[(range.lowerBound + offset)..<(range.lowerBound + offset + width)]
        return isBigEndian
            ? content.reduce(0) { $0 << 8 | Int($1) } : content.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
