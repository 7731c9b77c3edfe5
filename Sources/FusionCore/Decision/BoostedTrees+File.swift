extension BoostedTrees {
    /// The first line of a file: what it is, and its version.
    private static let title = Array("odograph trees 1\n".utf8)
    private static let bytesPerTree = 1 + splits + 4 * (splits + leaves)

    /// Reads the bytes of a file of trees; `nil` if they are not of this version, or if their checksum is wrong.
    ///
    /// Behind lines of text that end with a zero come the classes, features, thresholds, and leaves of all trees, the
    /// latter two as little-endian binary32, and the CRC-32 of everything before it.
    public init?(file: [UInt8]) {
        let content = file.dropLast(4)
        guard content.starts(with: Self.title), let zero = content.firstIndex(of: 0),
            Self.word(file.suffix(4)) == Self.checksum(content)
        else { return nil }
        var rest = content[(zero + 1)...]
        guard rest.count % Self.bytesPerTree == 0 else { return nil }
        let count = rest.count / Self.bytesPerTree
        func take(_ length: Int) -> ArraySlice<UInt8> {
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        func numbers(_ count: Int) -> [Float] { (0..<count).map { _ in Float(bitPattern: Self.word(take(4))) } }
        self.init(
            classes: Array(take(count)), features: Array(take(count * Self.splits)),
            thresholds: numbers(count * Self.splits), leaves: numbers(count * Self.leaves))
    }

    /// Returns a little-endian number of four bytes.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the CRC-32 of bytes (that of zip and PNG).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = ~(0 as UInt32)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
