import FusionCore
import SensorModel

extension TrackDocument {
    /// The start of 1990, before which no receiver recorded a track. Devices write their epoch (1970, 1980, 31 December
    /// 1989) for a time that they do not know.
    private static let earliest = Instant(seconds: 631_152_000)
    /// The time in seconds by which a lap or a remark can be outside the points: a device can close a lap hours later.
    private static let remarkMargin = 86_400.0

    /// Leaves out what has an impossible time, and reports how many there are: entries before 1990 in a file whose other
    /// entries are later, and laps and remarks far from all others. O(n).
    mutating func removeImpossibleTimes() {
        var (early, span) = (0, TimeSpan?.none)
        var count = 0
        func add(_ time: Instant) {
            if time < Self.earliest { early += 1 } else { count += 1 }
            guard time >= Self.earliest else { return }
            span = TimeSpan(start: min(span?.start ?? time, time), end: max(span?.end ?? time, time))
        }
        for point in tracks.lazy.flatMap(\.segments).joined() { point.time.map(add) }
        for event in sensorEvents where !event.isRemark && !event.isReport { add(event.time) }
        guard let span, count > early else { return }
        let known = (span.start + -Self.remarkMargin)...(span.end + Self.remarkMargin)
        let before = sensorEvents.count
        sensorEvents.removeAll { event in
            event.isRemark ? !known.contains(event.time) : !event.isReport && event.time < Self.earliest
        }
        for index in sensorEvents.indices where sensorEvents[index].time < Self.earliest {
            (sensorEvents[index].time, sensorEvents[index].received) = (span.start, span.start)
        }
        var left = before - sensorEvents.count
        for track in tracks.indices {
            for segment in tracks[track].segments.indices {
                let points = tracks[track].segments[segment].count
                tracks[track].segments[segment].removeAll { $0.time.map { $0 < Self.earliest } ?? false }
                left += points - tracks[track].segments[segment].count
            }
        }
        report(left: left, one: "entry with an impossible time", many: "entries with impossible times")
    }
}

extension SensorEvent {
    /// Whether the event is a lap or a remark.
    fileprivate var isRemark: Bool {
        switch payload {
        case .marker, .span: true
        default: false
        }
    }

    /// Whether the event reports a source, which has no time.
    fileprivate var isReport: Bool { if case .source = payload { true } else { false } }
}
