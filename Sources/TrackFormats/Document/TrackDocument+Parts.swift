import FusionCore
public import Geometry
public import SensorModel

extension TrackDocument {
    /// A recorded track, or a line without times.
    public struct Track: Sendable, Hashable {
        /// The track's name.
        public var name: String?
        /// The program or device that recorded the track.
        public var source: String?
        /// The activity, if it is the same for the whole track.
        public var activity: Activity?
        /// The file's own name for the sport, as words in lower case, even if no case of ``activity`` matches it.
        public var sport: String?
        /// The distance in metres that the file states for the track.
        public var statedDistance: Double?
        /// The points, split into segments where the recording paused, and in order of time within a segment.
        public var segments: [[Point]] = []

        /// Whether at least one point has a time.
        public var hasTimes: Bool { segments.contains { $0.contains { $0.time != nil } } }

        /// The time span of the points; `nil` if none has a time. O(n).
        var span: TimeSpan? { PointSample.Survey(self).span }

        /// Whether a point has a value that only a sensor measures. Such a track is a recording, even if the file
        /// calls it a plan.
        var isMeasured: Bool {
            segments.contains { segment in
                segment.contains {
                    $0.speed != nil || $0.heartRate != nil || $0.cadence != nil || $0.power != nil
                        || $0.temperature != nil
                }
            }
        }

        /// Returns the file's statement about the sport and the distance; `nil` if it makes none.
        func statement(over span: TimeSpan) -> ActivityStatement? {
            let moving = activity.flatMap { $0.isMoving ? $0 : nil }
            guard moving != nil || sport != nil || statedDistance != nil else { return nil }
            return ActivityStatement(
                moving ?? .unknown, sport: sport, distance: statedDistance, from: span.start, until: span.end)
        }

        /// The number of points in all segments.
        public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }
    }

    /// A point of a track. A missing value is `nil`, never zero.
    public struct Point: Sendable, Hashable {
        /// The position.
        public var coordinate: Coordinate
        /// The time; `nil` for a point that was drawn on a map.
        public var time: Instant?
        /// The altitude in metres.
        @Packed public var altitude: Double?
        /// The 1-sigma horizontal accuracy in metres.
        @Packed public var accuracy: Double?
        /// The 1-sigma vertical accuracy in metres.
        @Packed public var verticalAccuracy: Double?
        /// The speed over ground in m/s.
        @Packed public var speed: Double?
        /// The device's own distance counter in metres.
        @Packed public var odometer: Double?
        /// The course over ground in degrees clockwise from true north.
        @Packed public var courseDegrees: Double?
        /// The horizontal dilution of precision.
        @Packed public var horizontalDilution: Double?
        /// The number of satellites used.
        public var satellites: Int?
        /// The kind of fix, if the file states it.
        public var mode: FixMode?
        /// The heart rate in beats per minute.
        @Packed public var heartRate: Double?
        /// The cadence in steps or crank turns per minute, as stated in the file.
        @Packed public var cadence: Double?
        /// The power at the crank in watts.
        @Packed public var power: Double?
        /// The air temperature in degrees Celsius.
        @Packed public var temperature: Double?
        /// The air pressure in kPa.
        @Packed public var pressure: Double?
        /// The activity at this point.
        public var activity: Activity?
        /// Whether the point is estimated, with no fix at its time to support it.
        public var isEstimated = false

        /// Creates a point; the other properties can be set afterwards.
        public init(coordinate: Coordinate, time: Instant? = nil, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.time = time
            self.altitude = altitude
        }

        /// Returns the point as a receiver's fix.
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
        /// The position.
        public var coordinate: Coordinate
        /// The name for the user.
        public var name: String?
        /// The time at which it was marked.
        public var time: Instant?
        /// The altitude in metres.
        public var altitude: Double?
    }
}
