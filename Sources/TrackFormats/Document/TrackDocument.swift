public import FusionCore
public import SensorModel

/// The contents of a file to import or export, in any format: sensor events, tracks of points, or both.
public struct TrackDocument: Sendable {
    /// The format from which the document was read.
    public var format: FileFormat
    /// The file's own title.
    public var name: String?
    /// The program or device that created the file, if stated.
    public var creator: String?
    /// The events of a sensor log, in file order, including source reports.
    public var sensorEvents: [SensorEvent]
    /// The tracks of a track file.
    public var tracks: [Track]
    /// Planned paths. They are stored, drawn and exported, but never become fixes, even if their points have times.
    public var routes: [Track] = []
    /// The named points.
    public var waypoints: [Waypoint]
    /// Whether the sensor events are in session order, which can differ from the order of their times.
    public internal(set) var isInOrder = false
    /// Stops, moves and gaps, in order and without overlap; empty if they were not computed.
    public var storyline: [StorylineItem] = []
    /// The workouts of a session, in order of time.
    public var workouts: [Workout] = []
    /// The parts that were left out or changed, with reasons; limited in number, see ``problemCount``.
    public internal(set) var problems: [ImportProblem] = []
    /// The total number of problems, including those not kept in ``problems``.
    public internal(set) var problemCount = 0

    /// The number of records of the file that have no position, such as those of an indoor ride.
    var recordsWithoutPlace = 0
    /// Whether breaks between segments are pauses of the device, and not where a program cut the line.
    var breaksArePauses = false
    /// The earliest date that the receiver can have stated, by the protocol that it uses; `nil` if the dates are not those
    /// of a receiver.
    var earliestOfReceiver: Instant?
    /// The checks that follow when the file has been read.
    var checks = Checks.all

    /// The checks of a file that has been read.
    enum Checks {
        /// None, because its parts have been checked already.
        case none
        /// Those for contradictions, in a file that is otherwise kept to the last digit.
        case doubts
        /// Impossible values, too.
        case all
    }

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

    /// Whether the document has no content.
    public var isEmpty: Bool {
        sensorEvents.isEmpty && waypoints.isEmpty && (tracks + routes).allSatisfy { $0.pointCount == 0 }
    }

    /// All contents as sensor events, which the core processes and a session stores. Unsorted.
    ///
    /// The points of a track become fixes of one receiver, the track's source. Heart rate, cadence and temperature
    /// become samples of that receiver, and the sport stated by the file becomes a statement. Points without a time
    /// are left out, and so are points that the file marks as estimated, because they were not measured. A fix from a
    /// track file has its own time as its arrival time.
    public var events: [SensorEvent] {
        var events: [SensorEvent] = []
        events.reserveCapacity(sensorEvents.count + tracks.reduce(0) { $0 + $1.pointCount })
        forEachEvent { events.append($0) }
        return events
    }

    /// The title for the user: the file's own title, or the name of its only track.
    public var title: String? { name ?? (tracks.count == 1 ? tracks[0].name : nil) }

    /// The problems as notes of a session, including the number of those that were not kept.
    public var notes: [ImportNote] {
        var notes = problems.map { ImportNote($0.kind, $0.phrase) }
        if problemCount > problems.count {
            notes.append(
                ImportNote(.leftOut, Phrase(translatable("{1} more like these"), "\(problemCount - problems.count)")))
        }
        return notes
    }

    /// The earliest time of a point or a sample, needed for notes; `nil` if there are no problems or nothing has a
    /// time. O(n).
    private var startOfEvents: Instant? {
        guard !problems.isEmpty else { return nil }
        let starts = [sensorEvents.lazy.map(\.time).min(), tracks.lazy.compactMap { $0.span?.start }.min()]
        return starts.compactMap(\.self).min()
    }

    /// The total number of points in tracks.
    public var pointCount: Int { tracks.reduce(0) { $0 + $1.pointCount } }

    /// Calls a closure with each of ``events``, in order and numbered, so that a long track's events need not all be
    /// in memory.
    public func forEachEvent(_ body: (SensorEvent) -> Void) {
        var sequence: UInt64 = 0
        func emit(_ event: SensorEvent) {
            var event = event
            event.sequence = sequence
            sequence += 1
            body(event)
        }
        forEachEvent(emit) { fix, time in emit(SensorEvent(time: time, payload: .fix(fix))) }
    }

    /// Calls one closure with each of ``events``, in order and unnumbered, and another with each track point as a fix
    /// and its time. Passing a fix directly avoids allocating an event for every point of a long track.
    public func forEachEvent(_ emit: (SensorEvent) -> Void, fix emitFix: (Fix, Instant) -> Void) {
        var pending = sensorEvents[...]
        // Laps of a track are emitted between its points.
        func emitEvents(before time: Instant) {
            while let event = pending.first, event.time < time {
                emit(event)
                pending = pending.dropFirst()
            }
        }
        if tracks.isEmpty { while let event = pending.popFirst() { emit(event) } }
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
                // A track's name is not the name of a receiver.
                let source = track.source ?? creator ?? (format == GPXReader.format ? "GPX file" : "track file")
                let name = chain.number == 0 ? source : "\(source) (\(chain.number + 1))"
                let report = SourceReport(
                    device: device, name: name, streams: [.fix] + survey.streams, state: .connected)
                emitEvents(before: span.start)
                emit(SensorEvent(time: span.start, payload: .source(report)))
            }
            if isFirst { emitNotes(emit) }
            isFirst = false
            if let statement = track.statement(over: span) {
                emit(SensorEvent(time: span.start, payload: .statement(statement)))
            }
            for segment in track.segments {
                for index in segment.indices {
                    guard let time = segment[index].time else { continue }
                    if let next = pending.first, next.time < time { emitEvents(before: time) }
                    PointSample.forEach(of: segment[index], device: device, at: time, emit)
                    // An estimated point was not measured; the core bridges the gap itself.
                    guard !segment[index].isEstimated else { continue }
                    emitFix(segment[index].fix(device: device), time)
                }
            }
        }
        for event in pending { emit(event) }
        if isFirst { emitNotes(emit) }
    }

    private func emitNotes(_ emit: (SensorEvent) -> Void) {
        guard let start = startOfEvents else { return }
        for note in notes { emit(SensorEvent(time: start, payload: .note(note))) }
    }

    /// Adds a problem. After the first hundred, only counts them.
    mutating func report(_ problem: ImportProblem) {
        problemCount += 1
        if problems.count < 100 { problems.append(problem) }
    }

    /// Adds a problem with the whole file: a clause that is marked for translation, and what varies in it.
    mutating func report(_ kind: ImportNote.Kind, _ clause: String, _ arguments: String...) {
        report(ImportProblem(kind, Phrase(clause, arguments.map(Phrase.init(plain:)))))
    }

    /// Adds a problem that reports how many things were left out, unless the count is zero; `many` has `{1}` for the number.
    mutating func report(left count: Int, one: String, many: String) {
        guard count > 0 else { return }
        report(.leftOut, count == 1 ? one : many, "\(count)")
    }

    /// Adds a track, unless it has no points.
    mutating func add(_ points: [Point], source: String) {
        if !points.isEmpty { tracks = [Track(source: source, segments: [points])] }
    }

    /// Throws a ``FormatError`` if nothing was found in entries with named values.
    func checkPlaces(from source: ByteSource) throws {
        guard isEmpty, recordsWithoutPlace == 0 else { return }
        throw FormatError.nothingInside(
            path: source.name,
            reason: Phrase(translatable("none of its entries has a latitude, a longitude, and a time")))
    }
}
