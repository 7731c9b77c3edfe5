import SensorModel

/// Splits a FIT file, or several concatenated FIT files, into messages.
///
/// Source: FIT protocol, Garmin: headers of 12 or 14 bytes, definitions by local type, compressed time stamps,
/// developer fields, chained files, and a CRC-16 after each file.
struct FITStream {
    /// The reason why the messages end before the file does.
    struct Tear: Error {
        /// A clause whose subject is the file, such as "ends within a message".
        let reason: Phrase
    }

    /// Returns whether bytes start like a FIT file.
    static func isFIT(_ head: some RandomAccessCollection<UInt8>) -> Bool {
        head.count >= shortestHeader && head.dropFirst(8).prefix(4).elementsEqual(".FIT".utf8)
    }

    private static let shortestHeader = 12
    private static let checksumLength = 2
    private static let localTypes = 16

    /// The number of chained files read completely.
    private(set) var fileCount = 0
    /// Whether the checksum of one of these files is wrong.
    private(set) var hasWrongChecksum = false
    /// The number of bytes after the last file that are not another FIT file.
    private(set) var strayCount = 0

    private let bytes: [UInt8]
    private var place = 0
    private var end = 0
    private var definitions: [FITMessage.Definition?] = []
    private var lastTimestamp: UInt32 = 0

    /// Creates a stream over the bytes of a file.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Calls a closure with each message. O(n).
    /// - Throws: ``Tear`` at the position after which nothing can be read, or any error that `body` throws.
    mutating func forEachMessage(_ body: (FITMessage) throws -> Void) throws {
        while place < bytes.count {
            guard Self.isFIT(bytes[place...]) else {
                if fileCount == 0 { throw Tear(reason: Phrase(translatable("does not start like a FIT file"))) }
                strayCount = bytes.count - place
                return
            }
            let start = place
            let stated = bytes[(start + 4)..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            let header = Int(bytes[start])
            guard header >= Self.shortestHeader else {
                throw Tear(reason: Phrase(translatable("has a header of {1} bytes"), "\(header)"))
            }
            place = start + header
            // A device that fails while recording leaves the length in the header at zero.
            let isOpen = stated == 0 && bytes.count > place + Self.checksumLength
            end = isOpen ? bytes.count : min(bytes.count, place + stated)
            (definitions, lastTimestamp) = (Array(repeating: nil, count: Self.localTypes), 0)
            while place < end { try readMessage(body) }
            guard !isOpen else {
                throw Tear(reason: Phrase(translatable("was not closed by the device that recorded it")))
            }
            guard bytes.count - start >= header + stated + Self.checksumLength else {
                throw Tear(
                    reason: Phrase(
                        translatable("lacks its last {1} bytes"),
                        "\(header + stated + Self.checksumLength - (bytes.count - start))"))
            }
            let checksum = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
            if Self.checksum(of: bytes[start..<end]) != checksum { hasWrongChecksum = true }
            place = end + Self.checksumLength
            fileCount += 1
        }
    }

    private mutating func readMessage(_ body: (FITMessage) throws -> Void) throws {
        let header = bytes[place]
        let isCompressed = header & 0x80 != 0
        let kind = Int(isCompressed ? header >> 5 & 0x3 : header & 0xF)
        if !isCompressed, header & 0x40 != 0 {
            guard let (definition, next) = definition(hasDeveloperFields: header & 0x20 != 0) else {
                throw Tear(reason: Phrase(translatable("ends within the definition of a message")))
            }
            definitions[kind] = definition
            place = next
            return
        }
        guard let definition = definitions[kind] else {
            throw Tear(reason: Phrase(translatable("has a message without a definition at byte {1}"), "\(place)"))
        }
        guard definition.length <= end - place - 1 else {
            throw Tear(reason: Phrase(translatable("ends within a message")))
        }
        var compressed: UInt32?
        if isCompressed {
            // The lower five bits of the time. They wrap around at most once between two messages.
            let passed = (UInt32(header & 0x1F) &- lastTimestamp) & 0x1F
            compressed = lastTimestamp &+ passed
        }
        let message = FITMessage(definition, in: bytes, at: place + 1, compressedTimestamp: compressed)
        if let timestamp = message.timestamp { lastTimestamp = timestamp }
        place += 1 + definition.length
        try body(message)
    }

    private func definition(hasDeveloperFields: Bool) -> (FITMessage.Definition, next: Int)? {
        var next = place + 1
        guard end - next >= 5 else { return nil }
        let isBigEndian = bytes[next + 1] == 1
        let number = (Int(bytes[next + 2]), Int(bytes[next + 3]))
        let count = Int(bytes[next + 4])
        next += 5
        guard end - next >= 3 * count else { return nil }
        let fields = (0..<count).map { index in
            FITMessage.Definition.Field(
                number: Int(bytes[next + 3 * index]), size: Int(bytes[next + 3 * index + 1]),
                type: bytes[next + 3 * index + 2])
        }
        next += 3 * count
        var length = fields.reduce(0) { $0 + $1.size }
        if hasDeveloperFields {
            guard next < end, end - next > 3 * Int(bytes[next]) else { return nil }
            let count = Int(bytes[next])
            for index in 0..<count { length += Int(bytes[next + 3 * index + 2]) }
            next += 1 + 3 * count
        }
        let definition = FITMessage.Definition(
            isBigEndian: isBigEndian, message: isBigEndian ? number.0 << 8 | number.1 : number.1 << 8 | number.0,
            fields: fields, length: length)
        return (definition, next)
    }

    /// Returns FIT's CRC-16, computed four bits at a time. O(n).
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt16 {
        let table: [UInt16] = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000,
            0x9C01, 0x8801, 0x4400,
        ]
        var sum: UInt16 = 0
        for byte in bytes {
            for half in [byte & 0xF, byte >> 4] {
                sum = (sum >> 4) ^ table[Int(sum & 0xF)] ^ table[Int(half)]
            }
        }
        return sum
    }
}
