import Geometry
import SensorModel

@testable import SessionStore

/// The contents of a session file's cells, without the file: samples packed as bits, and payloads as JSON.
enum SessionValues {
    /// Unpacks a chunk. The first bytes say what it is of, how many samples and how they are packed.
    static func readChunk(_ bytes: [UInt8]) {
        var source = ByteSource(bytes: bytes[...])
        let streams: [StreamKind] = [
            .acceleration, .rotation, .magneticField, .scalar(.pressure), .scalar(.temperature), .scalar(.heartRate),
        ]
        let stream = streams[Int(source.byte()) % streams.count]
        let kind = source.byte()
        guard let encoding = SampleChunk.Encoding(rawValue: Int(kind & 3)) else { return }
        let hasScaling = kind & 4 != 0
        let count = Int(source.byte()) | Int(source.byte() & 31) << 8
        let start = kind & 8 != 0 ? Int64(bitPattern: source.word()) : 1_700_000_000_000_000_000
        let key = SampleChunk.Key(
            stream: stream, device: DeviceID(1), isLate: kind & 16 != 0, encoding: encoding,
            scaling: hasScaling ? 1 : nil)
        let scaling = SampleScaling(scale: Vector3(0.1, 0.2, 0.3), offset: Vector3(1, -1, 0))
        source.bytes.withUnsafeBytes { samples in
            _ = SampleChunk.unpack(
                key, scaling: hasScaling ? scaling : nil, start: start, sequence: 1, count: count, bytes: samples
            ) { _ in }
        }
    }

    /// Reads a kind, a line end, and a payload as JSON.
    static func readPayload(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 10, maxSplits: 1)
        guard let kind = parts.first.map({ String(decoding: $0, as: UTF8.self) }) else { return }
        let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
        guard let stored = try? text.map({ try json.value(StoredPayload.self, of: $0) }) else { return }
        _ = StoredPayload.payload(kind: kind, stored)
    }

    nonisolated(unsafe) private static let json = StoredJSON()
}
