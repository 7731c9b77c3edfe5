import Geometry
public import SensorModel

/// The key figures of a session.
public struct Summary: Sendable, Hashable {
    /// The distance, in metres, measured along the smoothed track.
    public var distance = 0.0
    /// The distance, in metres, estimated through outages; not included in ``distance``.
    public var estimatedDistance = 0.0
    /// The time from the first to the last event, in seconds.
    public var duration = 0.0
    /// The time in which the user was moving, in seconds.
    public var movingTime = 0.0
    /// The steps counted, without those of rides.
    public var steps = 0
    /// The number of flights climbed.
    public var floorsUp = 0
    /// The number of flights descended.
    public var floorsDown = 0
    /// Whether ``distance`` was measured.
    public var distanceAvailability = Availability.noData
    /// Whether ``steps`` were counted.
    public var stepsAvailability = Availability.noData
    /// Whether ``floorsUp`` and ``floorsDown`` were counted.
    public var floorsAvailability = Availability.noData
    /// The highest measured speed, in m/s: ``DistanceColumn/fastestSpeed``.
    public var maximumSpeed = 0.0
    /// The time of ``maximumSpeed``; `nil` if there is none, and for a part of a session.
    public var maximumSpeedTime: Instant?
    /// The filter whose backward pass gives the track and ``distance``.
    public var filter = PositionFilter.Kind.constantVelocity
    /// The pauses and laps that the device states, and the user's marks, as events in session order.
    public var spans: [SensorEvent] = []
    /// The number of fix attempts, including rejected ones.
    public var fixes = 0
    /// The number of rejected fix attempts, by reason.
    public var rejected: [FixVerdict.Rejection: Int] = [:]
    /// The number of rejected fix attempts, for any reason.
    public var rejectedCount: Int { rejected.values.reduce(0, +) }
    /// The number of points of the simplified track.
    public var simplifiedPoints = 0
    /// The mean squared normalised innovation of the position filter; 2 if its sigmas are right, `nil` without fixes.
    public var normalizedInnovationSquared: Double?
    /// The learned properties of each receiver that was observed for some minutes.
    public var receivers: [ReceiverFindings] = []

    /// Creates an empty summary.
    public init() {}
}

/// Accumulates a ``Summary`` while a session runs.
public struct SummaryAccumulator: Sendable, Hashable {
    private var summary = Summary()
    private var first: Instant?
    private var last: Instant?
    private(set) var moving = MovingTime()
    private var hasMotion = false
    private var hasPressure = false
    private var deniedStreams: Set<StreamKind> = []
    /// The counts of a core before it was reset.
    private var counted = Summary()
    private var countedUnplaced = 0.0

    /// Creates an accumulator that has recorded nothing.
    public init() {}

    /// Records the session's next event.
    public mutating func consume(_ event: SensorEvent) {
        let place = EventOrder().place(of: event)
        if first == nil { first = place }
        last = max(last ?? place, place)
        switch event.payload {
        case .acceleration: hasMotion = true
        case .scalar(.pressure, _): hasPressure = true
        case .span(let span):
            summary.spans.append(event)
            if span.kind == .pause {
                moving.consume(pause: TimeSpan(start: event.time, end: event.time + span.duration))
            }
        case .marker: summary.spans.append(event)
        case .source(let report) where report.state == .notPermitted: deniedStreams.formUnion(report.streams)
        default: break
        }
    }

    /// Adopts the time span and the kinds of samples of another run over the same events.
    mutating func adoptEvents(of other: SummaryAccumulator) {
        (first, last) = (other.first, other.last)
        (hasMotion, hasPressure) = (other.hasMotion, other.hasPressure)
    }

    /// Records an estimate that resulted from an event.
    public mutating func consume(_ estimate: Estimate) {
        switch estimate {
        case .verdict(let verdict):
            if verdict.rejection != .unsettled { summary.fixes += 1 }
            if let rejection = verdict.rejection { summary.rejected[rejection, default: 0] += 1 }
        case .speed(let speed): moving.consume(speed)
        case .step(let step): summary.steps = max(summary.steps, step.count)
        case .altitude(let altitude):
            summary.floorsUp = altitude.floorsUp
            summary.floorsDown = altitude.floorsDown
        default: break
        }
    }

    /// Records a speed in m/s that was measured without a place, with its time on the axis of the track.
    mutating func consume(sensed speed: Double, at time: Instant) { moving.consume(sensed: speed, at: time) }

    /// Shifts the times in motion by a number of seconds. O(spans).
    mutating func shift(by seconds: Double) { moving.shift(by: seconds) }

    /// Records the counts of a core that is about to be reset. The core restarts at zero, but the session continues.
    public mutating func consumeReset(of core: FusionCore) {
        counted = summary(of: core)
        countedUnplaced += core.distance.unplacedMetres
        (summary.steps, summary.floorsUp, summary.floorsDown) = (0, 0, 0)
    }

    /// Returns the summary so far.
    /// - Parameters:
    ///   - core: The core that consumed the events.
    ///   - distances: The distance along the smoothed track; `nil` to use the distance that the core has counted live.
    ///   - simplifiedPoints: The number of points of the simplified track.
    public func summary(of core: FusionCore, _ distances: DistanceColumn? = nil, simplifiedPoints: Int = 0) -> Summary {
        var summary = self.summary
        if let distances {
            summary.distance = distances.distance
            summary.estimatedDistance = distances.estimatedDistance + countedUnplaced + core.distance.unplacedMetres
            (summary.maximumSpeed, summary.maximumSpeedTime) = (distances.fastestSpeed, distances.fastestTime)
        } else {
            summary.distance = counted.distance + core.latest.distance
            summary.estimatedDistance = counted.estimatedDistance + core.latest.estimatedDistance
            let isEarlier = counted.maximumSpeed > core.latest.fastestSpeed
            summary.maximumSpeed = isEarlier ? counted.maximumSpeed : core.latest.fastestSpeed
            summary.maximumSpeedTime = isEarlier ? counted.maximumSpeedTime : core.fastest.time
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
        summary.receivers = core.receiverFindings
        summary.filter = core.parameters.position.kind
        return summary
    }

    private func availability(of stream: StreamKind, isMeasured: Bool) -> Availability {
        if first == nil { return .noData }
        return Availability(isMeasured: isMeasured, isDenied: deniedStreams.contains(stream))
    }
}
