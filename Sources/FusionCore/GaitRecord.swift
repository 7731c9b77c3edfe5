import SensorModel

/// The output of steps and activity to the rest of the core at one event.
enum GaitNote: Sendable {
    /// Steps that were counted together, and the pace after them in seconds per metre.
    case steps([StepEstimate], pace: Double?)
    /// The estimates from closed windows, the activity that continues, and the step count and the distance on foot so
    /// far.
    case windows([ActivityEstimate], current: ActivityEstimate?, steps: Int, distanceOnFoot: Double)
}

/// The values of a fix that steps and activities use, in addition to what the receiver reported.
struct GaitFix: Sendable, Hashable {
    /// The speed over ground in m/s; `nil` if the fix has none.
    var speed: Double?
    /// The 1-sigma accuracy, in metres.
    var accuracy = 0.0
    /// True if the fix may calibrate the length of a step.
    var calibrates = false
}

/// The source of a core's steps and activities.
enum GaitSource: Sendable {
    /// The core computes them from its events.
    case events
    /// The core computes them, and notes their output for a record.
    case recorded
    /// The core replays the notes of another run.
    case notes
}

/// The output of steps and activities in a run, and the values of fixes that they used.
///
/// Steps and activities depend on the accelerations, which no other parameter changes, and on the accepted fixes. A run
/// with different other parameters can therefore reuse them as long as it accepts the same fixes, which
/// ``GaitPlayback`` checks.
public struct GaitRecord: Sendable {
    fileprivate var notes: [GaitNote] = []
    fileprivate var places: [Int] = []
    fileprivate var fixes: [GaitFix] = []

    /// Creates an empty record.
    /// - Parameter count: The expected number of fixes.
    public init(fixes count: Int = 0) { fixes.reserveCapacity(count) }

    /// Configures a core to note its steps and activities for a record.
    public static func begin(_ core: inout FusionCore) { core.gaitSource = .recorded }

    /// Moves the notes for the event that a core has just consumed into the record, so that they are not copied.
    public mutating func note(_ core: inout FusionCore, at event: Int, isFix: Bool) {
        if isFix { fixes.append(core.gaitFix) }
        guard !core.gaitNotes.isEmpty else { return }
        for note in core.gaitNotes {
            notes.append(note)
            places.append(event)
        }
        core.gaitNotes.removeAll(keepingCapacity: true)
    }
}

/// Passes a record to a core, event by event.
///
///     var playback = GaitPlayback(record)
///     GaitPlayback.begin(&core)
///     for (index, event) in events.enumerated() {
///         playback.prepare(&core, for: index)
///         core.consume(event) { … }
///         if event is a fix, !playback.agrees(with: &core) { … the record does not belong to these parameters … }
///     }
///
/// The core's own steps and activities do not advance; ``FusionCore/adoptGait(of:)`` updates them.
public struct GaitPlayback: Sendable {
    private let record: GaitRecord
    private var next = 0
    private var fix = 0

    /// Creates a playback that starts at the first event.
    public init(_ record: GaitRecord) { self.record = record }

    /// Configures a core to use the steps and activities of a record.
    public static func begin(_ core: inout FusionCore) { core.gaitSource = .notes }

    /// Passes the notes for the event that the core is about to consume.
    @inline(__always)
    public mutating func prepare(_ core: inout FusionCore, for event: Int) {
        guard next < record.places.count, record.places[next] == event else { return }
        give(&core, event)
    }

    private mutating func give(_ core: inout FusionCore, _ event: Int) {
        while next < record.places.count, record.places[next] == event {
            core.gaitNotes.append(record.notes[next])
            next += 1
        }
    }

    /// Returns whether the values of the latest fix are those that the record is based on. Call it after each fix.
    public mutating func agrees(with core: inout FusionCore) -> Bool {
        defer { fix += 1 }
        return fix < record.fixes.count && record.fixes[fix] == core.gaitFix
    }
}

extension FusionCore {
    /// Resumes computing steps and activities from events, without notes, and emitting motion.
    public mutating func endRecord() {
        gaitSource = .events
        gaitNotes = []
        emitsMotion = true
    }

    /// Adopts the steps and activities of a core that has consumed the same events and the same notes.
    public mutating func adoptGait(of other: borrowing FusionCore) {
        acceleration = other.acceleration
        pedometer = other.pedometer
        activity = other.activity
        closedActivityWindows = other.closedActivityWindows
        endRecord()
    }

    /// Replays the notes for this event.
    mutating func consumeNotes(at time: Instant, _ emit: (Estimate) -> Void) {
        guard !gaitNotes.isEmpty else { return }
        let notes = gaitNotes
        gaitNotes.removeAll()
        for note in notes {
            switch note {
            case .steps(let steps, let pace):
                for step in steps { emit(.step(step)) }
                if let newest = steps.last { consumeStep(newest, pace: pace, at: time) }
            case .windows(let estimates, let current, let steps, let distanceOnFoot):
                for estimate in estimates { emit(.activity(estimate)) }
                latest.activity = current
                guard let current else { continue }
                let travel = travel(steps: steps, distanceOnFoot: distanceOnFoot)
                for estimate in workout.update(current, travel: travel) { report(estimate, emit) }
            }
        }
    }

    /// Processes the newest of one or more steps.
    mutating func consumeStep(_ step: StepEstimate, pace: Double?, at time: Instant) {
        if deadReckoner.since == nil {
            distance.walk(Double(max(0, step.count - (latest.step?.count ?? 0))) * step.strideLength)
            latest.estimatedDistance = distance.estimatedMetres
        }
        latest.step = step
        carryStep(step)
        speed.update(paceSecondsPerMetre: pace, at: time)
    }
}
