public import Geodesy
public import SensorModel

/// What a foreign file holds, whatever its format: sensor events, or tracks of points, or both; and what is exported.
public struct TrackDocument: Sendable {
    /// The format it was read from.
    public var format: FileFormat
    /// The file's own name for itself.
    public var name: String?
    /// What a sensor log holds, in the file's order; source reports included.
    public var sensorEvents: [SensorEvent]
    /// What a track file holds.
    public var tracks: [Track]
    /// Named points.
    public var waypoints: [Waypoint]
    /// What was left out, and why; bounded, see ``problemCount``.
    public internal(set) var problems: [ImportProblem] = []
    /// How many things were left out.
    public internal(set) var problemCount = 0

    /// Makes a document.
    public init(
        format: FileFormat, name: String? = nil, sensorEvents: [SensorEvent] = [], tracks: [Track] = [],
        waypoints: [Waypoint] = []
    ) {
        self.format = format
        self.name = name
        self.sensorEvents = sensorEvents
        self.tracks = tracks
        self.waypoints = waypoints
    }

    /// Everything as sensor events: what the core runs over and a session stores. Not sorted.
    ///
    /// A track's points become fixes of one receiver a track; a point without a time is none, because nobody knows
    /// when it was. A fix from a track file arrived when it happened.
    public var events: [SensorEvent] {
        var events = sensorEvents
        var next = sensorEvents.reduce(0) { largest, event in
            if case .source(let report) = event.payload { max(largest, Int(report.device.rawValue)) } else { largest }
        }
        events.reserveCapacity(sensorEvents.count + tracks.reduce(0) { $0 + $1.pointCount })
        for track in tracks {
            next = min(next + 1, Int(UInt16.max))
            Self.append(track, as: DeviceID(UInt16(next)), to: &events)
        }
        for index in events.indices { events[index].sequence = UInt64(index) }
        return events
    }

    private static func append(_ track: Track, as device: DeviceID, to events: inout [SensorEvent]) {
        guard let first = track.segments.lazy.flatMap({ $0 }).compactMap(\.time).min() else { return }
        let report = SourceReport(
            device: device, name: track.source ?? track.name ?? "track", streams: [.fix], state: .connected)
        events.append(SensorEvent(time: first, payload: .source(report)))
        for segment in track.segments {
            for point in segment {
                guard let time = point.time else { continue }
                events.append(SensorEvent(time: time, payload: .fix(point.fix(device: device))))
            }
        }
    }

    /// Notes something that was left out.
    mutating func note(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < 100 { problems.append(problem) }
    }
}

/// One track of a document.
public struct Track: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// What recorded it.
    public var source: String?
    /// What was done, where the whole track has one activity.
    public var activity: Activity?
    /// Its points, cut where the recording paused; in order of time within a segment.
    public var segments: [[TrackPoint]]

    /// Makes a track.
    public init(
        name: String? = nil, source: String? = nil, activity: Activity? = nil, segments: [[TrackPoint]] = []
    ) {
        self.name = name
        self.source = source
        self.activity = activity
        self.segments = segments
    }

    /// How many points it has.
    public var pointCount: Int { segments.reduce(0) { $0 + $1.count } }
}

/// One point of a track: a missing value is missing, never zero.
public struct TrackPoint: Sendable, Hashable {
    /// Where.
    public var coordinate: Coordinate
    /// When; nil for a point that was drawn.
    public var time: Instant?
    /// Height in metres.
    public var altitude: Double?
    /// 1-sigma horizontal accuracy in metres.
    public var accuracy: Double?
    /// 1-sigma vertical accuracy in metres.
    public var verticalAccuracy: Double?
    /// Speed over ground in m/s.
    public var speed: Double?
    /// Course over ground in degrees clockwise from true north.
    public var courseDegrees: Double?
    /// Horizontal dilution of precision.
    public var horizontalDilution: Double?
    /// Satellites used.
    public var satellites: Int?
    /// The kind of fix, where the file says.
    public var mode: FixMode?
    /// Heart beats a minute.
    public var heartRate: Double?
    /// Steps or turns of the crank a minute, as the file has it.
    public var cadence: Double?
    /// Air temperature in degrees Celsius.
    public var temperature: Double?
    /// What was done there.
    public var activity: Activity?
    /// True where no fix at this moment stands behind it.
    public var isEstimated = false

    /// Makes a point; everything but the coordinate may be set afterwards.
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

    /// Makes a waypoint.
    public init(coordinate: Coordinate, name: String? = nil, time: Instant? = nil, altitude: Double? = nil) {
        self.coordinate = coordinate
        self.name = name
        self.time = time
        self.altitude = altitude
    }
}
