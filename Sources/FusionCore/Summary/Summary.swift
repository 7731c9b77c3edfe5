import Geodesy
public import SensorModel

/// A session in a few numbers.
public struct Summary: Sendable, Hashable {
    /// The metres measured along the smoothed track.
    public var distance = 0.0
    /// Metres estimated through outages; not in ``distance``.
    public var estimatedDistance = 0.0
    /// Seconds from the first to the last event.
    public var duration = 0.0
    /// Seconds in which something moved.
    public var movingTime = 0.0
    /// Steps.
    public var steps = 0
    /// Flights climbed.
    public var floorsUp = 0
    /// Flights descended.
    public var floorsDown = 0
    /// Whether something measured ``distance``.
    public var distanceAvailability = Availability.noData
    /// Whether something counted ``steps``.
    public var stepsAvailability = Availability.noData
    /// Whether something counted ``floorsUp`` and ``floorsDown``.
    public var floorsAvailability = Availability.noData
    /// The fastest measured speed in m/s; no estimate enters.
    public var maximumSpeed = 0.0
    /// Fix attempts, the rejected ones among them.
    public var fixes = 0
    /// Rejected fix attempts by reason.
    public var rejected: [FixVerdict.Rejection: Int] = [:]
    /// Rejected fix attempts, for whatever reason.
    public var rejectedCount: Int { rejected.values.reduce(0, +) }
    /// Points of the simplified track.
    public var simplifiedPoints = 0
    /// The mean squared normalised innovation of the position filter, 2 where its sigmas are right; nil without fixes.
    public var normalizedInnovationSquared: Double?
    /// What was learnt of each receiver.
    public var receivers: [ReceiverFindings] = []

    /// Creates the summary of nothing.
    public init() {}
}

/// Adds up a ``Summary`` while a session runs.
public struct SummaryAccumulator: Sendable, Hashable {
    private var summary = Summary()
    private var first: Instant?
    private var last: Instant?
    private var lastSpeed: SpeedEstimate?
    private var hasMotion = false
    private var hasPressure = false
    private var deniedStreams: Set<StreamKind> = []
    /// What a core had counted before it started again.
    private var counted = Summary()
    private var countedUnplaced = 0.0

    /// Seconds of the time between two speeds that count at most as moving time.
    public static let longestStep = 10.0

    /// Creates an empty one.
    public init() {}

    /// Records the session's next event.
    public mutating func note(_ event: SensorEvent) {
        let place = EventOrder().place(of: event)
        if first == nil { first = place }
        last = max(last ?? place, place)
        switch event.payload {
        case .acceleration: hasMotion = true
        case .scalar(.pressure, _): hasPressure = true
        case .source(let report) where report.state == .notPermitted: deniedStreams.formUnion(report.streams)
        default: break
        }
    }

    /// Records an estimate that an event led to.
    public mutating func note(_ estimate: Estimate) {
        switch estimate {
        case .verdict(let verdict):
            summary.fixes += 1
            if let rejection = verdict.rejection { summary.rejected[rejection, default: 0] += 1 }
        case .speed(let speed): note(speed)
        case .step(let step): summary.steps = max(summary.steps, step.count)
        case .altitude(let altitude):
            summary.floorsUp = altitude.floorsUp
            summary.floorsDown = altitude.floorsDown
        default: break
        }
    }

    /// Takes that a core is about to start again: it will count from zero, and the session continues.
    public mutating func noteReset(of core: FusionCore) {
        counted = summary(of: core)
        countedUnplaced += core.distance.unplacedMetres
        (summary.steps, summary.floorsUp, summary.floorsDown) = (0, 0, 0)
    }

    private mutating func note(_ speed: SpeedEstimate) {
        if let before = lastSpeed, before.value > 0 {
            let dt = speed.time - before.time
            // A longer silence says nothing about whether anything moved.
            if dt > 0 { summary.movingTime += min(dt, Self.longestStep) }
        }
        lastSpeed = speed
    }

    /// Returns the summary so far.
    /// - Parameters:
    ///   - core: The core that the events went through.
    ///   - way: The distance along the smoothed track; `nil` for what the core has counted live.
    ///   - simplifiedPoints: Points of the simplified track.
    public func summary(of core: FusionCore, _ way: TrackWay? = nil, simplifiedPoints: Int = 0) -> Summary {
        var summary = self.summary
        if let way {
            summary.distance = way.distance
            summary.estimatedDistance = way.estimatedDistance + countedUnplaced + core.distance.unplacedMetres
            summary.maximumSpeed = way.fastestSpeed
        } else {
            summary.distance = counted.distance + core.latest.distance
            summary.estimatedDistance = counted.estimatedDistance + core.latest.estimatedDistance
            summary.maximumSpeed = max(counted.maximumSpeed, core.latest.fastestSpeed)
        }
        summary.steps += counted.steps
        if let first, let last { summary.duration = max(0, last - first) }
        if summary.floorsUp + summary.floorsDown > 0 || core.latest.altitude != nil {
            (summary.floorsUp, summary.floorsDown) = core.altimeter.flightsAtEnd
        }
        summary.floorsUp += counted.floorsUp
        summary.floorsDown += counted.floorsDown
        summary.distanceAvailability = availability(of: .fix, isMeasured: summary.fixes > summary.rejectedCount)
        summary.stepsAvailability = availability(of: .acceleration, isMeasured: hasMotion || summary.steps > 0)
        summary.floorsAvailability = availability(
            of: .scalar(.pressure), isMeasured: hasPressure || summary.floorsUp + summary.floorsDown > 0)
        summary.simplifiedPoints = simplifiedPoints
        summary.normalizedInnovationSquared = core.consistency.mean
        summary.receivers = core.position.receivers
        return summary
    }

    private func availability(of stream: StreamKind, isMeasured: Bool) -> Availability {
        if first == nil { return .noData }
        return Availability(isMeasured: isMeasured, isDenied: deniedStreams.contains(stream))
    }
}
