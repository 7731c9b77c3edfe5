import FusionCore
import Geometry
import SensorModel

/// Builds a ``SessionSummary`` and a ``SessionLine`` event by event.
struct SessionSummarizer {
    private var core: FusionCore
    private var finisher = TrackFinisher()
    private var summary = SessionSummary()
    private var quarters: [Int64: SessionSummary.Quarter] = [:]
    private var counted = Counts()
    private var firstPlace: Instant?
    private var lastPlace: Instant?

    private struct Counts {
        var distance = 0.0
        var estimatedDistance = 0.0
        var floorsUp = 0
        var floorsDown = 0

        init() {}

        init(_ latest: Latest) {
            distance = latest.distance
            estimatedDistance = latest.estimatedDistance
            floorsUp = latest.altitude?.floorsUp ?? 0
            floorsDown = latest.altitude?.floorsDown ?? 0
        }
    }

    /// The times whose activity the user corrected.
    private var corrected: [TimeSpan] = []

    init(parameters: Parameters) {
        // The detail of a map of the library does not depend on what the user chose for one session.
        var parameters = parameters
        parameters.simplifier = .init()
        core = FusionCore(parameters: parameters)
    }

    mutating func consume(_ event: SensorEvent) {
        let place = EventOrder().place(of: event)
        if firstPlace == nil { firstPlace = place }
        lastPlace = max(lastPlace ?? place, place)
        if case .reset = event.payload { counted = Counts() }
        if case .correction(.activity(_, let from, let until)) = event.payload {
            corrected.append(TimeSpan(start: from, end: until))
        }
        var conclusions = Conclusions()
        finisher.consume(event, with: &core) { conclusions.consume($0) }
        let gap = core.parameters.day.silences.gap
        summary.coverage.consume(event, gap: gap)
        if let time = conclusions.acceptedFix { summary.coverage.noteAccepted(time, gap: gap) }
        if conclusions.countsChanged { count(at: event.time) }
    }

    private struct Conclusions {
        var acceptedFix: Instant?
        var countsChanged = false

        mutating func consume(_ estimate: Estimate) {
            switch estimate {
            case .verdict(let verdict) where verdict.hasTrackPoint: acceptedFix = verdict.time
            case .position, .step, .altitude: countsChanged = true
            default: break
            }
        }
    }

    /// Adds the increases since the last count to the current quarter hour.
    private mutating func count(at time: Instant) {
        let counts = Counts(core.latest)
        let number = SessionSummary.Quarter.number(of: time)
        var quarter = quarters[number] ?? SessionSummary.Quarter(number: number)
        quarter.distance += max(0, counts.distance - counted.distance)
        let estimated = counts.estimatedDistance - counted.estimatedDistance
        quarter.estimatedDistance += max(0, estimated)
        quarter.floorsUp += max(0, counts.floorsUp - counted.floorsUp)
        quarter.floorsDown += max(0, counts.floorsDown - counted.floorsDown)
        quarters[number] = quarter
        if estimated < 0 { withdraw(-estimated) }
        counted = counts
    }

    /// Removes distance in metres that was estimated during an outage before its end was known, latest quarters first.
    private mutating func withdraw(_ metres: Double) {
        var left = metres
        for number in quarters.keys.sorted(by: >) where left > 0 {
            let part = min(left, quarters[number]?.estimatedDistance ?? 0)
            quarters[number]?.estimatedDistance -= part
            left -= part
        }
    }

    /// Scales the live totals of the quarters to the total that the whole session yields in hindsight.
    private mutating func settle(_ metres: WritableKeyPath<SessionSummary.Quarter, Double>, to total: Double) {
        let counted = quarters.values.reduce(0) { $0 + $1[keyPath: metres] }
        guard counted > 0 else {
            // Nothing was counted live, so the distribution is unknown and the total is assigned to the last quarter.
            if let last = quarters.keys.max() { quarters[last]?[keyPath: metres] = total }
            return
        }
        for number in quarters.keys { quarters[number]?[keyPath: metres] *= total / counted }
    }

