import FusionCore
public import Geodesy
public import SensorModel

extension TrackDocument {
    /// One track of a document.
    public struct Track: Sendable, Hashable {
        /// Its name.
        public var name: String?
        /// What recorded it.
        public var source: String?
        /// What was done, where the whole track has one activity.
        public var activity: Activity?
        /// The file's own name for the sport, as words in lower case, also if it is none of ``activity``'s cases.
        public var sport: String?
        /// The distance in metres that the file states for the track.
        public var statedDistance: Double?
        /// Its points, cut where the recording paused; in order of time within a segment.
        public var segments: [[Point]]

        /// Creates a track.
        public init(
            name: String? = nil, source: String? = nil, activity: Activity? = nil, sport: String? = nil,
            segments: [[Point]] = []
        ) {
            self.name = name
            self.source = source
            self.activity = activity
            self.sport = sport
            self.segments = segments
        }

        /// True if at least one point has a time.
        public var hasTimes: Bool { segments.contains { $0.contains { $0.time != nil } } }

        /// From the earliest time of a point to the latest; nil if none has one. O(n).
        var span: TimeSpan? { PointSample.Survey(self).span }

        /// True if a point has what only a sensor measures, so that the track is a recording even if it is called a plan.
        var isMeasured: Bool {
            segments.contains { segment in
                segment.contains {
                    $0.speed != nil || $0.heartRate != nil || $0.cadence != nil || $0.power != nil
                        || $0.temperature != nil
                }
            }
        }

        /// Returns the file's statement about its sport and its distance; `nil` if it makes none.
        func statement(over span: TimeSpan) -> ActivityStatement? {
            let moving = activity.flatMap { $0.isMoving ? $0 : nil }
            guard moving != nil || sport != nil || statedDistance != nil else { return nil }
            return ActivityStatement(
                moving ?? .unknown, sport: sport, distance: statedDistance, from: span.start, until: span.end)
        }

        /// How many points it has.
        public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }
    }

    /// One point of a track: a missing value is missing, never zero.
    public struct Point: Sendable, Hashable {
        /// Where.
        public var coordinate: Coordinate
        /// When; nil for a point that was drawn.
        public var time: Instant?
        /// Height in metres.
        @Packed public var altitude: Double?
        /// 1-sigma horizontal accuracy in metres.
        @Packed public var accuracy: Double?
        /// 1-sigma vertical accuracy in metres.
        @Packed public var verticalAccuracy: Double?
        /// Speed over ground in m/s.
        @Packed public var speed: Double?
        /// Course over ground in degrees clockwise from true north.
        @Packed public var courseDegrees: Double?
        /// Horizontal dilution of precision.
        @Packed public var horizontalDilution: Double?
        /// Satellites used.
        public var satellites: Int?
        /// The kind of fix, where the file says.
        public var mode: FixMode?
        /// Heart beats a minute.
        @Packed public var heartRate: Double?
        /// Steps or turns of the crank a minute, as the file has it.
        @Packed public var cadence: Double?
        /// Power at the crank in watts.
        @Packed public var power: Double?
        /// Air temperature in degrees Celsius.
        @Packed public var temperature: Double?
        /// Air pressure in kPa.
        @Packed public var pressure: Double?
        /// What was done there.
        public var activity: Activity?
        /// True if no fix at this moment stands behind it.
        public var isEstimated = false

        /// Creates a point; everything but the coordinate may be set afterwards.
        public init(coordinate: Coordinate, time: Instant? = nil, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.time = time
            self.altitude = altitude
        }

        /// Returns the point as a fix of a receiver.
        public func fix(device: DeviceID) -> Fix {
            Fix(
                device: device, mode: mode ?? (altitude == nil ? .twoDimensional : .threeDimensional),
                coordinate: coordinate, altitude: altitude, horizontalAccuracy: accuracy,
                verticalAccuracy: verticalAccuracy, speed: speed, courseDegrees: courseDegrees, satellites: satellites,
                horizontalDilution: horizontalDilution)
        }
    }

    /// A named point.
    public struct Waypoint: Sendable, Hashable {
        /// Where.
        public var coordinate: Coordinate
        /// Its name.
        public var name: String?
        /// When it was marked.
        public var time: Instant?
        /// Height in metres.
        public var altitude: Double?

        /// Creates a waypoint.
        public init(coordinate: Coordinate, name: String? = nil, time: Instant? = nil, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.name = name
            self.time = time
            self.altitude = altitude
        }
    }
}
