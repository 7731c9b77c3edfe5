import Geometry
public import SensorModel

/// The conclusions of sensing in a run: from motion samples, and the steps and activities.
///
/// The former depends on the samples and on ``SensingParameters`` alone. The latter depends on ``GaitParameters``, on
/// accelerations, which no other parameter changes, and on the values of accepted fixes. A run with other parameters of
/// places can therefore use the record instead, as long as it accepts the same fixes, which ``Playback`` checks; of the
/// samples, of which there are a few hundred per second, it then consumes none.
public struct SensingRecord: Sendable {
    /// The indices of the events that a run without motion samples consumes: the first sample, which may begin the
    /// session's time, and all except for samples without consequence. `nil` if there are no samples to leave out.
    fileprivate var events: [Int]?
    /// The results of the motion samples at these events.
    fileprivate var states: [SensedState] = []
    fileprivate var motion = Notes<MotionNote>()
    fileprivate var gait = Notes<GaitNote>()
    fileprivate var fixes: [GaitFix] = []
    private var hasSample = false

    /// Creates an empty record.
    /// - Parameters:
    ///   - count: The expected number of fixes.
    ///   - hasSamples: Whether there are samples that another run can leave out.
    public init(fixes count: Int, hasSamples: Bool) {
        fixes.reserveCapacity(count)
        events = hasSamples ? [] : nil
    }

    /// The record without the conclusions from motion samples, for a run that draws other ones.
    public var withoutMotion: SensingRecord {
        var record = SensingRecord(fixes: 0, hasSamples: events != nil)
        (record.gait, record.fixes) = (gait, fixes)
        return record
    }

    /// Adds what a core itself has concluded from the event that it has just consumed.
    /// - Parameters:
    ///   - core: The core, which does not change; it would be copied otherwise.
    ///   - event: The index of the event.
    ///   - payload: Its content.
    @inline(__always)
    public mutating func append(conclusionsOf core: inout FusionCore, at event: Int, _ payload: SensorEvent.Payload) {
        if core.sensing != nil, events != nil {
            let isSample = payload.isMotionSample
            if !isSample || !hasSample || !core.gaitNotes.isEmpty || !core.motionNotes.isEmpty {
                hasSample = hasSample || isSample
                events?.append(event)
                states.append(core.sensed)
                motion.add(core.motionNotes, at: event)
            }
        }
        guard core.gait != nil else { return }
        if case .fix = payload { fixes.append(core.gaitFix) }
        gait.add(core.gaitNotes, at: event)
    }

    /// The notes that a core made during a run, with the indices of the events that caused them.
    fileprivate struct Notes<Note: Sendable>: Sendable {
        private var notes: [Note] = []
        private(set) var events: [Int] = []

        mutating func add(_ new: [Note], at event: Int) {
            for note in new {
                notes.append(note)
                events.append(event)
            }
        }

        /// Replaces the notes of a core by those of an event, and advances the position behind them.
        @inline(__always)
        func pass(_ event: Int, from next: inout Int, to list: inout [Note]) {
            if !list.isEmpty { list.removeAll(keepingCapacity: true) }
            while next < events.count, events[next] == event {
                list.append(notes[next])
                next += 1
            }
        }
    }

    /// Passes a record to a core, event by event.
    ///
    ///     var playback = SensingRecord.Playback(record)
    ///     playback.start(&core)
    ///     for index in playback.events {
    ///         playback.prepare(&core, for: index)
    ///         core.consume(events[index]) { … }
    ///         if the event is a fix, !playback.agrees(with: &core) { … the record does not belong to these parameters … }
    ///     }
    public struct Playback: Sendable {
        /// The indices of the events that the core consumes; `nil` for all events.
        public let events: ArraySlice<Int>?
        private let record: SensingRecord
        private var next: (state: Int, motion: Int, gait: Int, fix: Int)

        /// Creates a playback.
        /// - Parameters:
        ///   - record: The record.
        ///   - leavesOutMotion: Whether the core leaves out motion samples.
        ///   - start: The index of the first event; only from the first one, fixes can be compared.
        public init(_ record: SensingRecord, leavesOutMotion: Bool = true, from start: Int = 0) {
            self.record = record
            func place(in events: [Int]) -> Int { events.partitionPoint { $0 < start } }
            let events = leavesOutMotion ? record.events : nil
            let state = events.map(place) ?? 0
            self.events = events.map { $0[state...] }
            next = (state, place(in: record.motion.events), place(in: record.gait.events), 0)
        }

        /// Lets a core leave out what the record contains.
        public func start(_ core: inout FusionCore) {
            (core.gait, core.gaitNotes) = (nil, [])
            if events != nil { core.sensing = nil }
        }

        /// Replaces the core's conclusions by those at the event that it is about to consume.
        @inline(__always)
        public mutating func prepare(_ core: inout FusionCore, for event: Int) {
            record.gait.pass(event, from: &next.gait, to: &core.gaitNotes)
            guard events != nil, next.state < record.states.count else { return }
            core.adopt(record.states[next.state])
            record.motion.pass(event, from: &next.motion, to: &core.motionNotes)
            next.state += 1
        }

        /// Returns whether the values of the latest fix are those that the record is based on. Call it after each fix.
        public mutating func agrees(with core: inout FusionCore) -> Bool {
            defer { next.fix += 1 }
            return next.fix < record.fixes.count && record.fixes[next.fix] == core.gaitFix
        }
    }
}

extension FusionCore {
    /// Adopts the steps and activities of a core that has consumed the same events.
    public mutating func adoptGait(of other: borrowing FusionCore) { gait = other.gait }

    /// Adopts the conclusions of a core that has consumed the motion samples of the same events.
    public mutating func adoptMotion(of other: borrowing FusionCore) {
        sensing = other.sensing
        adopt(other.sensed)
        (latest.motion, latest.attitude) = (other.latest.motion, other.latest.attitude)
        (latest.headMotion, latest.headAttitude) = (other.latest.headMotion, other.latest.headAttitude)
    }
}

extension SensorEvent.Payload {
    /// True for a sample of acceleration, rotation, or magnetic field.
    fileprivate var isMotionSample: Bool {
        switch self {
        case .acceleration, .rotation, .magneticField: true
        default: false
        }
    }
}