    consuming func finish() -> (summary: SessionSummary, line: SessionLine) {
        let silence = core.parameters.day.silences.gap
        let track = finisher.finish(core)
        for time in finisher.steps(outsideRidesOf: track.activities).times {
            let number = SessionSummary.Quarter.number(of: time)
            quarters[number, default: SessionSummary.Quarter(number: number)].steps += 1
        }
        summary.start = firstPlace
        summary.end = lastPlace
        summary.distance = track.summary.distance
        summary.estimatedDistance = track.summary.estimatedDistance
        summary.movingTime = track.summary.movingTime
        summary.maximumSpeed = track.summary.maximumSpeed
        summary.maximumSpeedTime = track.summary.maximumSpeedTime
        summary.steps = track.summary.steps
        summary.floorsUp = track.summary.floorsUp
        summary.floorsDown = track.summary.floorsDown
        summary.fixes = track.summary.fixes
        settle(\.distance, to: summary.distance)
        settle(\.estimatedDistance, to: summary.estimatedDistance)
        for activity in track.activities where activity.until > activity.time {
            summary.activities.append(
                .init(
                    activity: activity.activity, start: activity.time, duration: activity.until - activity.time))
            spread(activity)
        }
        for case .move(let move) in track.day.items { spread(move) }
        summary.visits = track.day.items.compactMap { if case .stop(let stop) = $0 { Visit(stop) } else { nil } }
        summary.paces = paces(of: track)
        summary.quarters = quarters.values.sorted { $0.number < $1.number }
        return (summary, SessionLine(track, silence: silence))
    }

    /// The minimum time, in seconds, of an activity whose mean speed is a pace.
    private static let shortestPace = 300.0

    /// Returns the mean speeds of the activities that a file states or the user corrected.
    private func paces(of finished: FinishedTrack) -> [SessionSummary.Pace] {
        let certain = finished.activities.filter { stretch in
            stretch.isStated || corrected.contains { $0.start <= stretch.time && stretch.until <= $0.end }
        }
        return [Activity.walking, .running, .cycling].compactMap { activity in
            let spans = certain.filter { $0.activity == activity }.map { TimeSpan(start: $0.time, end: $0.until) }
            let seconds = spans.reduce(0) { $0 + ($1.end - $1.start) }
            guard seconds >= Self.shortestPace else { return nil }
            let speed = spans.reduce(0) { $0 + Self.length(of: finished.track, within: $1) } / seconds
            return speed > 0 ? SessionSummary.Pace(activity: activity, speed: speed) : nil
        }
    }

    private static func length(of track: PositionTrack, within span: TimeSpan) -> Double {
        let first = track.indices.partitionPoint { track.time(of: $0) < span.start }
        let last = track.indices.partitionPoint { track.time(of: $0) <= span.end }
        guard last - first > 1 else { return 0 }
        return ((first + 1)..<last).reduce(0) {
            $0 + track.coordinate(of: $1 - 1).distance(to: track.coordinate(of: $1))
        }
    }

    private mutating func spread(_ activity: ActivityEstimate) {
        forEachQuarter(from: activity.time, until: activity.until) { quarter, seconds in
            quarter.activities[activity.activity, default: 0] += seconds
        }
    }

    /// Distributes a move's distance over the quarter hours in which it took place, in proportion to time.
    private mutating func spread(_ move: StorylineItem.Move) {
        let (duration, metres) = (move.end - move.start, move.length)
        guard duration > 0, metres > 0 else { return }
        forEachQuarter(from: move.start, until: move.end) { quarter, seconds in
            quarter.moved[move.activity, default: 0] += metres * seconds / duration
        }
    }

    private mutating func forEachQuarter(
        from start: Instant, until end: Instant, _ body: (inout SessionSummary.Quarter, Double) -> Void
    ) {
        guard start <= end else { return }
        let first = SessionSummary.Quarter.number(of: start)
        let last = SessionSummary.Quarter.number(of: end)
        // Skips an interval of months, which results from a wrong clock.
        guard last - first < 4 * 24 * 31 else { return }
        for number in first...last {
            var quarter = quarters[number] ?? SessionSummary.Quarter(number: number)
            let seconds = min(end, quarter.start + SessionSummary.Quarter.length) - max(start, quarter.start)
            if seconds > 0 { body(&quarter, seconds) }
            quarters[number] = quarter
        }
    }
}
