/// The state, rates, losses, and newest samples of every source, derived from its events.
///
/// Used by the doctor and by the window's sensor list, both live and in replay.
public struct SourceSurvey: Sendable {
    /// The samples of one kind from one source.
    public struct Stream: Sendable, Hashable {
        /// The kind of data in the stream.
        public let kind: StreamKind
        /// The number of samples so far.
        public fileprivate(set) var samples = 0
        /// The number of samples known to be lost.
        public fileprivate(set) var dropped = 0
        fileprivate var arrivals = ArrivalRate()
        /// The newest samples, for a sparkline and the current rate.
        public fileprivate(set) var recent = RecentSamples()

        /// The newest sample: three components, one value, or empty.
        public var values: [Double] { recent.last?.values ?? [] }
        /// The time of the newest sample, according to the sensor.
        public var time: Instant? { recent.last?.time }

        /// The arrival time of the newest sample.
        public var newest: Instant? { recent.last?.received }

        /// The mean number of samples per second, by arrival; `nil` before the second arrival.
        public var rate: Double? { arrivals.perSecond }
    }

    /// A source and its streams.
    public struct Source: Sendable, Hashable {
        /// The number that identifies the source.
        public let device: DeviceID
        /// The newest report on the source; `nil` if it never reported.
        public fileprivate(set) var report: SourceReport?
        /// The streams, in the order of their first samples.
        public fileprivate(set) var streams: [Stream] = []
        /// The newest fix attempt.
        public fileprivate(set) var fix: Fix?
        /// The receiver's time of the newest fix attempt minus its arrival, in seconds.
        public fileprivate(set) var clockOffset: Double?
        /// The newest sky view.
        public fileprivate(set) var sky: Sky?

        /// The name shown to the user: the label if there is one, otherwise the reported name.
        public var name: String { report?.label ?? report?.name ?? "source \(device.rawValue)" }
    }

    /// The sources, in the order of their first event.
    public private(set) var sources: [Source] = []

    /// Creates an empty survey.
    public init() {}

    /// Updates the survey with an event. O(number of sources).
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
        case .tick, .clockStep, .clock, .parameters, .marker, .correction, .statement, .span, .note, .learned, .reset:
            break
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
                stream.arrivals.consume(arrival: event.received)
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
