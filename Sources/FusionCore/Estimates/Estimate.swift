public import Geometry
public import SensorModel

/// A conclusion of the core.
public enum Estimate: Sendable, Hashable {
    /// The acceptance or rejection of a fix.
    case verdict(FixVerdict)
    /// The user's position, after a fix or during an outage.
    case position(PositionEstimate)
    /// The user's speed, measured or estimated.
    case speed(SpeedEstimate)
    /// A counted step.
    case step(StepEstimate)
    /// The user's activity, with its confidence.
    case activity(ActivityEstimate)
    /// The orientation of a device.
    case attitude(AttitudeEstimate)
    /// The direction of gravity in the axes of a device.
    case gravity(GravityEstimate)
    /// The height.
    case altitude(AltitudeEstimate)
    /// A message for the user.
    case status(StatusEstimate)
    /// The start, progress, or end of a workout.
    case workout(WorkoutEstimate)
}

/// The decision whether a fix is accepted.
public struct FixVerdict: Sendable, Hashable {
    /// The fix's own time.
    public var time: Instant
    /// The reason for the rejection; `nil` for an accepted fix.
    public var rejection: Rejection?
    /// True if the fix is suitable for the speed, which has lower requirements than the track.
    public var servesSpeed: Bool
    /// The effect of the fix in the filter; `nil` for a rejected fix.
    public var assessment: FixAssessment?
    /// True for a fix of a receiver other than the primary one, whose times the track has.
    public var isSecondary = false

    /// The outcome for a fix.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The track uses the fix.
        case accepted
        /// The fix is part of the track, but hardly counts.
        case ignored
        /// The track does not use the fix.
        case rejected
    }

    /// The reasons for rejecting a fix.
    public enum Rejection: String, Sendable, Hashable, Codable, CaseIterable {
        /// The receiver has no fix.
        case noFix
        /// The fix arrived too soon after the start.
        case warmUp
        /// The fix was too old on arrival.
        case stale
        /// The accuracy is missing, not positive, or too poor.
        case accuracy
        /// The speed is implausible right after the start.
        case implausibleSpeed
        /// The fix repeats the previous one.
        case duplicate
        /// The fix is older than the last accepted one.
        case outOfOrder
        /// The position is too far from the filter's prediction.
        case innovation
        /// The distance from the previous fix implies an impossible speed.
        case impliedSpeed
        /// The coordinate is not on Earth.
        case invalidCoordinate
        /// The receiver is not the primary one, and its clock is another one.
        case otherReceiver
        /// The user rejected the fix.
        case byHand
        /// The receiver had not settled since the start of the track. Later fixes show this, so that this verdict replaces an
        /// earlier one.
        case unsettled

        /// True if the track can use the fix once the user accepts it, because it has a valid position and a distinct
        /// time.
        public var canBeOverruled: Bool {
            switch self {
            case .warmUp, .stale, .accuracy, .implausibleSpeed, .innovation, .impliedSpeed, .byHand: true
            case .noFix, .duplicate, .outOfOrder, .invalidCoordinate, .otherReceiver, .unsettled: false
            }
        }
    }

    /// True if the track uses the fix.
    public var isAccepted: Bool { rejection == nil }
    /// True if the track has a point at the time of the fix.
    public var hasTrackPoint: Bool { isAccepted && !isSecondary }
    /// The outcome for the fix.
    public var outcome: Outcome { isAccepted ? assessment?.isIgnored == true ? .ignored : .accepted : .rejected }
    /// The weight of the fix, from 0 to 1; 0 for a rejected fix.
    public var weight: Double { isAccepted ? assessment?.weight ?? 1 : 0 }
}

