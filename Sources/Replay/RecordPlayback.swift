import FusionCore
import Geometry

/// Passes the records of a run to the core of another run of the same events: its steps and activities, and its
/// conclusions from motion samples, which the other run then leaves out.
struct RecordPlayback {
    /// The indices of the events that the other run consumes; `nil` for all events.
    let events: ArraySlice<Int>?
    private var gait: GaitPlayback?
    private var motion: MotionPlayback?

    /// Creates a playback that starts at an event.
    /// - Parameters:
    ///   - gait: The record of steps and activities; if `nil`, they are missing.
    ///   - motion: The record of motion samples; if `nil`, the other run consumes them.
    ///   - start: The index of the event.
    init(_ gait: GaitRecord?, _ motion: MotionRecord?, from start: Int = 0) {
        self.gait = gait.map { GaitPlayback($0, from: start) }
        self.motion = motion.map { MotionPlayback($0, from: start) }
        events = motion.map { $0.events[$0.events.partitionPoint { $0 < start }...] }
    }

    /// Prepares the core with which the other run starts.
    func start(_ core: inout FusionCore) {
        core.leaveOutGait()
        if motion != nil { core.leaveOutMotion() }
    }

    /// Passes the core what the records say about the event that it is about to consume.
    @inline(__always)
    mutating func prepare(_ core: inout FusionCore, for event: Int) {
        gait?.prepare(&core, for: event)
        motion?.prepare(&core)
    }

    /// Returns whether steps and activities depend on nothing else in the core's latest fix. Call it after each fix,
    /// from the first.
    mutating func agrees(with core: borrowing FusionCore) -> Bool { gait?.agrees(with: core) ?? true }
}
