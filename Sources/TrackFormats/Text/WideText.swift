/// Text in UTF-16, as written by some Windows programs. It is recognized by its byte order mark, or by a zero byte in
/// each of the first characters.
struct WideText {
    private let isBigEndian: Bool

    /// Examines the first bytes; `nil` if they are not UTF-16.
    init?(_ head: [UInt8]) {
        guard head.count >= 4 else { return nil }
        // A file with zero bytes in these positions is not text in a single-byte encoding.
        func isText(_ byte: UInt8) -> Bool { 32..<127 ~= byte || byte == 9 || byte == 10 || byte == 13 }
        let isWide = head.count >= 8
        switch (head[0], head[1]) {
        // Two more zeros after the mark would mean UTF-32, which is practically unused.
        case (0xFF, 0xFE) where head[2] != 0 || head[3] != 0: isBigEndian = false
        case (0xFE, 0xFF): isBigEndian = true
        case (0, _) where isWide && (0..<4).allSatisfy { head[2 * $0] == 0 && isText(head[2 * $0 + 1]) }:
            isBigEndian = true
        case (_, 0) where isWide && (0..<4).allSatisfy { head[2 * $0 + 1] == 0 && isText(head[2 * $0]) }:
            isBigEndian = false
        default: return nil
        }
    }

    /// Returns the text in UTF-8, without the byte order mark and without the encoding stated in an XML declaration.
    func narrowed(_ bytes: [UInt8]) -> [UInt8] {
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for start in stride(from: 0, to: bytes.count - 1, by: 2) {
            units.append(UInt16(bytes[start + high]) << 8 | UInt16(bytes[start + low]))
        }
        if units.first == 0xFEFF { units.removeFirst() }
        return Self.withoutEncoding(Array(String(decoding: units, as: UTF16.self).utf8))
    }

    private static func withoutEncoding(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.prefix(1_000).firstIndex(of: UInt8(ascii: ">"))
        else { return bytes }
        return Array("<?xml version=\"1.0\"?>".utf8) + bytes[(end + 1)...]
    }
}
