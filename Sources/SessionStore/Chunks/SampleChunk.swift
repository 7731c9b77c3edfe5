import Geometry
import SensorModel

/// About a second of samples from one stream of one device, packed into one row.
struct SampleChunk {
    /// The representation of the values.
    enum Encoding: Int {
        /// Integer counts, from which the scaling yields the values.
        case counts = 1
        /// Only the values.
        case values = 2
        /// Counts and values that do not correspond by the scaling.
        case countsAndValues = 3
    }

    /// The properties that all samples of a chunk share.
    struct Key: Hashable {
        var stream: StreamKind
        var device: DeviceID
        var isLate: Bool
        var encoding: Encoding
        var scaling: Int64?
    }

    /// The maximum number of samples in a chunk.
    static let largestCount = 4096
    /// The columns before the counts: time, arrival time, and sequence.
    private static let clockColumns = 3

    let key: Key
    var events: [LoggedEvent]
    /// The row of the chunk, once it has one, and the number of samples in it.
    var row: Int64?
    var writtenCount = 0

    /// Creates a chunk from its first samples.
    init(key: Key, events: [LoggedEvent]) {
        self.key = key
        self.events = events
    }

    /// Returns the number of axes of a stream's samples.
    static func axes(of stream: StreamKind) -> Int { stream.isVector ? 3 : 1 }

    /// Returns the packed samples. O(n).
    func packed() -> [UInt8] {
        var writer = BitWriter()
        guard let first = events.first?.event else { return [] }
        IntegerColumn.write(events.map { $0.event.time.nanoseconds &- first.time.nanoseconds }, to: &writer)
        writeArrivals(from: first.time.nanoseconds, to: &writer)
        IntegerColumn.write(
            events.map { Int64(bitPattern: $0.event.sequence &- first.sequence) }, to: &writer)
        let axes = Self.axes(of: key.stream)
        if key.encoding != .values {
            for axis in 0..<axes {
                IntegerColumn.write(events.map { Int64($0.raw?.counts?[axis] ?? 0) }, to: &writer)
            }
        }
        if key.encoding != .counts {
            for axis in 0..<axes {
                for event in events { writer.write(event.event.payload.values[axis].bitPattern, count: 64) }
            }
        }
        return writer.finish()
    }

    /// Writes arrival times relative to the sample times or to the start, whichever is shorter: samples that are read
    /// one by one arrive with a constant delay, and samples that are read in blocks arrive at the same time.
    private func writeArrivals(from start: Int64, to writer: inout BitWriter) {
        var delays = BitWriter()
        delays.write(0, count: 1)
        IntegerColumn.write(events.map { $0.event.received.nanoseconds &- $0.event.time.nanoseconds }, to: &delays)
        var blocks = BitWriter()
        blocks.write(1, count: 1)
        IntegerColumn.write(events.map { $0.event.received.nanoseconds &- start }, to: &blocks)
        writer.append(delays.count <= blocks.count ? delays : blocks)
    }

    /// Unpacks samples.
    /// - Parameters:
    ///   - key: The properties that they share.
    ///   - scaling: The conversion from counts to values; ignored if the values are stored.
    ///   - start: The first sample's time.
    ///   - sequence: The first sample's sequence.
    ///   - count: The number of samples.
    ///   - bytes: The packed samples.
    ///   - take: Called with each sample in turn.
    /// - Returns: `false` if the bytes do not contain this number of samples.
    static func unpack(
        _ key: Key, scaling: SampleScaling?, start: Int64, sequence: Int64, count: Int, bytes: UnsafeRawBufferPointer,
        take: (LoggedEvent) -> Void
    ) -> Bool {
        let axes = axes(of: key.stream)
        // Each value of each column takes at least a bit, so a small row cannot request a lot of memory.
        guard (1...largestCount).contains(count), count * clockColumns <= bytes.count * 8 else { return false }
        var reader = BitReader(bytes)
        guard let times = IntegerColumn.read(count: count, from: &reader),
            let isFromStart = reader.read(count: 1),
            let arrivals = IntegerColumn.read(count: count, from: &reader),
            let sequences = IntegerColumn.read(count: count, from: &reader)
        else { return false }
        var counts: [[Int64]] = []
        if key.encoding != .values {
            for _ in 0..<axes {
                guard let column = IntegerColumn.read(count: count, from: &reader) else { return false }
                counts.append(column)
            }
        }
        var values: [[Double]] = []
        if key.encoding != .counts {
            guard reader.remaining >= 64 * axes * count else { return false }
            for _ in 0..<axes {
                values.append((0..<count).map { _ in Double(bitPattern: reader.read(count: 64) ?? 0) })
            }
        }
        // Only the padding of the last byte may follow.
        guard reader.remaining < 8 else { return false }
        for index in 0..<count {
            let raw = counts.isEmpty ? nil : rawReport(counts, at: index)
            let vector = values.isEmpty ? scaled(raw, scaling) : vector(values, at: index)
            guard let vector, let payload = key.stream.samplePayload(of: key.device, vector) else { return false }
            let time = start &+ times[index]
            let received = (isFromStart == 1 ? start : time) &+ arrivals[index]
            let event = SensorEvent(
                time: Instant(nanoseconds: time), received: Instant(nanoseconds: received),
                sequence: UInt64(bitPattern: sequence &+ sequences[index]), isLate: key.isLate, payload: payload)
            take(LoggedEvent(event, raw: raw))
        }
        return true
    }

    private static func rawReport(_ counts: [[Int64]], at index: Int) -> RawReport {
        let x = Int32(truncatingIfNeeded: counts[0][index])
        guard counts.count == 3 else { return .count(x) }
        return .counts(
            x: x, y: Int32(truncatingIfNeeded: counts[1][index]), z: Int32(truncatingIfNeeded: counts[2][index]))
    }

    private static func scaled(_ raw: RawReport?, _ scaling: SampleScaling?) -> Vector3? {
        guard let raw, let scaling else { return nil }
        return raw.values(by: scaling)
    }

    private static func vector(_ values: [[Double]], at index: Int) -> Vector3 {
        values.count == 3
            ? Vector3(values[0][index], values[1][index], values[2][index]) : Vector3(values[0][index], 0, 0)
    }
}

extension RawReport {
    /// The counts by axis; `nil` for a line of text.
    var counts: [Int32]? {
        switch self {
        case .gpsd: nil
        case .counts(let x, let y, let z): [x, y, z]
        case .count(let x): [x]
        }
    }

    /// Returns the values for the counts; `nil` for a line of text.
    func values(by scaling: SampleScaling) -> Vector3? {
        switch self {
        case .gpsd: nil
        case .counts(let x, let y, let z): scaling.values(x: x, y: y, z: z)
        case .count(let x): Vector3(scaling.values(x: x, y: 0, z: 0).x, 0, 0)
        }
    }
}

extension SensorEvent.Payload {
    /// The values of a sample by axis; zero if the payload is not a sample.
    var values: Vector3 { sample?.vector ?? .zero }
}