/// A position with its uncertainty.
public struct PositionEstimate: Sendable, Hashable {
    /// The time that the position applies to.
    public var time: Instant
    /// The estimated place.
    public var coordinate: Coordinate
    /// The height in metres; `nil` if unknown.
    public var altitude: Double?
    /// The 1-sigma horizontal accuracy in metres.
    public var accuracy: Double
    /// The eastward velocity in m/s; `nil` if the filter has none.
    public var eastVelocity: Double?
    /// The northward velocity in m/s; `nil` if the filter has none.
    public var northVelocity: Double?
    /// The covariance of east and north in m^2, as east-east, east-north, and north-north; `nil` if the filter has
    /// none.
    public var covariance: SIMD3<Double>?
    /// True if no fix at this time supports the position.
    public var isEstimated: Bool = false
    /// True if the position is between two fixes at the usual interval, on the curve between them and not in an outage.
    public var isInterpolated = false
    /// True if the position bridges an outage.
    public var isBridged: Bool { isEstimated && !isInterpolated }
}

/// The displayed speed, and whether it was measured.
public struct SpeedEstimate: Sendable, Hashable {
    /// The origin of a speed.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The receiver's own speed.
        case gps
        /// The cadence and length of steps.
        case pedometer
        /// A fixed value for movement without a better source.
        case placeholder
        /// The velocity of the filter, extrapolated.
        case deadReckoning
        /// The detection that nothing moves.
        case still
    }

    /// The quality of the satellite signal.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable {
        /// Accurate fixes.
        case good
        /// Usable fixes.
        case fair
        /// Bad fixes, or no recent fix.
        case poor
        /// No fix yet.
        case none
    }

    /// The time that the speed applies to.
    public var time: Instant
    /// The speed in m/s.
    public var value: Double
    /// The origin of the speed.
    public var source: Source
    /// True unless the receiver reported the speed.
    public var isEstimated: Bool
    /// The quality of the satellite signal.
    public var quality: Quality
}

/// A message about a current condition, for the user.
public struct StatusEstimate: Sendable, Hashable {
    /// The subject of the message. A message ends only with its counterpart from the same source.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The satellite signal is lost; motion sensors are used.
        case signalLost
        /// Fixes arrive, but all are rejected; motion sensors are used.
        case signalUnusable
        /// The satellite signal is back.
        case signalBack
        /// The signal of a receiver fell on all satellites together.
        case interference
        /// The signal of a receiver has recovered.
        case interferenceOver
        /// A sensor is missing.
        case sensorMissing
        /// A sensor is available again.
        case sensorBack
        /// The user has no permission to read a sensor.
        case notPermitted
        /// A stage lacks an input; the message explains what it cannot estimate.
        case unavailable
        /// The clocks of the receiver and the recorder disagree.
        case clockDisagrees
        /// The device was shaken: an event and not a state.
        case shake
    }

    /// The time of the message.
    public var time: Instant
    /// The subject of the message.
    public var kind: Kind
    /// The text for the user, a sentence.
    public var message: String
    /// The source that the message is about; `nil` if it is not about a source.
    public var device: DeviceID?
    /// The input that a body lacks; `nil` if the message is not about one.
    public var lack: MotionLack?
}

/// An input that a body lacks.
public struct MotionLack: Sendable, Hashable {
    /// The label of the body; `nil` for the main body.
    public var body: String?
    /// The missing input.
    public var lack: MotionBody.Lack
}

extension Sequence<StatusEstimate> {
    /// Returns the spans in which a receiver's signal was low on all satellites together, in the order of their starts.
    /// - Parameter end: The end of a span that does not end otherwise.
    public func interferences(until end: Instant) -> [TimeSpan] {
        var spans: [(device: DeviceID?, start: Instant, end: Instant?)] = []
        for status in self {
            switch status.kind {
            case .interference: spans.append((status.device, status.time, nil))
            case .interferenceOver:
                if let index = spans.lastIndex(where: { $0.device == status.device }) { spans[index].end = status.time }
            default: break
            }
        }
        return spans.map { TimeSpan(start: $0.start, end: Swift.max($0.start, $0.end ?? end)) }
    }
}
