/// The files of a tar archive, read sequentially.
///
/// Source: POSIX.1-2017, pax interchange format: ustar headers, pax records `path` and `size`; GNU's long names (`L`).
final class TarStream {
    /// Returns whether bytes start like a tar archive.
    static func isTar(_ head: [UInt8]) -> Bool {
        head.count >= blockLength && head[257..<262].elementsEqual("ustar".utf8) && hasChecksum(head[..<blockLength])
    }

    /// A file of the archive.
    struct Entry {
        /// The path within the archive.
        let name: String
        /// The length in bytes.
        let size: Int
    }

    private static let blockLength = 512
    /// The maximum length of a name or a pax record, in bytes.
    private static let longestExtension = 1 << 20

    private let source: ByteSource
    /// The number of unread bytes of the current file, followed by the length of its padding.
    private var remaining = 0
    private var padding = 0

    /// Creates a stream over an archive.
    init(_ source: ByteSource) { self.source = source }

    /// Advances to the next file, and skips folders, links and devices.
    /// - Returns: The file; `nil` at the end of the archive.
    /// - Throws: ``FormatError`` if the archive is damaged.
    func next() throws -> Entry? {
        var name: String?
        var size: Int?
        while true {
            try skip(remaining + padding)
            (remaining, padding) = (0, 0)
            let header = try read(Self.blockLength)
            // The archive should end with two blocks of zeros; many have only one, or none.
            if header.isEmpty || header.allSatisfy({ $0 == 0 }) { return nil }
            guard header.count == Self.blockLength, Self.hasChecksum(header[...]),
                let stated = Self.number(header[124..<136])
            else { throw damage }
            let type = header[156]
            let length = type == UInt8(ascii: "0") || type == 0 ? size ?? stated : stated
            guard length >= 0, length < 1 << 60 else { throw damage }
            (remaining, padding) = (length, (Self.blockLength - length % Self.blockLength) % Self.blockLength)
            switch type {
            case UInt8(ascii: "0"), 0, UInt8(ascii: "7"):
                return Entry(name: name ?? Self.name(header), size: length)
            case UInt8(ascii: "L"): name = Self.text(try readExtension()[...])
            case UInt8(ascii: "x"):
                let records = Self.records(try readExtension())
                name = records["path"] ?? name
                size = records["size"].flatMap(Int.init) ?? size
            default: (name, size) = (nil, nil)
            }
        }
    }

    /// Returns the content of the current file, valid until the next call of ``next()``.
    func content(of entry: Entry) -> ByteSource {
        ByteSource(name: "\(source.name)/\(entry.name)", size: entry.size) { [self] buffer in
            let wanted = min(buffer.count, remaining)
            guard wanted > 0 else { return 0 }
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
            guard count > 0 else { throw damage }
            remaining -= count
            return count
        }
    }

    private var damage: FormatError {
        .malformed(path: source.name, reason: "the tar archive is damaged or incomplete")
    }

    private func readExtension() throws -> [UInt8] {
        guard remaining <= Self.longestExtension else { throw damage }
        let bytes = try read(remaining)
        guard bytes.count == remaining else { throw damage }
        remaining = 0
        return bytes
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = try bytes.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if got == 0 { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    private func skip(_ count: Int) throws {
        var left = count
        var scratch = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 16))
        while left > 0 {
            let got = try scratch.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<min(left, $0.count)]))
            }
            guard got > 0 else { throw damage }
            left -= got
        }
    }

    /// Returns whether the stated checksum is the sum of the header's bytes, counting the checksum field as spaces.
    private static func hasChecksum(_ header: ArraySlice<UInt8>) -> Bool {
        let field = (header.startIndex + 148)..<(header.startIndex + 156)
        guard let stated = number(header[field]) else { return false }
        return header.indices.reduce(0) { $0 + (field.contains($1) ? 32 : Int(header[$1])) } == stated
    }

    /// Parses an octal number followed by spaces or zero bytes, or a GNU number in base 256.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        if let first = field.first, first & 0x80 != 0 {
            let digits = field.dropFirst().drop { $0 == 0 }
            guard first == 0x80, digits.count <= 7 else { return nil }
            return digits.reduce(0) { $0 << 8 | Int($1) }
        }
        let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
        guard digits.count <= 20, digits.allSatisfy({ 0x30...0x37 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }

    private static func name(_ header: [UInt8]) -> String {
        let prefix = text(header[345..<500])
        let name = text(header[..<100])
        return prefix.isEmpty || header[263] != UInt8(ascii: "0") ? name : "\(prefix)/\(name)"
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Parses records of the form "LENGTH KEY=VALUE\n".
    private static func records(_ bytes: [UInt8]) -> [String: String] {
        var records: [String: String] = [:]
        var rest = bytes[...]
        while let blank = rest.firstIndex(of: 32),
            let length = Int(String(decoding: rest[rest.startIndex..<blank], as: UTF8.self)),
            length > blank - rest.startIndex + 1, length <= rest.count
        {
            let record = rest[(blank + 1)..<(rest.startIndex + length - 1)]
            let parts = record.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { records[text(parts[0])] = text(parts[1]) }
            rest = rest.dropFirst(length)
        }
        return records
    }
}
