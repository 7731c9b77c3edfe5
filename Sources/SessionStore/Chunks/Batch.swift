import NavigationMath
import SensorModel

/// A scaling that chunks refer to.
struct KnownScaling: Hashable {
    var id: Int64
    var device: DeviceID
    var stream: StreamKind
    var scaling: SampleScaling
}

/// What one append adds: samples gathered into chunks, everything else as it came.
struct Batch {
    /// More events than this make another batch, so that a reader never holds many at once.
    static let largestCount = 8192

    private(set) var chunks: [SampleChunk] = []
    private(set) var others: [LoggedEvent] = []
    private(set) var newScalings: [KnownScaling] = []

    /// Gathers events.
    /// - Parameters:
    ///   - events: What is appended, in the order of the session.
    ///   - scalings: The scalings in force, by device and stream; updated by the source reports among the events.
    init(_ events: ArraySlice<LoggedEvent>, scalings: inout Scalings) {
        var places: [SampleChunk.Key: Int] = [:]
        var groups: [(key: SampleChunk.Key, events: [LoggedEvent])] = []
        for logged in events {
            if case .source(let report) = logged.event.payload { newScalings += scalings.take(report) }
            guard let key = Self.key(of: logged, scalings) else {
                others.append(logged)
                continue
            }
            if let place = places[key], groups[place].events.count < SampleChunk.largestCount {
                groups[place].events.append(logged)
            } else {
                places[key] = groups.count
                groups.append((key, [logged]))
            }
        }
        chunks = groups.map { SampleChunk(key: $0.key, events: $0.events) }
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
    /// Tells whether two scalings give the same values to the bit.
    fileprivate func hasBits(of other: SampleScaling) -> Bool {
        (0..<3).allSatisfy {
            scale[$0].bitPattern == other.scale[$0].bitPattern && offset[$0].bitPattern == other.offset[$0].bitPattern
        }
    }
}
