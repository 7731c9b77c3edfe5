/// What each source delivers, as far as its events tell: state, rates, losses, the newest sample.
///
/// Feeds the doctor and the window's list of sensors, live and in replay alike.
public struct SourceSurvey: Sendable {
    /// One stream of one source.
    public struct Stream: Sendable, Hashable {
        /// What it measures.
        public let kind: StreamKind
        /// Samples so far.
        public fileprivate(set) var samples = 0
        /// Samples known to be lost.
        public fileprivate(set) var dropped = 0
        /// The arrival of the first sample.
        public fileprivate(set) var first: Instant?
        /// The arrival of the newest sample.
        public fileprivate(set) var newest: Instant?
        /// The newest samples, for a sparkline and the present rate.
        public fileprivate(set) var recent = RecentSamples()

        /// The newest sample: three components, one, or none.
        public var values: [Double] { recent.last?.values ?? [] }
        /// The newest sample's own time.
        public var time: Instant? { recent.last?.time }

        /// Samples a second, by arrival; nil before the second sample.
        public var rate: Double? {
            guard let first, let newest, samples > 1, newest > first else { return nil }
            return Double(samples - 1) / (newest - first)
        }
    }

    /// One source.
    public struct Source: Sendable, Hashable {
        /// Its number.
        public let device: DeviceID
        /// The newest report of what it is and how it fares; nil if it never reported.
        public fileprivate(set) var report: SourceReport?
        /// Its streams, in the order of their first sample.
        public fileprivate(set) var streams: [Stream] = []
        /// The newest fix attempt.
        public fileprivate(set) var fix: Fix?
        /// The receiver's time of the newest fix attempt minus its arrival, in seconds.
        public fileprivate(set) var clockOffset: Double?
        /// The newest sky view.
        public fileprivate(set) var sky: Sky?

        /// What the user calls it.
        public var name: String { report?.label ?? report?.name ?? "source \(device.rawValue)" }
    }

    /// The sources, in the order of their first event.
    public private(set) var sources: [Source] = []

    /// Creates a survey of nothing.
    public init() {}

    /// Processes an event. O(number of sources).
    public mutating func consume(_ event: SensorEvent) {
        switch event.payload {
        case .fix(let fix):
            count(.fix, of: fix.device, event)
            change(fix.device) {
                $0.fix = fix
                if !fix.timeIsArrival { $0.clockOffset = event.time - event.received }
            }
        case .sky(let sky):
            count(.sky, of: sky.device, event)
            change(sky.device) { $0.sky = sky }
        case .acceleration(let sample): count(.acceleration, sample, event)
        case .rotation(let sample): count(.rotation, sample, event)
        case .magneticField(let sample): count(.magneticField, sample, event)
        case .scalar(let quantity, let sample):
            count(.scalar(quantity), of: sample.device, event, values: [sample.value])
        case .source(let report): change(report.device) { $0.report = report }
        case .drop(let drop):
            change(drop.device) { source in
                Self.stream(drop.stream, of: &source) { $0.dropped = drop.added(to: $0.dropped) }
            }
        case .tick, .clockStep, .parameters, .marker, .correction, .statement, .note, .learned, .reset: break
        }
    }

    private mutating func count(_ kind: StreamKind, _ sample: VectorSample, _ event: SensorEvent) {
        count(kind, of: sample.device, event, values: [sample.x, sample.y, sample.z])
    }

    private mutating func count(
        _ kind: StreamKind, of device: DeviceID, _ event: SensorEvent, values: [Double] = []
    ) {
        change(device) { source in
            Self.stream(kind, of: &source) { stream in
                stream.samples += 1
                if stream.first == nil { stream.first = event.received }
                stream.newest = event.received
                stream.recent.append(.init(time: event.time, received: event.received, values: values))
            }
        }
    }

    private mutating func change(_ device: DeviceID, _ body: (inout Source) -> Void) {
        if let index = sources.firstIndex(where: { $0.device == device }) {
            body(&sources[index])
        } else {
            var source = Source(device: device)
            body(&source)
            sources.append(source)
        }
    }

    private static func stream(_ kind: StreamKind, of source: inout Source, _ body: (inout Stream) -> Void) {
        if let index = source.streams.firstIndex(where: { $0.kind == kind }) {
            body(&source.streams[index])
        } else {
            var stream = Stream(kind: kind)
            body(&stream)
            source.streams.append(stream)
        }
    }
}
