import Geometry
import SensorModel

/// A scaling that chunks refer to by its number.
struct KnownScaling: Hashable {
    var id: Int64
    var device: DeviceID
    var stream: StreamKind
    var scaling: SampleScaling
}

/// About a second of a session: samples grouped into chunks, and all other events unchanged.
///
/// Successive appends within a second share a batch, and chunks that are already written grow with it. A recorder can
/// therefore commit as often as necessary without increasing the size of the file.
struct Batch {
    /// The maximum number of events in a batch, which limits the memory of a reader.
    static let largestCount = 8192
    /// The maximum time between the first and the last append of a batch, in seconds: slightly less than one, so that
    /// appends once per second do not share a batch.
    static let span = 0.95

    /// The number that is stored in all rows of the batch.
    let number: Int64
    /// The chunks so far. Chunks without a row, or with more samples than their row, have to be written.
    private(set) var chunks: [SampleChunk] = []
    /// The events since the last ``markWritten(rows:)`` that are not stored in chunks.
    private(set) var others: [LoggedEvent] = []
    /// The scalings that first occurred since the last ``markWritten(rows:)``.
    private(set) var newScalings: [KnownScaling] = []
    private var places: [SampleChunk.Key: Int] = [:]
    private var count = 0
    private var start: Instant?

    /// Creates an empty batch.
    init(number: Int64) {
        self.number = number
    }

    /// Returns whether events fit into this batch.
    func hasRoom(for events: ArraySlice<LoggedEvent>) -> Bool {
        guard count > 0, let start, let first = events.first else { return true }
        let age = first.event.received - start
        return count + events.count <= Self.largestCount && age >= 0 && age < Self.span
    }

    /// Adds events to the batch.
    /// - Parameters:
    ///   - events: The events to append, in the order of the session.
    ///   - scalings: The current scalings, by device and stream; updated by the source reports among the events.
    mutating func add(_ events: ArraySlice<LoggedEvent>, scalings: inout Scalings) {
        start = start ?? events.first?.event.received
        count += events.count
        for logged in events {
            if case .source(let report) = logged.event.payload { newScalings += scalings.take(report) }
            guard let key = Self.key(of: logged, scalings) else {
                others.append(logged)
                continue
            }
            if let place = places[key], chunks[place].events.count < SampleChunk.largestCount {
                chunks[place].events.append(logged)
            } else {
                places[key] = chunks.count
                chunks.append(SampleChunk(key: key, events: [logged]))
            }
        }
    }

    /// Marks all events as written.
    mutating func markWritten(rows: [Int64]) {
        others = []
        newScalings = []
        for (index, row) in rows.enumerated() {
            chunks[index].row = row
            chunks[index].writtenCount = chunks[index].events.count
        }
    }

    /// Returns the key of an event's chunk; `nil` if the event is not a sample, or if no chunk can store its raw data.
    private static func key(of logged: LoggedEvent, _ scalings: Scalings) -> SampleChunk.Key? {
        guard let sample = logged.event.payload.sample else { return nil }
        var key = SampleChunk.Key(
            stream: sample.stream, device: sample.device, isLate: logged.event.isLate, encoding: .values)
        guard let raw = logged.raw else { return key }
        guard let counts = raw.counts, counts.count == SampleChunk.axes(of: sample.stream) else { return nil }
        key.encoding = .countsAndValues
        if let known = scalings.current(of: sample.device, sample.stream),
            let values = raw.values(by: known.scaling), bitsAgree(values, sample.vector)
        {
            key.encoding = .counts
            key.scaling = known.id
        }
        return key
    }

    private static func bitsAgree(_ left: Vector3, _ right: Vector3) -> Bool {
        (0..<3).allSatisfy { left[$0].bitPattern == right[$0].bitPattern }
    }
}

/// The scalings of a session: all that have been reported, and the current one of each stream.
struct Scalings {
    private struct Slot: Hashable {
        var device: DeviceID
        var stream: StreamKind
    }

    private var current: [Slot: KnownScaling] = [:]
    private var known: [KnownScaling] = []

    /// Creates the scalings from those stored in a file, oldest first.
    init(_ stored: [KnownScaling] = []) {
        known = stored
        for scaling in stored { current[Slot(device: scaling.device, stream: scaling.stream)] = scaling }
    }

    /// Returns the current scaling of a stream; `nil` if none has been reported.
    func current(of device: DeviceID, _ stream: StreamKind) -> KnownScaling? {
        current[Slot(device: device, stream: stream)]
    }

    /// Adopts a report's scalings as the current ones, and returns those that are new.
    mutating func take(_ report: SourceReport) -> [KnownScaling] {
        var new: [KnownScaling] = []
        for (stream, scaling) in report.scalings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let slot = Slot(device: report.device, stream: stream)
            if let old = known.first(where: {
                $0.device == report.device && $0.stream == stream && $0.scaling.hasBits(of: scaling)
            }) {
                current[slot] = old
                continue
            }
            let entry = KnownScaling(
                id: (known.last?.id ?? 0) + 1, device: report.device, stream: stream, scaling: scaling)
            known.append(entry)
            current[slot] = entry
            new.append(entry)
        }
        return new
    }
}

extension SampleScaling {
    /// Returns whether two scalings produce the same values to the bit.
    fileprivate func hasBits(of other: SampleScaling) -> Bool {
        (0..<3).allSatisfy {
            scale[$0].bitPattern == other.scale[$0].bitPattern && offset[$0].bitPattern == other.offset[$0].bitPattern
        }
    }
}
