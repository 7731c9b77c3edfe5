import FusionCore
import Geometry
import SensorModel

/// Writes the storyline JSON of Moves: days of places, moves and `off` segments.
///
/// Avoids four defects of known data in this format: a stay of more than a day keeps its real start and end, and is
/// in every day that it touches, always whole; a stay is a single segment; time without data is an `off` segment; and
/// every move is a separate segment.
struct MovesWriter {
    private let points: [TrackDocument.Point]
    private let items: [StorylineItem]

    /// The length of a day in nanoseconds.
    private static let day: Int64 = 86_400_000_000_000
    /// The maximum distance, in metres, between stops at the same place.
    private static let placeRadius = 75.0

    init(_ document: TrackDocument) throws {
        points = document.tracks.flatMap(\.segments).joined().filter { $0.time != nil }
            .sorted { ($0.time ?? Instant(nanoseconds: 0)) < ($1.time ?? Instant(nanoseconds: 0)) }
        items = Self.withoutHoles(document.storyline.isEmpty ? Self.moves(of: document) : document.storyline)
    }

    /// Returns a move for each segment of a document without a storyline, in which no stops have been identified.
    private static func moves(of document: TrackDocument) -> [StorylineItem] {
        document.tracks.flatMap { track in
            track.segments.compactMap { segment -> StorylineItem? in
                let times = segment.compactMap(\.time)
                guard let start = times.min(), let end = times.max() else { return nil }
                var distance = 0.0
                for (here, there) in zip(segment, segment.dropFirst()) {
                    distance += here.coordinate.distance(to: there.coordinate)
                }
                let activity = track.activity ?? segment.first?.activity ?? .unknown
                return .move(.init(start: start, end: end, activity: activity, distance: distance))
            }
        }
    }

    /// Returns the items in order, with gaps inserted between them.
    private static func withoutHoles(_ items: [StorylineItem]) -> [StorylineItem] {
        var whole: [StorylineItem] = []
        for item in items.sorted(by: { $0.start < $1.start }) {
            if let last = whole.last, last.end < item.start { whole.append(.gap(from: last.end, until: item.start)) }
            whole.append(item)
        }
        return whole
    }

    /// Writes the days.
    func write(to sink: ByteSink) throws {
        let places = places()
        sink.buffer.append("[")
        guard let first = items.first, let last = items.map(\.end).max() else {
            sink.buffer.append("]\n")
            return
        }
        var isFirstDay = true
        var today: [(offset: Int, element: StorylineItem)] = []
        var rest = Array(items.enumerated())[...]
        for day in Self.day(of: first.start)...Self.day(of: max(first.start, last)) {
            today.removeAll { Self.days(of: $0.element).upperBound < day }
            while let next = rest.first, Self.days(of: next.element).lowerBound <= day {
                today.append(next)
                rest.removeFirst()
            }
            if !today.isEmpty {
                sink.buffer.append(isFirstDay ? "\n" : ",\n")
                isFirstDay = false
                try write(today, midnight: Self.midnight(of: day), places: places, to: sink)
            }
        }
        sink.buffer.append("\n]\n")
    }

