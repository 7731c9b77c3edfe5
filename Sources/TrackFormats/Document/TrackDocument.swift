public import FusionCore
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
    /// Stops, moves and gaps, in order and without overlap; empty where nobody looked for them.
    public var storyline: [StorylineItem] = []
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

    /// True where it holds nothing at all.
    public var isEmpty: Bool { sensorEvents.isEmpty && waypoints.isEmpty && tracks.allSatisfy { $0.pointCount == 0 } }

    /// Everything as sensor events: what the core runs over and a session stores. Not sorted.
    ///
    /// A track's points become fixes of one receiver, the track's source, with heart rate, cadence and temperature as
    /// samples of it, and what the file says of its sport becomes a statement; a point without a time is none, because nobody knows when it was. A fix from a track file arrived
    /// when it happened.
    public var events: [SensorEvent] {
        var events: [SensorEvent] = []
        events.reserveCapacity(sensorEvents.count + tracks.reduce(0) { $0 + $1.pointCount })
        forEachEvent { events.append($0) }
        return events
    }

    /// Calls a closure with each of ``events``, in their order and numbered; a long track's need not all be in memory.
    public func forEachEvent(_ body: (SensorEvent) -> Void) {
        var sequence: UInt64 = 0
        func tell(_ event: SensorEvent) {
            var event = event
            event.sequence = sequence
            sequence += 1
            body(event)
        }
        for event in sensorEvents { tell(event) }
        var next = sensorEvents.reduce(0) { largest, event in
            if case .source(let report) = event.payload { max(largest, Int(report.device.rawValue)) } else { largest }
        }
        var numbers: [String: DeviceID] = [:]
        for track in tracks where track.hasTimes {
            let name = track.source ?? track.name ?? "track"
            if let device = numbers[name] {
                Self.tell(of: track, as: device, report: nil, to: tell)
                continue
            }
            next = min(next + 1, Int(UInt16.max))
            let device = DeviceID(UInt16(next))
            numbers[name] = device
            let report = SourceReport(
                device: device, name: name, streams: [.fix] + PointSample.streams(of: track), state: .connected)
            Self.tell(of: track, as: device, report: report, to: tell)
        }
    }

    private static func tell(
        of track: Track, as device: DeviceID, report: SourceReport?, to tell: (SensorEvent) -> Void
    ) {
        guard let span = track.span else { return }
        if let report { tell(SensorEvent(time: span.start, payload: .source(report))) }
        if let statement = track.statement(over: span) {
            tell(SensorEvent(time: span.start, payload: .statement(statement)))
        }
        for segment in track.segments {
            for point in segment {
                guard let time = point.time else { continue }
                PointSample.forEach(of: point, device: device, at: time, tell)
                tell(SensorEvent(time: time, payload: .fix(point.fix(device: device))))
            }
        }
    }

    /// Notes something that was left out.
    mutating func note(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < 100 { problems.append(problem) }
    }
}
