import SensorModel

/// What the sessions of a FIT file state of their sport: gpsbabel reads their points and passes that over.
///
/// Walks over the messages by their definitions, of which only those of a session are looked at.
/// Source: FIT protocol, ANT wireless, message `session` (18): `start_time` (2), `sport` (5), `total_elapsed_time` (7),
/// `timestamp` (253).
struct FITSports {
    /// Returns one statement a session that names a sport; what cannot be read ends the walk.
    static func statements(in bytes: [UInt8]) -> [ActivityStatement] {
        guard bytes.count > 14, bytes[8..<12].elementsEqual(".FIT".utf8) else { return [] }
        var walk = FITSports(bytes: bytes)
        return walk.statements()
    }

    private struct Definition {
        var isBigEndian: Bool
        var message: Int
        var fields: [(number: Int, size: Int)]
        /// Bytes of a message, with what developers put behind.
        var length: Int
    }

    private static let session = 18
    private static let startTime = 2
    private static let sport = 5
    private static let elapsedTime = 7
    private static let timestamp = 253
    /// Seconds from 1970 to the start of FIT's time, the last day of 1989.
    private static let epoch = 631_065_600.0

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    private var definitions: [UInt8: Definition] = [:]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        place = Int(bytes[0])
        let stated = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        end = min(bytes.count, place + stated)
    }

    private mutating func statements() -> [ActivityStatement] {
        var statements: [ActivityStatement] = []
        while place < end {
            let header = bytes[place]
            place += 1
            // A header with a time in it has its kind in two bits.
            let isCompressed = header & 0x80 != 0
            let kind = isCompressed ? header >> 5 & 0x3 : header & 0xF
            if !isCompressed, header & 0x40 != 0 {
                guard let definition = takeDefinition(hasDeveloperFields: header & 0x20 != 0) else { break }
                definitions[kind] = definition
                continue
            }
            guard let definition = definitions[kind], definition.length <= end - place else { break }
            if definition.message == Self.session, let statement = statement(definition) {
                statements.append(statement)
            }
            place += definition.length
        }
        return statements
    }

    private mutating func takeDefinition(hasDeveloperFields: Bool) -> Definition? {
        guard end - place >= 5 else { return nil }
        let isBigEndian = bytes[place + 1] == 1
        let message = Int(number(at: place + 2, size: 2, isBigEndian: isBigEndian))
        let count = Int(bytes[place + 4])
        place += 5
        guard end - place >= 3 * count else { return nil }
        let fields = (0..<count).map { (number: Int(bytes[place + 3 * $0]), size: Int(bytes[place + 3 * $0 + 1])) }
        place += 3 * count
        var length = fields.reduce(0) { $0 + $1.size }
        if hasDeveloperFields {
            guard place < end, end - place > 3 * Int(bytes[place]) else { return nil }
            let count = Int(bytes[place])
            for index in 0..<count { length += Int(bytes[place + 3 * index + 2]) }
            place += 1 + 3 * count
        }
        return Definition(isBigEndian: isBigEndian, message: message, fields: fields, length: length)
    }

    private func statement(_ definition: Definition) -> ActivityStatement? {
        var values: [Int: UInt64] = [:]
        var offset = place
        for field in definition.fields {
            if field.size == 1 || field.size == 4 {
                let value = number(at: offset, size: field.size, isBigEndian: definition.isBigEndian)
                // All ones is FIT's "no value".
                if value != (1 << (8 * UInt64(field.size))) - 1 { values[field.number] = value }
            }
            offset += field.size
        }
        guard let activity = values[Self.sport].flatMap(Self.activity), let start = values[Self.startTime] else {
            return nil
        }
        let from = Instant(seconds: Self.epoch + Double(start))
        let elapsed = values[Self.elapsedTime].map { from + Double($0) / 1_000 }
        let told = values[Self.timestamp].map { Instant(seconds: Self.epoch + Double($0)) }
        guard let until = [elapsed, told].compactMap(\.self).max(), until > from else { return nil }
        return ActivityStatement(activity, from: from, until: until)
    }

    private func number(at offset: Int, size: Int, isBigEndian: Bool) -> UInt64 {
        let part = bytes[offset..<(offset + size)]
        return isBigEndian
            ? part.reduce(0) { $0 << 8 | UInt64($1) } : part.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FIT's numbers of sports, of the type `sport` in its profile: cycling and e-biking, walking and hiking, motorcycling
    /// and driving. Boating (23) and whatever else is none of these.
    private static func activity(_ sport: UInt64) -> Activity? {
        switch sport {
        case 1: .running
        case 2, 21: .cycling
        case 11, 17: .walking
        case 22, 24: .automotive
        default: nil
        }
    }
}
