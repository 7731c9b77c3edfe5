import SensorModel

/// What steps and activity told the rest of the core at one event.
enum GaitNote: Sendable {
    /// Steps that were counted at once, and the pace after them in seconds a metre.
    case steps([StepEstimate], pace: Double?)
    /// What closed windows led to, the stretch that continues, and how far one has come on foot.
    case windows([ActivityEstimate], current: ActivityEstimate?, steps: Int, distanceOnFoot: Double)
}

/// What steps and activities hear of a fix, beside what the receiver said.
struct HeardFix: Sendable, Hashable {
    /// Speed over ground in m/s; `nil` if the fix had none to give.
    var speed: Double?
    /// 1-sigma accuracy in m.
    var accuracy = 0.0
    /// True if the fix may calibrate the length of a step.
    var calibrates = false
}

/// Where a core has its steps and activities from.
enum GaitSource: Sendable {
    /// It tells them from its events.
    case events
    /// The same, and it notes what they told the rest of the core.
    case recorded
    /// It takes them from what was noted in another run.
    case notes
}

/// What steps and activities told the rest of the core in a run, and what they had heard from it.
///
/// They are told from accelerations, which no other parameter changes, and from the fixes that were taken. So a run whose
/// other parameters are unlike need not tell them again, as long as it takes the same fixes: ``GaitPlayback`` sees to it.
public struct GaitRecord: Sendable {
    fileprivate var notes: [GaitNote] = []
    fileprivate var places: [Int] = []
    fileprivate var heard: [HeardFix] = []

    /// Creates an empty record.
    /// - Parameter fixes: How many fixes will come.
    public init(fixes: Int = 0) { heard.reserveCapacity(fixes) }

    /// Creates a core note what a record is made of.
    public static func begin(_ core: inout FusionCore) { core.gaitSource = .recorded }

    /// Takes what a core noted at the event that it has just consumed; it is handed over so that it is not copied.
    public mutating func note(_ core: inout FusionCore, at event: Int, isFix: Bool) {
        if isFix { heard.append(core.heardFix) }
        guard !core.gaitNotes.isEmpty else { return }
        for note in core.gaitNotes {
            notes.append(note)
            places.append(event)
        }
        core.gaitNotes.removeAll(keepingCapacity: true)
    }
}

/// Hands a record to a core, event by event.
///
///     var playback = GaitPlayback(record)
///     GaitPlayback.begin(&core)
///     for (index, event) in events.enumerated() {
///         playback.prepare(&core, for: index)
///         core.consume(event) { … }
///         if event is a fix, !playback.agrees(with: &core) { … the record does not belong to these parameters … }
///     }
///
/// The core's own steps and activities stay behind; ``FusionCore/adoptGait(of:)`` puts them right.
public struct GaitPlayback: Sendable {
    private let record: GaitRecord
    private var next = 0
    private var fix = 0

    /// Begins with the first event.
    public init(_ record: GaitRecord) { self.record = record }

    /// Prepares a core to use the steps and activities that it is given.
    public static func begin(_ core: inout FusionCore) { core.gaitSource = .notes }

    /// Gives the core what was noted at the event that it will consume next.
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

    /// Tells, after each fix, whether what became of it is what the record rests on.
    public mutating func agrees(with core: inout FusionCore) -> Bool {
        defer { fix += 1 }
        return fix < record.heard.count && record.heard[fix] == core.heardFix
    }
}

extension FusionCore {
    /// Goes on as a core does that nobody hurries: tells everything, and notes nothing.
    public mutating func endRecord() {
        gaitSource = .events
        gaitNotes = []
        tellsMotion = true
    }

    /// Takes over the steps and activities of a core that has consumed the same events and the same notes.
    public mutating func adoptGait(of other: borrowing FusionCore) {
        acceleration = other.acceleration
        pedometer = other.pedometer
        activity = other.activity
        closedActivityWindows = other.closedActivityWindows
        endRecord()
    }

    /// Does what the notes of this event say.
    mutating func consumeNotes(at time: Instant, _ emit: (Estimate) -> Void) {
        guard !gaitNotes.isEmpty else { return }
        let notes = gaitNotes
        gaitNotes.removeAll()
        for note in notes {
            switch note {
            case .steps(let steps, let pace):
                for step in steps { emit(.step(step)) }
                if let newest = steps.last { hear(newest, pace: pace, at: time) }
            case .windows(let estimates, let current, let steps, let distanceOnFoot):
                for estimate in estimates { emit(.activity(estimate)) }
                latest.activity = current
                guard let current else { continue }
                let travel = travel(steps: steps, distanceOnFoot: distanceOnFoot)
                for estimate in workout.update(current, travel: travel) { report(estimate, emit) }
            }
        }
    }

    /// Processes the newest of some steps.
    mutating func hear(_ step: StepEstimate, pace: Double?, at time: Instant) {
        if deadReckoner.since == nil {
            distance.walk(Double(max(0, step.count - (latest.step?.count ?? 0))) * step.strideLength)
            latest.estimatedDistance = distance.estimatedMetres
        }
        latest.step = step
        carryStep(step)
        speed.update(paceSecondsPerMetre: pace, at: time)
    }
}
