@testable import TrackFormats

/// A FIT file under construction.
struct FITFile {
    /// A field of a definition: its number, its size in bytes, and its base type.
    typealias Field = (number: UInt8, size: UInt8, type: UInt8)

    private(set) var data: [UInt8] = []

    /// Seconds of FIT's time at which these files start: 1 May 2024, 10:00 UTC.
    static let start = UInt32(1_714_557_600 - 631_065_600)

    static let record: [Field] = [
        (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 2), (4, 1, 2), (13, 1, 1), (73, 4, 0x86),
    ]

    mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [Field], developer: [UInt8] = []) {
        data += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, 0, UInt8(message & 0xFF), UInt8(message >> 8)]
        data += [UInt8(fields.count)] + fields.flatMap { [$0.number, $0.size, $0.type] }
        guard !developer.isEmpty else { return }
        data += [UInt8(developer.count)] + developer.enumerated().flatMap { [UInt8($0), $1, 0] }
    }

    mutating func add(_ header: UInt8, _ bytes: [UInt8]) { data += [header] + bytes }

    /// Adds a message of ``record``, a second and 4 m north of the one before.
    /// - Parameter place: The number of the place, if it is not that of the second.
    mutating func addRecord(_ index: Int, at place: Int? = nil, speed: UInt32 = 4_000, developer: [UInt8] = []) {
        let latitude = 48 + Double(place ?? index) * 4 / 111_195
        add(
            0,
            Self.bytes(Self.start + UInt32(index)) + Self.bytes(UInt32(bitPattern: Self.semicircles(latitude)))
                + Self.bytes(UInt32(bitPattern: Self.semicircles(11))) + [0x60, 0x13, 140, 85, 0xFD]
                + Self.bytes(speed) + developer)
    }

    /// Adds a time and a place, 4 m north of the one before, and what else its definition has.
    mutating func addPlace(_ index: Int, _ more: [UInt8] = []) {
        let latitude = 48 + Double(index) * 4 / 111_195
        add(
            0,
            Self.bytes(Self.start + UInt32(index)) + Self.bytes(UInt32(bitPattern: Self.semicircles(latitude)))
                + Self.bytes(UInt32(bitPattern: Self.semicircles(11))) + more)
    }

    /// The file with its header and checksum.
    var bytes: [UInt8] {
        let header: [UInt8] = [14, 0x20, 0, 0] + Self.bytes(UInt32(data.count)) + Array(".FIT".utf8) + [0, 0]
        let checksum = FITStream.checksum(of: header + data)
        return header + data + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
    }

    static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private static func semicircles(_ degrees: Double) -> Int32 { Int32((degrees * 2_147_483_648 / 180).rounded()) }
}
