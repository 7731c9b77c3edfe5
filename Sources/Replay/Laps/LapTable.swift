import FusionCore
import Geometry
public import SensorModel

/// The rule by which a session is divided into laps.
public enum LapRule: Sendable, Hashable {
    /// As the device states.
    case stated
    /// A lap for each length in metres.
    case distance(Double)
    /// A lap from each crossing of a line to the next.
    case gate(LapGate)

    /// The line; `nil` for the other rules.
    public var gate: LapGate? { if case .gate(let gate) = self { gate } else { nil } }
}

/// A lap of a session.
public struct Lap: Sendable, Hashable {
    /// The device's name for it; `nil` if it has none.
    public var name: String?
    /// The start.
    public var start: Instant
    /// The time in seconds: that of the device's timer if it states one, otherwise from start to end.
    public var time: Double
    /// The distance in metres; `nil` if it is not known.
    public var distance: Double?
    /// True if its start or its end lies in an outage; at a gate, if any outage is within the lap.
    public var isEstimated = false
    /// False for what remains after the last whole length.
    public var isWhole = true

    /// The mean speed in m/s; `nil` without a distance or a duration.
    public var speed: Double? { distance.flatMap { $0 > 0 && time > 0 ? $0 / time : nil } }
}

/// The laps of a session by one rule, with the best of them.
public struct LapTable: Sendable, Hashable {
    /// The rule.
    public let rule: LapRule
    /// The laps, in order of time.
    public let laps: [Lap]
    /// The index of the best whole lap that is measured: of those that a device states the fastest, of others that with the
    /// shortest time. `nil` if there are fewer than two.
    public let best: Int?
    /// The difference between the longest and the shortest of these laps, in seconds; `nil` for those that a device states,
    /// whose lengths differ.
    public let spread: Double?

    /// The minimum distance in metres between two crossings of a gate: standing on it begins no lap.
    private static let shortest = 20.0
    /// The maximum number of laps by distance.
    private static let mostLaps = 10_000

    /// Creates the table of a session that has no laps.
    public init() { self.init(.stated, []) }

    /// Divides a run. O(n).
    public init(_ rule: LapRule, of run: SessionRun) {
        let laps =
            switch rule {
            case .stated: Self.stated(run)
            case .distance(let metres): Self.laps(of: run, each: metres)
            case .gate(let gate): Self.laps(of: run, through: gate)
            }
        self.init(rule, laps)
    }

    private init(_ rule: LapRule, _ laps: [Lap]) {
        (self.rule, self.laps) = (rule, laps)
        let counted = laps.indices.filter { laps[$0].isWhole && !laps[$0].isEstimated }
        let times = counted.map { laps[$0].time }
        guard counted.count > 1, let longest = times.max(), let shortest = times.min() else {
            (best, spread) = (nil, nil)
            return
        }
        if rule == .stated {
            best = counted.filter { laps[$0].speed != nil }.max { laps[$0].speed ?? 0 < laps[$1].speed ?? 0 }
            spread = nil
        } else {
            best = counted.min { laps[$0].time < laps[$1].time }
            spread = longest - shortest
        }
    }

    private static func stated(_ run: SessionRun) -> [Lap] {
        run.summary.spans.spans(.lap).map { start, span in
            Lap(name: span.name, start: start, time: span.timerTime ?? span.duration, distance: span.distance)
        }
    }

    private static func laps(of run: SessionRun, each metres: Double) -> [Lap] {
        guard metres > 0, let first = run.smoothed.times.first, let last = run.smoothed.times.last else { return [] }
        let ends = run.milestones(every: metres, atMost: mostLaps)
        let outages = TrackOutages(run.smoothed)
        var laps = zip([first] + ends, ends).map { start, end in
            Lap(
                start: start, time: end - start, distance: metres,
                isEstimated: outages.isAny(in: start...start) || outages.isAny(in: end...end))
        }
        let start = ends.last ?? first
        let rest = run.distance(at: last) - metres * Double(ends.count)
        if rest >= 1 { laps.append(Lap(start: start, time: last - start, distance: rest, isWhole: false)) }
        return laps
    }

    private static func laps(of run: SessionRun, through gate: LapGate) -> [Lap] {
        let outages = TrackOutages(run.smoothed)
        var crossings: [(time: Instant, distance: Double)] = []
        for time in gate.crossings(of: run.smoothed) {
            let distance = run.distance(at: time)
            if let last = crossings.last, distance - last.distance < shortest { continue }
            crossings.append((time, distance))
        }
        return zip(crossings, crossings.dropFirst()).map { start, end in
            Lap(
                start: start.time, time: end.time - start.time, distance: end.distance - start.distance,
                // A crossing may be missing in an outage.
                isEstimated: outages.isAny(in: start.time...end.time))
        }
    }
}