    /// Returns the number of days from 1970 to the day of an instant.
    private static func day(of instant: Instant) -> Int64 {
        let (quotient, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: day)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Returns the days that an item touches. An item that ends at midnight does not touch the next day.
    private static func days(of item: StorylineItem) -> ClosedRange<Int64> {
        let first = day(of: item.start)
        return first...max(first, day(of: Instant(nanoseconds: max(item.end.nanoseconds, .min + 1) - 1)))
    }

    /// Returns the start of a day, or the earliest instant if the start is before that.
    private static func midnight(of number: Int64) -> Instant {
        let (nanoseconds, isBefore) = number.multipliedReportingOverflow(by: day)
        return Instant(nanoseconds: isBefore ? .min : nanoseconds)
    }

    private func write(
        _ today: [(offset: Int, element: StorylineItem)], midnight: Instant, places: [Int], to sink: ByteSink
    ) throws {
        sink.buffer.append("{\"date\":\"")
        sink.buffer.append(compactDate: midnight)
        sink.buffer.append("\",\"segments\":[")
        for (index, (offset, item)) in today.enumerated() {
            sink.buffer.append(index > 0 ? ",\n" : "\n")
            var segment = ObjectText(taking: &sink.buffer)
            segment.add(word: "type", Self.type(of: item))
            segment.add("startTime", compact: item.start)
            segment.add("endTime", compact: item.end)
            switch item {
            case .stop(let stop): Self.add(stop, place: places[offset], to: &segment)
            case .move(let move): add(move, to: &segment)
            case .gap: break
            }
            sink.buffer = segment.end()
            try sink.flushIfFull()
        }
        sink.buffer.append("]}")
    }

    private static func type(of item: StorylineItem) -> StaticString {
        switch item {
        case .stop: "place"
        case .move: "move"
        case .gap: "off"
        }
    }

    /// Returns a place number for each item: the same for stops with the same name or at the same place.
    private func places() -> [Int] {
        var known: [(coordinate: Coordinate, name: String?)] = []
        return items.map { item in
            guard case .stop(let stop) = item else { return 0 }
            let index = known.firstIndex { place in
                if let name = stop.name, let other = place.name { return name == other }
                return place.coordinate.distance(to: stop.coordinate) <= Self.placeRadius
            }
            if let index { return index + 1 }
            known.append((stop.coordinate, stop.name))
            return known.count
        }
    }

    private static func add(_ stop: StorylineItem.Stop, place: Int, to segment: inout ObjectText) {
        segment.add("place") { text in
            var object = ObjectText(taking: &text)
            object.add("id", place)
            if let name = stop.name { object.add("name", name) }
            object.add(word: "type", stop.name == nil ? "unknown" : "user")
            object.add("location") { $0.append(location: stop.coordinate) }
            text = object.end()
        }
    }

    private func add(_ move: StorylineItem.Move, to segment: inout ObjectText) {
        segment.add("activities") { text in
            text.append("[")
            var object = ObjectText(taking: &text)
            object.add(word: "activity", Self.code(of: move.activity))
            object.add("manual", false)
            object.add("startTime", compact: move.start)
            object.add("endTime", compact: move.end)
            object.add("duration", ((move.end - move.start) * 1000).rounded() / 1000)
            object.add("distance", move.length.rounded())
            if let steps = move.steps { object.add("steps", steps) }
            object.add("trackPoints") { self.addPoints(from: move.start, until: move.end, to: &$0) }
            text = object.end()
            text.append("]")
        }
    }

    private func addPoints(from start: Instant, until end: Instant, to text: inout TextBuffer) {
        text.append("[")
        var low = points.partitionPoint { ($0.time ?? start) < start }
        var isFirst = true
        while low < points.count, let time = points[low].time, time <= end {
            if !isFirst { text.append(",") }
            isFirst = false
            text.append(location: points[low].coordinate)
            text.removeLast()
            text.append(",\"time\":\"")
            text.append(compact: time)
            text.append(points[low].isEstimated ? "\",\"isEstimated\":true}" : "\"}")
            low += 1
        }
        text.append("]")
    }

    /// Returns the code that Moves uses for an activity, or the activity's name if Moves has no code for it.
    private static func code(of activity: Activity) -> StaticString {
        switch activity {
        case .walking: "wlk"
        case .running: "run"
        case .cycling: "cyc"
        case .automotive: "trp"
        case .stationary: "stationary"
        case .unknown: "unknown"
        }
    }
}

extension TextBuffer {
    /// Appends `yyyyMMdd`.
    fileprivate mutating func append(compactDate instant: Instant) {
        let stamp = Timestamp(instant)
        append(magnitude: UInt64(Swift.max(0, stamp.year)), width: 4)
        append(magnitude: UInt64(stamp.month), width: 2)
        append(magnitude: UInt64(stamp.day), width: 2)
    }

    /// Appends `yyyyMMddTHHmmssZ`.
    fileprivate mutating func append(compact instant: Instant) {
        append(compactDate: instant)
        let second = Timestamp(instant).secondOfDay
        append("T")
        append(magnitude: UInt64(second / 3_600), width: 2)
        append(magnitude: UInt64(second / 60 % 60), width: 2)
        append(magnitude: UInt64(second % 60), width: 2)
        append("Z")
    }

    /// Appends a position in the format of Moves.
    fileprivate mutating func append(location: Coordinate) {
        append("{\"lat\":")
        append(location.latitude, decimals: 8)
        append(",\"lon\":")
        append(location.longitude, decimals: 8)
        append("}")
    }
}

extension ObjectText {
    fileprivate mutating func add(_ name: StaticString, compact instant: Instant) {
        key(name)
        var copy = TextBuffer()
        copy.append("\"")
        copy.append(compact: instant)
        copy.append("\"")
        append(copy)
    }
}
