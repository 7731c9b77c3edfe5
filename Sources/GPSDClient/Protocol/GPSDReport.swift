public import Geometry
public import SensorModel

/// A report that gpsd sends as one line.
public enum GPSDReport: Sendable, Hashable {
    /// The greeting, with the release of gpsd.
    case version(release: String)
    /// All devices that gpsd has.
    case devices([GPSDDevice])
    /// A device appeared, disappeared, or changed.
    case device(GPSDDevice)
    /// The echo of a watch request; `sendsJSON` is `true` if reports will follow.
    case watch(isEnabled: Bool, sendsJSON: Bool)
    /// A time, position, and velocity.
    case position(PositionReport)
    /// Satellites and dilutions of precision.
    case sky(SkyReport)
    /// The receiver's own standard deviations.
    case noise(NoiseReport)
    /// gpsd rejected a request.
    case error(String)
    /// A class that is not used.
    case other(String)

    /// The receiver's time in the report; `nil` if the report has none.
    var time: Instant? {
        switch self {
        case .position(let report): report.time
        case .sky(let report): report.time
        case .noise(let report): report.time
        case .version, .devices, .device, .watch, .error, .other: nil
        }
    }
}

/// A receiver, as gpsd lists it.
public struct GPSDDevice: Sendable, Hashable {
    /// The path or address.
    public var path: String
    /// gpsd's driver for the receiver; `nil` until the receiver is recognized.
    public var driver: String?
    /// Whether the receiver is open, not just listed.
    public var isActive: Bool
    /// The interval between two epochs in seconds, as estimated by gpsd.
    public var cycle: Double?
}

/// A TPV report: the receiver's solution for a point in time, or a part of it.
public struct PositionReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The kind of fix; at most `noFix` without a valid coordinate.
    public var mode: FixMode
    /// The receiver's time.
    public var time: Instant?
    /// The position; `nil` if it is missing or not a valid coordinate.
    public var coordinate: Coordinate?
    /// The height above mean sea level in metres.
    public var altitudeAboveSea: Double?
    /// The height above the ellipsoid in metres.
    public var altitudeAboveEllipsoid: Double?
    /// The speed over ground in m/s; gpsd may have computed it from two positions.
    public var speed: Double?
    /// The course over ground in degrees clockwise from true north, 0 ..< 360.
    public var track: Double?
    /// The vertical speed in m/s; gpsd may have computed it from two altitudes.
    public var climb: Double?
    /// `eph`: the horizontal error in metres at 95%, or a dilution times a constant.
    public var horizontalError: Double?
    /// `epx`: the longitude error in metres at 95%, or a dilution times a constant.
    public var eastError: Double?
    /// `epy`: the latitude error in metres at 95%, or a dilution times a constant.
    public var northError: Double?
    /// `epv`: the vertical error in metres at 95%, or a dilution times a constant.
    public var verticalError: Double?
    /// Whether gpsd divides its constants by four: for a `status` of 2 (DGPS) only, not for RTK or dead reckoning.
    public var isDifferential: Bool
    /// `jam`: the interference that the receiver indicates, from 0 (none) to 255.
    public var jamming: Double?

    /// The number of values present in addition to the position.
    var completeness: Int {
        let values = [
            altitudeAboveSea ?? altitudeAboveEllipsoid, speed, track, climb, horizontalError, eastError, northError,
            verticalError,
        ]
        return values.count { $0 != nil }
    }
}

/// A SKY report. Newer daemons split it in two, one with dilutions and one with satellites.
public struct SkyReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The receiver's time.
    public var time: Instant?
    /// The satellites; `nil` if the line has no list.
    public var satellites: [Satellite]?
    /// The number of satellites used.
    public var usedCount: Int?
    /// The horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// The vertical dilution of precision.
    public var verticalDilution: Double?
    /// The position dilution of precision.
    public var positionDilution: Double?
}

/// A GST report: the 1-sigma errors estimated by the receiver.
public struct NoiseReport: Sendable, Hashable {
    /// The receiver's path.
    public var device: String?
    /// The receiver's time.
    public var time: Instant?
    /// The 1-sigma error of the latitude in metres.
    public var northSigma: Double?
    /// The 1-sigma error of the longitude in metres.
    public var eastSigma: Double?
    /// The 1-sigma error of the altitude in metres.
    public var verticalSigma: Double?
}
