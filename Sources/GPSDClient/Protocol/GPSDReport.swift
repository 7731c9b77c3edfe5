public import Geodesy
public import SensorModel

/// What gpsd says in one line.
public enum GPSDReport: Sendable, Hashable {
    /// The greeting: the release of gpsd.
    case version(release: String)
    /// Every device that gpsd has.
    case devices([GPSDDevice])
    /// One device came, went or changed.
    case device(GPSDDevice)
    /// The echo of a watch request; `sendsJSON` tells whether reports will come.
    case watch(isEnabled: Bool, sendsJSON: Bool)
    /// Time, position, velocity.
    case position(PositionReport)
    /// Satellites and dilutions of precision.
    case sky(SkyReport)
    /// The receiver's own standard deviations.
    case noise(NoiseReport)
    /// gpsd did not like a request.
    case error(String)
    /// A class that is of no use here.
    case other(String)

    /// The receiver's time that a report bears; nil for one without.
    var time: Instant? {
        switch self {
        case .position(let report): report.time
        case .sky(let report): report.time
        case .noise(let report): report.time
        case .version, .devices, .device, .watch, .error, .other: nil
        }
    }
}

/// A receiver as gpsd lists it.
public struct GPSDDevice: Sendable, Hashable {
    /// Its path or address.
    public var path: String
    /// gpsd's driver for it; nil until it is recognised.
    public var driver: String?
    /// False if it is listed but not open.
    public var isActive: Bool
    /// Seconds between two epochs, as gpsd thinks.
    public var cycle: Double?
}

/// A TPV line: what the receiver made of one moment, or of a part of it.
public struct PositionReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The kind of fix; never more than `noFix` without a coordinate on Earth.
    public var mode: FixMode
    /// The receiver's time.
    public var time: Instant?
    /// Where.
    public var coordinate: Coordinate?
    /// Height above mean sea level in metres.
    public var altitudeAboveSea: Double?
    /// Height above the ellipsoid in metres.
    public var altitudeAboveEllipsoid: Double?
    /// Speed over ground in m/s; gpsd may have invented it from two positions.
    public var speed: Double?
    /// Course over ground in degrees from true north.
    public var track: Double?
    /// Vertical speed in m/s; gpsd may have invented it from two altitudes.
    public var climb: Double?
    /// `eph`, horizontal error in metres at 95 %, or a dilution times a constant.
    public var horizontalError: Double?
    /// `epx`, longitude error in metres, likewise.
    public var eastError: Double?
    /// `epy`, latitude error in metres, likewise.
    public var northError: Double?
    /// `epv`, vertical error in metres, likewise.
    public var verticalError: Double?
    /// True if gpsd quarters its constants: a `status` of 2 (DGPS) and no other, RTK and dead reckoning included.
    public var isDifferential: Bool

    /// How many of the values that make a fix are there.
    var completeness: Int {
        let values = [
            altitudeAboveSea ?? altitudeAboveEllipsoid, speed, track, climb, horizontalError, eastError, northError,
            verticalError,
        ]
        return values.count { $0 != nil }
    }
}

/// A SKY line; newer daemons split it in two, one with dilutions and one with satellites.
public struct SkyReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The receiver's time.
    public var time: Instant?
    /// The satellites; nil if the line lists none at all.
    public var satellites: [Satellite]?
    /// How many are used.
    public var usedCount: Int?
    /// Horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// Vertical dilution of precision.
    public var verticalDilution: Double?
    /// Position dilution of precision.
    public var positionDilution: Double?
}

/// A GST line: 1-sigma errors by the receiver's own reckoning.
public struct NoiseReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The receiver's time.
    public var time: Instant?
    /// Of latitude in metres.
    public var northSigma: Double?
    /// Of longitude in metres.
    public var eastSigma: Double?
    /// Of altitude in metres.
    public var verticalSigma: Double?
}
