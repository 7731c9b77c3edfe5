public import Geodesy
public import SensorModel

/// What the core concludes, one conclusion at a time.
public enum Estimate: Sendable, Hashable {
    /// Whether a fix was taken, and if not why.
    case verdict(FixVerdict)
    /// Where we are.
    case position(PositionEstimate)
    /// How fast we are.
    case speed(SpeedEstimate)
    /// A step was made.
    case step(StepEstimate)
    /// What we are doing.
    case activity(ActivityEstimate)
    /// How a sensor is turned.
    case attitude(AttitudeEstimate)
    /// Which way is up for a sensor.
    case gravity(GravityEstimate)
    /// How high we are.
    case altitude(AltitudeEstimate)
    /// Something that the user should know.
    case status(StatusEstimate)
    /// A workout started, continued or ended.
    case workout(WorkoutEstimate)
}

/// What became of one fix attempt.
public struct FixVerdict: Sendable, Hashable {
    /// The fix's own time.
    public var time: Instant
    /// Why it was not taken; nil for an accepted fix.
    public var rejection: Rejection?
    /// True if the speed may use it; the track asks more of a fix than the speed does.
    public var servesSpeed: Bool

    /// The reasons for not taking a fix.
    public enum Rejection: String, Sendable, Hashable, Codable, CaseIterable {
        /// The receiver has no fix.
        case noFix
        /// It came right after start.
        case warmUp
        /// It is older than its arrival by too much.
        case stale
        /// Its accuracy is missing, not positive, or too poor.
        case accuracy
        /// Its speed is beyond what can be right after start.
        case implausibleSpeed
        /// It repeats the one before.
        case duplicate
        /// It is older than one already taken.
        case outOfOrder
        /// It lies too far from where the filter expects it.
        case innovation
        /// Getting there would have taken an impossible speed.
        case impliedSpeed
        /// Its coordinate is not on Earth.
        case invalidCoordinate
        /// Another receiver leads.
        case otherReceiver
    }

    /// Creates a verdict.
    public init(time: Instant, rejection: Rejection?, servesSpeed: Bool) {
        self.time = time
        self.rejection = rejection
        self.servesSpeed = servesSpeed
    }

    /// True if the track takes it.
    public var isAccepted: Bool { rejection == nil }
}

/// A position with its uncertainty.
public struct PositionEstimate: Sendable, Hashable {
    /// When.
    public var time: Instant
    /// Where.
    public var coordinate: Coordinate
    /// Height in metres, where known.
    public var altitude: Double?
    /// 1-sigma horizontal accuracy in metres.
    public var accuracy: Double
    /// Velocity eastward in m/s, where the filter has one.
    public var eastVelocity: Double?
    /// Velocity northward in m/s, where the filter has one.
    public var northVelocity: Double?
    /// Covariance of east and north in m^2: east-east, east-north, north-north, where the filter has one.
    public var covariance: SIMD3<Double>?
    /// True if no fix at this moment supports it.
    public var isEstimated: Bool
    /// True if it lies between two fixes of the usual interval: part of the curve that joins them, not of an outage.
    public var isInterpolated = false
    /// True if it bridges an outage.
    public var isBridged: Bool { isEstimated && !isInterpolated }

    /// Creates an estimate.
    public init(
        time: Instant, coordinate: Coordinate, altitude: Double? = nil, accuracy: Double,
        eastVelocity: Double? = nil, northVelocity: Double? = nil, covariance: SIMD3<Double>? = nil,
        isEstimated: Bool = false
    ) {
        self.time = time
        self.coordinate = coordinate
        self.altitude = altitude
        self.accuracy = accuracy
        self.eastVelocity = eastVelocity
        self.northVelocity = northVelocity
        self.covariance = covariance
        self.isEstimated = isEstimated
    }
}

/// The speed that is shown, and whether it was measured.
public struct SpeedEstimate: Sendable, Hashable {
    /// Where a speed comes from.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The receiver.
        case gps
        /// Steps.
        case pedometer
        /// A stated placeholder while moving with nothing better.
        case placeholder
        /// The filter's velocity carried on.
        case deadReckoning
        /// Nothing moves.
        case still
    }

    /// How good the satellite signal is.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable {
        /// Accurate fixes.
        case good
        /// Usable fixes.
        case fair
        /// Bad fixes, or none for a while.
        case poor
        /// No fix yet.
        case none
    }

    /// When.
    public var time: Instant
    /// The speed in m/s.
    public var value: Double
    /// Where it comes from.
    public var source: Source
    /// True for anything but the receiver's own word.
    public var isEstimated: Bool
    /// How good the satellite signal is.
    public var quality: Quality

    /// Creates an estimate.
    public init(time: Instant, value: Double, source: Source, isEstimated: Bool, quality: Quality) {
        self.time = time
        self.value = value
        self.source = source
        self.isEstimated = isEstimated
        self.quality = quality
    }
}

/// Something that the user should know now.
public struct StatusEstimate: Sendable, Hashable {
    /// What it is about; a message ends only with its own counterpart, of the same source.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The satellite signal is gone; motion sensors estimate.
        case signalLost
        /// Fixes are heard, and every one is rejected; motion sensors estimate.
        case signalUnusable
        /// The satellite signal is back.
        case signalBack
        /// A sensor is not there.
        case sensorMissing
        /// A sensor is there again.
        case sensorBack
        /// A sensor may not be read.
        case notPermitted
        /// A stage lacks an input and says what it cannot tell.
        case unavailable
        /// The receiver's clock and the recorder's disagree.
        case clockDisagrees
        /// The device was shaken: an event, not a state.
        case shake
    }

    /// When.
    public var time: Instant
    /// What it is about.
    public var kind: Kind
    /// A sentence for the user.
    public var message: String
    /// The source that it is about; nil if it is about none.
    public var device: DeviceID?
    /// What a body's motion lacks, if it is about that.
    public var lack: MotionLack?

    /// Creates a status.
    public init(
        time: Instant, kind: Kind, message: String, device: DeviceID? = nil, lack: MotionLack? = nil
    ) {
        self.time = time
        self.kind = kind
        self.message = message
        self.device = device
        self.lack = lack
    }
}

/// What the motion sensors of a body lack.
public struct MotionLack: Sendable, Hashable {
    /// The body's label; `nil` for the main body.
    public var body: String?
    /// What it is short of.
    public var lack: MotionBody.Lack
}
