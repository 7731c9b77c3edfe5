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
        var floorsUp = 0
        var floorsDown = 0

        init() {}

        init(_ latest: Latest) {
            floorsUp = latest.altitude?.floorsUp ?? 0
            floorsDown = latest.altitude?.floorsDown ?? 0
        }
    }

    /// The times whose activity the user corrected.
    private var corrected: [TimeSpan] = []

    init(parameters: Parameters) {
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
            case .altitude: countsChanged = true
            default: break
            }
        }
    }

    /// Adds the increases since the last count to the current quarter hour.
    private mutating func count(at time: Instant) {
        let counts = Counts(core.latest)
        let number = SessionSummary.Quarter.number(of: time)
        var quarter = quarters[number] ?? SessionSummary.Quarter(number: number)
        quarter.floorsUp += max(0, counts.floorsUp - counted.floorsUp)
        quarter.floorsDown += max(0, counts.floorsDown - counted.floorsDown)
        quarters[number] = quarter
        counted = counts
    }

    consuming func finish() -> (summary: SessionSummary, line: SessionLine) {
        let silence = core.parameters.day.silences.gap
        // The detail of a map of the library does not depend on what the user chose for one session.
        core.parameters.simplifier = .init()
        let track = finisher.finish(core)
        let steps = finisher.steps(outsideRidesOf: track.activities)
        for time in steps.times {
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
        // Before the first fix, the distance is that of the steps and of what a sensor measured.
        let first = track.track.times.first ?? Instant(nanoseconds: .max)
        let finisher = finisher
        func metres(at instant: Instant) -> SIMD2<Double> {
            let unplaced = min(instant, first)
            return (track.distances.metres(at: instant) ?? SIMD2(0, 0))
                + SIMD2(0, steps.metres(at: unplaced) + finisher.sensedMetres(at: unplaced))
        }
        let unplaced = (steps.times.prefix { $0 <= first } + finisher.sensedTimes).sorted()
        spread(at: unplaced + track.track.times, metres)
        for activity in track.activities where activity.until > activity.time {
            summary.activities.append(
                .init(
                    activity: activity.activity, start: activity.time, duration: activity.until - activity.time))
            spread(activity)
        }
        for case .move(let move) in track.day.items { spread(move, metres) }
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
        forEachQuarter(from: activity.time, until: activity.until) { quarter, part in
            quarter.activities[activity.activity, default: 0] += part.end - part.start
        }
    }

    /// Distributes the distance of the session over the quarter hours of its fixes or steps.
    /// - Parameter metres: Returns the measured and the estimated distance up to an instant.
    private mutating func spread(at times: [Instant], _ metres: (Instant) -> SIMD2<Double>) {
        var before = SIMD2(0.0, 0.0)
        for time in times {
            let now = metres(time)
            guard now != before else { continue }
            let number = SessionSummary.Quarter.number(of: time)
            quarters[number, default: SessionSummary.Quarter(number: number)].distance += now.x - before.x
            quarters[number]?.estimatedDistance += now.y - before.y
            before = now
        }
    }

    /// Distributes a move's distance over the quarter hours in which it took place: where its distance grew, or in proportion to
    /// time.
    private mutating func spread(_ move: StorylineItem.Move, _ metres: (Instant) -> SIMD2<Double>) {
        let (duration, total) = (move.end - move.start, (metres(move.end) - metres(move.start)).sum())
        guard duration > 0, move.length > 0 else { return }
        forEachQuarter(from: move.start, until: move.end) { quarter, part in
            let share =
                total > 0 ? (metres(part.end) - metres(part.start)).sum() / total : (part.end - part.start) / duration
            quarter.moved[move.activity, default: 0] += move.length * share
        }
    }

    private mutating func forEachQuarter(
        from start: Instant, until end: Instant, _ body: (inout SessionSummary.Quarter, TimeSpan) -> Void
    ) {
        guard start <= end else { return }
        let first = SessionSummary.Quarter.number(of: start)
        let last = SessionSummary.Quarter.number(of: end)
        // Skips an interval of months, which results from a wrong clock.
        guard last - first < 4 * 24 * 31 else { return }
        for number in first...last {
            var quarter = quarters[number] ?? SessionSummary.Quarter(number: number)
            let part = TimeSpan(
                start: max(start, quarter.start), end: min(end, quarter.start + SessionSummary.Quarter.length))
            if part.start < part.end { body(&quarter, part) }
            quarters[number] = quarter
        }
    }
}
