import Geometry
import SensorModel

/// A message about motion, or its withdrawal.
enum MotionNote: Sendable {
    case announced(StatusEstimate)
    case withdrawn(MotionLack)
}

/// The results of the motion samples so far that other stages read, apart from dead reckoning.
struct SensedState: Sendable, Hashable {
    /// The time of the last motion sample, and the start of the current rest.
    var lastSample: Instant?
    var restSince: Instant?
    /// The last time at which the user acceleration was above the threshold of movement.
    var lastMotion: Instant?
    /// The magnitude of the last user acceleration, in m/s^2.
    var shaking: Double?
}

/// The conclusions from motion samples in a run, at each event that is not a motion sample.
///
/// Attitude, gravity, and rest depend on the samples alone. A run with other parameters of positions can therefore use
/// the record instead of the samples, of which there are a few hundred per second. It is the same run as long as
/// nothing is read from dead reckoning, which integrates the samples from the velocity of each fix
/// (``FusionCore/hasReckoned``).
public struct MotionRecord: Sendable {
    /// A ``SensedState`` with nanoseconds, the least of which stand for none.
    fileprivate struct Entry: Sendable {
        var lastSample: Int64
        var restSince: Int64
        var lastMotion: Int64
        var shaking: Double

        init(_ state: SensedState) {
            lastSample = state.lastSample?.nanoseconds ?? .min
            restSince = state.restSince?.nanoseconds ?? .min
            lastMotion = state.lastMotion?.nanoseconds ?? .min
            shaking = state.shaking ?? .nan
        }

        var state: SensedState {
            func instant(_ nanoseconds: Int64) -> Instant? {
                nanoseconds == .min ? nil : Instant(nanoseconds: nanoseconds)
            }
            return SensedState(
                lastSample: instant(lastSample), restSince: instant(restSince), lastMotion: instant(lastMotion),
                shaking: shaking.isNaN ? nil : shaking)
        }
    }

    /// The indices of the events that a rehearsal consumes: the first one, and all except for motion samples without
    /// consequence.
    public private(set) var events: [Int] = []
    fileprivate var entries: [Entry] = []
    fileprivate var notes = EventNotes<MotionNote>()

    /// Creates an empty record.
    public init() {}

    /// Adds the conclusions of a core that has just consumed an event.
    /// - Parameters:
    ///   - core: The core.
    ///   - event: The index of the event.
    ///   - isSample: Whether the event is a sample of acceleration, rotation, or magnetic field.
    public mutating func note(_ core: borrowing FusionCore, at event: Int, isSample: Bool) {
        guard !isSample || event == 0 || !core.gaitNotes.isEmpty || !core.motionNotes.isEmpty else { return }
        events.append(event)
        entries.append(Entry(core.sensed))
        if !core.motionNotes.isEmpty { notes.add(core.motionNotes, at: event) }
    }
}

/// Passes a record to a core, event by event.
///
///     var playback = MotionPlayback(record)
///     core.leaveOutMotion()
///     for index in record.events {
///         playback.prepare(&core)
///         core.consume(events[index]) { … }
///         if core.hasReckoned { … the record is not sufficient … }
///     }
public struct MotionPlayback: Sendable {
    private let record: MotionRecord
    private var next = 0
    private var note = 0

    /// Creates a playback that starts at the first event of the record with at least the given index.
    public init(_ record: MotionRecord, from event: Int = 0) {
        self.record = record
        next = record.events.partitionPoint { $0 < event }
        note = record.notes.position(from: event)
    }

    /// Replaces the core's conclusions from motion samples by those at the event that it is about to consume.
    @inline(__always)
    public mutating func prepare(_ core: inout FusionCore) {
        guard next < record.events.count else { return }
        core.adopt(record.entries[next].state)
        record.notes.pass(record.events[next], from: &note, to: &core.motionNotes)
        next += 1
    }
}

extension FusionCore {
    /// Leaves out the motion samples, until ``adoptMotion(of:)``. Their conclusions come from a ``MotionPlayback``, or
    /// are missing.
    public mutating func leaveOutMotion() { leavesOutMotion = true }

    /// Adopts the conclusions of a core that has consumed the motion samples of the same events. Dead reckoning starts
    /// again.
    public mutating func adoptMotion(of other: borrowing FusionCore) {
        leavesOutMotion = false
        motion = other.motion
        (lastTurn, lastShakeCrossing) = (other.lastTurn, other.lastShakeCrossing)
        stillness.adoptSensors(of: other.stillness)
        adopt(other.sensed)
        (latest.motion, latest.attitude) = (other.latest.motion, other.latest.attitude)
        (latest.headMotion, latest.headAttitude) = (other.latest.headMotion, other.latest.headAttitude)
    }

    /// The results of the motion samples so far.
    var sensed: SensedState {
        SensedState(
            lastSample: stillness.lastSample, restSince: stillness.restSince, lastMotion: speed.state.lastMotion,
            shaking: altimeter.shaking)
    }

    /// Replaces the results of the motion samples so far.
    mutating func adopt(_ sensed: SensedState) {
        guard let shaking = sensed.shaking else { return }
        (stillness.lastSample, stillness.restSince) = (sensed.lastSample, sensed.restSince)
        speed.noteMotion(last: sensed.lastMotion)
        altimeter.update(shaking: shaking)
    }

    /// Emits the notes of a record about the current event.
    mutating func consumeMotionNotes(_ emit: (Estimate) -> Void) {
        for note in motionNotes {
            switch note {
            case .announced(let status):
                latest.note(status)
                emit(.status(status))
            case .withdrawn(let lack): latest.withdraw(lack)
            }
        }
    }

    /// Emits a message about motion, and notes it for a record.
    mutating func announceMotion(_ status: StatusEstimate, _ emit: (Estimate) -> Void) {
        latest.note(status)
        emit(.status(status))
        motionNotes.append(.announced(status))
    }
}
