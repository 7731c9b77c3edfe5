/// The values of a fix that steps and activities use, in addition to what the receiver reported.
struct GaitFix: Sendable, Hashable {
    /// The speed over ground in m/s; `nil` if the fix has none.
    var speed: Double?
    /// The 1-sigma accuracy, in metres.
    var accuracy = 0.0
    /// True if the fix may calibrate the length of a step.
    var calibrates = false
}

/// The conclusions of steps and activities in a run, and the values of fixes that they used.
///
/// Steps and activities depend on the accelerations, which no other parameter changes, and on the accepted fixes. A run
/// with different other parameters can therefore reuse them as long as it accepts the same fixes, which
/// ``GaitPlayback`` checks.
public struct GaitRecord: Sendable {
    fileprivate var notes = EventNotes<GaitNote>()
    fileprivate var fixes: [GaitFix] = []

    /// Creates an empty record.
    /// - Parameter count: The expected number of fixes.
    public init(fixes count: Int = 0) { fixes.reserveCapacity(count) }

    /// Adds what a core concluded from the event that it has just consumed.
    public mutating func note(_ core: borrowing FusionCore, at event: Int, isFix: Bool) {
        if isFix { fixes.append(core.gaitFix) }
        if !core.gaitNotes.isEmpty { notes.add(core.gaitNotes, at: event) }
    }
}

/// Passes a record to a core, event by event.
///
///     var playback = GaitPlayback(record)
///     core.leaveOutGait()
///     for (index, event) in events.enumerated() {
///         playback.prepare(&core, for: index)
///         core.consume(event) { … }
///         if event is a fix, !playback.agrees(with: core) { … the record does not belong to these parameters … }
///     }
public struct GaitPlayback: Sendable {
    private let record: GaitRecord
    private var next = 0
    private var fix = 0

    /// Creates a playback that starts at an event, by default the first; only that one can compare fixes.
    public init(_ record: GaitRecord, from event: Int = 0) {
        self.record = record
        next = record.notes.position(from: event)
    }

    /// Replaces the core's notes by those for the event that it is about to consume.
    @inline(__always)
    public mutating func prepare(_ core: inout FusionCore, for event: Int) {
        record.notes.pass(event, from: &next, to: &core.gaitNotes)
    }

    /// Returns whether the values of the latest fix are those that the record is based on. Call it after each fix.
    public mutating func agrees(with core: borrowing FusionCore) -> Bool {
        defer { fix += 1 }
        return fix < record.fixes.count && record.fixes[fix] == core.gaitFix
    }
}

extension FusionCore {
    /// Leaves out steps and activities, until ``adoptGait(of:)``. Their effect on the rest comes from a
    /// ``GaitPlayback``, or is missing.
    public mutating func leaveOutGait() {
        gait = nil
        gaitNotes = []
    }

    /// Adopts the steps and activities of a core that has consumed the same events.
    public mutating func adoptGait(of other: borrowing FusionCore) { gait = other.gait }
}
