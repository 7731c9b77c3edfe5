import Geometry
import SensorModel

/// Reads the log of a u-blox receiver: `NAV-PVT` messages of the UBX protocol, or the NMEA sentences between them.
///
/// Ignores other messages and any other bytes in the stream. If the log has both, the sentences repeat the messages
/// and are left out.
/// Source: u-blox, Interface Description, UBX-NAV-PVT.
struct UBXReader: FormatReader {
    static let format = FileFormat("ubx", "ubx")

    /// The number of epochs so far.
    var count: Int { fixes.count + sentences.count }
    /// The number of messages with a wrong checksum.
    private(set) var checksumErrors = 0
    /// The NMEA sentences in the stream.
    private(set) var sentences = NMEAReader()

    private var fixes: [SensorEvent] = []
    private var pending: [UInt8] = []

    private static let sync: [UInt8] = [0xB5, 0x62]
    private static let device = DeviceID(1)
    /// The number of bytes around the payload of a message.
    private static let frame = 8
    private static let longestSentence = 512

    /// A file is one if its first bytes contain a complete message.
    static func certainty(of head: FileHead) -> Certainty {
        var place = 0
        while let start = head.bytes[place...].firstIndex(of: sync[0]) {
            if payload(in: head.bytes, at: start) != nil { return .certain }
            place = start + 1
        }
        return .no
    }

    static func read(_ source: ByteSource, into document: inout TrackDocument, by importer: Importer) throws {
        var reader = UBXReader()
        let limit = importer.limits.eventCount
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        var isLast = false
        while !isLast {
            let count = try source.read(into: piece)
            isLast = count == 0
            reader.read(UnsafeRawBufferPointer(rebasing: piece[..<count]), isLast: isLast)
            guard reader.count <= limit else {
                throw FormatError.tooLarge(path: source.name, what: Phrase(translatable("events")), limit: limit)
            }
        }
        document.sensorEvents = reader.finish()
        document.report(
            left: reader.checksumErrors + reader.sentences.checksumErrors,
            one: translatable("1 message with a wrong checksum was left out"),
            many: translatable("{1} messages with a wrong checksum were left out"))
    }

    /// Returns the payload of a complete message with a correct checksum; `nil` if there is none at this position.
    private static func payload(in bytes: [UInt8], at start: Int) -> Range<Int>? {
        guard start + frame <= bytes.count, bytes[start + 1] == sync[1] else { return nil }
        let length = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
        let end = start + 6 + length
        guard end + 2 <= bytes.count else { return nil }
        var first: UInt8 = 0
        var second: UInt8 = 0
        for byte in bytes[(start + 2)..<end] {
            first &+= byte
            second &+= first
        }
        return bytes[end] == first && bytes[end + 1] == second ? (start + 6)..<end : nil
    }

    /// Reads a piece of the stream.
    mutating func read(_ piece: UnsafeRawBufferPointer, isLast: Bool) {
        pending += piece
        var place = 0
        while place < pending.count {
            guard let start = pending[place...].firstIndex(where: { $0 == Self.sync[0] || $0 == UInt8(ascii: "$") })
            else {
                place = pending.count
                break
            }
            place = start
            guard let next = pending[start] == Self.sync[0] ? message(at: start, isLast) : sentence(at: start, isLast)
            else { break }
            place = next
        }
        pending.removeFirst(place)
    }

    /// Reads a message and returns the position after it; `nil` if its end has not arrived yet.
    private mutating func message(at start: Int, _ isLast: Bool) -> Int? {
        guard start + Self.frame <= pending.count else { return isLast ? pending.count : nil }
        guard pending[start + 1] == Self.sync[1] else { return start + 1 }
        let length = Int(pending[start + 4]) | Int(pending[start + 5]) << 8
        guard start + Self.frame + length <= pending.count else { return isLast ? start + 1 : nil }
        guard let payload = Self.payload(in: pending, at: start) else {
            checksumErrors += 1
            return start + 1
        }
        if pending[start + 2] == 0x01, pending[start + 3] == 0x07, length >= 78 { readPosition(at: payload.lowerBound) }
        return start + Self.frame + length
    }

    /// Reads a sentence and returns the position after it; `nil` if its end has not arrived yet.
    private mutating func sentence(at start: Int, _ isLast: Bool) -> Int? {
        let limit = min(pending.count, start + Self.longestSentence)
        guard let end = pending[start..<limit].firstIndex(of: 10) else {
            if !isLast, limit == pending.count { return nil }
            if isLast, limit == pending.count {
                pending[start..<limit].withUnsafeBytes { sentences.read($0) }
                return limit
            }
            return start + 1
        }
        // A binary message can start within bytes that only look like a sentence.
        guard pending[start..<end].allSatisfy({ $0 < 128 }) else { return start + 1 }
        pending[start..<end].withUnsafeBytes { sentences.read($0) }
        return end + 1
    }

    private func unsigned(_ start: Int, _ size: Int) -> UInt32 {
        (0..<size).reversed().reduce(0) { $0 << 8 | UInt32(pending[start + $1]) }
    }

    private func signed(_ start: Int) -> Double { Double(Int32(bitPattern: unsigned(start, 4))) }

    private mutating func readPosition(at start: Int) {
        let valid = pending[start + 11]
        // Both the date and the time of day must be valid.
        guard valid & 3 == 3,
            let second = Timestamp.instant(
                year: Int(unsigned(start + 4, 2)), month: Int(pending[start + 6]), day: Int(pending[start + 7]),
                hour: Int(pending[start + 8]), minute: Int(pending[start + 9]), second: Int(pending[start + 10]))
        else { return }
        let time = second + signed(start + 16) / 1e9
        let kind = pending[start + 20]
        let satellites = Int(pending[start + 23])
        guard pending[start + 21] & 1 == 1, 2...4 ~= kind else {
            let fix = Fix(device: Self.device, mode: .noFix, coordinate: nil, satellites: satellites)
            return fixes.append(SensorEvent(time: time, payload: .fix(fix)))
        }
        let speed = signed(start + 60) / 1_000
        let course = signed(start + 64) / 1e5
        let fix = Fix(
            device: Self.device, mode: kind == 2 ? .twoDimensional : .threeDimensional,
            coordinate: Coordinate(latitude: signed(start + 28) / 1e7, longitude: signed(start + 24) / 1e7),
            altitude: kind == 2 ? nil : signed(start + 36) / 1_000,
            horizontalAccuracy: Double(unsigned(start + 40, 4)) / 1_000,
            verticalAccuracy: Double(unsigned(start + 44, 4)) / 1_000, speed: speed >= 0 ? speed : nil,
            speedAccuracy: Double(unsigned(start + 68, 4)) / 1_000,
            courseDegrees: 0..<360 ~= course ? course : nil,
            courseAccuracyDegrees: Double(unsigned(start + 72, 4)) / 1e5, satellites: satellites)
        guard fix.coordinate?.isValid == true else { return }
        fixes.append(SensorEvent(time: time, payload: .fix(fix)))
    }

    /// Returns the fixes, preceded by a report of their receiver. If there are no messages, returns the result of the
    /// sentences.
    mutating func finish() -> [SensorEvent] {
        guard let first = fixes.lazy.map(\.time).min() else { return sentences.finish() }
        let report = SourceReport(device: Self.device, name: "u-blox", streams: [.fix], state: .connected)
        return [SensorEvent(time: first, payload: .source(report))] + fixes
    }
}
