/// A span of time that the recording device itself states: a pause of its timer, or a lap. It starts at the time of its event.
public struct DeviceSpan: Sendable, Hashable {
    /// The kind of a span; the raw values are those of session files and event logs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The device's timer was stopped.
        case pause
        /// A part of the activity, with the device's own figures.
        case lap
    }

    /// Whether it is a pause or a lap.
    public var kind: Kind
    /// The device's name for the span.
    public var name: String?
    /// The time from the start to the end, in seconds.
    public var duration: Double
    /// The time in which the device's timer ran, in seconds.
    public var timerTime: Double?
    /// The distance that the device states, in metres.
    public var distance: Double?

    /// Creates a span of a duration in seconds; one that is negative or not a number counts as zero.
    public init(
        _ kind: Kind, name: String? = nil, duration: Double, timerTime: Double? = nil, distance: Double? = nil
    ) {
        self.kind = kind
        self.name = name
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.timerTime = timerTime
        self.distance = distance
    }

    /// The figures with their names in all outputs.
    public var figures: [(name: StaticString, value: Double)] {
        let all: [(StaticString, Double?)] = [
            ("duration", duration), ("timerTime", timerTime), ("distance", distance),
        ]
        return all.compactMap { name, value in value.flatMap { $0.isFinite ? (name, $0) : nil } }
    }

    /// The remark for programs that know no spans, which read one as a marker.
    public var remark: String { name ?? (kind == .lap ? "Lap" : "Pause") }
}

extension SensorEvent {
    /// The time at which a stated span ends; `nil` for other events.
    public var spanEnd: Instant? { if case .span(let span) = payload { time + span.duration } else { nil } }
}

extension Sequence<SensorEvent> {
    /// The user's marks with their times, in the order of these. O(n log n).
    public var marks: [(time: Instant, text: String)] {
        let marks = compactMap { event -> (time: Instant, text: String)? in
            if case .marker(let text) = event.payload { (event.time, text) } else { nil }
        }
        return marks.sorted { $0.time < $1.time }
    }

    /// The stated spans with their starts, in order. O(n).
    public var spans: [(start: Instant, span: DeviceSpan)] {
        compactMap { event in if case .span(let span) = event.payload { (event.time, span) } else { nil } }
    }

    /// Returns the stated spans of a kind with their starts, in order. O(n).
    public func spans(_ kind: DeviceSpan.Kind) -> [(start: Instant, span: DeviceSpan)] {
        spans.filter { $0.span.kind == kind }
    }
}
