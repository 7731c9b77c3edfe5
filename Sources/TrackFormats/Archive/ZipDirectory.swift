/// The central directory of a zip file.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.5.3. Supports Zip64, but not multi-part archives.
struct ZipDirectory {
    /// A file of the archive.
    struct Entry {
        /// The path within the archive.
        var name: String
        /// The compression method: 0 for none, 8 for deflate.
        var method: Int
        /// Whether a password is needed.
        var isEncrypted: Bool
        /// The CRC-32 of the content.
        var checksum: UInt32
        /// The compressed length in bytes.
        var packedSize: Int
        /// The length of the content in bytes.
        var size: Int
        /// The offset of the local header.
        var offset: Int
    }

    /// The reason why an archive cannot be read, as a clause.
    struct Damage: Error { let reason: String }

    /// The maximum number of files in an archive.
    private static let mostEntries = 1_000_000
    private static let mostDirectoryBytes = 256 << 20

    /// Reads the entries of an archive, except folders.
    /// - Parameters:
    ///   - size: The length of the archive in bytes.
    ///   - read: Returns the given number of bytes from an offset, or fewer at the end of the archive.
    /// - Throws: ``Damage``, or any error that `read` throws.
    static func entries(size: Int, read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws -> [Entry] {
        let tailLength = min(size, 65_557 + 20)
        let tail = try read(size - tailLength, tailLength)
        guard let end = endRecord(in: tail) else {
            throw Damage(reason: "the end of the zip file is missing or damaged; download or copy it again")
        }
        var count = Int(number(tail, end + 10, 2))
        var length = Int(number(tail, end + 12, 4))
        var offset = Int(number(tail, end + 16, 4))
        if end >= 20, number(tail, end - 20, 4) == 0x0706_4B50 {
            guard let place = Int(exactly: number(tail, end - 20 + 8, 8)), place <= size else {
                throw Damage(reason: "its zip directory is damaged")
            }
            let record = try read(place, 56)
            guard record.count == 56, number(record, 0, 4) == 0x0606_4B50,
                let large = (
                    Int(exactly: number(record, 32, 8)), Int(exactly: number(record, 40, 8)),
                    Int(exactly: number(record, 48, 8))
                ) as? (Int, Int, Int)
            else { throw Damage(reason: "its zip directory is damaged") }
            (count, length, offset) = large
        }
        guard count <= mostEntries, length <= mostDirectoryBytes else {
            throw Damage(reason: "it contains more than \(mostEntries) files; it is not read")
        }
        guard offset <= size, length <= size - offset else { throw Damage(reason: "its zip directory is damaged") }
        let entries = try entries(of: try read(offset, length), count: count)
        // Overlapping members are how a small file unpacks to petabytes.
        let packed = entries.reduce(0) { $0.addingReportingOverflow($1.packedSize).partialValue }
        guard packed >= 0, packed <= size, entries.allSatisfy({ $0.packedSize >= 0 && $0.packedSize <= size }) else {
            throw Damage(reason: "its members overlap; it is not read")
        }
        return entries.filter { !$0.name.hasSuffix("/") }
    }

    private static func entries(of bytes: [UInt8], count: Int) throws -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(min(count, bytes.count / 46))
        var place = 0
        while place + 46 <= bytes.count, number(bytes, place, 4) == 0x0201_4B50, entries.count < count {
            let nameLength = Int(number(bytes, place + 28, 2))
            let extraLength = Int(number(bytes, place + 30, 2))
            let next = place + 46 + nameLength + extraLength + Int(number(bytes, place + 32, 2))
            guard next <= bytes.count else { throw Damage(reason: "its zip directory is damaged") }
            let name = bytes[(place + 46)..<(place + 46 + nameLength)]
            var entry = Entry(
                name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self),
                method: Int(number(bytes, place + 10, 2)),
                isEncrypted: number(bytes, place + 8, 2) & 1 == 1,
                checksum: UInt32(truncatingIfNeeded: number(bytes, place + 16, 4)),
                packedSize: Int(number(bytes, place + 20, 4)), size: Int(number(bytes, place + 24, 4)),
                offset: Int(number(bytes, place + 42, 4)))
            let extra = bytes[(place + 46 + nameLength)..<(place + 46 + nameLength + extraLength)]
            guard widen(&entry, by: Array(extra)) else { throw Damage(reason: "its zip directory is damaged") }
            entries.append(entry)
            place = next
        }
        guard entries.count == count else { throw Damage(reason: "its zip directory is damaged") }
        return entries
    }

    /// Replaces numbers that did not fit with those of the Zip64 extra field. Returns `false` if the field is
    /// malformed.
    private static func widen(_ entry: inout Entry, by extra: [UInt8]) -> Bool {
        let full = Int(UInt32.max)
        guard [entry.size, entry.packedSize, entry.offset].contains(full) else { return true }
        var place = 0
        while place + 4 <= extra.count {
            let length = Int(number(extra, place + 2, 2))
            guard place + 4 + length <= extra.count else { return false }
            if number(extra, place, 2) == 1 {
                var next = place + 4
                for member in [\Entry.size, \Entry.packedSize, \Entry.offset] where entry[keyPath: member] == full {
                    guard next + 8 <= place + 4 + length, let value = Int(exactly: number(extra, next, 8)) else {
                        return false
                    }
                    entry[keyPath: member] = value
                    next += 8
                }
                return true
            }
            place += 4 + length
        }
        return true
    }

    /// Returns the position of the end record: the last one with its signature and a comment length that fits.
    private static func endRecord(in tail: [UInt8]) -> Int? {
        guard tail.count >= 22 else { return nil }
        return (0...(tail.count - 22)).reversed().first { place in
            number(tail, place, 4) == 0x0605_4B50 && place + 22 + Int(number(tail, place + 20, 2)) <= tail.count
        }
    }

    /// Returns a little-endian number. The caller must have checked that all its bytes are present.
    static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
