public import FusionCore
public import SensorModel

/// What a foreign file holds, whatever its format: sensor events, or tracks of points, or both; and what is exported.
public struct TrackDocument: Sendable {
    /// The format it was read from.
    public var format: FileFormat
    /// The file's own name for itself.
    public var name: String?
    /// The program or device that made the file, where it says.
    public var creator: String?
    /// What a sensor log holds, in the file's order; source reports included.
    public var sensorEvents: [SensorEvent]
    /// What a track file holds.
    public var tracks: [Track]
    /// Planned paths: kept, drawn and exported, and never fixes, whether their points have times or not.
    public var routes: [Track] = []
    /// Named points.
    public var waypoints: [Waypoint]
    /// True if the sensor events are in a session's order, which need not be that of their times.
    public internal(set) var isInOrder = false
    /// Stops, moves and gaps, in order and without overlap; empty where nobody looked for them.
    public var storyline: [StorylineItem] = []
    /// The workouts of a session, in order of time.
    public var workouts: [Workout] = []
    /// What was left out, and why; bounded, see ``problemCount``.
    public internal(set) var problems: [ImportProblem] = []
    /// How many things were left out.
    public internal(set) var problemCount = 0

    /// Creates a document.
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

    /// True if it holds nothing at all.
    public var isEmpty: Bool {
        sensorEvents.isEmpty && waypoints.isEmpty && (tracks + routes).allSatisfy { $0.pointCount == 0 }
    }

    /// Everything as sensor events: what the core runs over and a session stores. Not sorted.
    ///
    /// A track's points become fixes of one receiver, the track's source, with heart rate, cadence and temperature as
    /// samples of it, and what the file says of its sport becomes a statement; a point without a time is none, because
    /// nobody knows when it was, and so is one that the file marks as estimated, because nobody measured it. A fix from a
    /// track file arrived when it happened.
    public var events: [SensorEvent] {
        var events: [SensorEvent] = []
        events.reserveCapacity(sensorEvents.count + tracks.reduce(0) { $0 + $1.pointCount })
        forEachEvent { events.append($0) }
        return events
    }

    /// What the user may call it: the file's name for itself, or else that of its only track.
    public var title: String? { name ?? (tracks.count == 1 ? tracks[0].name : nil) }

    /// The problems as notes of a session, the number of those that were not kept among them.
    public var notes: [ImportNote] {
        var notes = problems.map { ImportNote($0.kind, $0.description) }
        if problemCount > problems.count {
            notes.append(ImportNote(.leftOut, "\(problemCount - problems.count) more like these"))
        }
        return notes
    }

    /// The earliest time of a point or a sample; `nil` if nothing has a time. O(n).
    private var startOfEvents: Instant? {
        guard !problems.isEmpty else { return nil }
        return (sensorEvents.lazy.map(\.time) + tracks.lazy.compactMap { $0.span?.start }).min()
    }

    /// How many points there are in tracks.
    public var pointCount: Int { tracks.reduce(0) { $0 + $1.pointCount } }

    /// Calls a closure with each of ``events``, in their order and numbered; a long track's need not all be in memory.
    public func forEachEvent(_ body: (SensorEvent) -> Void) {
        var sequence: UInt64 = 0
        func tell(_ event: SensorEvent) {
            var event = event
            event.sequence = sequence
            sequence += 1
            body(event)
        }
        forEachEvent(tell) { fix, time in tell(SensorEvent(time: time, payload: .fix(fix))) }
    }

    /// Calls a closure with each of ``events`` in their order, not numbered, and another with each point of a track as a
    /// fix and its time: an event is a box about its fix, which a long track does without.
    public func forEachEvent(_ tell: (SensorEvent) -> Void, fix tellFix: (Fix, Instant) -> Void) {
        var pending = sensorEvents[...]
        // Laps of a track are told among its points.
        func tellEvents(before time: Instant) {
            while let event = pending.first, event.time < time {
                tell(event)
                pending = pending.dropFirst()
            }
        }
        if tracks.isEmpty { while let event = pending.popFirst() { tell(event) } }
        var isFirst = true
        var next = sensorEvents.reduce(0) { largest, event in
            if case .source(let report) = event.payload { max(largest, Int(report.device.rawValue)) } else { largest }
        }
        var numbers: [SourceChain: DeviceID] = [:]
        for (index, span, chain) in sourceChains() {
            let track = tracks[index]
            let survey = PointSample.Survey(track)
            let device: DeviceID
            if let known = numbers[chain] {
                device = known
            } else {
                next = min(next + 1, Int(UInt16.max))
                device = DeviceID(UInt16(next))
                numbers[chain] = device
                // What a track is called is no receiver's name.
                let source = track.source ?? creator ?? (format == .gpx ? "GPX file" : "track file")
                let name = chain.number == 0 ? source : "\(source) (\(chain.number + 1))"
                let report = SourceReport(
                    device: device, name: name, streams: [.fix] + survey.streams, state: .connected)
                tellEvents(before: span.start)
                tell(SensorEvent(time: span.start, payload: .source(report)))
            }
            if isFirst { tellNotes(tell) }
            isFirst = false
            if let statement = track.statement(over: span) {
                tell(SensorEvent(time: span.start, payload: .statement(statement)))
            }
            for segment in track.segments {
                for index in segment.indices {
                    guard let time = segment[index].time else { continue }
                    if let next = pending.first, next.time < time { tellEvents(before: time) }
                    PointSample.forEach(of: segment[index], device: device, at: time, tell)
                    // Nobody measured it: the core bridges what is missing again.
                    guard !segment[index].isEstimated else { continue }
                    tellFix(segment[index].fix(device: device), time)
                }
            }
        }
        for event in pending { tell(event) }
        if isFirst { tellNotes(tell) }
    }

    private func tellNotes(_ tell: (SensorEvent) -> Void) {
        guard let start = startOfEvents else { return }
        for note in notes { tell(SensorEvent(time: start, payload: .note(note))) }
    }

    /// Adds a problem; beyond the first hundred, only their number is kept.
    mutating func note(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < 100 { problems.append(problem) }
    }

    /// Notes things that were left out; nothing if there are none.
    mutating func note(left count: Int, one: String, many: String) {
        guard count > 0 else { return }
        note(ImportProblem(reason: count == 1 ? "1 \(one) was left out" : "\(count) \(many) were left out"))
    }
}
