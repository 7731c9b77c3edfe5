import FusionCore
import Geometry
import SensorModel

/// The limits of what counts as a pause of the device.
private enum PauseBounds {
    /// The shortest silence, in seconds, that can be an unstated pause: devices that save points where the line bends leave
    /// out as much.
    static let shortest = 10.0
    /// The shortest such silence as a multiple of the usual time between points.
    static let usualIntervals = 3.0
    /// The highest mean speed in m/s of a device that is paused. Slow walkers are faster.
    static let speed = 0.5
    /// The longest way in metres that errors of the places and the delay of automatic pauses explain.
    static let way = 50.0
    /// The tolerance in seconds for a timer that counts whole seconds.
    static let rounding = 2.0
}

extension TrackDocument {
    /// Settles the pauses of the device: adds those that breaks of the line and the timers of laps show, joins those that
    /// overlap, and leaves out those in which the points move. O(n log n).
    mutating func settlePauses() {
        if breaksArePauses { sensorEvents += tracks.flatMap(\.breakPauses) }
        guard sensorEvents.contains(where: { $0.spanEnd != nil }) else { return }
        let path = TimedPath(tracks)
        var pauses = TakenTime()
        for pause in sensorEvents.compactMap(\.pause).sorted(by: { $0.start < $1.start }) { pauses.take(pause) }
        for silence in silences(of: path, besides: pauses) { pauses.take(silence) }
        let spans = pauses.spans.map { (span: $0, moves: path.moves(in: $0)) }
        let moved = spans.filter(\.moves).map(\.span)
        if !moved.isEmpty {
            let seconds = Int(nearest: moved.reduce(0) { $0 + $1.duration })
            report(
                .doubted,
                moved.count == 1
                    ? translatable(
                        "the points move in 1 pause of the device ({1} s); this time counts as motion")
                    : translatable(
                        "the points move in {2} pauses of the device ({1} s); this time counts as motion"),
                "\(seconds)", "\(moved.count)")
        }
        sensorEvents.removeAll { $0.pause != nil }
        sensorEvents += spans.filter { !$0.moves }.map { SensorEvent(pause: $0.span) }
        sensorEvents.sortStably(by: \.time)
    }

    /// Returns the silences within a track that account for the time in which the timer of a lap did not run until the next.
    private func silences(of path: TimedPath, besides known: TakenTime) -> [TimeSpan] {
        let laps = sensorEvents.filter(\.isLap).sorted { $0.time < $1.time }
        let recordings = tracks.compactMap(\.span)
        return laps.indices.flatMap { index -> [TimeSpan] in
            guard case .span(let lap) = laps[index].payload, let timer = lap.timerTime, let end = laps[index].spanEnd
            else { return [] }
            let next = index + 1 < laps.count ? laps[index + 1].time : end
            let span = TimeSpan(start: laps[index].time, end: max(laps[index].time, next))
            let running = known.parts(of: span).reduce(0) { $0 + $1.duration }
            return path.silences(in: span, upTo: running - timer).filter { silence in
                recordings.contains { $0.contains(silence.start) && $0.contains(silence.end) }
            }.sorted { $0.start < $1.start }
        }
    }
}

extension TrackDocument.Track {
    /// The breaks between segments in which the device stays where it is.
    fileprivate var breakPauses: [SensorEvent] {
        guard segments.count > 1 else { return [] }
        let usual = TimedPath([self]).usualInterval
        return zip(segments, segments.dropFirst()).compactMap { before, after in
            guard let last = before.last(where: { $0.time != nil }), let first = after.first(where: { $0.time != nil }),
                let start = last.time, let end = first.time,
                end - start > max(PauseBounds.shortest, PauseBounds.usualIntervals * usual),
                last.coordinate.distance(to: first.coordinate) < PauseBounds.speed * (end - start)
            else { return nil }
            return SensorEvent(pause: TimeSpan(start: start, end: end))
        }
    }
}

/// The points of tracks that have times, in order of time.
private struct TimedPath {
    private let points: [(time: Instant, coordinate: Coordinate)]
    /// The median time in seconds between two successive points; zero without points.
    let usualInterval: Double

    /// Creates the path. O(n log n).
    init(_ tracks: [TrackDocument.Track]) {
        points = tracks.lazy.flatMap(\.segments).joined().compactMap { point in
            point.time.map { ($0, point.coordinate) }
        }.sorted { $0.0 < $1.0 }
        usualInterval = quantiles([0.5], of: zip(points, points.dropFirst()).map { $1.time - $0.time })[0]
    }

    /// Returns the longest silences in a span that together are at most a number of seconds. O(points in it).
    func silences(in span: TimeSpan, upTo seconds: Double) -> [TimeSpan] {
        guard seconds > PauseBounds.shortest else { return [] }
        let first = points.partitionPoint { $0.time < span.start }
        let last = points.partitionPoint { $0.time <= span.end }
        guard first < last else { return [] }
        var rest = seconds + PauseBounds.rounding
        return (first..<last).compactMap { index -> TimeSpan? in
            guard index + 1 < points.count else { return nil }
            let silence = TimeSpan(start: points[index].time, end: points[index + 1].time)
            return silence.duration > max(PauseBounds.shortest, PauseBounds.usualIntervals * usualInterval)
                ? silence : nil
        }.sorted { $0.duration > $1.duration }.filter { silence in
            guard silence.duration - usualInterval <= rest else { return false }
            rest -= silence.duration
            return true
        }
    }

    /// Returns whether the points move while the device is paused. O(log n + points in the pause).
    func moves(in pause: TimeSpan) -> Bool {
        let first = max(1, points.partitionPoint { $0.time <= pause.start }) - 1
        let last = points.partitionPoint { $0.time < pause.end }
        guard first < last, last < points.count else { return false }
        let way = points[first...last].reduce(0) { max($0, points[first].coordinate.distance(to: $1.coordinate)) }
        return way > PauseBounds.way && way > PauseBounds.speed * pause.duration
    }
}

extension SensorEvent {
    /// Creates a pause of the device.
    init(pause: TimeSpan) {
        self.init(time: pause.start, payload: .span(DeviceSpan(.pause, duration: pause.duration)))
    }

    /// The span of a pause; `nil` for other events.
    fileprivate var pause: TimeSpan? {
        guard case .span(let span) = payload, span.kind == .pause else { return nil }
        return TimeSpan(start: time, end: time + span.duration)
    }

    /// Whether the event is a lap.
    fileprivate var isLap: Bool { if case .span(let span) = payload { span.kind == .lap } else { false } }
}

extension [SensorEvent] {
    /// Sorts by a key; equal events keep their order. O(n log n).
    fileprivate mutating func sortStably(by key: (SensorEvent) -> Instant) {
        self = enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
