import NavigationMath
import SensorModel

/// A scaling that chunks refer to.
struct KnownScaling: Hashable {
    var id: Int64
    var device: DeviceID
    var stream: StreamKind
    var scaling: SampleScaling
}

/// About a second of a session: samples gathered into chunks, everything else as it came.
///
/// Appends that follow each other within a second share a batch; the chunks written already grow with it, so that a
/// recorder may commit as often as it likes and the file stays as small.
struct Batch {
    /// More events than this make another batch, so that a reader never holds many at once.
    static let largestCount = 8192
    /// Appends that start later than this after the first begin another batch, in seconds: a little less than
    /// one, so that appends once a second share none.
    static let span = 0.95

    /// The number that all rows of the batch carry.
    let number: Int64
    /// The chunks so far; those without a row, or longer than it, are to be written.
    private(set) var chunks: [SampleChunk] = []
    /// What came since the last ``markWritten(rows:)`` and is no sample.
    private(set) var others: [LoggedEvent] = []
    /// The scalings seen for the first time since the last ``markWritten(rows:)``.
    private(set) var newScalings: [KnownScaling] = []
    private var places: [SampleChunk.Key: Int] = [:]
    private var count = 0
    private var start: Instant?

    /// Creates an empty batch.
    init(number: Int64) {
        self.number = number
    }

    /// Returns whether events belong to this batch.
    func hasRoom(for events: ArraySlice<LoggedEvent>) -> Bool {
        guard count > 0, let start, let first = events.first else { return true }
        let age = first.event.received - start
        return count + events.count <= Self.largestCount && age >= 0 && age < Self.span
    }

    /// Gathers events.
    /// - Parameters:
    ///   - events: What is appended, in the order of the session.
    ///   - scalings: The scalings in force, by device and stream; updated by the source reports among the events.
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

    /// Notes that everything is in the file.
    mutating func markWritten(rows: [Int64]) {
        others = []
        newScalings = []
        for (index, row) in rows.enumerated() {
            chunks[index].row = row
            chunks[index].writtenCount = chunks[index].events.count
        }
    }

    /// The chunk that an event belongs to; nil for what is no sample, or has an origin that no chunk can keep.
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

/// The scalings of a session: all that were ever reported, and which one is in force.
struct Scalings {
    private struct Slot: Hashable {
        var device: DeviceID
        var stream: StreamKind
    }

    private var current: [Slot: KnownScaling] = [:]
    private var known: [KnownScaling] = []

    /// Takes what a file holds already, the oldest first.
    init(_ stored: [KnownScaling] = []) {
        known = stored
        for scaling in stored { current[Slot(device: scaling.device, stream: scaling.stream)] = scaling }
    }

    /// Returns the scaling in force.
    func current(of device: DeviceID, _ stream: StreamKind) -> KnownScaling? {
        current[Slot(device: device, stream: stream)]
    }

    /// Puts a report's scalings in force and returns those never seen before.
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
    /// Returns whether two scalings give the same values to the bit.
    fileprivate func hasBits(of other: SampleScaling) -> Bool {
        (0..<3).allSatisfy {
            scale[$0].bitPattern == other.scale[$0].bitPattern && offset[$0].bitPattern == other.offset[$0].bitPattern
        }
    }
}
