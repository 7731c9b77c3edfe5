import Geometry
import SensorModel

/// The day of a recording in progress, at a cost that does not grow with the recording: what lies further back than a fixed
/// lag is final, and only the time after it is decided again, with as much of the time before it.
///
/// Source: J. Moore, "Discrete-time fixed-lag smoothing algorithms", Automatica 9 (1973). Guide:
/// docs/estimators/activity.md#while-recording.
public struct FixedLagDay: Sendable {
    /// The stops, moves, gaps, and workouts so far.
    public private(set) var day = Day(items: [], stays: [])
    /// The activities so far, in order of time.
    public private(set) var activities: [ActivityEstimate] = []
    /// The points of the simplified track so far.
    public private(set) var simplified: [SimplifiedPoint] = []
    private var final = Part()
    /// The time of the first position, which changes if a receiver's clock is set back.
    private var origin: Instant?

    /// The decisions about a part of the recording.
    fileprivate struct Part {
        var items: [StorylineItem] = []
        var stays: [Stay] = []
        var activities: [ActivityEstimate] = []
        var simplified: [SimplifiedPoint] = []
        /// The end of the part; `nil` if it is empty.
        var end: Instant?
    }

    /// The lag in seconds: about the overlap of the parts in ``TravelDecoder`` with motion sensors.
    static let lag = 2_700.0
    /// The minimum time, in seconds, that becomes final together.
    private static let step = 900.0

    /// Creates an empty day.
    public init() {}

    /// Decides the time after the final part. O(part).
    /// - Parameters:
    ///   - finisher: What was collected so far.
    ///   - distance: The distance so far.
    ///   - parameters: All parameters.
    public mutating func update(_ finisher: TrackFinisher, _ distance: LiveDistance, _ parameters: Parameters) {
        if finisher.filtered.times.first != origin {
            final = Part()
            origin = finisher.filtered.times.first
        }
        let start = final.end.map { $0 + -Self.lag }
        let collected = start.map(finisher.activities.part) ?? finisher.activities
        let track = start.map(finisher.filtered.part) ?? finisher.filtered
        var decided = Part()
        decided.activities =
            ActivityTimeline(collected, parameters: parameters.activity, silences: parameters.outages.silences)
            .stretches
        var material = finisher.material(along: SmoothedTrack(live: track, distance), activities: decided.activities)
        let recent = material.day(parameters.day)
        (decided.items, decided.stays) = (recent.items, recent.stays)
        decided.simplified = TrackFinisher.simplify(
            track, activities: recent.activities(amending: decided.activities, parameters.activity),
            parameters: parameters)
        let points = DayTrack(points: material.points.calmed(by: recent.rests))
        let latest = Instant(nanoseconds: .max)
        let whole = final.joined(decided, until: latest, points, parameters.day)
        material.activities = whole.activities
        day = recent
        (day.items, day.stays) = (whole.items, whole.stays)
        day.workouts = material.workouts(among: whole.items, along: distance.distances)
        (activities, simplified) = (whole.activities, whole.simplified)
        guard !points.points.isEmpty, let first = final.end ?? recent.items.first?.start,
            let last = recent.items.last?.end
        else { return }
        // A move of unknown distance cannot be divided.
        let due = last + -Self.lag
        let end = recent.items.first { $0.isOfUnknownDistance && $0.start < due && due < $0.end }?.start ?? due
        if end - first >= Self.step { final = final.joined(decided, until: end, points, parameters.day) }
    }
}

extension FixedLagDay.Part {
    /// Returns this part, continued by another until an instant.
    /// - Parameters:
    ///   - next: The other part, which may begin earlier than this one ends.
    ///   - end: The instant.
    ///   - track: The points of the other part.
    ///   - parameters: The parameters of the day.
    fileprivate func joined(
        _ next: Self, until end: Instant, _ track: DayTrack, _ parameters: DayParameters
    ) -> Self {
        let span = TimeSpan(start: self.end ?? Instant(nanoseconds: .min), end: end)
        func isInside(_ start: Instant, _ until: Instant) -> Bool { until > span.start && start < span.end }
        var whole = self
        whole.end = end
        whole.stays += next.stays.filter { isInside($0.start, $0.end) }
        whole.activities += next.activities.filter { isInside($0.time, $0.until) }.map {
            $0.part(from: max($0.time, span.start), until: min($0.until, span.end))
        }
        let last = simplified.last?.estimate.time ?? Instant(nanoseconds: .min)
        whole.simplified += next.simplified.filter { $0.estimate.time > last }
        whole.simplified.removeLast(
            whole.simplified.count - whole.simplified.partitionPoint { $0.estimate.time <= end })
        for item in next.items where isInside(item.start, item.end) {
            let part = track.points.isEmpty ? item : track.cut(item, to: span)
            let joined = whole.items.last.flatMap { $0.continued(by: part, within: parameters.mergeDistance) }
            if joined != nil { whole.items.removeLast() }
            whole.items.append(joined ?? part)
        }
        return whole
    }
}

extension StorylineItem {
    /// Returns this item with the next one, if that continues it; `nil` if it is another.
    /// - Parameters:
    ///   - next: The next item.
    ///   - distance: The maximum distance between two stops at one place, in metres.
    fileprivate func continued(by next: StorylineItem, within distance: Double) -> StorylineItem? {
        guard next.start <= end else { return nil }
        switch (self, next) {
        case (.gap(let from, _), .gap(_, let until)): return .gap(from: from, until: until)
        case (.stop(let stop), .stop(let later)) where stop.coordinate.distance(to: later.coordinate) <= distance:
            var whole = stop.continued(by: later)
            whole.name = stop.name ?? later.name
            return .stop(whole)
        case (.move(let move), .move(let later))
        where move.activity == later.activity && move.isStated == later.isStated && move.sport == later.sport:
            return .move(move.continued(by: later))
        default: return nil
        }
    }

    fileprivate var isOfUnknownDistance: Bool {
        if case .move(let move) = self { move.isOfUnknownDistance } else { false }
    }
}

/// The figures that stops and moves share, for adding those of consecutive parts.
private protocol CountedPart {
    var start: Instant { get set }
    var end: Instant { get set }
    var distance: Double { get set }
    var estimatedDistance: Double { get set }
    var steps: Int? { get set }
    var floorsUp: Int? { get set }
    var floorsDown: Int? { get set }
}

extension CountedPart {
    /// Returns both parts as one, with the other properties of the longer one.
    fileprivate func continued(by later: Self) -> Self {
        func sum(_ one: Int?, _ other: Int?) -> Int? { one.map { $0 + (other ?? 0) } ?? other }
        var whole = later.end - later.start > end - start ? later : self
        (whole.start, whole.end) = (start, later.end)
        whole.distance = distance + later.distance
        whole.estimatedDistance = estimatedDistance + later.estimatedDistance
        whole.steps = sum(steps, later.steps)
        (whole.floorsUp, whole.floorsDown) = (sum(floorsUp, later.floorsUp), sum(floorsDown, later.floorsDown))
        return whole
    }
}

extension StorylineItem.Stop: CountedPart {}
extension StorylineItem.Move: CountedPart {}
