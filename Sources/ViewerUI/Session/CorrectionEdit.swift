import Replay
import SensorModel

/// What the user put right in a session, or took back of it, and no run has yet.
struct CorrectionEdit: Sendable {
    /// What came to it, last.
    var added: [SensorEvent] = []
    /// What was in it and is no longer to be.
    var withdrawn: Set<SensorEvent> = []

    /// True if nothing is to be done.
    var isEmpty: Bool { added.isEmpty && withdrawn.isEmpty }

    /// Takes back what came to a session, run already or not.
    mutating func withdraw(_ events: [SensorEvent]) {
        withdrawn.formUnion(events.filter { !added.contains($0) })
        added.removeAll { events.contains($0) }
    }
}

extension Recording {
    /// Returns the recording with what was put right after its last event, and without what was taken back. O(n) where
    /// anything was.
    func corrected(by edit: CorrectionEdit) -> Recording {
        var columns = events
        if !edit.withdrawn.isEmpty {
            columns = EventColumns()
            for event in events where !edit.withdrawn.contains(event) { columns.append(event) }
        }
        for event in edit.added { columns.append(event) }
        return Recording(columns: columns)
    }
}
